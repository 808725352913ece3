//! The flags of `joseki keys`.

use clap::{Args, Subcommand};

use super::FormatArgs;
use joseki_store::Scopes;
use joseki_wire::check_label;

const AFTER: &str = "\
Examples:
  joseki keys create --name bot --scopes read,feedback
  joseki keys list
  joseki keys rotate jk_1a2b3c4d --overlap-hours 24
  joseki keys revoke jk_1a2b3c4d
  joseki keys log";

const AFTER_CREATE: &str = "\
Examples:
  joseki keys create --name bot --scopes read,feedback
  joseki keys create --name editor --scopes curate --expires-in-days 90 --format json | jq -r .key
  joseki keys create --name guest --scopes read --rate 60

Scopes: read (queries, if the service requires a key for them), feedback (reporting game results),
curate (editing and importing books), admin (everything).
The key is shown only once; the database keeps only its hash.";

const AFTER_LIST: &str = "\
Examples:
  joseki keys list
  joseki keys list --format json | jq -r '.keys[].prefix'";

const AFTER_ROTATE: &str = "\
Examples:
  joseki keys rotate jk_1a2b3c4d
  joseki keys rotate jk_1a2b3c4d --overlap-hours 24 --format json | jq -r .key

Replaces a key with a new one that has the same name, scopes, rate and expiry. The old key stops
working at once, or stays valid for --overlap-hours while its holder switches over. The new key is
shown only once.";

const AFTER_REVOKE: &str = "\
Examples:
  joseki keys revoke jk_1a2b3c4d

A revoked key stays in the list. Revoking it again changes nothing.";

const AFTER_LOG: &str = "\
Examples:
  joseki keys log
  joseki keys log --limit 10 --format json

Entries are never altered. With --format json each has the state before and after; a corrected
result is there with its moves. Keys are named by their prefixes, results by their game ids.";

/// The flags of `joseki keys`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct KeysArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub command: KeysCommand,
}

/// A subcommand of `joseki keys`.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Create a key and print it once.
    Create(KeysCreateArgs),
    /// List the keys, without their secrets.
    List(KeysListArgs),
    /// Replace a key with a new one.
    Rotate(KeysRotateArgs),
    /// Revoke a key.
    Revoke(KeysRevokeArgs),
    /// List who changed keys, and who corrected or withdrew results.
    Log(KeysLogArgs),
}

/// The flags of `joseki keys create`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_CREATE)]
pub struct KeysCreateArgs {
    /// Name of the key, such as its purpose.
    #[arg(long, value_name = "NAME", value_parser = check_label)]
    pub name: String,
    /// Scopes of the key: read, feedback, curate and admin, separated by commas.
    #[arg(long, value_name = "SCOPES", value_parser = scopes)]
    pub scopes: Scopes,
    /// Number of days until the key expires [default: never].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36500))]
    pub expires_in_days: Option<u32>,
    /// Rate limit in requests per minute, with bursts of a sixth of it [default: unlimited].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub rate: Option<u32>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki keys list`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_LIST)]
pub struct KeysListArgs {
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki keys log`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_LOG)]
pub struct KeysLogArgs {
    /// Maximum number of entries, newest first.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub limit: usize,
    /// Continue after the entry with this number, with older ones.
    #[arg(long, alias = "before", value_name = "N")]
    pub after: Option<i64>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki keys rotate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_ROTATE)]
pub struct KeysRotateArgs {
    /// Prefix of the key, as shown by `joseki keys list`, with or without `jk_`.
    #[arg(value_name = "PREFIX")]
    pub prefix: String,
    /// Number of hours the old key stays valid, 0 to 2160.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=2160))]
    pub overlap_hours: u32,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki keys revoke`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_REVOKE)]
pub struct KeysRevokeArgs {
    /// Prefix of the key, as shown by `joseki keys list`, with or without `jk_`.
    #[arg(value_name = "PREFIX")]
    pub prefix: String,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn scopes(text: &str) -> Result<Scopes, String> {
    let scopes: Scopes =
        text.parse().map_err(|error: joseki_store::ParseScopesError| error.to_string())?;
    if scopes.is_empty() {
        return Err("a key needs at least one scope: read, feedback, curate or admin".to_owned());
    }
    Ok(scopes)
}

//! The flags of `joseki keys`.

use clap::{Args, Subcommand};

use super::FormatArgs;
use crate::store::Scopes;

const AFTER: &str = "\
Examples:
  joseki keys create --name bot --scopes read,feedback
  joseki keys list
  joseki keys rotate jk_1a2b3c4d --overlap-hours 24
  joseki keys revoke jk_1a2b3c4d";

const AFTER_CREATE: &str = "\
Examples:
  joseki keys create --name bot --scopes read,feedback
  joseki keys create --name editor --scopes curate --expires-in-days 90 --format json | jq -r .key
  joseki keys create --name guest --scopes read --rate 60

Scopes: read (asking, where the service does not answer everybody), feedback (reporting results of
games), curate (editing and importing books), admin (everything).
The key is shown this once and kept nowhere; only its hash is.";

const AFTER_LIST: &str = "\
Examples:
  joseki keys list
  joseki keys list --format json | jq -r '.keys[].prefix'";

const AFTER_ROTATE: &str = "\
Examples:
  joseki keys rotate jk_1a2b3c4d
  joseki keys rotate jk_1a2b3c4d --overlap-hours 24 --format json | jq -r .key

Makes a key in the place of another, with its name, scopes, rate and end. The old one ends at once, or goes on for
the hours of --overlap-hours while its holder changes over. The new key is shown this once.";

const AFTER_REVOKE: &str = "\
Examples:
  joseki keys revoke jk_1a2b3c4d

A revoked key stays in the list. Revoking it again changes nothing.";

/// The flags of `joseki keys`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct KeysArgs {
    /// What to do with keys.
    #[command(subcommand)]
    pub command: KeysCommand,
}

/// What to do with keys.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Create a key and print it, once.
    Create(KeysCreateArgs),
    /// List the keys, without what they prove.
    List(KeysListArgs),
    /// Make a key in the place of another.
    Rotate(KeysRotateArgs),
    /// Revoke a key.
    Revoke(KeysRevokeArgs),
}

/// The flags of `joseki keys create`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_CREATE)]
pub struct KeysCreateArgs {
    /// What the key is for.
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub name: String,
    /// What it allows: read, feedback, curate and admin, with commas between.
    #[arg(long, value_name = "SCOPES", value_parser = scopes)]
    pub scopes: Scopes,
    /// After how many days it ends by itself [default: never].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36500))]
    pub expires_in_days: Option<u32>,
    /// How many requests a minute it is good for, a sixth of them at once [default: as many as the server can answer].
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

/// The flags of `joseki keys rotate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_ROTATE)]
pub struct KeysRotateArgs {
    /// The start of the key, as `joseki keys list` shows it, with or without `jk_`.
    #[arg(value_name = "PREFIX")]
    pub prefix: String,
    /// How many hours the old key goes on, 0 to 2160.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=2160))]
    pub overlap_hours: u32,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki keys revoke`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_REVOKE)]
pub struct KeysRevokeArgs {
    /// The start of the key, as `joseki keys list` shows it, with or without `jk_`.
    #[arg(value_name = "PREFIX")]
    pub prefix: String,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn scopes(text: &str) -> Result<Scopes, String> {
    let scopes: Scopes = text
        .parse()
        .map_err(|error: crate::store::ParseScopesError| error.to_string())?;
    if scopes.is_empty() {
        return Err("a key has to allow something: read, feedback, curate or admin".to_owned());
    }
    Ok(scopes)
}

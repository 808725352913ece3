//! The flags of `joseki keys`.

use clap::{Args, Subcommand};

use super::FormatArgs;
use crate::store::Scopes;

const AFTER: &str = "\
Examples:
  joseki keys create --name bot --scopes read,feedback
  joseki keys list
  joseki keys revoke jk_1a2b3c4d";

const AFTER_CREATE: &str = "\
Examples:
  joseki keys create --name bot --scopes read,feedback
  joseki keys create --name editor --scopes curate --expires-in-days 90 --format json | jq -r .key

Scopes: read (asking, where the service does not answer everybody), feedback (reporting results of
games), curate (editing and importing books), admin (everything).
The key is shown this once and kept nowhere; only its hash is.";

const AFTER_LIST: &str = "\
Examples:
  joseki keys list
  joseki keys list --format json | jq -r '.keys[].prefix'";

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

/// The flags of `joseki keys revoke`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_REVOKE)]
pub struct KeysRevokeArgs {
    /// The start of the key, as `joseki keys list` shows it.
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

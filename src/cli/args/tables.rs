//! Arguments of `joseki tables`.

use clap::{Args, Subcommand};

use super::FormatArgs;

const AFTER: &str = "\
Examples:
  joseki tables
  joseki tables --limit 10 --format json
  joseki tables close 0123456789abcdef

An id is not a token: it allows neither watching nor playing.";

const AFTER_CLOSE: &str = "\
Examples:
  joseki tables close 0123456789abcdef

Removes the table with its game. A running server ends the game with its next action; with an admin
key, POST /v1/tables/ID/close ends it immediately.";

/// The flags of `joseki tables`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct TablesArgs {
    /// The subcommand; without one, the tables are listed.
    #[command(subcommand)]
    pub command: Option<TablesCommand>,
    /// Maximum number of tables, those touched last first.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: u32,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// A subcommand of `joseki tables`.
#[derive(Debug, Subcommand)]
pub enum TablesCommand {
    /// Close a table, even during a game.
    Close(TablesCloseArgs),
}

/// The flags of `joseki tables close`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_CLOSE)]
pub struct TablesCloseArgs {
    /// Ids of tables, as listed.
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}

//! The flags of `joseki sources`.

use clap::{Args, Subcommand};

use super::FormatArgs;
use joseki_wire::check_label;

const AFTER: &str = "\
Examples:
  joseki sources
  joseki sources --format json
  joseki sources set club --license CC-BY-4.0 --attribution 'The club' --address https://example.org
  joseki sources set RenjuNet --publish

Lists where the contents of all books come from: the sources of their nodes and the collections of
their games, with licence, attribution and address as far as they are known, and the books that have
something of them.

What rests on a withheld source alone is left out of every answer of a server and of exports: its
counts, moves that only it has, and everything but the move of a node that it shares with others.
At the command line it stays. RenjuNet's database is withheld from the start, since its licence
forbids to serve or publish it.";

const AFTER_SET: &str = "\
Examples:
  joseki sources set club --license CC-BY-4.0 --attribution 'The club' --address https://example.org
  joseki sources set club --withhold
  joseki sources set RenjuNet --publish

Fields that are not given stay as they are. A running server applies --withhold and --publish to the
books that it holds when it is restarted.";

/// The flags of `joseki sources`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct SourcesArgs {
    /// The subcommand; without one, the sources are listed.
    #[command(subcommand)]
    pub command: Option<SourcesCommand>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The subcommands of `joseki sources`.
#[derive(Debug, Subcommand)]
pub enum SourcesCommand {
    /// Write down what is known of a source.
    Set(SourcesSetArgs),
}

/// The flags of `joseki sources set`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_SET)]
pub struct SourcesSetArgs {
    /// Name of the source.
    #[arg(value_name = "NAME", value_parser = check_label)]
    pub name: String,
    /// Licence, an SPDX expression such as CC-BY-4.0, or `unknown`.
    #[arg(long, value_name = "SPDX", value_parser = check_label)]
    pub license: Option<String>,
    /// Whom to name.
    #[arg(long, value_name = "TEXT", value_parser = check_label)]
    pub attribution: Option<String>,
    /// Where it is found.
    #[arg(long, value_name = "URL", value_parser = check_label)]
    pub address: Option<String>,
    /// Leave what rests on it alone out of servers' answers and of exports.
    #[arg(long, conflicts_with = "publish")]
    pub withhold: bool,
    /// Serve and export what rests on it alone.
    #[arg(long)]
    pub publish: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

//! The flags of `joseki search`.

use clap::Args;

use super::FormatArgs;
use joseki_service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki search avalanche
  joseki search small low --book club
  joseki search 花月 --book renju
  joseki search C00 --book xiangqi --format json | jq -r '.nodes[].line'

All words must be in the names, tags and comment of a move, or in the names of an opening of renju
or xiangqi. Case, accents and apostrophes make no difference. Names come before tags and comments,
then moves of more games. Lines of Go are shown in the upper right corner.";

/// The flags of `joseki search`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct SearchArgs {
    /// Words to look for.
    #[arg(value_name = "WORD", required = true)]
    pub words: Vec<String>,
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Maximum number of moves.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
    #[command(flatten)]
    pub format: FormatArgs,
}

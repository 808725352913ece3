//! The flags of `joseki tally`.

use clap::Args;

use super::FormatArgs;
use joseki_service::RENJU_BOOK;

const AFTER: &str = "\
Examples:
  joseki tally
  joseki tally --book club --format json

Counts what the games of a book about the whole board are: results, different lines and positions
of 1 to 10 moves under the symmetries of the board, results by opening of renju, and the positions
of four stones that most games have. The moves of the games must be stored.";

/// The flags of `joseki tally`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct TallyArgs {
    /// Book whose games are tallied.
    #[arg(long, value_name = "NAME", default_value = RENJU_BOOK)]
    pub book: String,
    #[command(flatten)]
    pub format: FormatArgs,
}

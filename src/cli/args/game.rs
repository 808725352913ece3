//! The flags of `joseki game`.

use clap::Args;

use joseki_service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki next --moves Q16,O17 --examples 2
  joseki game 00c0ffee00c0ffee --book pro > game.sgf

The ID of a game is the 16 hex digits shown with examples. Its moves are available unless the book
was mined with --no-records.";

/// The flags of `joseki game`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct GameArgs {
    /// ID of the game, as shown with examples.
    #[arg(value_name = "ID")]
    pub id: String,
    /// Book that counted the game.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
}

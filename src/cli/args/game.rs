//! The flags of `joseki game`.

use clap::Args;

use crate::service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki next --moves Q16,O17 --examples 2
  joseki game 00c0ffee00c0ffee --book pro > game.sgf

A game is known by the 16 digits that examples have. Its moves are there if the book was mined without
--no-records.";

/// The flags of `joseki game`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct GameArgs {
    /// The game, as examples name it.
    #[arg(value_name = "ID")]
    pub id: String,
    /// The book that counted it.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
}

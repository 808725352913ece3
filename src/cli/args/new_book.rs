//! The flags that say what a new book is about.

use clap::Args;

use crate::error::CliError;
use joseki_game::Variant;
use joseki_wire::{RequestError, parse_known_variant};

/// The flags `--game` and `--board-size`.
#[derive(Clone, Debug, Args)]
pub struct NewBookArgs {
    /// Game that a new book is about [default: go].
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Lines of its boards, for a game that has books for several sizes [default: its usual size].
    #[arg(long, value_name = "N")]
    pub board_size: Option<u8>,
}

impl NewBookArgs {
    /// Returns what the flags name, if they are given.
    ///
    /// # Errors
    /// A game that is not built in, or a size that it has no books for.
    pub fn variant(&self) -> Result<Option<Variant>, CliError> {
        let variant = parse_known_variant(self.game.as_deref(), self.board_size);
        variant.map_err(|error| {
            // Elsewhere, the board size is the flag `--size`.
            let field = error.field.replace('_', "-");
            CliError::Node(RequestError { field, ..error })
        })
    }
}

//! Errors of results.

use crate::code::Code;
use crate::error::{ErrorInfo, Fault, excerpt};

/// Maximum length of a game identifier, in characters.
pub const MAX_GAME_ID_LENGTH: usize = 200;

/// Why a result is not entered, corrected or found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultError {
    /// Invalid identifier of a game.
    #[error(
        "invalid game_id: expected 1 to {MAX_GAME_ID_LENGTH} characters, not all blank, without control characters (such as line ends)"
    )]
    InvalidGameId,
    /// A different result exists under the same identifier.
    #[error(
        "game \"{game}\" already has another result, opponent or moves: nothing was changed; correct it, or enter this one under another id"
    )]
    Other {
        /// Identifier of the game.
        game: String,
    },
    /// The result with that identifier was withdrawn.
    #[error(
        "game \"{game}\" was withdrawn: nothing was changed; correct it to make it count again"
    )]
    Withdrawn {
        /// Identifier of the game.
        game: String,
    },
    /// No result with that identifier.
    #[error("no result was entered for game \"{game}\"")]
    Unknown {
        /// Identifier of the game.
        game: String,
    },
    /// The result was entered with another key, and the sender may only change its own.
    #[error("the result of game \"{game}\" was entered with another key")]
    NotOwn {
        /// Identifier of the game.
        game: String,
    },
    /// No game against an opponent of that name.
    #[error("unknown opponent \"{}\": no result was entered against it", excerpt(name))]
    UnknownOpponent {
        /// Name of the opponent.
        name: String,
    },
}

impl Fault for ResultError {
    fn info(&self) -> ErrorInfo {
        match self {
            ResultError::InvalidGameId => Code::InvalidValue.at("game_id"),
            ResultError::Other { .. } => Code::ResultConflict.at("game_id"),
            ResultError::Withdrawn { .. } => Code::ResultWithdrawn.at("game_id"),
            ResultError::Unknown { .. } => Code::UnknownResult
                .at("game_id")
                .hint("nothing was done; see `joseki results` for the IDs"),
            ResultError::NotOwn { .. } => Code::NotOwnResult.at("game_id"),
            ResultError::UnknownOpponent { .. } => {
                Code::UnknownOpponent.at("opponent").hint("see `joseki opponents`")
            }
        }
    }
}

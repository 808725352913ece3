//! Faults of databases and of their games.

use std::fmt;

use thiserror::Error;

/// A fault that left out a game or ended the reading.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct RifProblem {
    /// The id of the game, if the fault is in one.
    pub game: Option<String>,
    /// What is wrong.
    pub fault: RifFault,
}

impl fmt::Display for RifProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.game {
            Some(id) => write!(f, "game {id}: {}", self.fault),
            None => self.fault.fmt(f),
        }
    }
}

/// The kinds of faults.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RifFault {
    /// An earlier game has the same id.
    #[error("repeated id")]
    RepeatedId,
    /// The game has no id.
    #[error("missing id")]
    MissingId,
    /// A move on a stone. The moves before it were read.
    #[error("move {number}, `{text}`, is on a stone; the moves before it were read")]
    OccupiedPoint {
        /// The number of the move.
        number: usize,
        /// The text of the move.
        text: String,
    },
    /// A move that cannot be read. The moves before it were read.
    #[error(
        "invalid move {number}, `{text}`: expected a letter a–o and a number 1–15; \
         the moves before it were read"
    )]
    InvalidMove {
        /// The number of the move.
        number: usize,
        /// The text of the move.
        text: String,
    },
    /// A game without moves.
    #[error("no moves")]
    NoMoves,
    /// A game without a result.
    #[error("missing result")]
    NoResult,
    /// A result that is not 1, 0 or 0.5.
    #[error("invalid result `{text}`: expected 1, 0 or 0.5")]
    InvalidResult {
        /// The value of `bresult`.
        text: String,
    },
    /// A player who is missing or not in the table of players.
    #[error("unknown player {}", id.as_deref().unwrap_or("without id"))]
    UnknownPlayer {
        /// Whether the player has the black stones.
        black: bool,
        /// The id, if the game has one.
        id: Option<String>,
    },
    /// An offered fifth move that cannot be read. It was left out.
    #[error("invalid offered move `{text}`: expected a letter a–o and a number 1–15")]
    InvalidOffer {
        /// The value of `alt`.
        text: String,
    },
    /// The file ends within a game.
    #[error("truncated file: the game is not complete")]
    Truncated,
    /// A tag or text of more than 1 MiB.
    #[error("text too large: must have at most 1 MiB")]
    TextTooLarge,
    /// A table with more than 1,000,000 entries, or more than 10,000,000 games.
    #[error("too many entries of `{table}`")]
    TooManyEntries {
        /// The element that makes an entry.
        table: String,
    },
    /// The file has no element `database` at its start.
    #[error("not a RenjuNet database: expected the element `database`")]
    NotADatabase,
    /// Malformed XML, or the file cannot be read.
    #[error("malformed XML at byte {position} of the decoded text: {message}")]
    Xml {
        /// Byte offset in the text as UTF-8.
        position: u64,
        /// What is wrong.
        message: String,
    },
}

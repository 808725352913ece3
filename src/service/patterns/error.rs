//! Errors of pattern searches.

use crate::code::Code;
use crate::error::{ErrorInfo, Fault};

/// Why the games of a book cannot be searched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatternGamesError {
    /// The games of a book are not in memory for pattern searches.
    #[error(
        "the games of book \"{book}\" are not in memory: a search with a key reads them, or start the server with --patterns"
    )]
    NotLoaded {
        /// Name of the book.
        book: String,
    },
    /// The games of a book need more memory than pattern searches may use.
    #[error(
        "the {games} games of book \"{book}\" need {needed} bytes, more than the {bytes} for pattern searches: raise --patterns-bytes"
    )]
    Memory {
        /// Name of the book.
        book: String,
        /// Number of its games.
        games: u64,
        /// Bytes that they need, about.
        needed: u64,
        /// Bytes that may be used.
        bytes: u64,
    },
}

impl Fault for PatternGamesError {
    fn info(&self) -> ErrorInfo {
        match self {
            PatternGamesError::NotLoaded { .. } => Code::KeyMissing.info(),
            PatternGamesError::Memory { .. } => Code::GamesNotLoaded.info(),
        }
    }
}

//! Errors of counting games.

use crate::code::Code;
use crate::error::{ErrorInfo, Fault};
use joseki_mine::CountsError;

/// Why games are not counted, or counts and games not found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MineError {
    /// A book keeps one quiet period, since counts of different periods cannot be added up.
    #[error(
        "book \"{book}\" was mined with a quiet period of {found} moves, not {asked}: omit --quiet, or mine into another book"
    )]
    QuietPeriod {
        /// Name of the book.
        book: String,
        /// Quiet period of the book, in moves.
        found: u8,
        /// Requested quiet period, in moves.
        asked: u8,
    },
    /// Counts loaded into a book with games of its own.
    #[error("book \"{book}\" has games that were mined into it: load into another book")]
    CountedHere {
        /// Name of the book.
        book: String,
    },
    /// Games mined into a book that lacks lines of few games.
    #[error(
        "book \"{book}\" was loaded without lines of less than {floor} games: add the games to its lake, reduce and load it again"
    )]
    Floored {
        /// Name of the book.
        book: String,
        /// The least number of games of a line.
        floor: u32,
    },
    /// Book without counted games.
    #[error("book \"{book}\" has no counted games: mine some with `joseki mine`")]
    NothingCounted {
        /// Name of the book.
        book: String,
    },
    /// Counts imported again from the same source.
    #[error("book \"{book}\" already has imported counts of \"{from}\"; nothing was changed")]
    Duplicate {
        /// Name of the book.
        book: String,
        /// The source.
        from: String,
    },
    /// Malformed counts.
    #[error("{file}: {error}")]
    Counts {
        /// Name of the file.
        file: String,
        /// Underlying error with its place.
        error: CountsError,
    },
    /// Another program changed the book while games were being counted.
    #[error("another program changed book \"{book}\" in the meantime; nothing was counted")]
    ChangedMeanwhile {
        /// Name of the book.
        book: String,
    },
    /// No counted game with that identifier.
    #[error("unknown game {game} in book \"{book}\"")]
    UnknownGame {
        /// Name of the book.
        book: String,
        /// Requested identifier.
        game: String,
    },
    /// The game was counted, but its moves were not stored.
    #[error("the moves of game {game} were not stored in book \"{book}\"")]
    NoRecord {
        /// Name of the book.
        book: String,
        /// Requested identifier.
        game: String,
    },
}

impl Fault for MineError {
    fn info(&self) -> ErrorInfo {
        match self {
            MineError::QuietPeriod { .. } => Code::Unprocessable.info().hint(
                "nothing was counted; all games of a book are read with the same quiet period",
            ),
            MineError::CountedHere { .. } | MineError::Duplicate { .. } => {
                Code::Unprocessable.info().hint("choose another book with --book")
            }
            MineError::Floored { .. } => {
                Code::Unprocessable.info().hint("nothing was counted; or mine into another book")
            }
            MineError::NothingCounted { .. } => Code::NothingCounted
                .at("book")
                .hint("see `joseki books` for the number of games in each book"),
            MineError::Counts { .. } => Code::Unprocessable
                .info()
                .hint("nothing was changed; use a file written by `joseki export --to counts`"),
            MineError::ChangedMeanwhile { .. } => Code::Conflict
                .info()
                .hint("mine again; games that the other program counted are not counted twice"),
            MineError::UnknownGame { .. } => Code::UnknownGame.at("id").hint(
                "run `joseki next --examples 4` to see game IDs, and choose the book with --book",
            ),
            MineError::NoRecord { .. } => Code::UnknownGame.at("id").hint(
                "its moves are only in the mined records; mine without --no-records to store moves",
            ),
        }
    }
}

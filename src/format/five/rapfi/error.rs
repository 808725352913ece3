//! Faults of exports.

use std::fmt;

use thiserror::Error;

/// A row that was left out, or read only in part.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {fault}")]
pub struct RapfiProblem {
    /// Line in the file, from 1, where the row starts.
    pub line: usize,
    /// What is wrong.
    pub fault: RapfiFault,
}

/// The kinds of faults of a row.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RapfiFault {
    /// The key cannot be read. The row was left out.
    #[error("invalid key `{text}`: {expected}")]
    InvalidKey {
        /// The key.
        text: String,
        /// What was expected.
        expected: KeyPart,
    },
    /// The row has too few fields. It was left out.
    #[error("{fields} fields: expected index, key, label, value, depth, bound and text")]
    MissingFields {
        /// Number of fields.
        fields: usize,
    },
    /// A quoted text without end, which takes the rest of the file.
    #[error("missing quote at the end of a text")]
    OpenQuote,
    /// An earlier row has the same position. Both are in the tree.
    #[error("repeated position `{key}`")]
    RepeatedPosition {
        /// The key.
        key: String,
    },
    /// A board text whose point cannot be read. It was left out.
    #[error("invalid board text `{text}`: expected two characters for the point, then the text")]
    InvalidBoardText {
        /// The board text.
        text: String,
    },
}

/// The part of a key that is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyPart {
    /// The whole.
    Form,
    /// The board size.
    Size,
    /// A stone.
    Stone,
    /// The side to move.
    Side,
}

impl fmt::Display for KeyPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "expected six parts, such as `r-15-15-f8h8-g8-w`",
            Self::Size => "the board must be square and have 5 to 26 lines",
            Self::Stone => "expected stones on different points of the board",
            Self::Side => "expected `b` or `w` for the side to move",
        })
    }
}

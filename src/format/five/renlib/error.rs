//! Errors and warnings of libraries.

use std::fmt;

use thiserror::Error;

use crate::five::sgf_text::{Move, Point};

/// The reason why bytes cannot be read as a library.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LibraryError {
    /// The bytes start neither with a library's header nor with the move h8.
    #[error("not a RenLib library: expected the header `FF RenLib FF` or a first byte of 78")]
    NotALibrary,
    /// The file ends within the header.
    #[error("truncated library: the header has {length} of 20 bytes")]
    TruncatedHeader {
        /// Bytes in the file.
        length: usize,
    },
    /// The library was written by a newer program.
    #[error("unsupported library version {major}.{minor}: expected 3.4 or older")]
    NewerVersion {
        /// The first number of the version.
        major: u8,
        /// The second number of the version.
        minor: u8,
    },
    /// A node's point is not on the board.
    #[error("invalid point {code:02X} at byte {offset}, after `{line}`: expected 00 or 01 to EF")]
    InvalidPoint {
        /// Byte offset of the node.
        offset: usize,
        /// The byte found.
        code: u8,
        /// The moves up to the node.
        line: String,
    },
    /// The file has more than 4 GiB.
    #[error("library too large: expected less than 4 GiB")]
    TooLarge,
}

/// The reason why a library cannot be built from the nodes given.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The point is not on the board of 15×15.
    #[error("invalid point ({x}, {y}): coordinates must be 0 to 14")]
    PointOffBoard {
        /// Coordinate to the right.
        x: u8,
        /// Coordinate down.
        y: u8,
    },
    /// The node has no parent.
    #[error("invalid depth {depth} after a node of depth {previous}: nodes must be in preorder")]
    InvalidDepth {
        /// Depth of the node.
        depth: u32,
        /// Depth of the node before it.
        previous: u32,
    },
    /// The texts have more than 4 GiB.
    #[error("library too large: texts must have less than 4 GiB")]
    TooLarge,
}

/// A fault of a library that was read in spite of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Byte offset of the node, or of the end of the data.
    pub offset: usize,
    /// The moves up to and including the node, such as `h8 h9`. The middle of long lines is
    /// replaced by `…`.
    pub line: String,
    /// What is wrong.
    pub fault: Fault,
}

/// The kinds of faults of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A move on a stone. The move and the moves that follow it were left out.
    OccupiedPoint {
        /// Number of nodes left out.
        nodes: u64,
    },
    /// The file ends before the tree does. All nodes before the end were read.
    Truncated,
    /// Data after the end of the tree, which was not read.
    TrailingData {
        /// Number of bytes.
        bytes: usize,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset;
        match self.fault {
            Fault::OccupiedPoint { nodes } => {
                write!(f, "move on a stone at byte {offset}: left out with its branch ")?;
                write!(f, "({nodes} {})", if nodes == 1 { "node" } else { "nodes" })?;
            }
            Fault::Truncated => write!(f, "truncated library: the file ends at byte {offset}")?,
            Fault::TrailingData { bytes } => {
                write!(f, "{bytes} bytes after the end of the tree at byte {offset}, not read")?;
            }
        }
        if self.line.is_empty() { Ok(()) } else { write!(f, ", line `{}`", self.line) }
    }
}

/// The first [`Warnings::LIMIT`] warnings of a library and the number of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    list: Vec<Warning>,
    total: u64,
}

impl Warnings {
    /// The number of warnings kept.
    pub const LIMIT: usize = 100;

    /// Returns the warnings kept.
    #[must_use]
    pub fn list(&self) -> &[Warning] {
        &self.list
    }

    /// Returns the number of warnings, with those not kept.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Whether the file is free of faults.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Whether one more warning would be kept.
    pub(super) fn has_room(&self) -> bool {
        self.list.len() < Self::LIMIT
    }

    pub(super) fn push(&mut self, warning: Warning) {
        self.total += 1;
        if self.has_room() {
            self.list.push(warning);
        }
    }
}

/// The moves of each end that are shown of a long line.
const SHOWN_MOVES: usize = 20;

/// Writes a line of moves in renju's notation, such as `h8 h9 --`.
pub(super) fn line_text(moves: impl ExactSizeIterator<Item = Move>) -> String {
    let count = moves.len();
    let mut out = String::new();
    for (index, played) in moves.enumerate() {
        let hidden = index >= SHOWN_MOVES && index + SHOWN_MOVES < count;
        if hidden && index > SHOWN_MOVES {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        if hidden {
            out.push('…');
        } else {
            out.push_str(&move_text(played));
        }
    }
    out
}

fn move_text(played: Move) -> String {
    let Some((x, y)): Option<Point> = played else { return "--".to_owned() };
    format!("{}{}", char::from(b'a'.saturating_add(x)), 15_u8.saturating_sub(y))
}

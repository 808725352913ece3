//! Parts of books: a forest with the nodes along some lines.

use super::line::Line;

/// A part of a book: the nodes along lines, which need not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookPart {
    /// Canonical lines.
    pub lines: Vec<Line>,
    /// Canonical lines with all moves that follow.
    pub subtrees: Vec<Line>,
}

impl BookPart {
    /// Creates a part of canonical lines.
    #[must_use]
    pub fn lines(lines: impl IntoIterator<Item = Line>) -> BookPart {
        BookPart { lines: lines.into_iter().collect(), subtrees: Vec::new() }
    }

    /// Creates a part of canonical lines with all moves that follow.
    #[must_use]
    pub fn subtrees(lines: impl IntoIterator<Item = Line>) -> BookPart {
        BookPart { lines: Vec::new(), subtrees: lines.into_iter().collect() }
    }

    /// Creates the part that is all of a book.
    #[must_use]
    pub fn whole() -> BookPart {
        BookPart::subtrees([Line::new()])
    }

    /// Whether it is all of a book.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.subtrees.iter().any(Line::is_empty)
    }

    /// Adds another part.
    #[must_use]
    pub fn with(mut self, other: BookPart) -> BookPart {
        self.lines.extend(other.lines);
        self.subtrees.extend(other.subtrees);
        self
    }

    /// The number of steps of all lines.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.lines.iter().chain(&self.subtrees).map(Line::len).sum()
    }
}

/// The children of a node that a part of a book does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// None: it is the whole book, or has all children of the node.
    #[default]
    Nothing,
    /// Retired ones only.
    Retired,
    /// At least one in use.
    InUse,
}

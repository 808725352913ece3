//! A pattern: its points, its place on the board and what must follow.

use std::fmt::Write as _;

use super::image::{PatternImages, PatternStone};
use super::symbol::PatternSymbol;
use crate::game::{BoardSize, Color};

/// The most lines of a board that is searched.
pub(super) const MAX_LINES: u8 = 20;
/// The most moves of a sequence.
const MAX_SEQUENCE: usize = 60;

/// A pattern for one size of board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(super) size: BoardSize,
    pub(super) width: u8,
    pub(super) symbols: Vec<PatternSymbol>,
    pub(super) anchor: PatternAnchor,
    pub(super) options: PatternOptions,
}

/// What a pattern asks for besides its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternOptions {
    /// Whether colours may be exchanged; default true.
    pub swap: bool,
    /// Colour of the pattern that must have the next stone inside it.
    pub next: Option<Color>,
    /// The last move after which a hit counts.
    pub until_move: Option<u16>,
    /// Stones that must follow inside the pattern, in this order.
    pub sequence: Vec<PatternStone>,
}

/// Where the upper left point of a pattern may be on the board, before any symmetry. Coordinates
/// begin at 0 in the upper left; both bounds are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternAnchor {
    /// Least x.
    pub left: u8,
    /// Largest x.
    pub right: u8,
    /// Least y.
    pub top: u8,
    /// Largest y.
    pub bottom: u8,
}

/// A place that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnchorWord {
    /// In the corner that is at the upper left before any symmetry.
    Corner,
    /// On the side that is the upper one before any symmetry, corners included.
    Side,
    /// Anywhere.
    Any,
    /// On the whole board: the pattern has all its points.
    Board,
}

/// Where a pattern may be: a word, or a rectangle of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternPlace {
    /// By a word.
    Word(AnchorWord),
    /// In a rectangle.
    Anchor(PatternAnchor),
}

impl From<AnchorWord> for PatternPlace {
    fn from(word: AnchorWord) -> PatternPlace {
        PatternPlace::Word(word)
    }
}

impl From<PatternAnchor> for PatternPlace {
    fn from(anchor: PatternAnchor) -> PatternPlace {
        PatternPlace::Anchor(anchor)
    }
}

/// Why a pattern is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// The board is too large, too small, or not square.
    #[error("boards of 5 to {MAX_LINES} lines are searched, not of {lines}")]
    Board {
        /// Lines of the board.
        lines: u8,
    },
    /// There are no points.
    #[error("no points: expected at least one row of the symbols . X O x o *")]
    Empty,
    /// A row or column does not fit on the board.
    #[error("{width}×{height} points do not fit on a board of {lines} lines")]
    TooLarge {
        /// Points of the longest row.
        width: usize,
        /// Number of rows.
        height: usize,
        /// Lines of the board.
        lines: u8,
    },
    /// A row is longer or shorter than the first.
    #[error("row {row} has {found} points and the first has {expected}: expected as many in each")]
    Ragged {
        /// Number of the row, from 1.
        row: usize,
        /// Its points.
        found: usize,
        /// Points of the first row.
        expected: usize,
    },
    /// An unknown letter.
    #[error(
        "row {row}, point {column}: unknown symbol `{letter}`: expected . (empty), X, O, x (not white), o (not black) or * (anything)"
    )]
    Symbol {
        /// Number of the row, from 1.
        row: usize,
        /// Number of the point, from 1.
        column: usize,
        /// The letter.
        letter: char,
    },
    /// The anchor is off the board or turned around.
    #[error(
        "the upper left point of {width}×{height} points may have x from 0 to {x} and y from 0 to {y}: expected left ≤ right and top ≤ bottom within"
    )]
    Anchor {
        /// Columns of the pattern.
        width: u8,
        /// Rows of the pattern.
        height: u8,
        /// Largest x.
        x: u8,
        /// Largest y.
        y: u8,
    },
    /// A pattern of the whole board that is smaller.
    #[error("{width}×{height} points are not the whole board of {lines} lines")]
    NotTheBoard {
        /// Columns of the pattern.
        width: u8,
        /// Rows of the pattern.
        height: u8,
        /// Lines of the board.
        lines: u8,
    },
    /// A stone of the sequence is outside.
    #[error("stone {number} of the sequence is outside the pattern of {width}×{height} points")]
    Sequence {
        /// Its number, from 1.
        number: usize,
        /// Columns of the pattern.
        width: u8,
        /// Rows of the pattern.
        height: u8,
    },
    /// The sequence is too long.
    #[error("a sequence of {stones} stones: expected at most {MAX_SEQUENCE}")]
    LongSequence {
        /// Its length.
        stones: usize,
    },
}

impl PatternError {
    /// Name of the part of a pattern that is invalid: `rows`, `anchor`, `sequence` or `board_size`.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            PatternError::Board { .. } => "board_size",
            PatternError::Anchor { .. } | PatternError::NotTheBoard { .. } => "anchor",
            PatternError::Sequence { .. } | PatternError::LongSequence { .. } => "sequence",
            _ => "rows",
        }
    }
}

impl Default for PatternOptions {
    fn default() -> PatternOptions {
        PatternOptions { swap: true, next: None, until_move: None, sequence: Vec::new() }
    }
}

impl Pattern {
    /// Creates a pattern from its rows, upper one first.
    ///
    /// # Errors
    /// Rows, place or sequence are invalid.
    pub fn new(
        size: BoardSize,
        rows: &[impl AsRef<str>],
        place: impl Into<PatternPlace>,
        options: PatternOptions,
    ) -> Result<Pattern, PatternError> {
        let lines = size.get();
        if size.width() != lines || !(5..=MAX_LINES).contains(&lines) {
            return Err(PatternError::Board { lines });
        }
        let mut symbols = Vec::new();
        let expected = rows.first().map_or(0, |row| row.as_ref().chars().count());
        if expected == 0 {
            return Err(PatternError::Empty);
        }
        if expected.max(rows.len()) > usize::from(lines) {
            return Err(PatternError::TooLarge { width: expected, height: rows.len(), lines });
        }
        for (row, text) in (1..).zip(rows) {
            let text = text.as_ref();
            for (column, letter) in (1..).zip(text.chars()) {
                let symbol = PatternSymbol::parse(letter);
                symbols.push(symbol.ok_or(PatternError::Symbol { row, column, letter })?);
            }
            let found = text.chars().count();
            if found != expected {
                return Err(PatternError::Ragged { row, found, expected });
            }
        }
        // Both are at most the lines of the board.
        let (width, height) = (expected as u8, rows.len() as u8);
        let stones = options.sequence.len();
        if stones > MAX_SEQUENCE {
            return Err(PatternError::LongSequence { stones });
        }
        for (number, stone) in (1..).zip(&options.sequence) {
            if stone.x >= width || stone.y >= height {
                return Err(PatternError::Sequence { number, width, height });
            }
        }
        let anchor = match place.into() {
            PatternPlace::Word(word) => word.anchor(lines, width, height)?,
            PatternPlace::Anchor(anchor) => anchor.check(lines, width, height)?,
        };
        Ok(Pattern { size, width, symbols, anchor, options })
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Columns and rows.
    #[must_use]
    pub fn dimensions(&self) -> (u8, u8) {
        (self.width, (self.symbols.len() / usize::from(self.width)) as u8)
    }

    /// Returns the rows, upper one first.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let rows = self.symbols.chunks(usize::from(self.width));
        rows.map(|row| row.iter().map(|symbol| symbol.letter()).collect()).collect()
    }

    /// Where its upper left point may be.
    #[must_use]
    pub const fn anchor(&self) -> PatternAnchor {
        self.anchor
    }

    /// What it asks for besides its points.
    #[must_use]
    pub const fn options(&self) -> &PatternOptions {
        &self.options
    }

    /// Number of its different images.
    #[must_use]
    pub fn images(&self) -> usize {
        PatternImages::new(self).images.len()
    }

    /// Whether it is one of its own images with exchanged colours, so that its colours are not
    /// defined in a hit.
    #[must_use]
    pub fn is_colorless(&self) -> bool {
        PatternImages::new(self).is_colorless
    }

    /// Returns a text that is the same for equal patterns.
    #[must_use]
    pub fn to_text(&self) -> String {
        let (rows, anchor, options) = (self.rows().join("/"), self.anchor, &self.options);
        let mut text = format!(
            "{} {rows} {},{},{},{} {}",
            self.size.get(),
            anchor.left,
            anchor.right,
            anchor.top,
            anchor.bottom,
            u8::from(options.swap)
        );
        // Writing to a string does not fail.
        let _ = write!(text, " {:?} {:?} {:?}", options.next, options.until_move, options.sequence);
        text
    }
}

impl AnchorWord {
    fn anchor(self, lines: u8, width: u8, height: u8) -> Result<PatternAnchor, PatternError> {
        let (right, bottom) = match self {
            AnchorWord::Corner => (0, 0),
            AnchorWord::Side => (lines - width, 0),
            AnchorWord::Any => (lines - width, lines - height),
            AnchorWord::Board if (width, height) == (lines, lines) => (0, 0),
            AnchorWord::Board => return Err(PatternError::NotTheBoard { width, height, lines }),
        };
        Ok(PatternAnchor { left: 0, right, top: 0, bottom })
    }
}

impl PatternAnchor {
    /// Returns where the rectangle of a board may be as a pattern: edges of the board stay edges.
    #[must_use]
    pub const fn of_rectangle(
        lines: u8,
        (x, y): (u8, u8),
        (width, height): (u8, u8),
    ) -> PatternAnchor {
        let (left, right) = PatternAnchor::range(lines, x, width);
        let (top, bottom) = PatternAnchor::range(lines, y, height);
        PatternAnchor { left, right, top, bottom }
    }

    const fn range(lines: u8, start: u8, length: u8) -> (u8, u8) {
        match start {
            0 => (0, 0),
            start if start + length == lines => (start, start),
            _ => (0, lines - length),
        }
    }

    fn check(self, lines: u8, width: u8, height: u8) -> Result<PatternAnchor, PatternError> {
        let (x, y) = (lines - width, lines - height);
        let is_within = self.left <= self.right
            && self.right <= x
            && self.top <= self.bottom
            && self.bottom <= y;
        is_within.then_some(self).ok_or(PatternError::Anchor { width, height, x, y })
    }
}

//! A pattern: its points, its place on the board and what must follow.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::image::PatternStone;
use super::symbol::PatternSymbol;
use joseki_game::{BoardSize, Color};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum AnchorWord {
    /// In a corner: its upper left point is the corner.
    Corner,
    /// On a side: its upper row is the first line.
    Side,
    /// Anywhere.
    Any,
    /// On the whole board: it has all points.
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
    #[error("invalid board size {lines}: expected 5 to {MAX_LINES} lines")]
    Board {
        /// Lines of the board.
        lines: u8,
    },
    /// There are no points.
    #[error("missing points: expected at least one row of the symbols . X O x o *")]
    Empty,
    /// A row or column does not fit on the board.
    #[error("{width}×{height} points do not fit on the board: expected at most {lines}×{lines}")]
    TooLarge {
        /// Points of the longest row.
        width: usize,
        /// Number of rows.
        height: usize,
        /// Lines of the board.
        lines: u8,
    },
    /// A row is longer or shorter than the first.
    #[error("row {row} has {found} points: expected {expected}, as in the first row")]
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
        "invalid anchor for {width}×{height} points: expected 0 ≤ left ≤ right ≤ {x} and 0 ≤ top ≤ bottom ≤ {y}"
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
    #[error("{width}×{height} points are not the whole board: expected {lines}×{lines}")]
    NotTheBoard {
        /// Columns of the pattern.
        width: u8,
        /// Rows of the pattern.
        height: u8,
        /// Lines of the board.
        lines: u8,
    },
    /// A stone of the sequence is outside.
    #[error(
        "stone {number} of the sequence is outside the pattern: expected x below {width} and y below {height}"
    )]
    Sequence {
        /// Its number, from 1.
        number: usize,
        /// Columns of the pattern.
        width: u8,
        /// Rows of the pattern.
        height: u8,
    },
    /// The sequence is too long.
    #[error("too many stones in the sequence ({stones}): expected at most {MAX_SEQUENCE}")]
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

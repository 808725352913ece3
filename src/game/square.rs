//! Points of the board.

use std::fmt;

use super::{Point, Side, Symmetry};

/// Files of the board.
pub const FILES: u8 = 9;
/// Ranks of the board.
pub const RANKS: u8 = 10;
/// Points of the board.
pub const SQUARES: usize = 90;

/// A point of the board: a file from `a` to `i` and a rank from 0, Red's back rank, to 9. Squares
/// are ordered as their texts are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of a file from 0 to 8 and a rank from 0 to 9; `None` beyond.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square(file * RANKS + rank)) } else { None }
    }

    /// The square with a number below 90: the file times ten and the rank.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Square> {
        if (index as usize) < SQUARES { Some(Square(index)) } else { None }
    }

    pub(super) const fn at(file: u8, rank: u8) -> Square {
        Square(file * RANKS + rank)
    }

    /// All squares, in the order of their texts.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..FILES * RANKS).map(Square)
    }

    /// The number: the file times ten and the rank.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 to 8 from Red's left.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / RANKS
    }

    /// The rank, 0 to 9 from Red's side.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % RANKS
    }

    /// The square in the mirror of the middle file.
    #[must_use]
    pub const fn mirrored(self) -> Square {
        Square::at(FILES - 1 - self.file(), self.rank())
    }

    /// The image under a symmetry of the board; diagonals, which it has none of, are ignored.
    #[must_use]
    pub const fn transformed(self, symmetry: Symmetry) -> Square {
        if symmetry.transposes() {
            return self;
        }
        let (file, rank) = symmetry.apply((self.file(), self.rank()), (FILES, RANKS));
        Square::at(file, rank)
    }

    /// The square after half a turn of the board.
    #[must_use]
    pub const fn turned(self) -> Square {
        Square::at(FILES - 1 - self.file(), RANKS - 1 - self.rank())
    }

    /// The rank as the side counts it from its own back rank, 0 to 9.
    #[must_use]
    pub const fn rank_of(self, side: Side) -> u8 {
        match side {
            Side::First => self.rank(),
            Side::Second => RANKS - 1 - self.rank(),
        }
    }

    /// The square some files to the right and some ranks up; `None` off the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (Some(file), Some(rank)) =
            (self.file().checked_add_signed(files), self.rank().checked_add_signed(ranks))
        else {
            return None;
        };
        Square::new(file, rank)
    }

    /// The square of a point of the board as all games have them, whose rows are counted from the
    /// top.
    #[must_use]
    pub fn from_point(point: Point) -> Option<Square> {
        Square::new(point.x(), (RANKS - 1).checked_sub(point.y())?)
    }

    /// The point of the board as all games have them.
    #[must_use]
    pub const fn point(self) -> Point {
        Point::new(self.file(), RANKS - 1 - self.rank())
    }

    /// The two letters of the text.
    #[must_use]
    pub const fn letters(self) -> [u8; 2] {
        [b'a' + self.file(), b'0' + self.rank()]
    }
}

/// Writes the file and the rank, such as `h2`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A move: the square that a piece leaves, and the one where it arrives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shift {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square where it arrives.
    pub to: Square,
}

impl Shift {
    /// The move with a number below 8,100: 90 times that of the first square plus that of the second.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Shift> {
        if index >= SQUARES * SQUARES {
            return None;
        }
        let (from, to) = (index / SQUARES, index % SQUARES);
        Some(Shift { from: Square(from as u8), to: Square(to as u8) })
    }

    /// The number: 90 times that of the first square plus that of the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self.from.index() * SQUARES + self.to.index()
    }

    /// Reads a move such as `h2e2`, with ranks from 0.
    #[must_use]
    pub fn parse(text: &str) -> Option<Shift> {
        let &[file, rank, to_file, to_rank] = text.as_bytes() else {
            return None;
        };
        let square =
            |file: u8, rank: u8| Square::new(file.checked_sub(b'a')?, rank.checked_sub(b'0')?);
        Some(Shift { from: square(file, rank)?, to: square(to_file, to_rank)? })
    }

    /// The move in the mirror of the middle file.
    #[must_use]
    pub const fn mirrored(self) -> Shift {
        Shift { from: self.from.mirrored(), to: self.to.mirrored() }
    }

    /// The move after half a turn of the board.
    #[must_use]
    pub const fn turned(self) -> Shift {
        Shift { from: self.from.turned(), to: self.to.turned() }
    }

    /// The image under a symmetry of the board.
    #[must_use]
    pub const fn transformed(self, symmetry: Symmetry) -> Shift {
        Shift { from: self.from.transformed(symmetry), to: self.to.transformed(symmetry) }
    }

    /// The four letters of the text.
    #[must_use]
    pub const fn letters(self) -> [u8; 4] {
        let ([file, rank], [to_file, to_rank]) = (self.from.letters(), self.to.letters());
        [file, rank, to_file, to_rank]
    }
}

/// Writes both squares, as in `h2e2`.
impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

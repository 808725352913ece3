//! Stones that stay where they are placed, as in games without captures.

use super::go::{PointSet, zobrist};
use super::{
    Alphabet, BoardSize, Color, Frame, IllegalMove, Move, Point, PositionKey, Region, Side, Step,
    Symmetry, Variant,
};

/// The stones on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones {
    size: BoardSize,
    stones: [PointSet; 2],
}

impl Stones {
    /// Creates an empty board.
    #[must_use]
    pub const fn new(size: BoardSize) -> Stones {
        Stones { size, stones: [PointSet::EMPTY; 2] }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The colour of the stone on a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.stones[*color as usize].contains(point))
    }

    /// The points with a stone.
    #[must_use]
    pub fn points(&self) -> PointSet {
        self.stones[0].union(self.stones[1])
    }

    /// Places a stone on an empty point of the board.
    pub fn place(&mut self, color: Color, point: Point) {
        if self.is_legal(point).is_ok() {
            self.stones[color as usize].insert(point);
        }
    }

    /// Removes a stone.
    pub fn remove(&mut self, color: Color, point: Point) {
        self.stones[color as usize].remove(point);
    }

    /// Checks whether a stone may be placed on a point.
    ///
    /// # Errors
    /// The point is off the board or occupied.
    pub fn is_legal(&self, point: Point) -> Result<(), IllegalMove> {
        match self.at(point) {
            _ if !self.size.contains(point) => Err(IllegalMove::OffBoard),
            Some(_) => Err(IllegalMove::Occupied),
            None => Ok(()),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The point is off the board or occupied.
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = played else {
            return Ok(());
        };
        self.is_legal(point)?;
        self.place(color, point);
        Ok(())
    }
}

/// The stones of a line, with the hash of each of their images.
#[derive(Clone, Copy, Debug)]
pub struct LineStones {
    board: Stones,
    alphabet: Alphabet,
    hashes: [u64; 8],
}

impl LineStones {
    /// Creates the empty board of a variant.
    #[must_use]
    pub fn new(variant: Variant) -> LineStones {
        LineStones {
            board: Stones::new(variant.size()),
            alphabet: variant.alphabet(),
            hashes: [variant.salt(); 8],
        }
    }

    /// Plays a step.
    ///
    /// # Errors
    /// The point is occupied.
    pub fn play(&mut self, side: Side, step: Step) -> Result<(), IllegalMove> {
        let Some(point) = self.point_of(step) else {
            return if step.is_tenuki() { Ok(()) } else { Err(IllegalMove::OffBoard) };
        };
        let color = Color::from_side(side);
        self.board.play(color, Move::Play(point))?;
        for symmetry in self.alphabet.symmetries().iter() {
            if let Some(image) = self.point_of(step.transformed(symmetry)) {
                self.hashes[usize::from(symmetry.number())] ^= zobrist(color, image);
            }
        }
        Ok(())
    }

    /// Places an initial stone; ignores a tenuki and an occupied point.
    pub fn place(&mut self, side: Side, step: Step) {
        // A refused stone changes nothing.
        let _ = self.play(side, step);
    }

    /// The canonical key with this side to move. Colours are never exchanged.
    #[must_use]
    pub fn key(&self, to_move: Side) -> PositionKey {
        let turn = if to_move == Side::First { 0 } else { TO_MOVE };
        let images = self.alphabet.symmetries().iter();
        let hash = |symmetry: Symmetry| self.hashes[usize::from(symmetry.number())] ^ turn;
        PositionKey::least(images.map(|symmetry| (symmetry, hash(symmetry))))
    }

    fn point_of(&self, step: Step) -> Option<Point> {
        Frame::plain(Region::Board).point_of(step, self.board.size).ok()
    }
}

/// The second side is to move.
const TO_MOVE: u64 = 0x7E57_6A3E_0000_0001;

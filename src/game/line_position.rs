//! The position of a line, replayed alone.

use super::go::CornerPosition;
use super::stones::LineStones;
use super::xiangqi::XiangqiLine;
use super::{Game, IllegalMove, PositionKey, Side, Step, Variant};

/// The position of a line, replayed alone: what an index and the doctor keep for each node on
/// their way through a book.
#[derive(Clone, Copy, Debug)]
pub enum LinePosition {
    /// A corner of Go.
    Go(CornerPosition),
    /// A board on which stones stay.
    Stones(LineStones),
    /// A board of xiangqi.
    Xiangqi(XiangqiLine),
}

impl LinePosition {
    /// Creates the position before the first step.
    #[must_use]
    #[inline]
    pub fn new(variant: Variant) -> LinePosition {
        match variant.game() {
            Game::Go => LinePosition::Go(CornerPosition::new()),
            Game::Xiangqi => LinePosition::Xiangqi(XiangqiLine::new()),
            _ => LinePosition::Stones(LineStones::new(variant)),
        }
    }

    /// Replays a line; `None` if it cannot be replayed alone.
    #[must_use]
    pub fn replay(variant: Variant, line: impl AsRef<[Step]>) -> Option<LinePosition> {
        let mut position = LinePosition::new(variant);
        for (ply, step) in line.as_ref().iter().enumerate() {
            position.play(Side::to_move_after(ply), *step).ok()?;
        }
        Some(position)
    }

    /// Plays a step.
    ///
    /// # Errors
    /// The step is illegal in this position alone, which is then unchanged.
    #[inline]
    pub fn play(&mut self, side: Side, step: Step) -> Result<(), IllegalMove> {
        match self {
            LinePosition::Go(position) => position.play(side, step),
            LinePosition::Stones(position) => position.play(side, step),
            LinePosition::Xiangqi(position) => position.play(side, step),
        }
    }

    /// Plays a step of a line, which does not contain moves elsewhere: Go's ko may be retaken at
    /// once.
    ///
    /// # Errors
    /// As [`LinePosition::play`], except for a ko.
    pub fn play_on(&mut self, side: Side, step: Step) -> Result<(), IllegalMove> {
        match self {
            LinePosition::Go(position) => position.play_on(side, step),
            LinePosition::Stones(position) => position.play(side, step),
            LinePosition::Xiangqi(position) => position.play(side, step),
        }
    }

    /// Plays elsewhere, or passes.
    pub fn pass(&mut self) {
        match self {
            LinePosition::Go(position) => position.pass(),
            LinePosition::Stones(_) | LinePosition::Xiangqi(_) => {}
        }
    }

    /// Places an initial stone; ignores a tenuki and an occupied point.
    pub fn place(&mut self, side: Side, step: Step) {
        match self {
            LinePosition::Go(position) => position.place(side, step),
            LinePosition::Stones(position) => position.place(side, step),
            // Pieces are set up as a whole position.
            LinePosition::Xiangqi(_) => {}
        }
    }

    /// The canonical key with this side to move.
    #[must_use]
    #[inline]
    pub fn key(&self, to_move: Side) -> PositionKey {
        match self {
            LinePosition::Go(position) => position.key(to_move),
            LinePosition::Stones(position) => position.key(to_move),
            LinePosition::Xiangqi(position) => position.key(to_move),
        }
    }
}

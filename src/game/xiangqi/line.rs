//! The position of a line, replayed alone.

use super::board::XiangqiBoard;
use super::key::ImageHashes;
use crate::{IllegalMove, PositionKey, Side, Step};

/// A position with its hashes, kept up with each move.
#[derive(Clone, Copy, Debug)]
pub struct XiangqiLine {
    board: XiangqiBoard,
    hashes: ImageHashes,
}

impl XiangqiLine {
    /// Creates the position at the start of a game.
    #[must_use]
    pub fn new() -> XiangqiLine {
        XiangqiLine::from(XiangqiBoard::new())
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &XiangqiBoard {
        &self.board
    }

    /// Plays a step.
    ///
    /// # Errors
    /// The step is a point or a tenuki, or the move is illegal.
    pub fn play(&mut self, side: Side, step: Step) -> Result<(), IllegalMove> {
        let shift = step.shift().ok_or(IllegalMove::OtherGame)?;
        self.board.is_legal_for(side, shift).map_err(IllegalMove::Shift)?;
        let pieces = [shift.from, shift.to].map(|square| (square, self.board.at(square)));
        for (square, piece) in pieces {
            if let Some(piece) = piece {
                self.hashes.toggle(piece, square);
            }
        }
        let _ = self.board.make(shift);
        if let Some(piece) = self.board.at(shift.to) {
            self.hashes.toggle(piece, shift.to);
        }
        Ok(())
    }

    /// The canonical key with this side to move.
    #[must_use]
    pub fn key(&self, to_move: Side) -> PositionKey {
        self.hashes.key(to_move)
    }
}

impl Default for XiangqiLine {
    fn default() -> XiangqiLine {
        XiangqiLine::new()
    }
}

impl From<XiangqiBoard> for XiangqiLine {
    fn from(board: XiangqiBoard) -> XiangqiLine {
        XiangqiLine { board, hashes: ImageHashes::of(&board) }
    }
}

//! What the search asks of a game.

use std::fmt::Debug;

/// A position of a game for two, which moves are made in and taken back.
pub trait SearchGame {
    /// A move.
    type Move: Copy + Eq + Debug;
    /// What is needed to take a move back.
    type Undo;

    /// Number of different values of [`SearchGame::slot`].
    const SLOTS: usize;

    /// Returns the Zobrist hash of the position and the side to move.
    fn key(&self) -> u64;

    /// Appends the moves to search. Without any, the side to move has lost, or the game is drawn if
    /// [`SearchGame::is_drawn_without_moves`].
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Whether the side to move has no legal move.
    fn is_stuck(&self) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.is_empty()
    }

    /// Appends the moves of the quiescence search, such as captures.
    fn tactical_moves(&self, moves: &mut Vec<Self::Move>);

    /// Makes a move.
    fn make(&mut self, played: Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn undo(&mut self, played: Self::Move, undo: Self::Undo);

    /// Returns the value for the side to move, below [`WINNING`](super::WINNING) on either side.
    fn evaluate(&self) -> i32;

    /// Whether the last move won the game.
    fn is_lost(&self) -> bool;

    /// Whether a position without moves is a draw.
    fn is_drawn_without_moves(&self) -> bool;

    /// Whether the side to move has to answer a threat at once, such as a check.
    fn is_threatened(&self) -> bool;

    /// Whether a threat leaves few good moves, so that one more ply costs little.
    fn is_forced(&self) -> bool {
        self.is_threatened()
    }

    /// Whether passing is probably worse than the best move, so that the null move is sound.
    fn may_pass(&self) -> bool;

    /// Passes, or takes a pass back.
    fn pass(&mut self);

    /// Returns the order of a capture among captures, higher first; 0 for a quiet move.
    fn gain(&self, played: Self::Move) -> i32;

    /// Returns the order of a quiet move, higher first; those of one worth are ordered by history.
    fn worth(&self, _played: Self::Move) -> i32 {
        0
    }

    /// Returns the late move reduction in plies of a quiet move: the move at a place in the order,
    /// from 0, with an open window or a null window.
    fn reduction(_depth: u32, _at: usize, _is_open: bool) -> u32 {
        1
    }

    /// Returns how many moves are searched with this depth left; quiet ones after them are left out.
    fn most_moves(_depth: u32) -> usize {
        usize::MAX
    }

    /// Returns the index of a move in tables of moves, below [`SearchGame::SLOTS`].
    fn slot(&self, played: Self::Move) -> usize;
}

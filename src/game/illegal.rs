//! The reasons why a move is illegal.

use thiserror::Error;

/// The reason why a move is illegal. If several apply, the first in this order is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum IllegalMove {
    /// The point is not on the board.
    #[error("the point is off the board")]
    OffBoard,
    /// The point is occupied.
    #[error("the point is occupied")]
    Occupied,
    /// The move captures nothing and leaves the mover's own chain without a liberty.
    #[error("the move is suicide")]
    Suicide,
    /// The move retakes a ko immediately.
    #[error("the move retakes the ko")]
    Ko,
    /// The move repeats an earlier position of the game.
    #[error("the move repeats an earlier position (superko)")]
    Superko,
}

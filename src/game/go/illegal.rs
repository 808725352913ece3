//! Why a move is refused.

use thiserror::Error;

/// Why a move is refused. Where several fit, the first of this list is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum IllegalMove {
    /// The board does not have the point.
    #[error("the point is off the board")]
    OffBoard,
    /// There is a stone on the point.
    #[error("the point is occupied")]
    Occupied,
    /// The move captures nothing and leaves the mover's own chain without a liberty.
    #[error("the move is suicide")]
    Suicide,
    /// The move takes back the stone that has just taken a single stone.
    #[error("the move takes back the ko")]
    Ko,
    /// The move repeats an earlier position of the game.
    #[error("the move repeats an earlier position (superko)")]
    Superko,
}

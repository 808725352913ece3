//! The reasons why a move is illegal.

use thiserror::Error;

use super::five::Foul;
use super::xiangqi::IllegalShift;

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
    /// Renju forbids the move to Black.
    #[error("the move is forbidden to Black: {0}")]
    Forbidden(Foul),
    /// A pass that the rules do not allow.
    #[error("a player may pass in renju only, and not before the sixth stone")]
    Pass,
    /// A move of xiangqi against its rules.
    #[error("{0}")]
    Shift(IllegalShift),
    /// A stone where pieces move, or a piece where stones are placed.
    #[error("the game has no such moves")]
    OtherGame,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

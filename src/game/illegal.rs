//! The reasons why a move is illegal.

use std::fmt;

use thiserror::Error;

use super::square::{Shift, Square};

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

/// Why a move is forbidden to Black in renju; see the rules of the Renju International Federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foul {
    /// Two or more threes that meet in the move.
    DoubleThree,
    /// Two or more fours.
    DoubleFour,
    /// A row of six or more.
    Overline,
}

impl Foul {
    /// Every kind, in the order of [`Foul::code`].
    pub const ALL: [Foul; 3] = [Foul::DoubleThree, Foul::DoubleFour, Foul::Overline];

    /// The name in responses: `double_three`, `double_four` or `overline`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Foul::DoubleThree => "double_three",
            Foul::DoubleFour => "double_four",
            Foul::Overline => "overline",
        }
    }

    /// The short name that players use: `33`, `44` or `6`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Foul::DoubleThree => "33",
            Foul::DoubleFour => "44",
            Foul::Overline => "6",
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foul::DoubleThree => "double three",
            Foul::DoubleFour => "double four",
            Foul::Overline => "overline",
        })
    }
}

/// Reason that a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalShift {
    /// The other side is to move.
    #[error("it is the other side's turn")]
    OutOfTurn,
    /// The square is empty.
    #[error("no piece stands on {0}")]
    Empty(Square),
    /// The piece is the other side's.
    #[error("the piece on {0} is the other side's")]
    NotOwn(Square),
    /// The move ends on a piece of the same side.
    #[error("a piece of the same side stands on {0}")]
    OntoOwn(Square),
    /// The piece does not move like that, or another stands in its way.
    #[error("the piece on {} does not move to {}", .0.from, .0.to)]
    NotItsMove(Shift),
    /// The move leaves its own general in check.
    #[error("the move {0} leaves its own general in check")]
    GeneralAttacked(Shift),
}

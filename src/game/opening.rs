//! The name of the opening of a game.

use super::five::FirstStones;
use super::xiangqi::{Shift, XiangqiBoard, XiangqiOpening};
use super::{Color, Game, Move, Point, Variant};

/// The opening of a game, in games that have names for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOpening {
    /// One of renju's, by the first three stones.
    Five(FirstStones),
    /// One of xiangqi's, by the last position that has a name.
    Xiangqi(XiangqiOpening),
}

impl GameOpening {
    /// The opening of a game that began with these stones, or at this position of xiangqi.
    #[must_use]
    pub fn of_game(
        variant: Variant,
        initial: &[(Color, Point)],
        position: Option<&XiangqiBoard>,
        moves: &[(Color, Move)],
    ) -> Option<GameOpening> {
        if variant.game() != Game::Xiangqi {
            return FirstStones::of_game(variant, initial, moves).map(GameOpening::Five);
        }
        let shift = |(_, played): &(Color, Move)| match played {
            Move::Shift(shift) => Some(*shift),
            Move::Play(_) | Move::Pass => None,
        };
        let shifts: Vec<Shift> = moves.iter().map_while(shift).collect();
        let start = position.copied().unwrap_or_default();
        XiangqiOpening::of_game(start, shifts.into_iter()).map(GameOpening::Xiangqi)
    }
}

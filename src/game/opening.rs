//! The name of the opening of a game.

use super::five::{FirstStones, OPENINGS};
use super::xiangqi::{Shift, XiangqiBoard, XiangqiOpening};
use super::{
    Color, Frame, Game, LinePosition, Move, Point, PositionKey, Region, Side, Step, Variant,
};

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

    /// All openings that have names, of a game and the size of its board.
    pub fn all(variant: Variant) -> impl Iterator<Item = GameOpening> {
        let five = variant.game().five_rules().filter(|_| variant.size() == Variant::RENJU.size());
        let five = OPENINGS.iter().filter(move |_| five.is_some());
        let five = five.map(|opening| GameOpening::Five(FirstStones::Opening(opening)));
        let is_xiangqi = variant.game() == Game::Xiangqi;
        let xiangqi = is_xiangqi.then(XiangqiOpening::all).into_iter().flatten();
        five.chain(xiangqi.map(GameOpening::Xiangqi))
    }

    /// The names of the opening in all languages, English first, and its code.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let (names, aliases): (Vec<_>, &[_]) = match self {
            GameOpening::Five(FirstStones::Opening(it)) => {
                let names = [it.english, it.romaji, it.simplified, it.traditional, it.japanese];
                (names.into_iter().chain([it.code]).collect(), it.aliases)
            }
            GameOpening::Five(FirstStones::Rogue) => (Vec::new(), &[]),
            GameOpening::Xiangqi(it) => (vec![it.english, it.chinese, it.code], &[]),
        };
        names.into_iter().chain(aliases.iter().copied())
    }

    /// The position by which the opening is known, in a game that names them.
    #[must_use]
    pub fn position_key(&self, variant: Variant) -> Option<PositionKey> {
        let moves: Vec<Move> = match self {
            GameOpening::Five(FirstStones::Opening(it)) => it.points().map(Move::Play).collect(),
            GameOpening::Five(FirstStones::Rogue) => return None,
            GameOpening::Xiangqi(it) => {
                it.line.split(' ').filter_map(Shift::parse).map(Move::Shift).collect()
            }
        };
        let frame = Frame::plain(Region::Board);
        let step = |played: Move| frame.step_of(played, variant.size());
        let steps: Vec<Step> = moves.into_iter().map(step).collect::<Option<_>>()?;
        let position = LinePosition::replay(variant, &steps)?;
        Some(position.key(Side::to_move_after(steps.len())))
    }
}

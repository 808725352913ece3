//! The stones that are dead by an estimate, and the count that follows.

use super::benson::{Unconditional, parts, union};
use super::bent::bent_fours;
use super::{groups, models, playouts};
use crate::game::Color;
use crate::game::go::{Count, PointSet, Position, Scoring, ScoringRules, seki_stones};
use crate::influence::Model;

/// What an estimate of life and death goes by.
#[derive(Clone, Debug, PartialEq)]
pub enum LifeBy {
    /// A model of influence, with eyes and liberties.
    Model(Model),
    /// Random games from the board to their ends.
    Playouts {
        /// How many.
        games: u32,
        /// What all their moves are drawn from.
        seed: u64,
    },
}

impl LifeBy {
    /// A hundred random games: the best that was measured, see `docs/scoring.md`.
    pub const PLAYOUTS: LifeBy = LifeBy::Playouts {
        games: 100,
        seed: 1,
    };
}

impl Default for LifeBy {
    fn default() -> Self {
        LifeBy::PLAYOUTS
    }
}

/// The stones that are dead on a finished board, whole chains of both colours. The same board gives the same stones.
///
/// What is certain goes first: unconditional life, and what it surrounds. Stones in seki live, but for a group that
/// a bent four in the corner kills. What is left is estimated. Stones that would be dead in a region of their own side
/// live.
#[must_use]
pub fn dead_stones(board: &Position, by: &LifeBy) -> PointSet {
    // Who is alone on a board has nobody to be killed by.
    if Color::ALL
        .iter()
        .any(|color| board.stones(*color).is_empty())
    {
        return PointSet::EMPTY;
    }
    let certain = Unconditional::of(board);
    let lost = certain.dead(board);
    let mut rest = *board;
    for stone in lost {
        rest.clear(stone);
    }
    let seki = seki_stones(&rest);
    let bent = bent_fours(&rest, seki);
    let guessed = match by {
        LifeBy::Model(model) => models::dead(&rest, &certain, model),
        LifeBy::Playouts { games, seed } => playouts::dead(&rest, &certain, *games, *seed),
    };
    let dead = guessed.difference(seki).union(bent).union(lost);
    let dead = groups::chains(board, dead);
    dead.difference(saved(board, dead))
}

/// What lies in a region of its own side once all that is dead is off: by the death of what held it, it lives.
fn saved(board: &Position, dead: PointSet) -> PointSet {
    let mut rest = *board;
    for stone in dead {
        rest.clear(stone);
    }
    let size = board.size();
    let regions = parts(board, rest.empty()).into_iter().map(|region| {
        let around = region.neighbours(size);
        let touches = |color: &Color| !around.is_disjoint(&rest.stones(*color));
        let mut owners = Color::ALL.into_iter().filter(touches);
        match (owners.next(), owners.next()) {
            (Some(owner), None) => region.intersection(board.stones(owner)),
            _ => PointSet::EMPTY,
        }
    });
    union(regions)
}

/// A board counted with the dead stones that are estimated so.
#[must_use]
pub fn estimated_count(board: &Position, rules: ScoringRules, komi: f64, by: &LifeBy) -> Count {
    let mut scoring = Scoring::new(rules, komi);
    scoring.dead = dead_stones(board, by);
    Count::known(board, &scoring)
}

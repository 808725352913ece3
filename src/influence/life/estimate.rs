//! Estimate of dead stones, and the count that follows from it.

use super::benson::{Unconditional, parts, union};
use super::bent::bent_fours;
use super::ownership::Ownership;
use super::{groups, models, playouts};
use crate::Model;
use joseki_game::Color;
use joseki_game::go::{Count, PointSet, Position, Scoring, ScoringRules, seki_stones};

/// Method of estimating life and death.
#[derive(Clone, Debug, PartialEq)]
pub enum LifeMethod {
    /// Model of influence, with eyes and liberties.
    Model(Model),
    /// Random games played to the end.
    Playouts {
        /// Number of games.
        games: u32,
        /// Seed of all moves.
        seed: u64,
    },
}

impl LifeMethod {
    /// A hundred random games: the best method measured, see `docs/scoring.md`.
    pub const PLAYOUTS: LifeMethod =
        LifeMethod::Playouts { games: Ownership::GAMES, seed: Ownership::SEED };
}

impl Default for LifeMethod {
    fn default() -> Self {
        LifeMethod::PLAYOUTS
    }
}

/// Estimate of the dead stones on a finished board, and what it rests on.
#[derive(Clone, Debug)]
pub struct LifeEstimate {
    /// Dead stones, as whole chains of both colours.
    pub dead: PointSet,
    /// Those of them that unconditionally living chains enclose.
    pub enclosed: PointSet,
    /// Groups killed by a bent four in the corner.
    pub bent: PointSet,
    /// Stones that live only because the stones around them are dead.
    pub saved: PointSet,
    /// Stones of groups that could be dead or alive.
    pub unsure: PointSet,
    /// Ownership of the points, if the method is random games.
    pub ownership: Option<Ownership>,
}

impl LifeEstimate {
    /// Estimates the dead stones. Deterministic.
    ///
    /// Certain results come first: unconditional life, and what it encloses. Stones in seki live,
    /// except for a group killed by a bent four in the corner, and one that cannot be saved by a move
    /// (random games only). The rest is estimated. Stones that would be dead within a region of their
    /// own side live.
    #[must_use]
    pub fn new(board: &Position, by: &LifeMethod) -> LifeEstimate {
        // A side alone on the board cannot be killed.
        if Color::ALL.iter().any(|color| board.stones(*color).is_empty()) {
            return LifeEstimate {
                dead: PointSet::EMPTY,
                enclosed: PointSet::EMPTY,
                bent: PointSet::EMPTY,
                saved: PointSet::EMPTY,
                unsure: PointSet::EMPTY,
                ownership: None,
            };
        }
        let certain = Unconditional::new(board);
        let enclosed = certain.dead(board);
        let mut rest = *board;
        for stone in enclosed {
            rest.clear(stone);
        }
        let seki = seki_stones(&rest);
        let bent = bent_fours(&rest, seki);
        let mut unsure = PointSet::EMPTY;
        let (guessed, ownership) = match by {
            LifeMethod::Model(model) => {
                (models::dead(&rest, &certain, model).difference(seki), None)
            }
            LifeMethod::Playouts { games, seed } => {
                let owned = Ownership::with_certain(&rest, &certain, *games, *seed);
                let fates = playouts::fates(&rest, &certain, &owned, seki, *seed);
                unsure = fates.unsure;
                (fates.dead, Some(owned))
            }
        };
        let dead = guessed.union(bent).union(enclosed);
        let dead = groups::chains(board, dead);
        let saved = saved(board, dead);
        LifeEstimate { dead: dead.difference(saved), enclosed, bent, saved, unsure, ownership }
    }
}

/// Returns the dead stones by [`LifeEstimate`].
#[must_use]
pub fn dead_stones(board: &Position, by: &LifeMethod) -> PointSet {
    LifeEstimate::new(board, by).dead
}

/// Stones in a region of their own side after all dead stones are removed: they live, since the
/// stones that enclosed them are dead.
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

/// Counts a board with its estimated dead stones.
#[must_use]
pub fn estimated_count(board: &Position, rules: ScoringRules, komi: f64, by: &LifeMethod) -> Count {
    let mut scoring = Scoring::new(rules, komi);
    scoring.dead = dead_stones(board, by);
    Count::new_unchecked(board, &scoring)
}

//! Walks through a book as a game goes, drawn.

use std::sync::Arc;

use super::plan::{Plan, Ply, Spot};
use super::reach::{Start, State};
use crate::book::Index;
use crate::priority::random;

/// Tag of the draws, so that no other use of the hash repeats them.
const TAG_QUIZ: u64 = 15;
/// No walk is longer; no joseki is.
const LONGEST: usize = 400;

/// Numbers drawn one after the other; the same ones for the same seed.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    thrown: u64,
}

/// A book to be walked through.
#[derive(Clone, Copy)]
pub struct Map<'a> {
    /// The book.
    pub index: &'a Index,
    /// Its positions.
    pub plan: &'a Plan,
    /// See [`super::QuizQuery::tolerance`].
    pub tolerance: f64,
}

impl Map<'_> {
    /// The position of a state.
    pub fn spot(&self, state: State) -> Arc<Spot> {
        self.plan.spot(self.index, state.first)
    }
}

/// The positions of a walk at which the player is to move, each with the moves that led there.
pub struct Walk {
    /// All moves, from the empty corner on.
    pub moves: Vec<Ply>,
    /// The turns of the player: how many moves came before, and the position.
    pub turns: Vec<(usize, State)>,
}

impl Walk {
    /// A walk from one of the starts to the end of a line.
    pub fn draw(map: Map<'_>, starts: &[Start], dice: &mut Dice) -> Option<Walk> {
        let start = &starts[dice.choose(starts.iter().map(|start| start.weight))?];
        let mut moves = start.path.clone();
        let mut turns = Vec::new();
        let mut state = start.state;
        while moves.len() < LONGEST {
            if state.ours {
                turns.push((moves.len(), state));
            }
            let spot = map.spot(state);
            let likely = spot.likely(state.ours, map.tolerance);
            let Some(drawn) = dice.choose(likely.into_iter()) else {
                break;
            };
            let way = &spot.ways[drawn];
            moves.push(way.ply);
            state = State {
                first: way.next,
                ours: !state.ours,
            };
        }
        Some(Walk { moves, turns })
    }
}

impl Dice {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice { seed, thrown: 0 }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many were drawn.
    pub fn thrown(&self) -> u64 {
        self.thrown
    }

    /// A number of at least 0 and less than 1.
    pub fn throw(&mut self) -> f64 {
        self.thrown += 1;
        random::uniform(random::hash(self.seed, TAG_QUIZ, [self.thrown, 0, 0]))
    }

    /// Yes or no.
    pub fn toss(&mut self) -> bool {
        self.throw() < 0.5
    }

    /// A place below a number.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.throw() * count as f64) as usize).min(count.saturating_sub(1))
    }

    /// The place of one of these weights, each as likely as it is heavy; nothing if none is.
    pub fn choose(&mut self, weights: impl Iterator<Item = f64> + Clone) -> Option<usize> {
        let total: f64 = weights.clone().sum();
        if total <= 0.0 {
            return None;
        }
        let mut left = self.throw() * total;
        let mut last = None;
        for (place, weight) in weights.enumerate().filter(|(_, weight)| *weight > 0.0) {
            if left < weight {
                return Some(place);
            }
            left -= weight;
            last = Some(place);
        }
        // Sums of parts may be a little less than the whole.
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_follow_their_weights() {
        let mut dice = Dice::new(7);
        let mut counts = [0u32; 4];
        for _ in 0..40_000 {
            let weights = [1.0, 0.0, 2.0, 5.0];
            counts[dice.choose(weights.into_iter()).expect("a choice")] += 1;
        }
        for (count, expected) in counts.into_iter().zip([5_000.0, 0.0, 10_000.0, 25_000.0]) {
            assert!((f64::from(count) - expected).abs() < 450.0, "{counts:?}");
        }
        assert_eq!(dice.choose([0.0, 0.0].into_iter()), None);
        assert_eq!(dice.choose(std::iter::empty()), None);
        assert!((0..1000).all(|_| dice.below(3) < 3));
    }
}

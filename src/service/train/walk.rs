//! Random walks through a book, as games would go.

use std::sync::Arc;

use super::plan::{Ply, QuizPosition, QuizPositions};
use super::reach::{QuizStart, QuizState};
use joseki_book::Index;
use joseki_priority::random;

/// Domain tag of the draws, so that they are independent of other uses of the hash.
const TAG_QUIZ: u64 = 15;
/// Maximum length of a walk; no joseki is longer.
const LONGEST: usize = 400;

/// Sequence of random numbers, determined by its seed.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    thrown: u64,
}

/// A book to walk through.
#[derive(Clone, Copy)]
pub struct QuizBook<'a> {
    /// Index of the book.
    pub index: &'a Index,
    /// Cached positions of the book.
    pub plan: &'a QuizPositions,
    /// Tolerance of right moves; see [`super::QuizQuery::tolerance`].
    pub tolerance: f64,
}

impl QuizBook<'_> {
    /// Returns the position of a state.
    pub fn spot(&self, state: QuizState) -> Arc<QuizPosition> {
        self.plan.spot(self.index, state.first)
    }
}

/// A random game with the turns of the player.
pub struct QuizWalk {
    /// All moves, starting from the empty corner.
    pub moves: Vec<Ply>,
    /// Turns of the player: number of moves before, and the position.
    pub turns: Vec<(usize, QuizState)>,
}

impl QuizWalk {
    /// Draws a walk from one of the starts to the end of a line.
    pub fn draw(map: QuizBook<'_>, starts: &[QuizStart], dice: &mut Dice) -> Option<QuizWalk> {
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
            state = QuizState { first: way.next, ours: !state.ours };
        }
        Some(QuizWalk { moves, turns })
    }
}

impl Dice {
    /// Creates the sequence of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice { seed, thrown: 0 }
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns how many numbers were drawn.
    pub fn thrown(&self) -> u64 {
        self.thrown
    }

    /// Returns a number in [0, 1).
    pub fn throw(&mut self) -> f64 {
        self.thrown += 1;
        random::uniform(random::hash(self.seed, TAG_QUIZ, [self.thrown, 0, 0]))
    }

    /// Returns true or false with equal probability.
    pub fn toss(&mut self) -> bool {
        self.throw() < 0.5
    }

    /// Returns an index below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.throw() * count as f64) as usize).min(count.saturating_sub(1))
    }

    /// Returns a random index with probability proportional to its weight; none if no weight is
    /// positive.
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
        // Rounding may leave a little less than the total.
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

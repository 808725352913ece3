//! Right moves of a position: the best one, and those equally good.

use std::cmp::Ordering;

use crate::next::CandidateMove;
use crate::next::order;

/// Maximum difference in advantage, in points, between equally good moves.
const POINTS: f64 = 0.5;

/// Criteria by which a move is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merit {
    /// Value of the verdict, −2 to 2; 0 without one.
    pub value: i8,
    /// Expected result relative to that of the position, in won games.
    pub mean: f64,
    /// Advantage after it if a curator gave one, from the view of the side to move.
    pub advantage: Option<f64>,
    /// Whether no condition is known to fail on the board.
    pub holds: bool,
}

impl Merit {
    /// Returns the merit of a candidate.
    pub fn new(candidate: &CandidateMove) -> Merit {
        let evidence = candidate.evidence.as_ref();
        Merit {
            value: order::value(candidate),
            mean: evidence.map_or(0.0, |evidence| evidence.belief.mean),
            advantage: candidate.advantage,
            holds: candidate.holds(),
        }
    }

    /// Whether nothing argues against the move.
    pub fn is_sound(&self) -> bool {
        self.holds && self.value >= 0
    }

    /// Whether a move is as good as the best one. Its verdict is not worse, and its expected result
    /// is at most `tolerance` won games lower or its advantage at most half a point lower. Or
    /// nothing argues against it and its expected result is not lower, regardless of its verdict.
    pub fn equals(&self, best: &Merit, tolerance: f64) -> bool {
        if self.is_sound() && best.holds && self.mean >= best.mean {
            return true;
        }
        let points = self.advantage.zip(best.advantage);
        let expected = best.mean - self.mean <= tolerance;
        self.holds == best.holds
            && self.value >= best.value
            && (expected || points.is_some_and(|(own, best)| best - own <= POINTS))
    }

    /// Orders by conditions that hold, then by verdict, then by expected result.
    fn order(&self, other: &Merit) -> Ordering {
        let holds = other.holds.cmp(&self.holds);
        let value = other.value.cmp(&self.value);
        holds.then(value).then_with(|| other.mean.total_cmp(&self.mean))
    }
}

/// Returns the indices of the right moves, best first; empty without moves. If no move is sound,
/// the least bad ones are right.
pub fn right_moves(merits: &[Merit], tolerance: f64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..merits.len()).collect();
    places.sort_by(|a, b| merits[*a].order(&merits[*b]));
    let Some(best) = places.first().map(|place| merits[*place]) else {
        return places;
    };
    places.retain(|place| merits[*place].equals(&best, tolerance));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merit(value: i8, mean: f64) -> Merit {
        Merit { value, mean, advantage: None, holds: true }
    }

    #[test]
    fn equals_are_of_the_same_class_and_close_or_cost_nothing() {
        let moves = [
            merit(0, 0.3),
            merit(2, 0.01),
            merit(2, 0.05),
            merit(2, 0.031),
            merit(1, 0.05),
            merit(-1, 0.5),
        ];
        assert_eq!(right_moves(&moves, 0.02), [2, 3, 4, 0]);
        assert_eq!(right_moves(&moves, 0.04), [2, 3, 1, 4, 0]);
        assert_eq!(right_moves(&moves, 0.0), [2, 4, 0]);
        // A lower verdict with a slightly lower expectation is worse.
        assert_eq!(right_moves(&[merit(2, 0.05), merit(1, 0.049)], 0.02), [0]);
        assert_eq!(right_moves(&[], 0.02), [0; 0]);
    }

    #[test]
    fn equal_advantages_make_moves_equal_despite_results() {
        let with_points = |mean, points| Merit { advantage: Some(points), ..merit(1, mean) };
        let moves =
            [with_points(0.1, 0.0), with_points(0.0, -0.5), with_points(0.0, -0.6), merit(1, 0.0)];
        assert_eq!(right_moves(&moves, 0.02), [0, 1]);
    }

    #[test]
    fn bad_moves_are_right_only_where_all_moves_are_bad() {
        assert_eq!(right_moves(&[merit(-1, 0.2), merit(0, 0.0)], 0.5), [1]);
        assert_eq!(right_moves(&[merit(-2, 0.2), merit(-1, 0.0), merit(-1, 0.01)], 0.02), [2, 1]);
        let fails = Merit { holds: false, ..merit(2, 0.2) };
        assert_eq!(right_moves(&[fails, merit(-2, 0.0)], 0.02), [1]);
        assert_eq!(right_moves(&[fails], 0.02), [0]);
        assert!(!fails.is_sound() && !merit(-1, 0.0).is_sound() && merit(0, 0.0).is_sound());
    }
}

//! Which moves of a position are right: the best, and those that are as good.

use std::cmp::Ordering;

use crate::service::Candidate;
use crate::service::ranking;

/// By how many points advantages may differ between moves that are as good.
const POINTS: f64 = 0.5;

/// What a move is judged by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merit {
    /// The verdict's value, −2 to 2; 0 without one.
    pub value: i8,
    /// By how much its expected result is above that of the position, in won games.
    pub mean: f64,
    /// The advantage after it, if a curator says one, from the view of the side to play.
    pub advantage: Option<f64>,
    /// Whether its conditions hold on the board, as far as it can say.
    pub holds: bool,
}

impl Merit {
    /// The merit of a candidate.
    pub fn of(candidate: &Candidate) -> Merit {
        let evidence = candidate.evidence.as_ref();
        Merit {
            value: ranking::value(candidate),
            mean: evidence.map_or(0.0, |evidence| evidence.belief.mean),
            advantage: candidate.advantage,
            holds: candidate.holds(),
        }
    }

    /// Whether nothing speaks against the move.
    pub fn is_sound(&self) -> bool {
        self.holds && self.value >= 0
    }

    /// Whether a move is as good as the best one: its verdict is not worse, and what is expected of it differs
    /// by `tolerance` won games at most, or the advantage after it by half a point; or nothing speaks against it, and no
    /// less is expected of it, whatever praise its verdict is.
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

    /// What holds before what fails, then by verdict, then by expected result.
    fn order(&self, other: &Merit) -> Ordering {
        let holds = other.holds.cmp(&self.holds);
        let value = other.value.cmp(&self.value);
        holds
            .then(value)
            .then_with(|| other.mean.total_cmp(&self.mean))
    }
}

/// The places of the moves that are right, the best first; none of no moves. Where nothing is sound, what is
/// least bad is right.
pub fn right(merits: &[Merit], tolerance: f64) -> Vec<usize> {
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
        Merit {
            value,
            mean,
            advantage: None,
            holds: true,
        }
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
        assert_eq!(right(&moves, 0.02), [2, 3, 4, 0]);
        assert_eq!(right(&moves, 0.04), [2, 3, 1, 4, 0]);
        assert_eq!(right(&moves, 0.0), [2, 4, 0]);
        // A lesser verdict and a little less to expect is worse.
        assert_eq!(right(&[merit(2, 0.05), merit(1, 0.049)], 0.02), [0]);
        assert_eq!(right(&[], 0.02), [0; 0]);
    }

    #[test]
    fn points_make_equal_what_results_do_not() {
        let said = |mean, points| Merit {
            advantage: Some(points),
            ..merit(1, mean)
        };
        let moves = [
            said(0.1, 0.0),
            said(0.0, -0.5),
            said(0.0, -0.6),
            merit(1, 0.0),
        ];
        assert_eq!(right(&moves, 0.02), [0, 1]);
    }

    #[test]
    fn what_is_advised_against_is_right_only_where_all_is() {
        assert_eq!(right(&[merit(-1, 0.2), merit(0, 0.0)], 0.5), [1]);
        assert_eq!(
            right(&[merit(-2, 0.2), merit(-1, 0.0), merit(-1, 0.01)], 0.02),
            [2, 1]
        );
        let fails = Merit {
            holds: false,
            ..merit(2, 0.2)
        };
        assert_eq!(right(&[fails, merit(-2, 0.0)], 0.02), [1]);
        assert_eq!(right(&[fails], 0.02), [0]);
        assert!(!fails.is_sound() && !merit(-1, 0.0).is_sound() && merit(0, 0.0).is_sound());
    }
}

//! Verdicts from what engines say a move loses.

use crate::curate::{POINTS, Thresholds, WIN_RATES};
use joseki_book::{Verdict, normal_distribution};

/// Confidence of a verdict, and of one against a move.
const CONFIDENCE: f64 = 0.8;
const CONFIDENCE_AGAINST: f64 = 0.95;
/// Standard deviation of a value at 400 visits: leads by strong nets differ by 0.27 points from one
/// move to the next, which is that of two values.
const DEVIATION_POINTS: f64 = 0.2;
const DEVIATION_WIN_RATE: f64 = 0.02;
const DEVIATION_VISITS: f64 = 400.0;
/// The most that few visits raise it.
const MAX_FACTOR: f64 = 5.0;

/// What a move loses against the best one of its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredLoss {
    /// Points in Go, else win rate.
    pub loss: f64,
    /// Half the difference between its losses on different boards.
    pub spread: f64,
    /// Number of boards.
    pub boards: usize,
    /// Visits of each evaluation.
    pub visits: u32,
    /// Whether it is in points.
    pub is_scored: bool,
}

impl MeasuredLoss {
    fn thresholds(&self) -> &'static Thresholds {
        if self.is_scored { &POINTS } else { &WIN_RATES }
    }

    /// The standard error of the loss, a difference of two values.
    fn error(&self) -> f64 {
        let deviation = if self.is_scored { DEVIATION_POINTS } else { DEVIATION_WIN_RATE };
        let factor = (DEVIATION_VISITS / f64::from(self.visits.max(1))).sqrt();
        let deviation = deviation * factor.clamp(1.0, MAX_FACTOR);
        let boards = self.boards.max(1) as f64;
        (2.0 * deviation * deviation / boards + self.spread * self.spread).sqrt()
    }

    /// Returns the first verdict that is certain enough.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let (limits, error) = (self.thresholds(), self.error());
        let is_above = |limit: f64| normal_distribution((self.loss - limit) / error);
        let is_below = |limit: f64| 1.0 - is_above(limit);
        match () {
            () if is_above(limits.mistake) >= CONFIDENCE_AGAINST => Some(Verdict::Mistake),
            () if is_above(limits.question) >= CONFIDENCE_AGAINST => Some(Verdict::Question),
            () if is_below(limits.ideal) >= CONFIDENCE => Some(Verdict::Ideal),
            () if is_below(limits.good) >= CONFIDENCE => Some(Verdict::Good),
            () => None,
        }
    }

    /// Whether the boards disagree by more than a class: what the move is worth may depend on a
    /// ladder.
    #[must_use]
    pub fn depends_on_board(&self) -> bool {
        let class = |loss: f64| self.thresholds().class(loss);
        class(self.loss + self.spread) > class(self.loss - self.spread) + 1
    }
}

/// Returns the number of classes between two verdicts, of ideal, good, question and mistake; 0 for a
/// trick, on which an engine has no opinion.
#[must_use]
pub fn classes_apart(one: Verdict, other: Verdict) -> u8 {
    let class = |verdict: Verdict| match verdict {
        Verdict::Ideal => Some(0_u8),
        Verdict::Good => Some(1),
        Verdict::Question => Some(2),
        Verdict::Mistake => Some(3),
        Verdict::Trick => None,
    };
    class(one).zip(class(other)).map_or(0, |(one, other)| one.abs_diff(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loss(loss: f64, spread: f64, visits: u32) -> MeasuredLoss {
        MeasuredLoss { loss, spread, boards: 2, visits, is_scored: true }
    }

    /// By the table of the specification: 1.5 points are a question at an error of 0.43, and 3
    /// points a mistake at 0.61. With two boards and 400 visits the error without spread is 0.2.
    #[test]
    fn a_verdict_against_a_move_needs_certainty() {
        assert_eq!(loss(1.5, 0.37, 400).verdict(), Some(Verdict::Question));
        assert_eq!(loss(1.5, 0.40, 400).verdict(), None);
        assert_eq!(loss(3.0, 0.57, 400).verdict(), Some(Verdict::Mistake));
        assert_eq!(loss(3.0, 0.59, 400).verdict(), Some(Verdict::Question));
        assert_eq!(loss(0.0, 0.0, 400).verdict(), Some(Verdict::Ideal));
        assert_eq!(loss(0.5, 0.0, 400).verdict(), Some(Verdict::Good));
        assert_eq!(loss(0.5, 0.0, 16).verdict(), None);
    }

    #[test]
    fn boards_that_disagree_by_more_than_a_class_are_no_verdict() {
        assert!(loss(1.5, 1.4, 400).depends_on_board());
        assert!(!loss(1.5, 0.3, 400).depends_on_board());
    }

    #[test]
    fn classes_are_counted_from_ideal_to_mistake() {
        assert_eq!(classes_apart(Verdict::Ideal, Verdict::Question), 2);
        assert_eq!(classes_apart(Verdict::Mistake, Verdict::Question), 1);
        assert_eq!(classes_apart(Verdict::Trick, Verdict::Mistake), 0);
    }
}

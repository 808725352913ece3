//! The result of a game from our side, and its value.

use strum::{Display, IntoStaticStr, VariantArray};

use super::totals::MILLION;
use joseki_priority::result::by_margin;

/// The result of a game from our side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum OwnOutcome {
    /// We won.
    Win,
    /// The opponent won.
    Loss,
    /// Jigo.
    Draw,
}

/// Error for an impossible result.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum OutcomeError {
    /// The margin is not a valid number of points.
    #[error("invalid margin {0:?}: expected the points by which the game was decided, 0 to 1000")]
    Margin(f64),
    /// Margin and result contradict each other.
    #[error(
        "a {outcome} by {margin} points is impossible: give the margin as a positive number, or leave it out"
    )]
    Contradiction {
        /// The result.
        outcome: OwnOutcome,
        /// The margin.
        margin: f64,
    },
}

impl OwnOutcome {
    /// Upper bound of margins in points; no board allows more.
    const MAX_MARGIN: f64 = 1000.0;

    /// Normalizes a margin to the points by which the winner won, never negative. That of a loss
    /// may be given with a minus sign.
    ///
    /// # Errors
    /// If it is not a valid number of points, or contradicts the outcome.
    pub fn margin(self, margin: f64) -> Result<f64, OutcomeError> {
        let fits = match self {
            OwnOutcome::Win => margin >= 0.0,
            OwnOutcome::Loss => true,
            OwnOutcome::Draw => margin == 0.0,
        };
        if margin.is_nan() || margin.abs() > OwnOutcome::MAX_MARGIN {
            Err(OutcomeError::Margin(margin))
        } else if !fits {
            Err(OutcomeError::Contradiction { outcome: self, margin })
        } else {
            Ok(margin.abs())
        }
    }

    /// Returns the value of a result in millionths, 0 to 1,000,000: 1, ½ or 0, adjusted by the
    /// margin if there is one.
    #[must_use]
    pub fn points(self, margin: Option<f64>) -> i64 {
        let (win, sign) = match self {
            OwnOutcome::Win => (1.0, 1.0),
            OwnOutcome::Loss => (0.0, -1.0),
            OwnOutcome::Draw => (0.5, 0.0),
        };
        let result = margin.map_or(win, |margin| by_margin(win, sign * margin));
        (result * MILLION as f64).round() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_counts_one_half_or_nothing_and_a_margin_a_fifth_of_it() {
        assert_eq!(OwnOutcome::Win.points(None), 1_000_000);
        assert_eq!(OwnOutcome::Loss.points(None), 0);
        assert_eq!(OwnOutcome::Draw.points(None), 500_000);
        // 0.8 + 0.2·(½ + ½·15/√450)
        assert_eq!(OwnOutcome::Win.points(Some(15.0)), 970_711);
        assert_eq!(OwnOutcome::Loss.points(Some(15.0)), 29_289);
        assert_eq!(OwnOutcome::Draw.points(Some(0.0)), 500_000);
        assert_eq!(OwnOutcome::Win.points(Some(0.0)), 900_000);
    }

    #[test]
    fn a_margin_has_to_fit_the_result() {
        assert_eq!(OwnOutcome::Win.margin(3.5), Ok(3.5));
        assert_eq!(OwnOutcome::Loss.margin(3.5), Ok(3.5));
        assert_eq!(OwnOutcome::Loss.margin(-3.5), Ok(3.5));
        assert!(OwnOutcome::Win.margin(-3.5).is_err());
        assert!(OwnOutcome::Draw.margin(0.5).is_err());
        for margin in [f64::NAN, f64::INFINITY, 1000.5] {
            assert!(matches!(OwnOutcome::Win.margin(margin), Err(OutcomeError::Margin(_))));
        }
    }

    #[test]
    fn a_huge_margin_is_told_in_few_letters() {
        let told = OwnOutcome::Win.margin(1e308).expect_err("too much").to_string();
        assert!(told.starts_with("invalid margin 1e308: "), "{told}");
    }
}

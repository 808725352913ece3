//! What verdicts alone say of the moves of one position: the first step of the default policy.

use super::random;

/// Standard deviation of what moves of one position are worth, at the root, in won games.
const TAU_PRIOR: f64 = 0.12;
/// Worth of one grade of verdict at the root, in won games.
const KAPPA: f64 = 0.04;
/// Both shrink by this factor every two plies.
const DECAY: f64 = 0.9;
/// Weight of the uncertainty in a deterministic priority.
const BONUS: f64 = 0.6;
/// Weight of the uncertainty in a draw.
const SPREAD: f64 = 0.4;
/// Tag of the draws, so that no other use of the hash repeats them.
const TAG_DRAW: u64 = 14;

/// What is believed of a move before any game: its deviation from the position's mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// Expected deviation, in won games.
    pub mean: f64,
    /// Variance of that expectation.
    pub variance: f64,
}

/// The priors of all moves of one position, from their verdicts (−2..2) and the position's depth.
#[must_use]
pub fn priors(verdicts: &[i8], ply: usize) -> Vec<Prior> {
    let factor = DECAY.powi(i32::try_from(ply / 2).unwrap_or(i32::MAX));
    let count = verdicts.len().max(1) as f64;
    let mean = verdicts.iter().map(|value| f64::from(*value)).sum::<f64>() / count;
    let variance = (TAU_PRIOR * factor).powi(2);
    let prior = |value: &i8| Prior {
        mean: KAPPA * factor * (f64::from(*value) - mean),
        variance,
    };
    verdicts.iter().map(prior).collect()
}

impl Prior {
    /// The deterministic priority: the mean and a bonus for what is uncertain.
    #[must_use]
    pub fn priority(self) -> f64 {
        self.mean + BONUS * self.variance.sqrt()
    }

    /// A priority drawn around the mean; the same arguments always draw the same.
    #[must_use]
    pub fn drawn(self, seed: u64, opponent: u64, edge: u64, query: u64) -> f64 {
        let z = random::normal(random::hash(seed, TAG_DRAW, [opponent, edge, query]));
        self.mean + SPREAD * self.variance.sqrt() * z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn verdicts_deviate_from_the_siblings_mean() {
        let priors = priors(&[2, 0, -2, 0], 0);
        assert!(close(priors[0].mean, 0.08) && close(priors[2].mean, -0.08));
        assert!(close(priors[1].mean, 0.0));
        assert!(close(priors[0].priority(), 0.08 + 0.6 * 0.12));
    }

    #[test]
    fn depth_shrinks_both_every_two_plies() {
        for (ply, factor) in [(0, 1.0), (1, 1.0), (2, 0.9), (5, 0.81)] {
            let priors = priors(&[2, -2], ply);
            assert!(close(priors[0].mean, 0.08 * factor));
            assert!(close(priors[0].variance, (0.12 * factor).powi(2)));
        }
    }

    #[test]
    fn a_draw_is_repeatable_and_depends_on_every_argument() {
        let prior = Prior {
            mean: 0.0,
            variance: 1.0,
        };
        let draws: Vec<u64> = [
            (1, 2, 3, 4),
            (2, 2, 3, 4),
            (1, 3, 3, 4),
            (1, 2, 4, 4),
            (1, 2, 3, 5),
        ]
        .map(|(seed, opponent, edge, query)| prior.drawn(seed, opponent, edge, query).to_bits())
        .into();
        let again = prior.drawn(1, 2, 3, 4).to_bits();
        assert_eq!(draws[0], again);
        assert!((1..5).all(|other| draws[other] != draws[0]));
    }

    #[test]
    fn no_move_has_no_prior() {
        assert!(priors(&[], 3).is_empty());
    }
}

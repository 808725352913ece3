//! The sequential probability ratio test of a match.

use serde::Serialize;

/// Probability of either error.
const ERROR: f64 = 0.05;
/// Added to each count, so that no result is impossible.
const PRIOR: f64 = 1e-3;
/// Number of bisections, which leaves an error below that of the numbers.
const BISECTIONS: u32 = 60;

/// Two hypotheses about how much stronger the first engine is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lower one, in Elo.
    pub elo0: f64,
    /// The upper one, in Elo.
    pub elo1: f64,
}

/// State of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The lower hypothesis, in Elo.
    pub elo0: f64,
    /// The upper hypothesis, in Elo.
    pub elo1: f64,
    /// Logarithm of the likelihood ratio.
    pub llr: f64,
    /// The lower hypothesis is accepted at this value and below.
    pub lower: f64,
    /// The upper hypothesis is accepted at this value and above.
    pub upper: f64,
    /// The accepted hypothesis, in Elo; none yet if null.
    pub accepted: Option<f64>,
}

/// Returns the share of points that a difference in Elo means.
#[must_use]
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo that a share of points means; infinite for 0 and 1.
#[must_use]
pub fn elo_of_share(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

impl Sprt {
    /// Tests the results of pairs of games: how many gave 0, 1/2, 1, 3/2 and 2 points. Without
    /// pairs, those of single games are the first, third and last.
    ///
    /// The generalized test for a multinomial distribution: the ratio of the largest likelihoods
    /// with the mean that each hypothesis states (M. Van den Bergh, "A practical introduction to the
    /// GSPRT", 2019). Pairs, because the two games of an opening are not independent.
    #[must_use]
    pub fn test(self, counts: [u32; 5]) -> SprtState {
        let counts = counts.map(f64::from);
        let llr = if counts.iter().sum::<f64>() > 0.0 {
            likelihood_ratio(counts, share_of_elo(self.elo0), share_of_elo(self.elo1))
        } else {
            0.0
        };
        let upper = ((1.0 - ERROR) / ERROR).ln();
        let accepted = match llr {
            llr if llr >= upper => Some(self.elo1),
            llr if llr <= -upper => Some(self.elo0),
            _ => None,
        };
        SprtState { elo0: self.elo0, elo1: self.elo1, llr, lower: -upper, upper, accepted }
    }
}

fn likelihood_ratio(counts: [f64; 5], low: f64, high: f64) -> f64 {
    let counts = counts.map(|count| count + PRIOR);
    let points = |place: usize| place as f64 / 4.0;
    let (at_low, at_high) = (multiplier(&counts, low), multiplier(&counts, high));
    let terms = counts.iter().enumerate().map(|(place, count)| {
        let under = 1.0 + at_low * (points(place) - low);
        let over = 1.0 + at_high * (points(place) - high);
        count * (under / over).ln()
    });
    terms.sum()
}

/// Returns the Lagrange multiplier of the likeliest distribution with a mean: its probabilities are
/// the observed ones, each divided by 1 + multiplier × (points − mean).
fn multiplier(counts: &[f64; 5], mean: f64) -> f64 {
    // Between the values at which a probability of the extreme results has no bound.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        let distance = |place: usize| place as f64 / 4.0 - mean;
        let terms = counts
            .iter()
            .enumerate()
            .map(|(place, count)| count * distance(place) / (1.0 + middle * distance(place)));
        if terms.sum::<f64>() > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_agree_with_an_independent_computation() {
        // Constrained maxima of the likelihood by SciPy's SLSQP, with the same prior.
        let cases = [
            ([1, 2, 3, 4, 5], 0.0, 50.0, 1.1681),
            ([10, 20, 40, 25, 15], -10.0, 10.0, 1.3069),
            ([3, 0, 12, 0, 9], 0.0, 100.0, 1.5442),
            ([0, 0, 0, 0, 12], 0.0, 35.0, 1.1483),
            ([7, 1, 0, 1, 2], -30.0, 30.0, -1.0120),
        ];
        for (counts, elo0, elo1, expected) in cases {
            let llr = Sprt { elo0, elo1 }.test(counts).llr;
            assert!((llr - expected).abs() < 1e-3, "{counts:?} {elo0} {elo1}: {llr}");
        }
    }

    #[test]
    fn a_test_decides_on_enough_results_only_and_exchanged_results_turn_it_around() {
        let test = Sprt { elo0: -20.0, elo1: 20.0 };
        assert_eq!(test.test([0; 5]).llr, 0.0);
        assert_eq!(test.test([0, 0, 9, 0, 0]).accepted, None);
        for counts in [[1, 2, 3, 4, 5], [9, 0, 1, 0, 30], [0, 0, 0, 0, 3]] {
            let mut turned = counts;
            turned.reverse();
            assert!((test.test(counts).llr + test.test(turned).llr).abs() < 1e-6, "{counts:?}");
        }
        // Three pairs won whole are not enough; sixty are.
        assert_eq!(test.test([0, 0, 0, 0, 3]).accepted, None);
        assert_eq!(test.test([0, 0, 0, 0, 60]).accepted, Some(20.0));
        assert_eq!(test.test([60, 0, 0, 0, 0]).accepted, Some(-20.0));
        assert!((elo_of_share(share_of_elo(137.0)) - 137.0).abs() < 1e-9);
    }
}

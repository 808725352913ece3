//! Separation of two classes of games by a number, and correlation of numbers.

use serde::Serialize;

/// Standard deviations on either side that cover 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Estimated value.
    pub value: f64,
    /// Lower and upper end of the interval.
    pub interval: [f64; 2],
}

/// Area under the ROC curve: the probability that a game won by Black has a higher number than a
/// game won by White, counting ties as half. 0.5 is guessing, 1 is perfect separation.
pub type Separation = Estimate;

/// Correlation of numbers with those of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Number of games or moves.
    pub count: u64,
    /// Pearson's correlation with Fisher's interval.
    pub correlation: Estimate,
    /// Points of the engine per unit of the number, by least squares.
    pub slope: f64,
}

/// ROC area with the contribution of each game, for comparisons by the method of DeLong, DeLong and
/// Clarke-Pearson (Biometrics 44, 1988, pages 837-845).
#[derive(Clone, Debug)]
pub struct Roc {
    area: f64,
    of_winners: Vec<f64>,
    of_losers: Vec<f64>,
}

impl Roc {
    /// Computes the area from numbers and whether Black won; none unless both sides won at least
    /// two games.
    pub fn new(numbers: &[(f64, bool)]) -> Option<Roc> {
        let of = |wanted: bool| -> Vec<f64> {
            let kept = numbers.iter().filter(|(_, won)| *won == wanted);
            kept.map(|(number, _)| *number).collect()
        };
        let (won, lost) = (of(true), of(false));
        if won.len() < 2 || lost.len() < 2 {
            return None;
        }
        let of_winners = below(&won, &lost);
        let of_losers: Vec<f64> = below(&lost, &won).iter().map(|share| 1.0 - share).collect();
        Some(Roc { area: mean(&of_winners), of_winners, of_losers })
    }

    /// Returns the area with its interval.
    pub fn separation(&self) -> Separation {
        let spread = variance(&self.of_winners) + variance(&self.of_losers);
        within(interval(self.area, spread), 0.0, 1.0)
    }

    /// Returns how much larger this area is than another one over the same games in the same order.
    pub fn better_than(&self, other: &Roc) -> Estimate {
        let apart = |one: &[f64], two: &[f64]| -> Vec<f64> {
            one.iter().zip(two).map(|(one, two)| one - two).collect()
        };
        let spread = variance(&apart(&self.of_winners, &other.of_winners))
            + variance(&apart(&self.of_losers, &other.of_losers));
        within(interval(self.area - other.area, spread), -1.0, 1.0)
    }
}

/// Sums over pairs of numbers: constant size for any number of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairSums {
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl PairSums {
    /// Adds a pair: the number, and the one it is compared with.
    pub fn add(&mut self, x: f64, y: f64) {
        *self = self.merge(&PairSums { count: 1.0, x, y, xx: x * x, yy: y * y, xy: x * y });
    }

    /// Returns the sums over both sets of pairs.
    pub fn merge(&self, other: &PairSums) -> PairSums {
        PairSums {
            count: self.count + other.count,
            x: self.x + other.x,
            y: self.y + other.y,
            xx: self.xx + other.xx,
            yy: self.yy + other.yy,
            xy: self.xy + other.xy,
        }
    }

    /// Returns the correlation; none for fewer than four pairs, or if one of the numbers is
    /// constant.
    pub fn agreement(&self) -> Option<Agreement> {
        if self.count < 4.0 {
            return None;
        }
        // For equal values, what remains of the squares is rounding error.
        let spread = |squares: f64, sum: f64| {
            let spread = squares - sum * sum / self.count;
            (spread > 1e-9 * squares).then_some(spread)
        };
        let (xx, yy) = (spread(self.xx, self.x)?, spread(self.yy, self.y)?);
        let xy = self.xy - self.x * self.y / self.count;
        let value = (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0);
        let half = Z / (self.count - 3.0).sqrt();
        Some(Agreement {
            count: self.count as u64,
            correlation: Estimate {
                value,
                interval: [-half, half].map(|half| (value.atanh() + half).tanh()),
            },
            slope: xy / xx,
        })
    }
}

/// Returns, for each number, the share of the others that are below it, counting ties as half.
fn below(numbers: &[f64], others: &[f64]) -> Vec<f64> {
    let mut sorted = others.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let share = |number: &f64| {
        let less = sorted.partition_point(|other| other < number);
        let not_more = sorted.partition_point(|other| other <= number);
        (less + not_more) as f64 / (2 * sorted.len()) as f64
    };
    numbers.iter().map(share).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the variance of the mean of some values.
fn variance(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    squares / (count - 1.0) / count
}

fn interval(value: f64, variance: f64) -> Estimate {
    let half = Z * variance.sqrt();
    Estimate { value, interval: [value - half, value + half] }
}

fn within(estimate: Estimate, least: f64, most: f64) -> Estimate {
    let [low, high] = estimate.interval;
    Estimate { interval: [low.max(least), high.min(most)], ..estimate }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pairs(all: impl Iterator<Item = (f64, f64)>) -> PairSums {
        all.fold(PairSums::default(), |mut sum, (x, y)| {
            sum.add(x, y);
            sum
        })
    }

    /// F. J. Anscombe, The American Statistician 27 (1973), pages 17-21: the first of the four
    /// sets.
    #[test]
    fn a_published_correlation() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let found = pairs(x.into_iter().zip(y)).agreement().unwrap();
        assert!((found.correlation.value - 0.816).abs() < 5e-4);
        assert!((found.slope - 0.500).abs() < 5e-4);
        // Fisher: atanh(.81642) ± 1.96 / √8, by hand 1.1457 ± .6930.
        let [low, high] = found.correlation.interval;
        assert!((low - 0.4244).abs() < 5e-4, "{found:?}");
        assert!((high - 0.9507).abs() < 5e-4, "{found:?}");
    }

    /// J. A. Hanley and B. J. McNeil, Radiology 143 (1982), pages 29-36: 109 images rated from 1 to
    /// 5; the area is 0.893.
    #[test]
    fn a_published_area() {
        let ratings = [(33, 3), (6, 2), (6, 2), (11, 11), (2, 33)];
        let mut numbers = Vec::new();
        for (rating, (normal, abnormal)) in (1..).zip(ratings) {
            numbers.extend(std::iter::repeat_n((f64::from(rating), false), normal));
            numbers.extend(std::iter::repeat_n((f64::from(rating), true), abnormal));
        }
        let found = Roc::new(&numbers).unwrap().separation();
        assert!((found.value - 0.893).abs() < 5e-4, "{found:?}");
        // Their standard error is 0.032; DeLong's estimates the same quantity differently.
        let [low, high] = found.interval;
        let error = (high - low) / (2.0 * Z);
        assert!((error - 0.032).abs() < 2e-3, "{error}");
    }

    #[test]
    fn too_few_numbers_give_no_estimate() {
        assert!(Roc::new(&[(1.0, true), (2.0, true), (0.0, false)]).is_none());
        assert!(pairs([(1.0, 2.0), (2.0, 3.0), (3.0, 4.0)].into_iter()).agreement().is_none());
        assert!(pairs([(1.1, 2.0); 9].into_iter()).agreement().is_none());
    }

    fn games() -> impl Strategy<Value = Vec<(f64, bool)>> {
        prop::collection::vec(((-9..9_i32).prop_map(f64::from), any::<bool>()), 4..60)
    }

    proptest! {
        #[test]
        fn the_area_is_the_share_of_pairs_in_the_right_order(games in games()) {
            let won = games.iter().filter(|game| game.1);
            let lost = || games.iter().filter(|game| !game.1);
            let mut pairs = Vec::new();
            for (winner, _) in won {
                for (loser, _) in lost() {
                    pairs.push(f64::from(u8::from(winner > loser)) + f64::from(u8::from(winner == loser)) / 2.0);
                }
            }
            if let Some(roc) = Roc::new(&games) {
                let separation = roc.separation();
                prop_assert!((separation.value - mean(&pairs)).abs() < 1e-12);
                let [low, high] = separation.interval;
                prop_assert!(low <= separation.value && separation.value <= high);
                // Swapping colours mirrors the area.
                let turned: Vec<(f64, bool)> = games.iter().map(|(x, won)| (-x, !won)).collect();
                prop_assert!((Roc::new(&turned).unwrap().separation().value - separation.value).abs() < 1e-12);
                let same = roc.better_than(&roc);
                prop_assert_eq!((same.value, same.interval), (0.0, [0.0, 0.0]));
            }
        }
    }
}

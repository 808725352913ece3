//! Value of a stone on the third and on the fourth line by board size: why a board has 19 lines.

use std::ops::RangeInclusive;

/// Board sizes for which the formulas are meant.
pub const LINES: RangeInclusive<i64> = 11..=23;

/// Fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Numerator.
    pub numerator: i64,
    /// Denominator.
    pub denominator: i64,
}

/// Values for one board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideModel {
    /// Board size in lines.
    pub lines: i64,
    /// PE3, points per stone of a wall on the third line: the territory below it.
    pub third: Fraction,
    /// PE4, points per stone of a wall on the fourth line: its share of the centre.
    pub fourth: Fraction,
    /// E = PE4 − PE3: positive where the fourth line is worth more.
    pub excess: Fraction,
}

impl SideModel {
    /// Computes the values for a board size; none outside [`LINES`], where the formulas are
    /// meaningless.
    #[must_use]
    pub fn new(lines: i64) -> Option<SideModel> {
        if !LINES.contains(&lines) {
            return None;
        }
        let third = Fraction::new(8 * lines - 16, 4 * lines - 20);
        let fourth = Fraction::new((lines - 8).pow(2), 4 * lines - 28);
        Some(SideModel { lines, third, fourth, excess: fourth.minus(third) })
    }

    /// Iterates over all board sizes.
    pub fn all() -> impl Iterator<Item = SideModel> {
        LINES.filter_map(SideModel::new)
    }
}

/// Returns the board size at which both walls are worth the same, between two real ones: 18.670.
#[must_use]
pub fn root() -> f64 {
    let excess =
        |x: f64| (x - 8.0).powi(2) / (4.0 * x - 28.0) - (8.0 * x - 16.0) / (4.0 * x - 20.0);
    let (mut low, mut high) = (*LINES.start() as f64, *LINES.end() as f64);
    // E increases with x, so bisection finds its only root; 60 steps exceed the precision of f64.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if excess(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

impl Fraction {
    /// Creates a fraction in lowest terms; only the numerator may be negative.
    fn new(numerator: i64, denominator: i64) -> Fraction {
        let divisor = gcd(numerator.abs(), denominator);
        Fraction { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    fn minus(self, other: Fraction) -> Fraction {
        Fraction::new(
            self.numerator * other.denominator - other.numerator * self.denominator,
            self.denominator * other.denominator,
        )
    }

    /// Returns the decimal value.
    #[must_use]
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.denominator {
            1 => self.numerator.fmt(f),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// Returns the greatest common divisor; that of 0 and a number is the number.
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

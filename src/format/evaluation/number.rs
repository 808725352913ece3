//! Parses numbers as engines write them: plain decimals within their ranges.

/// The longest number that any program writes, in bytes.
const MAX_LEN: usize = 16;

/// Points, from -1000 to 1000.
pub fn lead(text: &str) -> Option<f32> {
    decimal(text).filter(|lead| lead.abs() <= 1000.0)
}

/// A probability, from 0 to 1.
pub fn rate(text: &str) -> Option<f32> {
    decimal(text).filter(|rate| (0.0..=1.0).contains(rate))
}

/// A percentage from 0 to 100, without its sign, as a probability.
pub fn percent(text: &str) -> Option<f32> {
    let percent = decimal(text).filter(|percent| (0.0..=100.0).contains(percent))?;
    Some(percent / 100.0)
}

/// Visits, exact or rounded: `600`, `1.2k`, `12.3m`.
pub fn visits(text: &str) -> Option<u32> {
    let unit = match text.as_bytes().last()? {
        b'k' => 1e3,
        b'm' => 1e6,
        _ => return decimal(text).and_then(|_| text.parse().ok()),
    };
    let visits = (f64::from(decimal(&text[..text.len() - 1])?) * unit).round();
    (0.0..=f64::from(u32::MAX)).contains(&visits).then_some(visits as u32)
}

/// A decimal without an exponent: an optional sign, digits, optionally a point and digits.
pub fn decimal(text: &str) -> Option<f32> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let readable = text.len() <= MAX_LEN && all_digits(whole) && all_digits(part);
    readable.then(|| text.parse().ok())?
}

/// An engine's evaluation of a position, from Black's view. It has a lead or a win rate or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Black's lead in points, komi included; negative if White leads. Within ±1000.
    pub lead: Option<f32>,
    /// The probability that Black wins, from 0 to 1; a game without result counts as half a win.
    pub win_rate: Option<f32>,
    /// Visits or playouts of the search; rounded by some programs.
    pub visits: Option<u32>,
    /// The position evaluated.
    pub position: EvaluatedPosition,
}

/// The position that an evaluation at a node refers to. Without a move both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvaluatedPosition {
    /// The position before the node's own move.
    BeforeMove,
    /// The position after the node's own move.
    AfterMove,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_plain() {
        assert_eq!(decimal("12.5"), Some(12.5));
        assert_eq!(decimal("-0.0"), Some(0.0));
        assert_eq!(decimal("+3"), Some(3.0));
        let odd = "|.|-|+|1.|.5|1e3|1E3|inf|-inf|nan|NaN|0x1|1_0| 1|1 |--1|+-1|1.2.3|1,5|１|½|\
                   00000000000000001|9999999999999999999999";
        for text in odd.split('|') {
            assert_eq!(decimal(text), None, "{text:?}");
        }
    }

    #[test]
    fn ranges_include_their_ends() {
        assert_eq!(lead("-1000"), Some(-1000.0));
        assert_eq!(lead("1000.1"), None);
        assert_eq!(rate("1.00"), Some(1.0));
        assert_eq!(rate("1.01"), None);
        assert_eq!(rate("-0.01"), None);
        assert_eq!(percent("100"), Some(1.0));
        assert_eq!(percent("100.1"), None);
    }

    /// The examples in Lizzie's source, `getPlayoutsString`.
    #[test]
    fn visits_may_be_rounded() {
        let examples = [("345", 345), ("1.3k", 1300), ("45k", 45_000)];
        let more = [("134k", 134_000), ("1.2m", 1_200_000)];
        for (text, count) in examples.into_iter().chain(more) {
            assert_eq!(visits(text), Some(count), "{text}");
        }
        for text in ["", "k", "1.5", "-1", "-1k", "5000m", "4294967296", "1kk"] {
            assert_eq!(visits(text), None, "{text:?}");
        }
    }
}

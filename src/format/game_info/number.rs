//! Parses handicap and komi in their many spellings.

use super::text::{fold, is_numeral, numeral};

/// The most handicap stones; a larger number means a damaged record.
pub(super) const MAX_HANDICAP: u32 = 99;

/// Parses the handicap stones of `HA`: the first number, in digits or as in `让二子`.
pub(super) fn handicap(text: &str) -> Option<u32> {
    let folded = fold(text);
    let (value, _) = leading(&folded)?;
    (value >= 0.0 && value <= MAX_HANDICAP as f32).then_some(value as u32)
}

/// Parses the komi of `KM` in points.
///
/// - `6.5`, `7,5`, `6½`, `6.5目`, `6目半`, `6집반`: points; a sign is kept.
/// - `3又3/4子`, `3.75`, `3.25`: stones of Chinese counting, two points each. Without a unit,
///   quarters identify them, because no komi in points has any.
/// - `375`, `650`: hundredths, as the Fox server writes them; stones below 500 (Chinese rules),
///   points from 500 (Japanese and Korean rules), as in KataGo's SGF reader. The result must be a
///   multiple of half a point.
pub(super) fn komi(text: &str) -> Option<f32> {
    let folded = fold(text);
    let (mut value, rest) = leading(&folded)?;
    let size = value.abs();
    if size >= 100.0 {
        let points = if size < 500.0 { value / 50.0 } else { value / 100.0 };
        return (size < 1000.0 && (points * 2.0).fract() == 0.0).then_some(points);
    }
    let (fraction, rest) = fraction(rest);
    let rest = rest.trim_start();
    let half = ["目半", "집반", "½"].iter().any(|half| rest.starts_with(half));
    let part = fraction + if half { 0.5 } else { 0.0 };
    value += part.copysign(value);
    let stones = rest.starts_with('子') || rest.starts_with("zi");
    let quarter = (value * 2.0).fract() != 0.0 && (value * 4.0).fract() == 0.0;
    Some(if stones || quarter { value * 2.0 } else { value })
}

/// The first number of a text with its sign, and the rest of the text.
pub(crate) fn leading(text: &str) -> Option<(f32, &str)> {
    let Some(start) = text.find(|c: char| c.is_ascii_digit()) else {
        let start = text.find(is_numeral)?;
        let rest = text[start..].trim_start_matches(is_numeral);
        let value = numeral(&text[start..text.len() - rest.len()])?;
        return Some((f32::from(value), rest));
    };
    let number = &text[start..];
    let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    let (whole, mut rest) = number.split_at(digits);
    let mut value: f32 = whole.parse().ok()?;
    if let Some(decimals) = rest.strip_prefix(['.', ',']) {
        let digits = decimals.find(|c: char| !c.is_ascii_digit()).unwrap_or(decimals.len());
        if digits > 0 {
            value = format!("{whole}.{}", &decimals[..digits]).parse().ok()?;
            rest = &decimals[digits..];
        }
    }
    let negative = text[..start].ends_with(['-', '−']);
    Some((if negative { -value } else { value }, rest))
}

/// A fraction as in `又3/4`, and the rest of the text.
fn fraction(text: &str) -> (f32, &str) {
    let read = || {
        let start = text.trim_start().trim_start_matches(['又', '和']).trim_start();
        let (upper, rest) = start.split_once('/')?;
        let lower = rest.chars().next()?.to_digit(10).filter(|lower| *lower > 0)?;
        let upper: u8 = upper.parse().ok()?;
        let value = f32::from(upper) / lower as f32;
        (value < 1.0).then_some((value, &rest[1..]))
    };
    read().unwrap_or((0.0, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_of_many_sources() {
        let table = [
            ("6.5", 6.5),
            ("0", 0.0),
            ("0.00", 0.0),
            ("6.500000", 6.5),
            ("7,5", 7.5),
            ("-5.5", -5.5),
            ("+6.5", 6.5),
            (" 5.5 ", 5.5),
            ("5.5 points", 5.5),
            ("6.5目", 6.5),
            ("６目半", 6.5),
            ("六目半", 6.5),
            ("6½", 6.5),
            ("덤 6집반", 6.5),
            ("コミ6目半", 6.5),
            ("3又3/4子", 7.5),
            ("黑贴3 3/4子", 7.5),
            ("3.75子", 7.5),
            ("3.75", 7.5),
            ("2.75", 5.5),
            // The Fox server: hundredths of stones, and of points.
            ("375", 7.5),
            ("325", 6.5),
            ("275", 5.5),
            ("350", 7.0),
            ("650", 6.5),
            ("750", 7.5),
            ("-375", -7.5),
        ];
        for (text, points) in table {
            assert_eq!(komi(text), Some(points), "{text}");
        }
        for text in ["", "?", "none", "1000", "311", "99999999999999999999999999999999999999999999"]
        {
            assert_eq!(komi(text), None, "{text}");
        }
    }

    #[test]
    fn handicaps_of_many_sources() {
        let table =
            [("0", 0), ("2", 2), ("9", 9), ("H4", 4), ("2子", 2), ("让二子", 2), ("３ stones", 3)];
        for (text, stones) in table {
            assert_eq!(handicap(text), Some(stones), "{text}");
        }
        for text in ["", "让先", "-2", "4294967296", "none"] {
            assert_eq!(handicap(text), None, "{text}");
        }
    }
}

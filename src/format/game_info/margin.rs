//! Parses the winning margin from `RE`.

use super::GameOutcome;
use super::number::leading;
use super::outcome::without_brackets;
use super::text::fold;

/// The largest margin on 19 lines: all points and a komi.
const LARGEST: f32 = 400.0;

/// Parses the winning margin in points from an `RE` text in FF\[4\]'s form: a colour, a plus sign
/// and the score (`B+12.5`, `W+64`), in any case and spacing, optionally followed by the word for
/// points.
///
/// Returns `None` if the text has no winner or no score (`B+R`), if the score is qualified (`B+2 or
/// 3`), or if it is not a multiple of half a point: quarters are stones of Chinese counting.
#[must_use]
pub fn margin(text: &str) -> Option<f32> {
    GameOutcome::parse(text).winner()?;
    let said = without_brackets(&fold(text));
    let (_, score) = said.split_once('+')?;
    let score = score.trim_start();
    if !score.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (points, rest) = leading(score)?;
    let plain = rest.trim_start().is_empty() || is_unit(rest.trim());
    (plain && points <= LARGEST && (points * 2.0).fract() == 0.0).then_some(points)
}

fn is_unit(text: &str) -> bool {
    ["point", "points", "pts", "moku", "目", "집"].contains(&text)
}

#[cfg(test)]
mod tests {
    use super::margin;

    /// FF\[4\], property RE: the score is optional and a real value, e.g. `B+0.5`, `W+64`,
    /// `B+12.5`.
    #[test]
    fn the_scores_of_the_specification() {
        assert_eq!(margin("B+0.5"), Some(0.5));
        assert_eq!(margin("W+64"), Some(64.0));
        assert_eq!(margin("B+12.5"), Some(12.5));
        let without = [
            "0",
            "Draw",
            "B+",
            "W+",
            "B+R",
            "B+Resign",
            "W+T",
            "W+Time",
            "B+F",
            "B+Forfeit",
            "Void",
            "?",
            "",
        ];
        for text in without {
            assert_eq!(margin(text), None, "{text:?}");
        }
    }

    #[test]
    fn scores_of_collections() {
        let scores = [
            ("b+3.5", 3.5),
            ("W + 7.5", 7.5),
            ("Ｗ＋２.5", 2.5),
            ("B+3,5", 3.5),
            ("Black+2", 2.0),
            ("B+4.50", 4.5),
            ("B+1.5 (after the correction)", 1.5),
            ("B+3 points", 3.0),
            ("白+3目", 3.0),
        ];
        for (text, points) in scores {
            assert_eq!(margin(text), Some(points), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_number_of_points_is_no_margin() {
        let none = [
            "B+2 or 3", "B+3 1/4", "B+1/2", "W+8.25", "B+0", "B+-3", "W+R 3", "B+3, W+2",
            "B+3.5+2", "B+401", "3.5", "B+3子", "B+Void", "W+1e2",
        ];
        for text in none {
            assert_eq!(margin(text), None, "{text:?}");
        }
    }
}

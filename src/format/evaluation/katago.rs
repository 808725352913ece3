//! Parses the comments of KataGo's self-play, match and rating games.

use super::number;
use super::number::{EvaluatedPosition, Evaluation};

/// The pass that lifts a ko ban in some rules; the record puts it before the numbers.
const PASS_FOR_KO: &str = "Pass for ko ";
/// The maximum difference of three two-decimal probabilities from 1.
const ROUNDING: f32 = 0.0151;

/// Parses `win loss no-result score` from White's view, optionally followed by `v=visits`.
///
/// The format is strict, so that a human's words do not match: each probability has two decimals,
/// and they add up to 1.
pub fn read(comment: &str) -> Option<Evaluation> {
    let text = comment.strip_prefix(PASS_FOR_KO).unwrap_or(comment);
    if !matches!(text.as_bytes().first()?, b'0' | b'1' | b'-') {
        return None;
    }
    let mut words = text.split_ascii_whitespace();
    let [win, loss, no_result] = [words.next()?, words.next()?, words.next()?];
    let [win, loss, no_result] = [probability(win)?, probability(loss)?, probability(no_result)?];
    if (win + loss + no_result - 1.0).abs() > ROUNDING {
        return None;
    }
    let score = number::lead(words.next().filter(|word| word.contains('.'))?)?;
    Some(Evaluation {
        lead: Some(0.0 - score),
        // loss + no_result / 2, unaffected by rounding: always within 0..=1.
        win_rate: Some((1.0 + loss - win) / 2.0),
        visits: words.next().and_then(visits),
        position: EvaluatedPosition::BeforeMove,
    })
}

/// Parses a probability with two decimals.
fn probability(word: &str) -> Option<f32> {
    let (_, decimals) = word.split_once('.')?;
    (decimals.len() == 2).then(|| number::rate(word))?
}

fn visits(word: &str) -> Option<u32> {
    number::visits(word.strip_prefix("v=")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lead: f32, win_rate: f32, visits: Option<u32>) -> Option<Evaluation> {
        Some(Evaluation {
            lead: Some(lead),
            win_rate: Some(win_rate),
            visits,
            position: EvaluatedPosition::BeforeMove,
        })
    }

    #[test]
    fn the_numbers_are_white_s() {
        assert_eq!(read("0.25 0.75 0.00 -0.4 v=600"), said(0.4, 0.75, Some(600)));
        assert_eq!(read("1.00 0.00 0.00 30.5 v=9"), said(-30.5, 0.0, Some(9)));
    }

    #[test]
    fn other_words_may_stand_around() {
        let with_visits = said(0.5, 0.5, Some(800));
        let without = said(0.5, 0.5, None);
        assert_eq!(read("Pass for ko 0.50 0.50 0.00 -0.5 v=800"), with_visits);
        let more = "0.50 0.50 0.00 -0.5 v=800 weight=1.00 result=W+R";
        assert_eq!(read(more), with_visits);
        assert_eq!(read("0.50 0.50 0.00 -0.5 v=800\n\nBlack's winrate"), with_visits);
        assert_eq!(read("0.50 0.50 0.00 -0.5"), without);
        assert_eq!(read("0.50 0.50 0.00 -0.5 result=B+0.5"), without);
        assert_eq!(read("0.50 0.50 0.00 -0.5 v=many"), without);
    }

    #[test]
    fn no_result_is_half_a_win() {
        assert_eq!(read("0.25 0.25 0.50 0.0 v=1"), said(0.0, 0.5, Some(1)));
        assert_eq!(read("0.00 0.50 0.50 0.0 v=1"), said(0.0, 0.75, Some(1)));
    }

    #[test]
    fn rounded_probabilities_need_not_be_1_together() {
        let rate = |text| read(text).and_then(|read| read.win_rate);
        assert_eq!(rate("0.00 1.00 0.01 -9.0"), Some(1.0));
        assert!(rate("0.33 0.33 0.33 0.0").is_some());
        assert_eq!(rate("0.33 0.33 0.32 0.0"), None);
    }

    #[test]
    fn other_comments_say_nothing() {
        let comments = [
            "",
            "0.5 is fine here",
            "0.50",
            "0.50 0.50 0.00",
            "0.50 0.50 0.00 points",
            "1 0 0 5",
            "1.0 0.0 0.0 5.0",
            "0.50 0.50 0.00 5",
            "0.60 0.60 0.00 0.0",
            "1.50 -0.50 0.00 0.0",
            "nan nan nan nan",
            "0.50 0.50 0.00 nan",
            "0.50 0.50 0.00 1000.5",
            "0.50 0.50 0.00 99999999999999999999.0",
            "startTurnIdx=0,initTurnNum=0,gtype=normal",
            "Pass for ko",
            "黑 0.50 0.50 0.00 0.5",
        ];
        for comment in comments {
            assert_eq!(read(comment), None, "{comment:?}");
        }
    }
}

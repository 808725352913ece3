//! Parses the comments of KaTrain.

use memchr::memchr;

use super::number;
use super::number::{EvaluatedPosition, Evaluation};

/// The labels of score and win rate: English, simplified and traditional Chinese.
const LABELS: [(&str, &str); 3] =
    [("Score: ", "Win rate: "), ("分数: ", "胜率: "), ("目差: ", "勝率: ")];

/// A cheap test before [`read`]: KaTrain's comments contain a percentage.
pub fn is_likely(comment: &str) -> bool {
    memchr(b'%', comment.as_bytes()).is_some()
}

/// Parses the last `Score: W+3.9` that is followed by a `Win rate: W 71.1%`, on the next line or
/// the same.
///
/// The last one, because KaTrain appends its comment to existing text.
pub fn read(comment: &str) -> Option<Evaluation> {
    LABELS.iter().find_map(|(score, win_rate)| {
        comment
            .rmatch_indices(score)
            .find_map(|(at, _)| after_label(&comment[at + score.len()..], win_rate))
    })
}

fn after_label(text: &str, win_rate_label: &str) -> Option<Evaluation> {
    let (score, rest) = word(text)?;
    let (points, sign) = side(score)?;
    let lead = number::lead(points.strip_prefix('+')?)? * sign;
    let (color, rest) = word(rest.strip_prefix(win_rate_label)?)?;
    let ("", sign) = side(color)? else {
        return None;
    };
    let percent = rest.split_ascii_whitespace().next()?;
    let rate = number::percent(percent.strip_suffix('%')?)?;
    Some(Evaluation {
        lead: Some(lead),
        win_rate: Some(if sign > 0.0 { rate } else { 1.0 - rate }),
        visits: None,
        position: EvaluatedPosition::AfterMove,
    })
}

/// The text up to the first white space, and the text after that white space.
fn word(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.split_once(|char: char| char.is_ascii_whitespace())?;
    Some((word, rest.trim_ascii_start()))
}

/// The text after the colour, and the sign of that colour's points: + for Black.
fn side(text: &str) -> Option<(&str, f32)> {
    let black = text.strip_prefix(['B', '黑']).map(|rest| (rest, 1.0));
    black.or_else(|| text.strip_prefix(['W', '白']).map(|rest| (rest, -1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(comment: &str) -> Option<(f32, f32)> {
        let read = read(comment)?;
        assert_eq!((read.visits, read.position), (None, EvaluatedPosition::AfterMove));
        Some((read.lead?, read.win_rate?))
    }

    /// Put together from `comment` in KaTrain's `game_node.py` and its English texts.
    const COMMENT: &str = "Move 31: B R2\nScore: W+3.5\nWin rate: W 75.0%\n\
        Estimated point loss: 4.3\nPredicted top move was S2 (B+0.5).\n\
        PV: BS2 K4 O6\nMove was #96 according to policy  (0.00%).\n\
        Top policy move was K4 (40.0%).\n\u{3164}\u{200b}";

    #[test]
    fn score_and_win_rate_name_their_colour() {
        assert_eq!(said(COMMENT), Some((-3.5, 0.25)));
        let black = COMMENT.replace("W+3.5", "B+3.5").replace("W 75", "B 75");
        assert_eq!(said(&black), Some((3.5, 0.75)));
    }

    #[test]
    fn another_program_may_have_made_it_one_line() {
        assert_eq!(said(&COMMENT.replace('\n', " ")), Some((-3.5, 0.25)));
        assert_eq!(said(&COMMENT.replace('\n', "\r\n")), Some((-3.5, 0.25)));
    }

    #[test]
    fn the_last_one_counts() {
        let note = "Score: B+9.0\nWin rate: B 99.0%\nmy Score: high\n\u{3164}\u{3164}\n";
        assert_eq!(said(&format!("{note}{COMMENT}")), Some((-3.5, 0.25)));
        assert_eq!(said(&format!("{COMMENT}\nScore: see above")), Some((-3.5, 0.25)));
    }

    #[test]
    fn chinese_is_read_french_is_not() {
        let simplified = "手数 31: B R2\n分数: W+3.5\n胜率: W 75.0%\n";
        assert_eq!(said(simplified), Some((-3.5, 0.25)));
        assert_eq!(said("目差: 黑+3.5\n勝率: 黑 75.0%\n"), Some((3.5, 0.75)));
        assert_eq!(said("Score : B+3.5\nPronostic : B 75.0%\n"), None);
    }

    #[test]
    fn other_comments_say_nothing() {
        let comments = [
            "",
            "I'd say B+0.5, 60% sure",
            "Score: W+3.5",
            "Score: W+3.5\nand then\nWin rate: W 75.0%",
            "Score: None\nWin rate: None",
            "Score: W3.5\nWin rate: W 75.0%",
            "Score: W+3.5\nWin rate: W 75.0",
            "Score: W+3.5\nWin rate: W 175.0%",
            "Score: W+3.5\nWin rate: W -5.0%",
            "Score: W+nan\nWin rate: W 75.0%",
            "Score: W+1000.5\nWin rate: W 75.0%",
            "Score: W+3.5\nWin rate: White 75.0%",
            "Score: G+3.5\nWin rate: G 75.0%",
        ];
        for comment in comments {
            assert_eq!(read(comment), None, "{comment:?}");
        }
    }
}

//! Results as servers word them, in the form of SGF.

use crate::game_info::{GameOutcome, leading_number};
use joseki_game::Color;

const RESIGNATION: [&str; 8] = ["resign", "中押", "中盘", "中盤", "不计", "불계", "기권", "投了"];
const TIME: [&str; 8] = ["time", "時間", "时间", "超时", "超時", "시간", "逾时", "逾時"];

/// Writes a result: `B+R`, `W+T`, `B+3.5`, or `B+` without a known margin.
pub(super) fn won(winner: Color, how: &str) -> String {
    let letter = if winner == Color::Black { 'B' } else { 'W' };
    format!("{letter}+{how}")
}

/// Reads a result in words, such as `White Win by Resign!` or `흑 1.5집 승`. What is not clear stays
/// as it is.
pub(super) fn in_words(text: &str) -> String {
    // The points of both sides follow.
    let said = text.split(">>").next().unwrap_or_default().trim();
    // The number of moves comes first.
    let said = said.rsplit(['、', '，']).next().unwrap_or(said);
    let lower = said.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let outcome = GameOutcome::parse(said);
    match outcome.winner() {
        Some(winner) if has(&RESIGNATION) => won(winner, "R"),
        Some(winner) if has(&TIME) => won(winner, "T"),
        Some(winner) => won(winner, &margin(said).unwrap_or_default()),
        None if outcome == GameOutcome::Draw => "0".to_owned(),
        None => text.trim().to_owned(),
    }
}

fn margin(said: &str) -> Option<String> {
    let (points, rest) = leading_number(said)?;
    let half = ["目半", "집반"].iter().any(|half| rest.trim_start().starts_with(half));
    let points = points + if half { 0.5 } else { 0.0 };
    (points > 0.0).then(|| points.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_words_become_those_of_sgf() {
        for (words, result) in [
            ("White Win by Resign!", "W+R"),
            ("Black Win 6.5 >> White(50):Black(63)", "B+6.5"),
            ("White loses on time ", "B+T"),
            ("White 19Win  >> White(83):Black(64)", "W+19"),
            ("Black wins by 1win >> White(58):Black(59)", "B+1"),
            ("흑 1.5집 승", "B+1.5"),
            ("백 불계승!", "W+R"),
            ("백 시간승", "W+T"),
            ("흑 3집반승", "B+3.5"),
            ("白5.5目勝ち!", "W+5.5"),
            ("黒中押し勝ち!", "B+R"),
            ("197手完、黒中押し勝ち", "B+R"),
            ("232手完、黒2目半勝ち", "B+2.5"),
            ("黒5.5目勝！ >> 白(64):黒(76)", "B+5.5"),
            ("白時間切れ勝ち！", "W+T"),
            ("黑中盘胜", "B+R"),
            ("白超时负", "B+T"),
            ("Draw", "0"),
            ("Progressing!", "Progressing!"),
            ("黑185子", "黑185子"),
            ("", ""),
        ] {
            assert_eq!(in_words(words), result, "{words}");
        }
    }
}

//! Parses the winner of a game from `RE`.

use super::claim::{Claim, Winning, claims};
use super::text::fold;
use joseki_game::{Color, Game};

/// The winner. Void, missing, unfinished and unclear results are unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameOutcome {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Neither player won: jigo.
    Draw,
    /// The winner is unknown.
    #[default]
    Unknown,
}

/// Words that make a result void, whatever else it says.
const VOID: [&str; 8] = ["void", "annul", "cancel", "無勝負", "无胜负", "無胜負", "무승부", "무효"];
/// Words that negate a sentence. A result in short form stands next to them, because there they
/// describe the record: `W+R, moves beyond 171 not known`.
const DENIAL: [&str; 11] = [
    "or",
    "both",
    "either",
    "not",
    "no",
    "never",
    "unfinished",
    "suspended",
    "adjourned",
    "abandoned",
    "neither",
];
/// Words for a draw; 持碁 and similar words are in ideographs, which have no word boundaries.
const DRAW_WORDS: [&str; 5] = ["draw", "drawn", "jigo", "tie", "hikiwake"];
const DRAW: [&str; 8] = ["和棋", "和局", "平局", "持碁", "持棋", "ジゴ", "じご", "빅"];

impl GameOutcome {
    /// Parses the result of a game: in xiangqi, where Red moves first, as games of chess write it.
    #[must_use]
    pub fn of_game(game: Game, text: &str) -> GameOutcome {
        match (game, text.trim()) {
            (Game::Xiangqi, "1-0") => GameOutcome::Black,
            (Game::Xiangqi, "0-1") => GameOutcome::White,
            (Game::Xiangqi, "1/2-1/2") => GameOutcome::Draw,
            _ => GameOutcome::parse(text),
        }
    }

    /// Parses an `RE` text.
    ///
    /// Accepts FF\[4\]'s form (`B+12.5`, `W+Resign`, `0`, `Draw`, `Void`, `?`) in any case and
    /// spacing, and sentences in English, Chinese, Japanese and Korean in which a colour wins or
    /// loses. Text in brackets is ignored. All statements must agree, otherwise the result is
    /// unknown. It is also unknown for a win by nothing (`B+0`) and if a name may look like a
    /// colour (`白石 中押し勝ち`).
    #[must_use]
    pub fn parse(text: &str) -> GameOutcome {
        let said = without_brackets(&fold(text));
        if VOID.iter().any(|word| said.contains(word)) {
            return GameOutcome::Unknown;
        }
        // As servers of renju write it.
        if ["b+draw", "w+draw"].contains(&said.trim()) {
            return GameOutcome::Draw;
        }
        let has_word = |list: &[&str]| {
            let mut words = said.split(|c: char| !c.is_alphabetic());
            words.any(|word| list.contains(&word))
        };
        let denied = has_word(&DENIAL);
        let drawn =
            is_zero(&said) || has_word(&DRAW_WORDS) || DRAW.iter().any(|d| said.contains(d));
        let claims = claims(&said);
        let counts = |claim: &&Claim| !denied || claim.winning == Winning::Short;
        let mut winners = claims.iter().filter(counts).map(|claim| claim.winner);
        match winners.next() {
            None if drawn && !denied && claims.is_empty() => GameOutcome::Draw,
            Some(Some(winner)) if !drawn && winners.all(|other| other == Some(winner)) => {
                winner.into()
            }
            _ => GameOutcome::Unknown,
        }
    }

    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameOutcome::Black => Some(Color::Black),
            GameOutcome::White => Some(Color::White),
            GameOutcome::Draw | GameOutcome::Unknown => None,
        }
    }
}

impl From<Color> for GameOutcome {
    fn from(winner: Color) -> GameOutcome {
        match winner {
            Color::Black => GameOutcome::Black,
            Color::White => GameOutcome::White,
        }
    }
}

fn is_zero(text: &str) -> bool {
    text.starts_with('0') && text.parse() == Ok(0.0f32)
}

/// The text outside brackets.
pub(super) fn without_brackets(text: &str) -> String {
    let mut depth = 0u32;
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::GameOutcome::{self, Black, Draw, Unknown, White};

    fn check(outcome: GameOutcome, texts: &[&str]) {
        for text in texts {
            assert_eq!(GameOutcome::parse(text), outcome, "{text:?}");
        }
    }

    /// FF\[4\], property RE.
    #[test]
    fn the_forms_of_the_specification() {
        check(
            Black,
            &["B+12.5", "B+R", "B+Resign", "B+T", "B+Time", "B+F", "B+Forfeit", "B+", "B+64"],
        );
        check(White, &["W+0.5", "W+R", "W+Resign", "W+T", "W+Time", "W+F", "W+Forfeit", "W+"]);
        check(Draw, &["0", "Draw", "Jigo", "0.0"]);
        check(Unknown, &["Void", "?", "", " "]);
    }

    /// Short forms of servers and collections: Tom, Fox, OGS, GoGoD.
    #[test]
    fn short_forms_of_collections() {
        let black = [
            "b+r",
            "B +3.5",
            "B + 3.5",
            "B+Offline",
            "Black+R",
            "Ｂ＋Ｒ",
            "黑+3.5",
            "B+R (moves beyond 150 not known)",
            "B+2 or 3",
            "B+?",
            "B+1/2",
            "B+Disconnection",
            "B+Resign\n",
            "B+3 1/4",
        ];
        check(Black, &black);
        let white = [
            "W+Resign (moves beyond time)",
            "White+R",
            "w+7.5",
            "W+8.25",
            "W+R, moves beyond 171 not known",
        ];
        check(White, &white);
    }

    #[test]
    fn english_sentences() {
        let black = [
            "Black wins by resignation",
            "black won on time",
            "Black wins",
            "B wins by 3.5",
            "White resigns",
            "White resigned.",
            "White lost on time",
            "Black by 3.5",
            "Win for Black",
            "White has resigned",
            "Black (Cho Chikun) wins by 5 points",
            "Black wins. White resigned.",
            "Winner: Black",
        ];
        check(Black, &black);
        check(
            White,
            &[
                "White wins by half a point",
                "W by resignation",
                "Black loses by 1 point",
                "WHITE WON",
                "White beats Black",
            ],
        );
        check(Draw, &["B+draw", "W+Draw", "Drawn", "Draw by agreement", "jigo."]);
    }

    /// Sina, Tom, Fox, gokifu.com, Go Seigen Dojo (棋聖道場), Tygem.
    #[test]
    fn chinese_japanese_and_korean() {
        let black = [
            "黑中盘胜",
            "黑胜1又1/4子",
            "黑胜 3/4子",
            "黒中押し勝ち",
            "黒中押勝ち",
            "黒番中押し勝ち",
            "흑 불계승",
            "흑불계승",
            "흑 3집반승",
            "黑方胜",
            "柯洁执黑中盘胜",
            "白超时负",
            "白认输",
            "白投了",
            "白 時間切れ負け",
            "黑胜白",
            "黑不计胜",
            "黒5目勝ち",
            "백 시간패",
            "黑 勝",
            "白の投了により黒の中押し勝ち",
            "黒の74目半勝ち",
            "黑胜（对方认输）",
            "黑棋中盘胜",
        ];
        check(Black, &black);
        let white = [
            "白胜2目半",
            "白3目半勝",
            "白半目勝ち",
            "백 2집반승",
            "백 시간승",
            "白胜黑",
            "白両目半勝",
            "黑超时负",
            "黒番6目半コミ出し、白1目半勝ち",
            "黑贴3又3/4子,白胜",
            "白中盘胜",
            "흑 기권패",
            "白胜40.5目",
            "결과: 백 불계승",
        ];
        check(White, &white);
        check(Draw, &["和棋", "持碁", "持棋", "ジゴ", "平局", "빅"]);
    }

    #[test]
    fn what_is_not_clear_is_unknown() {
        let unknown = [
            "無勝負",
            "无胜负",
            "무승부",
            "B+R or W+R",
            "B+3, W+2",
            "B+0",
            "W+0.0",
            "B+-3.5",
            "B-3.5",
            "W Resign",
            "Resign",
            "no result",
            "Suspended",
            "Left unfinished",
            "Both lost",
            "Black did not win",
            "B+Void",
            "B+Cancellation",
            "白石勇一 中押し勝ち",
            "백대현 불계승",
            "李白中盘胜",
            "中盘胜",
            "1-0",
            "+R",
            "R",
            "3.5",
            "Black",
            "B",
            "黑",
            "黑185子",
            "Black wins; White wins",
            "???",
            "White or Black won",
            "Draw, B+1",
            "Unknown",
            "Blackburn wins",
            "黑?白?",
            "W",
        ];
        check(Unknown, &unknown);
    }
}

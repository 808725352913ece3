//! Splits prose into sentences, and sentences into words, colours and points.

use super::properties::NodePlacement;
use joseki_game::{Color, Side, Step};

/// The longest sentence reported, in characters; a longer one is cut.
const LONGEST: usize = 300;

/// A word of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhraseToken {
    /// A word in lower case.
    Word(String),
    /// Black or White, as first or second mover.
    Side(Side),
    /// A point of the board.
    Point(Step),
    /// A separator of clauses: a comma, a colon, a bracket, a dash between spaces.
    Comma,
}

impl PhraseToken {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            PhraseToken::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether this is the given word.
    pub fn is(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    /// Whether this is one of the given words.
    pub fn is_any(&self, words: &[&str]) -> bool {
        self.word().is_some_and(|word| words.contains(&word))
    }
}

/// Splits prose into sentences, each verbatim with its tokens.
pub fn sentences(prose: &str, place: NodePlacement) -> Vec<(&str, Vec<PhraseToken>)> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, letter) in prose.char_indices() {
        let next = prose[at + letter.len_utf8()..].chars().next();
        let ends = match letter {
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            ';' | '。' | '！' | '？' => true,
            // Prose may be wrapped anywhere; a new sentence starts without a letter, or after a
            // blank line.
            '\n' => next.is_some_and(|next| !next.is_alphabetic()),
            _ => false,
        };
        if ends {
            found.push(&prose[start..at + letter.len_utf8()]);
            start = at + letter.len_utf8();
        }
    }
    found.push(&prose[start..]);
    let sentences = found.into_iter().map(|text| cut(text.trim()));
    let kept = sentences.filter(|text| !text.is_empty());
    kept.map(|text| (text, tokens(text, place))).collect()
}

fn cut(text: &str) -> &str {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => &text[..at],
        None => text,
    }
}

fn tokens(text: &str, place: NodePlacement) -> Vec<PhraseToken> {
    let mut found = Vec::new();
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_alphanumeric() {
            word.push(letter);
            continue;
        }
        if !word.is_empty() {
            found.push(token(&std::mem::take(&mut word), place));
        }
        if ",:()[]—–".contains(letter) {
            found.push(PhraseToken::Comma);
        }
    }
    found
}

fn token(word: &str, place: NodePlacement) -> PhraseToken {
    if let Some(step) = place.step_in_prose(word, false).filter(|_| is_coordinate(word)) {
        return PhraseToken::Point(step);
    }
    let small = word.to_lowercase();
    let color = match small.as_str() {
        "black" | "blacks" => Some(Color::Black),
        "white" | "whites" => Some(Color::White),
        _ if word == "B" => Some(Color::Black),
        _ if word == "W" => Some(Color::White),
        _ => None,
    };
    match color {
        Some(color) if color == place.first => PhraseToken::Side(Side::First),
        Some(_) => PhraseToken::Side(Side::Second),
        None => PhraseToken::Word(small),
    }
}

fn is_coordinate(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_uppercase())
}

/// The words for a ladder: Chinese, Japanese in both scripts, Korean.
const LADDER: [&str; 6] = ["征子", "征吃", "シチョウ", "しちょう", "シチヨウ", "축이"];
const BLACK: [&str; 3] = ["黑", "黒", "흑"];
const WHITE: [&str; 2] = ["白", "백"];
const GOOD: [&str; 7] = ["有利", "良", "よけれ", "成立", "유리", "좋", "有效"];
const BAD: [&str; 8] = ["不利", "悪", "不成立", "불리", "나쁘", "不好", "無効", "无效"];
const CONDITION: [&str; 12] =
    ["如果", "若", "时", "時", "なら", "れば", "場合", "とき", "면", "경우", "条件", "才"];

/// A sentence's statement about a ladder.
pub struct LadderStatement {
    /// Whether it is good or bad; `None` if it is only mentioned.
    pub good: Option<bool>,
    /// Whether it concerns Black; `None` for neither or both colours.
    pub black: Option<bool>,
    /// Whether it is a condition.
    pub conditional: bool,
}

/// Parses a sentence's statement about a ladder; `None` if it has no word for one.
pub fn find(sentence: &str) -> Option<LadderStatement> {
    let has = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
    if !has(&LADDER) {
        return None;
    }
    let bad = has(&BAD);
    Some(LadderStatement {
        good: (bad || has(&GOOD)).then_some(!bad),
        black: match (has(&BLACK), has(&WHITE)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        },
        conditional: has(&CONDITION),
    })
}

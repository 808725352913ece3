//! Recognizes ladders in Chinese, Japanese and Korean sentences: the word, a colour, good or bad, a
//! condition.

/// The words for a ladder: Chinese, Japanese in both scripts, Korean.
const LADDER: [&str; 6] = ["征子", "征吃", "シチョウ", "しちょう", "シチヨウ", "축이"];
const BLACK: [&str; 3] = ["黑", "黒", "흑"];
const WHITE: [&str; 2] = ["白", "백"];
const GOOD: [&str; 7] = ["有利", "良", "よけれ", "成立", "유리", "좋", "有效"];
const BAD: [&str; 8] = [
    "不利",
    "悪",
    "不成立",
    "불리",
    "나쁘",
    "不好",
    "無効",
    "无效",
];
const CONDITION: [&str; 12] = [
    "如果", "若", "时", "時", "なら", "れば", "場合", "とき", "면", "경우", "条件", "才",
];

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

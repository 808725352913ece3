//! Parses `BR` and `WR` texts: a number with its unit, and words for amateurs and professionals.

use super::Rank;
use super::text::{fold, is_numeral, numeral};

/// Titles held by professionals.
const TITLES: [&str; 20] = [
    "meijin",
    "honinbo",
    "kisei",
    "judan",
    "tengen",
    "gosei",
    "名人",
    "本因坊",
    "棋聖",
    "棋圣",
    "十段",
    "天元",
    "王座",
    "碁聖",
    "碁圣",
    "国手",
    "國手",
    "명인",
    "국수",
    "기성",
];
/// Words for amateurs. They take precedence over all others: `アマ本因坊` is an amateur title.
const AMATEUR: [&str; 6] = ["amateur", "アマ", "业余", "業余", "業餘", "아마"];
/// Words for professionals.
const PROFESSIONAL: [&str; 5] = ["professional", "职业", "職業", "プロ", "프로"];
/// Students of professional schools, as strong as the strongest amateurs.
const STUDENT: [&str; 4] = ["insei", "院生", "연구생", "冲段"];

const MAX_KYU: u8 = 40;
const MAX_DAN: u8 = 10;

/// A number with its unit.
struct Numbered {
    value: u8,
    unit: Unit,
    /// Whether the number is a word: `九`.
    in_words: bool,
    /// Whether a `p` directly precedes it.
    marked: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Kyu,
    Dan,
    Pro,
    None,
}

/// Parses a rank by the rules of [`Rank::parse`].
pub(super) fn rank(text: &str) -> Option<Rank> {
    let text = fold(text);
    let has = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    let word = |word: &str| text.split(|c: char| !c.is_ascii_alphabetic()).any(|w| w == word);
    let short =
        |c: char| text.starts_with(c) && text.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    let amateur = has(&AMATEUR) || word("ama") || short('业') || short('業');
    let titled = !amateur && has(&TITLES);
    let professional = !amateur && (titled || has(&PROFESSIONAL) || word("pro"));
    let numbered = numbered(&text, professional);
    // 十段 is a title, not a dan rank.
    let numbered = numbered.filter(|n| !(n.in_words && n.unit == Unit::Dan && n.value > 9));
    match numbered {
        Some(found) => of_number(&found, professional, amateur),
        None if titled => Some(Rank::Pro(9)),
        None if has(&STUDENT) => Some(Rank::Dan(7)),
        None => (professional && text.len() <= "professional".len()).then_some(Rank::Pro(1)),
    }
}

fn of_number(found: &Numbered, professional: bool, amateur: bool) -> Option<Rank> {
    let value = found.value;
    if found.unit == Unit::Kyu {
        return (1..=MAX_KYU).contains(&value).then_some(Rank::Kyu(value));
    }
    let pro = professional || found.marked || found.unit == Unit::Pro || found.in_words;
    let rank = if pro && !amateur { Rank::Pro } else { Rank::Dan };
    (1..=MAX_DAN).contains(&value).then(|| rank(value))
}

/// The first number with a unit, or the first number at all in a professional's text.
fn numbered(text: &str, professional: bool) -> Option<Numbered> {
    let mut rest = text;
    let mut before = "";
    loop {
        let start = rest.find(|c: char| c.is_ascii_digit() || is_numeral(c))?;
        before = if start > 0 { &rest[..start] } else { before };
        let number = &rest[start..];
        let in_words = !number.starts_with(|c: char| c.is_ascii_digit());
        let part = |c: char| {
            if in_words { is_numeral(c) } else { c.is_ascii_digit() }
        };
        let after = number.trim_start_matches(part);
        let digits = &number[..number.len() - after.len()];
        let value = if in_words { numeral(digits) } else { digits.parse().ok() };
        let unit = unit(after, in_words);
        let stands =
            unit != Unit::None || (professional && !in_words && before.trim_end().ends_with("pro"));
        if let (Some(value), true) = (value, stands) {
            let last_word = before.rsplit(|c: char| !c.is_ascii_alphabetic()).next();
            let marked = last_word == Some("p");
            return Some(Numbered { value, unit, in_words, marked });
        }
        rest = after;
    }
}

/// The unit directly after a number.
fn unit(after: &str, in_words: bool) -> Unit {
    let mut rest = after;
    if !in_words {
        let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|end| rest.strip_prefix(end));
        rest = ordinal.unwrap_or(rest);
        rest = rest.trim_start_matches([' ', '-', '.']);
    }
    match rest.chars().next() {
        Some('段' | '단') => return Unit::Dan,
        Some('级' | '級' | '급') => return Unit::Kyu,
        _ => {}
    }
    let end = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
    match &rest[..end] {
        _ if in_words => Unit::None,
        "k" | "kyu" | "gup" => Unit::Kyu,
        "d" | "dan" | "duan" => Unit::Dan,
        "p" | "dp" | "pro" => Unit::Pro,
        _ => Unit::None,
    }
}

//! Normalizes texts of records: full-width letters, East Asian numerals, invisible characters.

/// The number of characters examined; no rank, date or result is longer.
const LOOKED_AT: usize = 400;
/// The most characters of a name; longer ones are cut.
const LONGEST: usize = 200;

/// Folds a text for searching: lower case, full-width letters and digits as ASCII, trimmed, at most
/// 400 characters.
pub(super) fn fold(text: &str) -> String {
    let narrow = text.chars().take(LOOKED_AT).map(|c| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' | '\u{a0}' => ' ',
        other => other,
    });
    let lower: String = narrow.flat_map(char::to_lowercase).collect();
    lower.trim().to_owned()
}

/// Cleans a text for display: without control characters and marks that change the writing
/// direction, trimmed, at most 200 characters.
pub(super) fn clean(text: &str) -> String {
    let seen = text.trim_matches(is_nothing).chars().filter(|c| !hidden(*c));
    let cut: String = seen.take(LONGEST).collect();
    cut.trim().to_owned()
}

/// The value of a numeral such as `初`, `九`, `十五` or `三十`, 1 to 99.
pub(super) fn numeral(text: &str) -> Option<u8> {
    let (mut tens, mut ones) = (0, 0);
    for c in text.chars() {
        match digit(c)? {
            10 if tens == 0 => (tens, ones) = (ones.max(1), 0),
            10 => return None,
            _ if ones != 0 => return None,
            digit => ones = digit,
        }
    }
    Some(tens * 10 + ones).filter(|value| *value > 0)
}

/// Whether a character is part of a [`numeral`].
pub(super) fn is_numeral(c: char) -> bool {
    digit(c).is_some()
}

/// Whether a character is a Chinese character or a Korean syllable.
pub(super) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ac00}'..='\u{d7af}')
}

fn digit(c: char) -> Option<u8> {
    Some(match c {
        '初' | '一' | '壱' | '초' | '일' => 1,
        '二' | '两' | '両' | '弐' | '이' => 2,
        '三' | '参' | '삼' => 3,
        '四' | '사' => 4,
        '五' | '오' => 5,
        '六' | '육' => 6,
        '七' | '칠' => 7,
        '八' | '팔' => 8,
        '九' | '구' => 9,
        '十' | '십' => 10,
        _ => return None,
    })
}

fn is_nothing(c: char) -> bool {
    c.is_whitespace() || hidden(c)
}

fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_texts_are_narrow_ones() {
        assert_eq!(fold("　Ｗ＋Ｒ　"), "w+r");
        assert_eq!(fold("黑胜（９ＤＡＮ）"), "黑胜(9dan)");
        assert_eq!(fold(&"a".repeat(10_000)).len(), LOOKED_AT);
    }

    #[test]
    fn what_is_shown_has_nothing_hidden() {
        assert_eq!(clean(" \u{feff}Cho\u{7}  Chikun\u{202e} \0"), "Cho  Chikun");
        assert_eq!(clean("\t\r\n"), "");
        assert_eq!(clean(&"趙".repeat(500)).chars().count(), LONGEST);
    }

    #[test]
    fn numerals_are_read() {
        let table = [("初", 1), ("九", 9), ("十", 10), ("十五", 15), ("三十", 30), ("二十一", 21)];
        for (text, value) in table {
            assert_eq!(numeral(text), Some(value), "{text}");
        }
        for text in ["", "段", "五五", "十十", "9"] {
            assert_eq!(numeral(text), None, "{text}");
        }
    }
}

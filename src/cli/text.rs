//! Sanitizing, measuring and wrapping of untrusted text for a terminal.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use joseki_wire::is_bidi_format;

/// Replaces every control character except the line feed, and every bidirectional formatting
/// character, with a space. Text from a file can then neither control the terminal nor reorder its
/// display.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.contains(is_control) {
        Cow::Owned(text.replace(is_control, " "))
    } else {
        Cow::Borrowed(text)
    }
}

fn is_control(letter: char) -> bool {
    letter != '\n' && letter.is_control() || is_bidi_format(letter)
}

/// Formats a number of things: `1 game`, `2 games`.
pub fn count<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Writes how to see what a list continues with, if it does.
pub fn write_next(next: Option<impl Display>, out: &mut impl Write) -> io::Result<()> {
    match next {
        Some(next) => writeln!(out, "… more: --after {next}"),
        None => Ok(()),
    }
}

/// Joins the text on one line, cleaned.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().map(clean).collect::<Vec<_>>().join(" ")
}

/// Returns the first non-blank line of a text, cleaned, and whether more such lines follow.
pub fn first_line(text: &str) -> Option<(String, bool)> {
    let mut lines = text.lines().map(one_line).filter(|line| !line.is_empty());
    let first = lines.next()?;
    Some((first, lines.next().is_some()))
}

/// Returns the display width of a text in columns.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Wraps one line between words, or inside a word that is wider than a whole line. Without a
/// width, the line is not wrapped.
pub fn wrap(text: &str, columns: Option<usize>) -> Vec<String> {
    let Some(columns) = columns else {
        return vec![text.to_owned()];
    };
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let needed = width(word);
        if used > 0 && used + 1 + needed > columns {
            lines.push(String::new());
            used = 0;
        }
        if used > 0 {
            push(&mut lines, ' ', &mut used, columns);
        }
        word.chars().for_each(|letter| push(&mut lines, letter, &mut used, columns));
    }
    lines
}

/// Appends a letter to the last line, or to a new one if that is full.
fn push(lines: &mut Vec<String>, letter: char, used: &mut usize, columns: usize) {
    let needed = letter.width().unwrap_or_default();
    if *used > 0 && *used + needed > columns {
        lines.push(String::new());
        *used = 0;
    }
    if let Some(line) = lines.last_mut() {
        line.push(letter);
    }
    *used += needed;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(clean("a\x1b[2J\r\u{9b}b\nc"), "a [2J  b\nc");
        assert_eq!(one_line(" a\n\tb\x07 "), "a b ");
        assert_eq!(clean("a\u{202e}b\u{2066}c\u{2028}d"), "a b c d");
        assert!(matches!(clean("定石, plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn the_first_line_is_the_first_with_something_on_it() {
        assert_eq!(first_line("\n \na  b\n\n"), Some(("a b".into(), false)));
        assert_eq!(first_line("a\nb"), Some(("a".into(), true)));
        assert_eq!(first_line(" \n"), None);
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("a bc def", Some(4)), ["a bc", "def"]);
        assert_eq!(wrap("a bc def", None), ["a bc def"]);
        assert_eq!(wrap("", Some(4)), [""]);
    }

    #[test]
    fn a_long_word_and_wide_letters_break_too() {
        assert_eq!(wrap("ab cdefgh i", Some(4)), ["ab", "cdef", "gh i"]);
        assert_eq!(wrap("定石定石", Some(5)), ["定石", "定石"]);
    }
}

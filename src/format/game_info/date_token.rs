//! The tokens of a date: numbers, words and separators.

/// A token of a folded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateToken<'a> {
    /// A run of digits.
    Number(&'a str),
    /// A run of ASCII letters.
    Word(&'a str),
    /// White space of any length.
    Space,
    /// Any other character; all dashes are `-`.
    Other(char),
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl<'a> DateToken<'a> {
    /// The value of a number of one or two digits.
    pub fn small(self) -> Option<u8> {
        match self {
            DateToken::Number(digits) if digits.len() <= 2 => digits.parse().ok(),
            _ => None,
        }
    }

    /// The number of the month with this English name, in full or abbreviated to three letters or
    /// more.
    pub fn month(self) -> Option<u8> {
        let DateToken::Word(word) = self else {
            return None;
        };
        let named = MONTHS.iter().position(|month| month.starts_with(word))?;
        (word.len() >= 3).then_some(named as u8 + 1)
    }

    /// Whether this is the ordinal suffix of a number, as in `2nd`.
    pub fn is_ordinal(self) -> bool {
        matches!(self, DateToken::Word("st" | "nd" | "rd" | "th"))
    }
}

/// Splits a folded text into tokens.
pub(super) fn tokens<'a>(text: &'a str) -> Vec<DateToken<'a>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let run = |part: fn(char) -> bool| rest.find(|c| !part(c)).unwrap_or(rest.len());
        let (length, make): (usize, fn(&'a str) -> DateToken<'a>) = match c {
            '0'..='9' => (run(|c| c.is_ascii_digit()), DateToken::Number),
            'a'..='z' => (run(|c| c.is_ascii_lowercase()), DateToken::Word),
            _ if c.is_whitespace() => (run(char::is_whitespace), |_| DateToken::Space),
            _ => (c.len_utf8(), other),
        };
        let (piece, after) = rest.split_at(length);
        tokens.push(make(piece));
        rest = after;
    }
    tokens
}

fn other(piece: &str) -> DateToken<'_> {
    match piece.chars().next() {
        Some('\u{2010}'..='\u{2015}' | '−') => DateToken::Other('-'),
        Some(c) => DateToken::Other(c),
        None => DateToken::Space,
    }
}

//! Splits an export into rows and fields.
//!
//! Rapfi writes texts in quotes, with a backslash before quotes and backslashes, and `\n` and `\b`
//! for line breaks and separators. Doubled quotes and line breaks within quotes are read too.

use std::iter::Peekable;
use std::str::Chars;

/// A row of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Line in the file, from 1.
    pub line: usize,
    pub fields: Vec<String>,
    /// Whether the file ends within quotes.
    pub is_open: bool,
}

/// The rows of a file.
pub(super) struct Rows<'a> {
    text: Peekable<Chars<'a>>,
    line: usize,
}

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.trim_start_matches('\u{FEFF}').chars().peekable(), line: 1 }
    }

    fn next_char(&mut self) -> Option<char> {
        let next = self.text.next()?;
        if next == '\n' {
            self.line += 1;
        }
        Some(next)
    }

    /// Reads a field and whether it ends within quotes.
    fn field(&mut self) -> (String, bool) {
        let mut field = String::new();
        let is_open = self.text.next_if_eq(&'"').is_some() && !self.quoted(&mut field);
        while let Some(next) = self.text.next_if(|next| !matches!(next, ',' | '\n')) {
            field.push(next);
        }
        if field.ends_with('\r') {
            field.pop();
        }
        (field, is_open)
    }

    /// Reads a text up to its closing quote and returns whether there is one.
    fn quoted(&mut self, field: &mut String) -> bool {
        while let Some(next) = self.next_char() {
            match next {
                '"' if self.text.next_if_eq(&'"').is_some() => field.push('"'),
                '"' => return true,
                '\\' => match self.next_char() {
                    Some('n') => field.push('\n'),
                    Some('b') => field.push('\u{8}'),
                    Some(character @ ('"' | '\\')) => field.push(character),
                    Some(other) => field.extend(['\\', other]),
                    None => field.push('\\'),
                },
                other => field.push(other),
            }
        }
        false
    }
}

impl Iterator for Rows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        while matches!(self.text.peek()?, '\r' | '\n') {
            self.next_char();
        }
        let line = self.line;
        let mut row = Row { line, fields: Vec::new(), is_open: false };
        loop {
            let (field, is_open) = self.field();
            row.fields.push(field);
            row.is_open |= is_open;
            match self.next_char() {
                Some(',') => {}
                _ => return Some(row),
            }
        }
    }
}

//! Splits bytes into SGF tokens: parentheses, semicolons, property identifiers and property values.

use memchr::{memchr_iter, memchr2};

/// The kind of a token (SGF FF\[4\], EBNF).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Semicolon,
    /// Letters of either case: FF\[3\] and before allowed lower-case ones in identifiers.
    Ident,
    /// The bytes between `[` and the next unescaped `]`.
    Value,
    /// A value still open where the bytes end.
    Unclosed,
    /// A run of bytes that cannot start a token.
    Stray,
    /// The end of the bytes.
    End,
}

/// A token: its kind, the bytes `start..end`, and its lines, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SgfToken {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
    /// The line of its start.
    pub line: u32,
    /// Whether it spans lines, as only values can.
    pub has_lines: bool,
}

/// Reads tokens from bytes in any character set in which `(`, `)`, `;`, `[`, `\` and `]` never
/// occur inside another character: ASCII, UTF-8, ISO-8859, EUC.
///
/// Every token starts and ends next to an ASCII byte, hence on a character boundary of UTF-8.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
}

impl<'a> Tokens<'a> {
    /// Starts at `bytes`, whose first line has the number `line`.
    pub(super) fn new(bytes: &'a [u8], line: u32) -> Self {
        Self { bytes, at: 0, line }
    }

    /// Returns the next token; after the last one always [`TokenKind::End`].
    #[inline]
    pub(super) fn next(&mut self) -> SgfToken {
        while let Some(&byte) = self.bytes.get(self.at) {
            // Compared one by one in order of frequency: faster here than a jump table.
            if byte == b'[' {
                return self.value();
            } else if byte == b';' {
                return self.single(TokenKind::Semicolon);
            } else if byte.is_ascii_alphabetic() {
                return self.run(TokenKind::Ident, |byte| byte.is_ascii_alphabetic());
            } else if byte == b'(' {
                return self.single(TokenKind::Open);
            } else if byte == b')' {
                return self.single(TokenKind::Close);
            } else if is_space(byte) {
                self.at += 1;
                self.line += u32::from(byte == b'\n');
            } else {
                return self.run(TokenKind::Stray, is_stray);
            }
        }
        self.token(TokenKind::End, self.at, self.at, self.line)
    }

    #[inline]
    fn single(&mut self, kind: TokenKind) -> SgfToken {
        self.at += 1;
        self.token(kind, self.at - 1, self.at, self.line)
    }

    #[inline]
    fn run(&mut self, kind: TokenKind, goes_on: impl Fn(u8) -> bool) -> SgfToken {
        let start = self.at;
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at)
            && goes_on(byte)
        {
            self.at += 1;
        }
        self.token(kind, start, self.at, self.line)
    }

    #[inline]
    fn value(&mut self) -> SgfToken {
        let (start, line) = (self.at + 1, self.line);
        // Most values are two characters, a point; nearly all others are long.
        if let Some(&[first, second, b']']) = self.bytes.get(start..start + 3)
            && is_plain(first)
            && is_plain(second)
        {
            self.at = start + 3;
            return self.token(TokenKind::Value, start, start + 2, line);
        }
        let mut at = start;
        for &byte in self.bytes[start..].iter().take(8) {
            match byte {
                b']' => {
                    self.at = at + 1;
                    return self.token(TokenKind::Value, start, at, line);
                }
                b'\\' => break,
                b'\n' => self.line += 1,
                _ => {}
            }
            at += 1;
        }
        self.long_value(start, at, line)
    }

    /// Continues a value at `from`; line ends before `from` are already counted.
    #[inline(never)]
    fn long_value(&mut self, start: usize, from: usize, line: u32) -> SgfToken {
        let mut at = from;
        let (kind, end) = loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            match memchr2(b']', b'\\', rest) {
                None => break (TokenKind::Unclosed, self.bytes.len()),
                Some(offset) if rest[offset] == b']' => break (TokenKind::Value, at + offset),
                Some(offset) => at += offset + 2,
            }
        };
        self.line += count_lines(&self.bytes[from..end]);
        self.at = (end + 1).min(self.bytes.len());
        self.token(kind, start, end, line)
    }

    #[inline]
    fn token(&self, kind: TokenKind, start: usize, end: usize, line: u32) -> SgfToken {
        SgfToken { kind, start, end, line, has_lines: line != self.line }
    }
}

/// The number of line ends in `bytes`.
pub(super) fn count_lines(bytes: &[u8]) -> u32 {
    memchr_iter(b'\n', bytes).count() as u32
}

/// Whether a byte of a value needs no special handling.
fn is_plain(byte: u8) -> bool {
    byte > b' ' && byte != b']' && byte != b'\\'
}

/// White space includes control characters, because files may end in NUL or Ctrl-Z padding.
fn is_space(byte: u8) -> bool {
    byte <= b' '
}

fn is_stray(byte: u8) -> bool {
    !is_space(byte) && !byte.is_ascii_alphabetic() && !b"[;()".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(TokenKind, &str, u32)]) {
        let mut tokens = Tokens::new(text.as_bytes(), 1);
        for &(kind, part, line) in expected {
            let token = tokens.next();
            assert_eq!(
                (token.kind, &text[token.start..token.end], token.line),
                (kind, part, line),
                "in {text:?}"
            );
        }
        assert_eq!(tokens.next().kind, TokenKind::End, "in {text:?}");
        assert_eq!(tokens.next().kind, TokenKind::End, "in {text:?}");
    }

    #[test]
    fn the_tokens_of_a_small_tree() {
        check(
            "(;FF[4]\r\n;B[pd] [])",
            &[
                (TokenKind::Open, "(", 1),
                (TokenKind::Semicolon, ";", 1),
                (TokenKind::Ident, "FF", 1),
                (TokenKind::Value, "4", 1),
                (TokenKind::Semicolon, ";", 2),
                (TokenKind::Ident, "B", 2),
                (TokenKind::Value, "pd", 2),
                (TokenKind::Value, "", 2),
                (TokenKind::Close, ")", 2),
            ],
        );
    }

    #[test]
    fn an_escaped_bracket_does_not_close() {
        check(r"[a\]b]", &[(TokenKind::Value, r"a\]b", 1)]);
        check(r"[a\\]", &[(TokenKind::Value, r"a\\", 1)]);
        check(r"[0123456789\]b\\\]c]", &[(TokenKind::Value, r"0123456789\]b\\\]c", 1)]);
        check(r"[a\]", &[(TokenKind::Unclosed, r"a\]", 1)]);
        check("[a\\", &[(TokenKind::Unclosed, "a\\", 1)]);
        check("[", &[(TokenKind::Unclosed, "", 1)]);
    }

    #[test]
    fn lines_are_counted_inside_values_of_any_length() {
        check("[a\nb]B", &[(TokenKind::Value, "a\nb", 1), (TokenKind::Ident, "B", 2)]);
        let long = "1234567890\n\n1234567890\\\n";
        check(
            &format!("\n[{long}]\nB"),
            &[(TokenKind::Value, long, 2), (TokenKind::Ident, "B", 6)],
        );
    }

    #[test]
    fn what_is_no_token_is_stray() {
        check(
            "B3é=[x]\0\x1a",
            &[(TokenKind::Ident, "B", 1), (TokenKind::Stray, "3é=", 1), (TokenKind::Value, "x", 1)],
        );
    }
}

//! A property value: its raw text, and its interpretation as SGF text types.

use std::borrow::Cow;

use memchr::memchr2;

/// A property value as written between its brackets, including escapes.
///
/// Created only by the reader, so it has no unescaped `]` and does not end in an unescaped `\`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawValue<'a> {
    raw: &'a str,
}

impl<'a> RawValue<'a> {
    pub(super) fn new(raw: &'a str) -> Self {
        Self { raw }
    }

    /// The value as in the file, with its line ends and escapes.
    pub fn raw(self) -> &'a str {
        self.raw
    }

    /// Whether the brackets are empty.
    pub fn is_empty(self) -> bool {
        self.raw.is_empty()
    }

    /// The value as SGF Text (FF\[4\], "Text"): a character after `\` is itself, a line end after
    /// `\` is removed, every other line end (LF, CR, CRLF, LFCR) becomes `\n`, and tab, vertical
    /// tab and form feed become spaces.
    pub fn text(self) -> Cow<'a, str> {
        unescape(self.raw, '\n')
    }

    /// The value as SGF SimpleText (FF\[4\], "SimpleText"): as [`text`](Self::text), with a space
    /// for every remaining line end.
    pub fn simple_text(self) -> Cow<'a, str> {
        unescape(self.raw, ' ')
    }

    /// The two parts of a composed value (FF\[4\], "Compose"), split at the first unescaped `:`;
    /// `None` if there is none.
    pub fn compose(self) -> Option<(RawValue<'a>, RawValue<'a>)> {
        let bytes = self.raw.as_bytes();
        let mut at = 0;
        loop {
            let offset = memchr2(b':', b'\\', bytes.get(at..)?)?;
            if bytes[at + offset] == b':' {
                let (first, rest) = self.raw.split_at(at + offset);
                return Some((Self::new(first), Self::new(&rest[1..])));
            }
            at += offset + 2;
        }
    }
}

/// Removes the escapes from `raw` and replaces the line ends that are text by `line_end`.
fn unescape(raw: &str, line_end: char) -> Cow<'_, str> {
    let plain = |byte: u8| (byte >= b' ' && byte != b'\\') || (byte == b'\n' && line_end == '\n');
    if raw.bytes().all(plain) {
        // A lone LF may be the first half of LFCR, but then there is a CR as well.
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.chars();
    while let Some(char) = rest.next() {
        match char {
            '\\' => escaped(&mut rest, &mut text),
            '\r' | '\n' => {
                skip_pair(char, &mut rest);
                text.push(line_end);
            }
            other => text.push(spaced(other)),
        }
    }
    Cow::Owned(text)
}

/// Reads the character after a `\`.
fn escaped(rest: &mut std::str::Chars<'_>, text: &mut String) {
    match rest.next() {
        Some(char @ ('\r' | '\n')) => skip_pair(char, rest),
        Some(char) => text.push(spaced(char)),
        None => {}
    }
}

/// Skips the second half of a CRLF or LFCR whose first half is `first`.
fn skip_pair(first: char, rest: &mut std::str::Chars<'_>) {
    let second = if first == '\r' { '\n' } else { '\r' };
    if rest.as_str().starts_with(second) {
        rest.next();
    }
}

/// White space other than line ends becomes a space, escaped or not, and so does U+0000, which no
/// store takes.
fn spaced(char: char) -> char {
    match char {
        '\0' | '\t' | '\x0b' | '\x0c' => ' ',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, text: &str, simple: &str) {
        let value = RawValue::new(raw);
        assert_eq!(value.text(), text, "text of {raw:?}");
        assert_eq!(value.simple_text(), simple, "simple text of {raw:?}");
    }

    #[test]
    fn the_example_of_the_specification() {
        let raw = "Meijin NR: yeah, k4 is won\\\nderful\nsweat NR: thank you! :\\)\n\
                   dada NR: yup. I like this move too. It's a move only to be expected from a pro. \
                   I really like it :)\njansteen 4d: Can anyone\\\n explain [me\\] k4?";
        let text = "Meijin NR: yeah, k4 is wonderful\nsweat NR: thank you! :)\n\
                    dada NR: yup. I like this move too. It's a move only to be expected from a pro. \
                    I really like it :)\njansteen 4d: Can anyone explain [me] k4?";
        check(raw, text, &text.replace('\n', " "));
    }

    #[test]
    fn escapes_and_line_ends() {
        check("", "", "");
        check(r"\\", r"\", r"\");
        check(r"\]\:\a\é", "]:aé", "]:aé");
        check("a\tb\x0bc\x0cd\\\te", "a b c d e", "a b c d e");
        check("a\r\nb\n\rc\rd\ne", "a\nb\nc\nd\ne", "a b c d e");
        check("a\\\r\nb\\\n\rc\\\rd\\\ne", "abcde", "abcde");
        check("a\n\nb\r\rc", "a\n\nb\n\nc", "a  b  c");
        check("a\n\r\nb", "a\n\nb", "a  b");
        check("a\\\\\nb", "a\\\nb", "a\\ b");
    }

    #[test]
    fn plain_text_is_borrowed() {
        assert!(matches!(RawValue::new("棋 pd\nx").text(), Cow::Borrowed(_)));
        assert!(matches!(RawValue::new("棋 pd").simple_text(), Cow::Borrowed(_)));
    }

    #[test]
    fn compose_splits_at_the_first_unescaped_colon() {
        let split = |raw| {
            RawValue::new(raw).compose().map(|(a, b)| (a.raw().to_owned(), b.raw().to_owned()))
        };
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(split("dc:1"), pair("dc", "1"));
        assert_eq!(split(":"), pair("", ""));
        assert_eq!(split("a:b:c"), pair("a", "b:c"));
        assert_eq!(split(r"a\:b:c"), pair(r"a\:b", "c"));
        assert_eq!(split(r"a\\:b"), pair(r"a\\", "b"));
        assert_eq!(split(r"a\:b"), None);
        assert_eq!(split("pd"), None);
        assert_eq!(split(""), None);
    }
}

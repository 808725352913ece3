//! Determines the character set of a game tree from `CA` and from its bytes.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8,
    UTF_16BE, UTF_16LE, WINDOWS_1252,
};
use memchr::{memchr, memchr3_iter, memmem, memrchr};

use super::extent::{Extent, mixes_brackets};
use super::guess::guess;
use super::token::{TokenKind, Tokens};

/// The character set of a game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset {
    encoding: &'static Encoding,
    source: CharsetSource,
    lossy: bool,
}

impl Charset {
    pub(super) fn new(encoding: &'static Encoding, source: CharsetSource, lossy: bool) -> Self {
        Self { encoding, source, lossy }
    }

    /// The name in the WHATWG Encoding Standard, such as `UTF-8`, `gb18030` or `Shift_JIS`. (The
    /// standard maps ISO-8859-1 in files to `windows-1252` and GB2312 to `GBK`.) In a tree in a
    /// single-byte character set, values that are UTF-8 are read as UTF-8.
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// How the character set was determined.
    pub fn source(self) -> CharsetSource {
        self.source
    }

    /// Whether invalid bytes were replaced by U+FFFD.
    pub fn is_lossy(self) -> bool {
        self.lossy
    }

    pub(super) fn encoding(self) -> &'static Encoding {
        self.encoding
    }
}

/// How the character set of a game tree was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CharsetSource {
    /// The text is plain ASCII, so it makes no difference.
    Ascii,
    /// A byte order mark at the start of the input.
    ByteOrderMark,
    /// The `CA` property of the root, consistent with the text.
    Label,
    /// The text is valid UTF-8, and `CA` is missing or names another character set.
    ValidUtf8,
    /// A guess from the text: `CA` is missing or wrong.
    Guess,
}

/// The decoded text of a game tree that is not UTF-8.
pub(super) struct Decoded {
    pub text: String,
    /// The number of bytes decoded.
    pub len: usize,
    pub charset: Charset,
}

/// The character set that `label`, a value of `CA`, names. `None` for ASCII and unknown names, and
/// for UTF-16, which is impossible where the label itself was read as ASCII.
pub(super) fn by_label(label: &str) -> Option<&'static Encoding> {
    if matches!(plain_label(label).as_str(), "ascii" | "usascii") {
        return None;
    }
    Encoding::for_label(label.as_bytes())
        .filter(|encoding| ![UTF_16BE, UTF_16LE, REPLACEMENT].contains(encoding))
        .or_else(|| by_sloppy_label(label))
}

/// Common names that the Encoding Standard does not list.
fn by_sloppy_label(label: &str) -> Option<&'static Encoding> {
    Some(match plain_label(label).as_str() {
        "utf8" | "unicode" | "utf8sig" | "utf8bom" | "cp65001" | "65001" => UTF_8,
        "gb" | "gb2312" | "gbk" | "cp936" | "ms936" | "windows936" | "936" | "euccn" => GBK,
        "gb18030" | "gb180302000" | "gb180302005" => GB18030,
        "big5" | "cp950" | "ms950" | "windows950" | "950" | "big5hkscs" | "big5eten" => BIG5,
        "shiftjis" | "sjis" | "cp932" | "ms932" | "windows932" | "932" | "windows31j"
        | "mskanji" => SHIFT_JIS,
        "eucjp" | "ujis" => EUC_JP,
        "iso2022jp" | "jis" => ISO_2022_JP,
        "euckr" | "cp949" | "ms949" | "windows949" | "949" | "uhc" | "ksc5601" | "ksx1001" => {
            EUC_KR
        }
        "latin1" | "isolatin1" | "iso88591" | "cp1252" | "1252" | "windows1252" => WINDOWS_1252,
        _ => return None,
    })
}

/// The letters and digits of a label in lower case.
fn plain_label(label: &str) -> String {
    label
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|char| char.to_ascii_lowercase())
        .collect()
}

/// Finds the value of `CA` in the root of the game tree at the start of `bytes`, in an unknown
/// character set. `None` if more bytes are needed and `at_end` is not set.
///
/// Names before `CA` may contain bracket bytes. So if parsing the root does not find a label, the
/// first `CA[` with a known label counts.
pub(super) fn find_label(bytes: &[u8], at_end: bool) -> Option<Option<String>> {
    match label_in_root(bytes, at_end)? {
        None => label_anywhere(bytes, at_end),
        label => Some(label),
    }
}

/// The number of bytes within which the root is parsed for a label, and scanned for one after that.
const ROOT_WITHIN: usize = 64 << 10;
const LABEL_WITHIN: usize = 4 << 10;

fn label_in_root(bytes: &[u8], at_end: bool) -> Option<Option<String>> {
    let at_end = at_end || bytes.len() >= ROOT_WITHIN;
    let bytes = &bytes[..bytes.len().min(ROOT_WITHIN)];
    let mut tokens = Tokens::new(bytes, 1);
    let mut is_label = false;
    // The `(` before the root; its `;` may be missing.
    tokens.next();
    let mut is_root = false;
    loop {
        let token = tokens.next();
        let part = &bytes[token.start..token.end];
        match token.kind {
            TokenKind::Ident => {
                let letters = part.iter().filter(|byte| !byte.is_ascii_lowercase());
                is_label = letters.eq(b"CA");
            }
            TokenKind::Semicolon if !is_root => {}
            TokenKind::Value if is_label => return Some(as_label(part)),
            TokenKind::Value | TokenKind::Stray => {}
            TokenKind::Unclosed | TokenKind::End if !at_end => return None,
            _ => return Some(None),
        }
        is_root = true;
    }
}

fn label_anywhere(bytes: &[u8], at_end: bool) -> Option<Option<String>> {
    let at_end = at_end || bytes.len() >= LABEL_WITHIN;
    let head = &bytes[..bytes.len().min(LABEL_WITHIN)];
    // No character of the sets with brackets in them contains one of these: the root ends at the
    // first after a value. Those before are its own, or in texts.
    let is_end = |at: &usize| head[..*at].trim_ascii_end().ends_with(b"]");
    let root = match memchr3_iter(b';', b'(', b')', head).find(is_end) {
        Some(end) => &head[..end],
        None if at_end => head,
        None => return None,
    };
    Some(memmem::find_iter(root, b"CA[").find_map(|at| {
        let value = &root[at + 3..];
        let label = as_label(&value[..memchr(b']', value)?])?;
        by_label(&label).map(|_| label)
    }))
}

fn as_label(bytes: &[u8]) -> Option<String> {
    let label = std::str::from_utf8(bytes).ok()?;
    (label.is_ascii() && label.len() <= 40).then(|| label.to_owned())
}

/// Whether `text`, which is valid UTF-8 and not ASCII, is UTF-8 although its label says `encoding`.
///
/// Two bytes of a Chinese or Korean character may happen to form a UTF-8 character, but three in a
/// row hardly ever do. In UTF-8 nearly every character of those languages takes three.
pub(super) fn is_utf8_anyway(text: &str, encoding: &'static Encoding) -> bool {
    encoding.is_single_byte() || text.bytes().any(|byte| byte >= 0xe0)
}

/// Decodes the game tree at the start of `bytes`, which is not valid UTF-8. `None` if its end is
/// missing and `at_end` is not set.
///
/// The label is trusted unless the text contradicts it. Damaged UTF-8 stays UTF-8: in another
/// character set it would be garbled, and a damaged character might swallow a bracket.
pub(super) fn decode(
    bytes: &[u8],
    label: Option<&'static Encoding>,
    at_end: bool,
) -> Option<Decoded> {
    let extent = |encoding| Extent::find(encoding, bytes).or(at_end.then_some(bytes.len()));
    let utf8 = || Some(CharsetCandidate::new(UTF_8, &bytes[..extent(UTF_8)?]));
    let (first, source) = match label.filter(|&encoding| encoding != UTF_8) {
        None => {
            let candidate = utf8()?;
            let source =
                label.map_or(CharsetSource::Guess, |_: &'static Encoding| CharsetSource::Label);
            if Utf8Evidence::new(candidate.bytes).exceeds(1) {
                return Some(candidate.decoded(source));
            }
            (candidate, source)
        }
        Some(encoding) => {
            let candidate = CharsetCandidate::new(encoding, &bytes[..extent(encoding)?]);
            let is_trusted =
                candidate.is_clean() && !is_default_by_habit(encoding, candidate.bytes);
            // Nothing is invalid in a single-byte set, so that its text is clean says little.
            let doubt = if is_trusted && !encoding.is_single_byte() { 2 } else { 1 };
            if Utf8Evidence::new(candidate.bytes).exceeds(doubt) {
                return Some(utf8()?.decoded(CharsetSource::Guess));
            }
            if is_trusted {
                return Some(candidate.decoded(CharsetSource::Label));
            }
            (candidate, CharsetSource::Label)
        }
    };
    let mut candidates = vec![(first, source)];
    let first = &candidates[0].0;
    if !first.is_nearly_clean() || first.is_clean() {
        let guess = guess(&bytes[..extent(UTF_8)?]);
        let candidate = CharsetCandidate::new(guess, &bytes[..extent(guess)?]);
        candidates.push((candidate, CharsetSource::Guess));
    }
    // Of equals take the last: a clean label is a candidate only if it is not trustworthy.
    let (best, source) = candidates.into_iter().rev().min_by_key(|(candidate, _)| candidate.bad)?;
    if best.swallows_values(bytes, extent(UTF_8)) {
        return Some(utf8()?.decoded(CharsetSource::Guess));
    }
    Some(best.decoded(source))
}

/// The characters of a text that are UTF-8, and the bytes that are not.
#[derive(Default)]
struct Utf8Evidence {
    /// The number of characters that other character sets hardly ever form by accident: those from
    /// U+2000 on, of three or four bytes, and accented letters among ASCII.
    sure: usize,
    /// The number of other characters that are not ASCII.
    doubtful: usize,
    /// The number of replacement characters.
    invalid: usize,
}

impl Utf8Evidence {
    fn new(bytes: &[u8]) -> Self {
        let mut found = Self::default();
        let mut after_ascii = true;
        for chunk in bytes.utf8_chunks() {
            let mut chars = chunk.valid().chars().peekable();
            while let Some(char) = chars.next() {
                let before_ascii = chars.peek().map_or(chunk.invalid().is_empty(), char::is_ascii);
                let is_accent = ('\u{a0}'..'\u{180}').contains(&char);
                if char >= '\u{2000}' || is_accent && after_ascii && before_ascii {
                    found.sure += 1;
                } else if !char.is_ascii() {
                    found.doubtful += 1;
                }
                after_ascii = char.is_ascii();
            }
            if !chunk.invalid().is_empty() {
                found.invalid += 1;
                after_ascii = false;
            }
        }
        found
    }

    /// Whether there are more than `doubt` sure characters for every invalid one.
    fn exceeds(&self, doubt: usize) -> bool {
        self.sure > 1 && self.sure > doubt * self.invalid
    }

    fn is_none(&self) -> bool {
        self.sure + self.doubtful == 0
    }
}

/// The number of property values in `bytes`: those after upper-case letters or another value.
fn count_values(bytes: &[u8]) -> usize {
    let mut tokens = Tokens::new(bytes, 1);
    let (mut count, mut in_property) = (0, false);
    loop {
        let token = tokens.next();
        match token.kind {
            TokenKind::End => return count,
            TokenKind::Value => count += usize::from(in_property),
            TokenKind::Ident => {
                in_property = bytes[token.start..token.end].iter().all(u8::is_ascii_uppercase);
            }
            _ => in_property = false,
        }
    }
}

/// Whether the label is the default of SGF, ISO-8859-1, but the text is more likely in two-byte
/// characters. Some programs write the default regardless of the text, and any bytes are valid in
/// it.
fn is_default_by_habit(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    encoding == WINDOWS_1252
        && bytes.iter().filter(|byte| !byte.is_ascii()).nth(3).is_some()
        && !guess(bytes).is_single_byte()
}

/// A game tree decoded in a candidate character set.
struct CharsetCandidate<'a> {
    encoding: &'static Encoding,
    bytes: &'a [u8],
    text: String,
    /// The number of non-ASCII characters.
    good: usize,
    /// The number of replacement and control characters, which suggest another character set.
    bad: usize,
}

impl<'a> CharsetCandidate<'a> {
    fn new(encoding: &'static Encoding, bytes: &'a [u8]) -> Self {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        let bad = text.chars().filter(|&char| is_bad(char)).count();
        let good = text.chars().filter(|char| !char.is_ascii()).count() - bad;
        Self { encoding, bytes, text: text.into_owned(), good, bad }
    }

    fn is_clean(&self) -> bool {
        self.bad == 0
    }

    /// A name cut off in the middle of a character does not suggest another character set.
    fn is_nearly_clean(&self) -> bool {
        self.bad * 8 <= self.good
    }

    /// Whether a bracket that closes a value became part of a character: the bytes have more values
    /// than the text. The first `plain` bytes are the tree in UTF-8.
    fn swallows_values(&self, bytes: &[u8], plain: Option<usize>) -> bool {
        if !mixes_brackets(self.encoding) {
            return false;
        }
        let both = self.bytes.len().min(plain.unwrap_or(usize::MAX));
        let (text, _) = self.encoding.decode_without_bom_handling(&self.bytes[..both]);
        count_values(text.as_bytes()) < count_values(&bytes[..both])
    }

    /// Decodes each value by itself: one that is UTF-8 stays so in a tree whose others are in a
    /// single-byte character set. Only there is this safe, as in others it is often an accident.
    fn text_by_value(&self) -> Option<String> {
        if !self.encoding.is_single_byte() || Utf8Evidence::new(self.bytes).is_none() {
            return None;
        }
        let mut text = String::with_capacity(self.text.len());
        let mut tokens = Tokens::new(self.bytes, 1);
        let mut at = 0;
        loop {
            let token = tokens.next();
            let value = match token.kind {
                TokenKind::End => break,
                TokenKind::Value => &self.bytes[token.start..token.end],
                _ => continue,
            };
            if let Ok(value) = std::str::from_utf8(value)
                && !value.is_ascii()
            {
                let before = &self.bytes[at..token.start];
                text.push_str(&self.encoding.decode_without_bom_handling(before).0);
                text.push_str(value);
                at = token.end;
            }
        }
        text.push_str(&self.encoding.decode_without_bom_handling(&self.bytes[at..]).0);
        Some(text)
    }

    fn decoded(self, source: CharsetSource) -> Decoded {
        let text = self.text_by_value().unwrap_or(self.text);
        let lossy = text.contains(char::REPLACEMENT_CHARACTER);
        Decoded { text, len: self.bytes.len(), charset: Charset::new(self.encoding, source, lossy) }
    }
}

/// Whether a character is unexpected in any text: unassigned bytes 0x80 to 0x9f of a single-byte
/// character set, and private use.
fn is_bad(char: char) -> bool {
    matches!(char, '\u{80}'..='\u{9f}' | '\u{e000}'..='\u{f8ff}' | char::REPLACEMENT_CHARACTER)
}

/// Whether the game tree `text` is in ISO-2022-JP, which looks like ASCII: it has the escape
/// sequences, is plain ASCII after the last of them, and no label contradicts.
pub(super) fn is_iso_2022_jp(text: &str) -> bool {
    let bytes = text.as_bytes();
    let says_so = || {
        let label = find_label(bytes, true).flatten();
        let named = label.as_deref().and_then(by_label);
        named.is_none_or(|encoding| encoding == ISO_2022_JP)
    };
    memrchr(b'\x1b', bytes).is_some_and(|last| bytes[last + 1..].starts_with(b"("))
        && text.is_ascii()
        && says_so()
        && guess(bytes) == ISO_2022_JP
}

/// The character set of two-byte units at the start of `bytes`, detected by a byte order mark or by
/// a two-byte `(`.
pub(super) fn wide(start: &[u8]) -> Option<(&'static Encoding, CharsetSource)> {
    match start {
        [0xff, 0xfe, ..] => Some((UTF_16LE, CharsetSource::ByteOrderMark)),
        [0xfe, 0xff, ..] => Some((UTF_16BE, CharsetSource::ByteOrderMark)),
        [b'(', 0, b';' | b' ' | b'\r' | b'\n', 0, ..] => Some((UTF_16LE, CharsetSource::Guess)),
        [0, b'(', 0, b';' | b' ' | b'\r' | b'\n', ..] => Some((UTF_16BE, CharsetSource::Guess)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_in_use() {
        let cases = [
            ("UTF-8", UTF_8),
            (" utf8 ", UTF_8),
            ("Unicode", UTF_8),
            ("GB2312", GBK),
            ("gb18030", GB18030),
            ("GB-18030", GB18030),
            ("CP936", GBK),
            ("Shift-JIS", SHIFT_JIS),
            ("S-JIS", SHIFT_JIS),
            ("cp932", SHIFT_JIS),
            ("EUC_KR", EUC_KR),
            ("cp949", EUC_KR),
            ("Big-5", BIG5),
            ("eucJP", EUC_JP),
            ("iso 2022 jp", ISO_2022_JP),
            ("ISO8859-1", WINDOWS_1252),
            ("Latin-1", WINDOWS_1252),
        ];
        for (label, encoding) in cases {
            assert_eq!(by_label(label), Some(encoding), "{label}");
        }
        for label in ["", "UTF-16", "utf-16be", "replacement", "ASCII", "US-ASCII", "Klingon"] {
            assert_eq!(by_label(label), None, "{label}");
        }
    }

    #[test]
    fn the_label_is_that_of_the_root() {
        let label = |tree: &[u8]| find_label(tree, true).unwrap();
        assert_eq!(label(b"(;FF[4]CA[big5];B[])").as_deref(), Some("big5"));
        assert_eq!(label(b"(;FF[3]ChArset[x])").as_deref(), Some("x"));
        assert_eq!(label(b"(;C[CA[x\\]]CA[GBK])").as_deref(), Some("GBK"));
        assert_eq!(label(b"(;FF[4];CA[nonsense])"), None);
        // The name before the label ends in 0x5c, which looks like an escape of the bracket.
        let hidden = b"(;PB[\x8f\x5c]CA[Shift_JIS])";
        assert_eq!(label(hidden).as_deref(), Some("Shift_JIS"));
        for length in 0..hidden.len() - 1 {
            let more = find_label(&hidden[..length], false);
            assert_eq!(more, None, "after {length} bytes");
        }
        // Parentheses and semicolons of texts do not end the root.
        let text = b"(;PB[\x8f\x5c]PW[x (9p); y]CA[Shift_JIS];C[CA[big5])";
        assert_eq!(label(text).as_deref(), Some("Shift_JIS"));
        // A root without its semicolon ends where its tree ends.
        assert_eq!(label(b"(SZ[19]PB[\x8f\x5c]CA[Shift_JIS])").as_deref(), Some("Shift_JIS"));
        assert_eq!(label(b"(SZ[19]PB[x])\n(;CA[big5]PB[y])"), None);
    }

    #[test]
    fn wide_characters_show_in_the_first_four_bytes() {
        let name = |bytes: &[u8]| wide(bytes).map(|(encoding, _)| encoding.name());
        assert_eq!(name(b"\xff\xfe(\0;\0"), Some("UTF-16LE"));
        assert_eq!(name(b"\xfe\xff\0(\0;"), Some("UTF-16BE"));
        assert_eq!(name(b"(\0;\0"), Some("UTF-16LE"));
        assert_eq!(name(b"\0(\0;"), Some("UTF-16BE"));
        assert_eq!(name(b"(;B[pd])"), None);
        assert_eq!(name(b""), None);
    }
}

//! Finds game trees in a window of bytes that the caller advances.

use encoding_rs::{ISO_2022_JP, UTF_8};

use super::charset::{self, Charset, CharsetSource, Decoded};
use super::error::{LimitKind, SgfError};
use super::extent::Extent;
use super::limits::Limits;
use super::parse::{Stop, parse};
use super::start::{TreeStart, find_start};
use super::token::count_lines;
use super::tree::{Draft, GameTree};
use super::warning::{WarningKind, Warnings};

/// The result of one step over the window.
pub struct ScanStep {
    /// The number of bytes consumed.
    pub used: usize,
    pub found: StepResult,
}

pub enum StepResult {
    Tree(GameTree),
    Error(SgfError),
    /// Nothing yet; needs more bytes if there are any.
    Nothing,
    End,
}

/// Finds game trees in a window of bytes that the caller advances.
#[derive(Debug)]
pub struct TreeScanner {
    limits: Limits,
    state: ScanState,
    /// The line at which the window starts.
    pub line: u32,
    /// The character set from which the window was converted to UTF-8.
    pub wide: Option<Charset>,
    /// Whether the input starts with a byte order mark of UTF-8.
    marked: bool,
    /// Whether text between the trees has been warned about since the last tree.
    gap_warned: bool,
    /// The number of bytes left to be read again after an error.
    repeated: usize,
    draft: Draft,
    pub warnings: Warnings,
}

#[derive(Debug)]
enum ScanState {
    /// Nothing has been read.
    Start,
    /// Before the first tree.
    Prose,
    /// After a tree.
    Between,
    /// Inside an unclosed value.
    Lost,
    /// Inside a tree that exceeds a limit.
    Skipping(Extent),
}

impl TreeScanner {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            state: ScanState::Start,
            line: 1,
            wide: None,
            marked: false,
            gap_warned: false,
            repeated: 0,
            draft: Draft::default(),
            warnings: Warnings::default(),
        }
    }

    /// Processes `bytes`: the rest of the input or, without `at_end`, the available part of it.
    pub fn step(&mut self, bytes: &[u8], at_end: bool) -> ScanStep {
        let step = match &mut self.state {
            ScanState::Start if bytes.is_empty() && !at_end => return nothing(0),
            ScanState::Start => self.start(bytes, at_end),
            ScanState::Skipping(extent) => match extent.feed(bytes) {
                Some(end) => {
                    self.state = ScanState::Between;
                    nothing(end)
                }
                None => self.all(bytes, at_end),
            },
            ScanState::Lost => match find_start(bytes, at_end, true) {
                TreeStart::At(at) => {
                    self.state = ScanState::Between;
                    nothing(at)
                }
                TreeStart::NotBefore(at) => self.nothing_before(bytes, at, at_end),
            },
            ScanState::Prose | ScanState::Between => self.next_tree(bytes, at_end),
        };
        self.line = self.line.saturating_add(count_lines(&bytes[..step.used]));
        step
    }

    fn start(&mut self, bytes: &[u8], at_end: bool) -> ScanStep {
        self.state = ScanState::Prose;
        self.marked = bytes.starts_with(BOM);
        if self.marked { nothing(BOM.len()) } else { self.next_tree(bytes, at_end) }
    }

    fn next_tree(&mut self, bytes: &[u8], at_end: bool) -> ScanStep {
        match find_start(bytes, at_end, false) {
            TreeStart::At(at) => {
                self.warn_of_gap(&bytes[..at]);
                let line = self.line.saturating_add(count_lines(&bytes[..at]));
                let mut step = self.tree(&bytes[at..], line, at_end);
                step.used += at;
                step
            }
            TreeStart::NotBefore(at) => {
                self.warn_of_gap(&bytes[..at]);
                self.nothing_before(bytes, at, at_end)
            }
        }
    }

    fn nothing_before(&mut self, bytes: &[u8], at: usize, at_end: bool) -> ScanStep {
        if at_end { self.all(bytes, true) } else { nothing(at) }
    }

    /// Consumes all bytes, and ends if no more follow.
    fn all(&mut self, bytes: &[u8], at_end: bool) -> ScanStep {
        let used = bytes.len();
        if !at_end {
            return nothing(used);
        }
        let found = if matches!(self.state, ScanState::Prose) {
            self.state = ScanState::Between;
            let line = self.line.saturating_add(count_lines(bytes));
            StepResult::Error(SgfError::NoGameTree { line })
        } else {
            StepResult::End
        };
        ScanStep { used, found }
    }

    /// Reads the tree at the start of `bytes`, which is on `line`.
    fn tree(&mut self, bytes: &[u8], line: u32, at_end: bool) -> ScanStep {
        // A tree is not read beyond the limit on its length.
        let window = &bytes[..bytes.len().min(self.limits.bytes.saturating_add(1))];
        let at_end = at_end && window.len() == bytes.len();
        let mut warnings = Warnings::default();
        let (draft, limits) = (&mut self.draft, &self.limits);
        let parsed = parse(window, line, limits, at_end, draft, &mut warnings);
        let scanned = match &parsed {
            Ok(len) => &window[..*len],
            Err(Stop::Unclosed { scanned, .. }) => &window[..*scanned],
            Err(Stop::Unfinished) => window,
            Err(Stop::Limit { scanned, .. }) => &window[..*scanned],
        };
        let encoded = match (&parsed, std::str::from_utf8(scanned)) {
            // Only the whole tree can decide.
            (Ok(_) | Err(Stop::Unclosed { .. }), Ok(text)) if charset::is_iso_2022_jp(text) => true,
            (Ok(len), Ok(text)) if *len <= self.limits.bytes => match self.utf8_tree(text) {
                Some(tree) => {
                    self.warnings.append(warnings);
                    return self.found(tree, *len);
                }
                None => true,
            },
            // A character cut off at the end may be completed.
            (_, Err(error)) => error.error_len().is_some() || at_end,
            (_, Ok(_)) => false,
        };
        if encoded {
            let is_ascii = scanned.is_ascii();
            return self.encoded_tree(window, is_ascii, line, at_end);
        }
        match parsed {
            Ok(_) => self.too_long(window, line),
            Err(stop) => {
                if !matches!(stop, Stop::Unfinished) {
                    self.warnings.append(warnings);
                }
                self.stopped(stop, window, line)
            }
        }
    }

    fn found(&mut self, tree: GameTree, used: usize) -> ScanStep {
        self.state = ScanState::Between;
        self.gap_warned = false;
        let found = StepResult::Tree(tree);
        ScanStep { used, found }
    }

    /// Finishes the tree parsed from `text`; `None` if the text is UTF-8 by accident.
    fn utf8_tree(&mut self, text: &str) -> Option<GameTree> {
        let ascii = Charset::new(UTF_8, CharsetSource::Ascii, false);
        let tree = self.draft.finish(text, ascii);
        if text.is_ascii() {
            return Some(tree);
        }
        if let Some(wide) = self.wide {
            let lossy = wide.is_lossy() && text.contains(char::REPLACEMENT_CHARACTER);
            let charset = Charset::new(wide.encoding(), wide.source(), lossy);
            if lossy {
                self.warn(tree.root().line(), WarningKind::TextReplaced(charset.name()));
            }
            return Some(tree.with_charset(charset));
        }
        let label = tree.root().first("CA");
        let encoding = label.and_then(|label| charset::by_label(label.raw()));
        let source = match (encoding, label) {
            _ if self.marked => CharsetSource::ByteOrderMark,
            (Some(encoding), _) if encoding == UTF_8 => CharsetSource::Label,
            (Some(encoding), _) if !charset::is_utf8_anyway(text, encoding) => return None,
            (_, Some(label)) => {
                let label = label.raw().to_owned();
                let used = UTF_8.name();
                let kind = WarningKind::CharsetMislabelled { label, used };
                self.warn(tree.root().line(), kind);
                CharsetSource::ValidUtf8
            }
            (_, None) => CharsetSource::ValidUtf8,
        };
        Some(tree.with_charset(Charset::new(UTF_8, source, false)))
    }

    /// Reads the tree at the start of `window`, which is not in UTF-8. It may be ASCII only if it
    /// is ISO-2022-JP.
    fn encoded_tree(&mut self, window: &[u8], is_ascii: bool, line: u32, at_end: bool) -> ScanStep {
        let Some(label) = charset::find_label(window, at_end) else {
            return self.stopped(Stop::Unfinished, window, line);
        };
        let named = label.as_deref().and_then(charset::by_label);
        let likely = if self.marked {
            Some(UTF_8)
        } else if is_ascii {
            Some(ISO_2022_JP)
        } else {
            named
        };
        let Some(mut decoded) = charset::decode(window, likely, at_end) else {
            return self.stopped(Stop::Unfinished, window, line);
        };
        if decoded.len > self.limits.bytes {
            return self.too_long(window, line);
        }
        let mut charset = decoded.charset;
        if charset.source() == CharsetSource::Label && named != Some(charset.encoding()) {
            let source =
                if self.marked { CharsetSource::ByteOrderMark } else { CharsetSource::Guess };
            charset = Charset::new(charset.encoding(), source, charset.is_lossy());
        }
        decoded.charset = charset;
        self.warn_of_charset(charset, label, line);
        self.decoded_tree(&decoded, window, line)
    }

    fn decoded_tree(&mut self, decoded: &Decoded, window: &[u8], line: u32) -> ScanStep {
        let raw = &window[..decoded.len];
        let text = decoded.text.as_bytes();
        let (draft, limits) = (&mut self.draft, &self.limits);
        match parse(text, line, limits, true, draft, &mut self.warnings) {
            Ok(len) => {
                let tree = self.draft.finish(&decoded.text[..len], decoded.charset);
                let used = raw_offset(raw, text, len);
                self.repeat(DECODING * (decoded.len - used));
                self.found(tree, if self.may_repeat() { used } else { decoded.len })
            }
            Err(Stop::Unclosed { error, resume, .. }) => {
                let resume = resume_at(text, resume);
                let (resume, scanned) = (raw_offset(raw, text, resume), decoded.len);
                self.repeat(DECODING * (scanned - resume));
                let stop = Stop::Unclosed { error, resume, scanned };
                self.stopped(stop, window, line)
            }
            Err(stop) => self.stopped(stop, window, line),
        }
    }

    fn stopped(&mut self, stop: Stop, window: &[u8], line: u32) -> ScanStep {
        match stop {
            Stop::Unfinished if window.len() > self.limits.bytes => self.too_long(window, line),
            Stop::Unfinished => nothing(0),
            Stop::Unclosed { error, resume, scanned } => {
                self.repeat(scanned - resume);
                let used = if self.may_repeat() { resume } else { scanned };
                let is_start = starts_line(window, used);
                self.state = if is_start { ScanState::Between } else { ScanState::Lost };
                self.gap_warned = true;
                let found = StepResult::Error(error);
                ScanStep { used, found }
            }
            Stop::Limit { error, .. } => {
                let label = charset::find_label(window, true).flatten();
                let encoding = label.as_deref().and_then(charset::by_label);
                self.state = ScanState::Skipping(Extent::new(encoding.unwrap_or(UTF_8)));
                let found = StepResult::Error(error);
                ScanStep { used: 0, found }
            }
        }
    }

    fn too_long(&mut self, window: &[u8], line: u32) -> ScanStep {
        let max = self.limits.bytes;
        let within = window.get(..max).unwrap_or(window);
        let line = line.saturating_add(count_lines(within));
        let kind = LimitKind::Bytes;
        let error = SgfError::Limit { kind, max, line };
        let scanned = within.len();
        self.stopped(Stop::Limit { error, scanned }, window, line)
    }

    fn repeat(&mut self, bytes: usize) {
        self.repeated = self.repeated.saturating_add(bytes);
    }

    /// Whether bytes may be read again: input full of errors must not take quadratic time.
    fn may_repeat(&self) -> bool {
        self.repeated <= self.limits.bytes.saturating_mul(4)
    }

    fn warn(&mut self, line: u32, kind: WarningKind) {
        self.warnings.push(line, kind);
    }

    fn warn_of_gap(&mut self, gap: &[u8]) {
        if self.gap_warned || matches!(self.state, ScanState::Prose) {
            return;
        }
        // Concatenated files may have a byte order mark between trees.
        let is_text = |byte: &u8| !(*byte <= b' ' || *byte == b')' || BOM.contains(byte));
        if let Some(at) = gap.iter().position(is_text) {
            self.gap_warned = true;
            let line = self.line.saturating_add(count_lines(&gap[..at]));
            self.warn(line, WarningKind::TextOutsideTrees);
        }
    }

    fn warn_of_charset(&mut self, charset: Charset, label: Option<String>, line: u32) {
        let used = charset.name();
        match (charset.source(), label) {
            (CharsetSource::Guess, None) => self.warn(line, WarningKind::CharsetGuessed(used)),
            (CharsetSource::Guess, Some(label)) => {
                self.warn(line, WarningKind::CharsetMislabelled { label, used });
            }
            _ => {}
        }
        if charset.is_lossy() {
            self.warn(line, WarningKind::TextReplaced(used));
        }
    }
}

/// How many times longer detecting the character set and decoding takes than parsing.
const DECODING: usize = 8;

const BOM: &[u8] = b"\xef\xbb\xbf";

fn nothing(used: usize) -> ScanStep {
    let found = StepResult::Nothing;
    ScanStep { used, found }
}

/// The first start of a game tree at the start of a line in `text` from `at`; else the end of
/// `text`.
fn resume_at(text: &[u8], at: usize) -> usize {
    if starts_line(text, at) {
        return at;
    }
    match find_start(&text[at..], true, true) {
        TreeStart::At(start) => at + start,
        TreeStart::NotBefore(_) => text.len(),
    }
}

/// Whether the byte at `at` is a `(` at the start of its line.
fn starts_line(text: &[u8], at: usize) -> bool {
    text[..at].ends_with(b"\n") && text[at..].starts_with(b"(")
}

/// Maps the byte at `at` of `text` back to `raw` if it starts a line or is the end; else returns
/// the end of `raw`. Line ends are the same bytes in every character set except UTF-16.
fn raw_offset(raw: &[u8], text: &[u8], at: usize) -> usize {
    if at == text.len() || !text[..at].ends_with(b"\n") {
        return raw.len();
    }
    let lines = count_lines(&text[..at]) as usize;
    memchr::memchr_iter(b'\n', raw).nth(lines - 1).map_or(raw.len(), |end| end + 1)
}

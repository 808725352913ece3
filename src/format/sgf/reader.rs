//! Reads game trees from files and streams.

use std::borrow::Cow;
use std::io::{self, BufRead};

use encoding_rs::{CoderResult, Decoder, ISO_2022_JP, UTF_8};

use super::charset::{self, Charset, CharsetSource, Decoded};
use super::error::{LimitKind, SgfError};
use super::extent::Extent;
use super::limits::Limits;
use super::parse::{Stop, parse};
use super::token::count_lines;
use super::tree::{Draft, GameTree};
use super::warning::{Warning, WarningKind, Warnings};

/// The game trees of a file (FF\[4\], "Collection").
#[derive(Clone, Debug)]
pub struct Collection {
    /// The trees in file order, at least one.
    pub trees: Vec<GameTree>,
    /// The warnings in file order. After the first 100 they are only counted.
    pub warnings: Vec<Warning>,
}

/// Reads all game trees of `bytes`.
///
/// A tree starts with `(` followed by `;`, optionally with white space between them. Text before,
/// between and after the trees is skipped. Each tree may have its own character set, in this order
/// of preference: that of a byte order mark; that of its `CA`, unless the text contradicts it;
/// UTF-8; a guess from the text. [`GameTree::charset`] reports it.
///
/// Invalid but readable input is accepted with a [`Warning`]. A `(;FF[` or `(;GM[` at the start of
/// a line inside a tree starts the next game: the tree before it has lost its last `)`.
///
/// ```
/// use joseki::format::sgf::{Limits, read_collection};
///
/// let file = b"(;GM[1]SZ[19];B[pd](;W[dd])(;W[dp]))";
/// let collection = read_collection(file, &Limits::default())?;
/// let root = collection.trees[0].root();
/// assert_eq!(root.first("SZ").unwrap().raw(), "19");
/// let black = root.children().next().unwrap();
/// assert_eq!(black.children().count(), 2);
/// assert!(read_collection(b"no game", &Limits::default()).is_err());
/// # Ok::<(), joseki::format::sgf::SgfError>(())
/// ```
///
/// # Errors
///
/// [`SgfError::UnclosedValue`] for a value without a `]`, or without one before the next game tree,
/// [`SgfError::NoGameTree`], and [`SgfError::Limit`]. One bad tree fails the whole input; a
/// [`TreeReader`] continues after it.
pub fn read_collection(bytes: &[u8], limits: &Limits) -> Result<Collection, SgfError> {
    let limits = limits.indexable();
    if let Some(most) = bytes.get(..=limits.bytes) {
        return Err(SgfError::Limit {
            kind: LimitKind::Bytes,
            max: limits.bytes,
            line: 1 + count_lines(most),
        });
    }
    let (text, wide) = narrow(bytes);
    let mut engine = Engine::new(Limits {
        bytes: Limits::MOST_BYTES * 3,
        ..limits
    });
    engine.wide = wide;
    let mut trees = Vec::new();
    let mut at = 0;
    loop {
        let step = engine.step(&text[at..], true);
        at += step.used;
        match step.found {
            Found::Tree(tree) => trees.push(tree),
            Found::Error(error) => return Err(error),
            Found::Nothing => {}
            Found::End => break,
        }
    }
    Ok(Collection {
        trees,
        warnings: engine.warnings.take(),
    })
}

/// The line of the first zero byte before the first game tree, if any.
pub(super) fn zero_before_trees(bytes: &[u8]) -> Option<u32> {
    let (text, _) = narrow(bytes);
    let before = match find_start(&text, true, false) {
        Start::At(at) | Start::NotBefore(at) => &text[..at],
    };
    let at = memchr::memchr(0, before)?;
    Some(count_lines(&before[..at]).saturating_add(1))
}

/// Returns `bytes` unchanged, or converted to UTF-8 if they are UTF-16.
fn narrow(bytes: &[u8]) -> (Cow<'_, [u8]>, Option<Charset>) {
    let Some((encoding, source)) = charset::wide(bytes) else {
        return (Cow::Borrowed(bytes), None);
    };
    let (text, lossy) = encoding.decode_with_bom_removal(bytes);
    let charset = Charset::new(encoding, source, lossy);
    (Cow::Owned(text.into_owned().into_bytes()), Some(charset))
}

/// Reads a stream of any length, one game tree at a time.
///
/// An iterator over the trees, by the rules of [`read_collection`]. A tree that cannot be read
/// yields its error, and then the next tree follows. After an unclosed value the reader resumes at
/// the next line inside that value that starts with `(;`; after an exceeded limit, behind the
/// tree's last `)`. Only an [`SgfError::Io`] ends the iteration.
///
/// Memory use is a small multiple of the longest tree, which has at most [`Limits::bytes`]: here
/// the limit applies to each tree and not to the whole input.
#[derive(Debug)]
pub struct TreeReader<R> {
    source: Source<R>,
    engine: Engine,
    ended: bool,
}

impl<R: BufRead> TreeReader<R> {
    /// Creates a reader of `input`.
    pub fn new(input: R, limits: &Limits) -> Self {
        Self {
            source: Source::new(input),
            engine: Engine::new(limits.indexable()),
            ended: false,
        }
    }

    /// Returns the warnings since the last call; after the first 100 they are only counted.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        self.engine.warnings.take()
    }

    fn fill(&mut self) -> io::Result<()> {
        self.source.fill()?;
        self.engine.wide = self.source.charset();
        Ok(())
    }
}

impl<R: BufRead> Iterator for TreeReader<R> {
    type Item = Result<GameTree, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let step = self.engine.step(self.source.bytes(), self.source.at_end);
            self.source.consume(step.used);
            match step.found {
                Found::Tree(tree) => return Some(Ok(tree)),
                Found::Error(error) => return Some(Err(error)),
                Found::Nothing if step.used > 0 || self.source.at_end => {}
                Found::Nothing => {
                    if let Err(source) = self.fill() {
                        self.ended = true;
                        let line = self.engine.line;
                        return Some(Err(SgfError::Io { line, source }));
                    }
                }
                Found::End => self.ended = true,
            }
        }
        None
    }
}

/// The bytes of a stream that have been read and not yet used, with UTF-16 converted to UTF-8.
#[derive(Debug)]
struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    at_end: bool,
    started: bool,
    wide: Option<Wide>,
}

struct Wide {
    decoder: Decoder,
    charset: Charset,
}

impl std::fmt::Debug for Wide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.charset.fmt(f)
    }
}

impl<R: BufRead> Source<R> {
    /// The most bytes read from the input at once, unless a long tree needs more.
    const PIECE: usize = 64 << 10;

    fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            start: 0,
            at_end: false,
            started: false,
            wide: None,
        }
    }

    fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    fn consume(&mut self, used: usize) {
        self.start += used;
    }

    fn charset(&self) -> Option<Charset> {
        self.wide.as_ref().map(|wide| wide.charset)
    }

    /// Reads several times as many bytes as are buffered, because a long tree is parsed from its
    /// start each time. This parses about 1.3 times the input in all, above 1 MiB twice.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        // The first bytes reveal UTF-16, and are needed together.
        let times = if self.buffer.len() < 1 << 20 { 4 } else { 2 };
        let wanted = self.buffer.len().saturating_mul(times).max(4);
        while self.buffer.len() < wanted && !self.at_end {
            let piece = match self.input.fill_buf() {
                Ok(piece) => piece,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let length = piece.len().min(Self::PIECE.max(wanted - self.buffer.len()));
            self.at_end = length == 0;
            match &mut self.wide {
                None => self.buffer.extend_from_slice(&piece[..length]),
                Some(wide) => wide.decode(&piece[..length], self.at_end, &mut self.buffer),
            }
            self.input.consume(length);
        }
        if !std::mem::replace(&mut self.started, true) {
            self.detect_wide();
        }
        Ok(())
    }

    fn detect_wide(&mut self) {
        if let Some((encoding, source)) = charset::wide(&self.buffer) {
            let mut wide = Wide {
                decoder: encoding.new_decoder_with_bom_removal(),
                charset: Charset::new(encoding, source, false),
            };
            let raw = std::mem::take(&mut self.buffer);
            wide.decode(&raw, self.at_end, &mut self.buffer);
            self.wide = Some(wide);
        }
    }
}

impl Wide {
    fn decode(&mut self, mut bytes: &[u8], last: bool, into: &mut Vec<u8>) {
        let mut text = [0; 4096];
        loop {
            let (result, read, written, lossy) =
                self.decoder.decode_to_utf8(bytes, &mut text, last);
            into.extend_from_slice(&text[..written]);
            bytes = &bytes[read..];
            if lossy {
                let (encoding, source) = (self.charset.encoding(), self.charset.source());
                self.charset = Charset::new(encoding, source, true);
            }
            if result == CoderResult::InputEmpty {
                return;
            }
        }
    }
}

/// The result of one step over the window.
struct Step {
    /// The number of bytes consumed.
    used: usize,
    found: Found,
}

enum Found {
    Tree(GameTree),
    Error(SgfError),
    /// Nothing yet; needs more bytes if there are any.
    Nothing,
    End,
}

/// Finds game trees in a window of bytes that the caller advances.
#[derive(Debug)]
struct Engine {
    limits: Limits,
    state: State,
    /// The line at which the window starts.
    line: u32,
    /// The character set from which the window was converted to UTF-8.
    wide: Option<Charset>,
    /// Whether the input starts with a byte order mark of UTF-8.
    marked: bool,
    /// Whether text between the trees has been warned about since the last tree.
    gap_warned: bool,
    /// The number of bytes left to be read again after an error.
    repeated: usize,
    draft: Draft,
    warnings: Warnings,
}

#[derive(Debug)]
enum State {
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

impl Engine {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            state: State::Start,
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
    fn step(&mut self, bytes: &[u8], at_end: bool) -> Step {
        let step = match &mut self.state {
            State::Start if bytes.is_empty() && !at_end => return nothing(0),
            State::Start => self.start(bytes, at_end),
            State::Skipping(extent) => match extent.feed(bytes) {
                Some(end) => {
                    self.state = State::Between;
                    nothing(end)
                }
                None => self.all(bytes, at_end),
            },
            State::Lost => match find_start(bytes, at_end, true) {
                Start::At(at) => {
                    self.state = State::Between;
                    nothing(at)
                }
                Start::NotBefore(at) => self.nothing_before(bytes, at, at_end),
            },
            State::Prose | State::Between => self.next_tree(bytes, at_end),
        };
        self.line = self.line.saturating_add(count_lines(&bytes[..step.used]));
        step
    }

    fn start(&mut self, bytes: &[u8], at_end: bool) -> Step {
        self.state = State::Prose;
        self.marked = bytes.starts_with(BOM);
        if self.marked {
            nothing(BOM.len())
        } else {
            self.next_tree(bytes, at_end)
        }
    }

    fn next_tree(&mut self, bytes: &[u8], at_end: bool) -> Step {
        match find_start(bytes, at_end, false) {
            Start::At(at) => {
                self.warn_of_gap(&bytes[..at]);
                let line = self.line.saturating_add(count_lines(&bytes[..at]));
                let mut step = self.tree(&bytes[at..], line, at_end);
                step.used += at;
                step
            }
            Start::NotBefore(at) => {
                self.warn_of_gap(&bytes[..at]);
                self.nothing_before(bytes, at, at_end)
            }
        }
    }

    fn nothing_before(&mut self, bytes: &[u8], at: usize, at_end: bool) -> Step {
        if at_end {
            self.all(bytes, true)
        } else {
            nothing(at)
        }
    }

    /// Consumes all bytes, and ends if no more follow.
    fn all(&mut self, bytes: &[u8], at_end: bool) -> Step {
        let used = bytes.len();
        if !at_end {
            return nothing(used);
        }
        let found = if matches!(self.state, State::Prose) {
            self.state = State::Between;
            let line = self.line.saturating_add(count_lines(bytes));
            Found::Error(SgfError::NoGameTree { line })
        } else {
            Found::End
        };
        Step { used, found }
    }

    /// Reads the tree at the start of `bytes`, which is on `line`.
    fn tree(&mut self, bytes: &[u8], line: u32, at_end: bool) -> Step {
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
            // Only the whole tree can tell.
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

    fn found(&mut self, tree: GameTree, used: usize) -> Step {
        self.state = State::Between;
        self.gap_warned = false;
        let found = Found::Tree(tree);
        Step { used, found }
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
                self.warn(
                    tree.root().line(),
                    WarningKind::TextReplaced(charset.name()),
                );
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
    fn encoded_tree(&mut self, window: &[u8], is_ascii: bool, line: u32, at_end: bool) -> Step {
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
            let source = if self.marked {
                CharsetSource::ByteOrderMark
            } else {
                CharsetSource::Guess
            };
            charset = Charset::new(charset.encoding(), source, charset.is_lossy());
        }
        decoded.charset = charset;
        self.warn_of_charset(charset, label, line);
        self.decoded_tree(&decoded, window, line)
    }

    fn decoded_tree(&mut self, decoded: &Decoded, window: &[u8], line: u32) -> Step {
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
                let stop = Stop::Unclosed {
                    error,
                    resume,
                    scanned,
                };
                self.stopped(stop, window, line)
            }
            Err(stop) => self.stopped(stop, window, line),
        }
    }

    fn stopped(&mut self, stop: Stop, window: &[u8], line: u32) -> Step {
        match stop {
            Stop::Unfinished if window.len() > self.limits.bytes => self.too_long(window, line),
            Stop::Unfinished => nothing(0),
            Stop::Unclosed {
                error,
                resume,
                scanned,
            } => {
                self.repeat(scanned - resume);
                let used = if self.may_repeat() { resume } else { scanned };
                let is_start = starts_line(window, used);
                self.state = if is_start {
                    State::Between
                } else {
                    State::Lost
                };
                self.gap_warned = true;
                let found = Found::Error(error);
                Step { used, found }
            }
            Stop::Limit { error, .. } => {
                let label = charset::find_label(window, true).flatten();
                let encoding = label.as_deref().and_then(charset::by_label);
                self.state = State::Skipping(Extent::new(encoding.unwrap_or(UTF_8)));
                let found = Found::Error(error);
                Step { used: 0, found }
            }
        }
    }

    fn too_long(&mut self, window: &[u8], line: u32) -> Step {
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
        if self.gap_warned || matches!(self.state, State::Prose) {
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

fn nothing(used: usize) -> Step {
    let found = Found::Nothing;
    Step { used, found }
}

enum Start {
    At(usize),
    /// There is none, and none can start before this offset once more bytes arrive.
    NotBefore(usize),
}

/// The most white space between the `(` and the `;` at the start of a tree.
const MOST_SPACE: usize = 1024;

/// The first offset at which a game tree may start; with `on_line`, only at the start of a line.
fn find_start(bytes: &[u8], at_end: bool, on_line: bool) -> Start {
    for at in memchr::memchr_iter(b'(', bytes) {
        if on_line && !bytes[..at].ends_with(b"\n") {
            continue;
        }
        let after = &bytes[at + 1..bytes.len().min(at + 1 + MOST_SPACE)];
        match after.iter().find(|&&byte| byte > b' ') {
            Some(b';') => return Start::At(at),
            Some(_) => {}
            None if at_end || after.len() == MOST_SPACE => {}
            None => return Start::NotBefore(at.saturating_sub(usize::from(on_line))),
        }
    }
    let keep = usize::from(on_line && bytes.ends_with(b"\n"));
    Start::NotBefore(bytes.len() - keep)
}

/// The first start of a game tree at the start of a line in `text` from `at`; else the end of
/// `text`.
fn resume_at(text: &[u8], at: usize) -> usize {
    if starts_line(text, at) {
        return at;
    }
    match find_start(&text[at..], true, true) {
        Start::At(start) => at + start,
        Start::NotBefore(_) => text.len(),
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
    memchr::memchr_iter(b'\n', raw)
        .nth(lines - 1)
        .map_or(raw.len(), |end| end + 1)
}

//! Reads game trees from files and streams.

use std::borrow::Cow;
use std::io::{self, BufRead};

use super::charset::{self, Charset};
use super::error::{LimitKind, SgfError};
use super::limits::Limits;
use super::scanner::{StepResult, TreeScanner};
use super::start::{TreeStart, find_start};
use super::stream::StreamSource;
use super::token::count_lines;
use super::tree::GameTree;
use super::warning::Warning;

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
/// A tree starts with `(` followed by `;`, optionally with white space between them. The `;` may be
/// missing: `(TE[x]SZ[19];B[pd])` is a tree, because of `SZ` or of the move after it. Text before,
/// between and after the trees is skipped. Each tree may have its own character set, in this order
/// of preference: that of a byte order mark; that of its `CA`, unless the text contradicts it;
/// UTF-8; a guess from the text. [`GameTree::charset`] reports it.
///
/// Invalid but readable input is accepted with a [`Warning`]. A `(;FF[` or `(;GM[` at the start of
/// a line inside a tree starts the next game: the tree before it has lost its last `)`.
///
/// ```
/// use joseki_format::sgf::{Limits, read_collection};
///
/// let file = b"(;GM[1]SZ[19];B[pd](;W[dd])(;W[dp]))";
/// let collection = read_collection(file, &Limits::default())?;
/// let root = collection.trees[0].root();
/// assert_eq!(root.first("SZ").unwrap().raw(), "19");
/// let black = root.children().next().unwrap();
/// assert_eq!(black.children().count(), 2);
/// assert!(read_collection(b"no game", &Limits::default()).is_err());
/// # Ok::<(), joseki_format::sgf::SgfError>(())
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
    let mut scanner = TreeScanner::new(Limits { bytes: Limits::MAX_BYTES * 3, ..limits });
    scanner.wide = wide;
    let mut trees = Vec::new();
    let mut at = 0;
    loop {
        let step = scanner.step(&text[at..], true);
        at += step.used;
        match step.found {
            StepResult::Tree(tree) => trees.push(tree),
            StepResult::Error(error) => return Err(error),
            StepResult::Nothing => {}
            StepResult::End => break,
        }
    }
    Ok(Collection { trees, warnings: scanner.warnings.take() })
}

/// The line of the first zero byte before the first game tree, if any.
pub(super) fn zero_before_trees(bytes: &[u8]) -> Option<u32> {
    let (text, _) = narrow(bytes);
    let before = match find_start(&text, true, false) {
        TreeStart::At(at) | TreeStart::NotBefore(at) => &text[..at],
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
    source: StreamSource<R>,
    scanner: TreeScanner,
    ended: bool,
}

impl<R: BufRead> TreeReader<R> {
    /// Creates a reader of `input`.
    pub fn new(input: R, limits: &Limits) -> Self {
        Self {
            source: StreamSource::new(input),
            scanner: TreeScanner::new(limits.indexable()),
            ended: false,
        }
    }

    /// Returns the warnings since the last call; after the first 100 they are only counted.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        self.scanner.warnings.take()
    }

    fn fill(&mut self) -> io::Result<()> {
        self.source.fill()?;
        self.scanner.wide = self.source.charset();
        Ok(())
    }
}

impl<R: BufRead> Iterator for TreeReader<R> {
    type Item = Result<GameTree, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let step = self.scanner.step(self.source.bytes(), self.source.at_end);
            self.source.consume(step.used);
            match step.found {
                StepResult::Tree(tree) => return Some(Ok(tree)),
                StepResult::Error(error) => return Some(Err(error)),
                StepResult::Nothing if step.used > 0 || self.source.at_end => {}
                StepResult::Nothing => {
                    if let Err(source) = self.fill() {
                        self.ended = true;
                        let line = self.scanner.line;
                        return Some(Err(SgfError::Io { line, source }));
                    }
                }
                StepResult::End => self.ended = true,
            }
        }
        None
    }
}

//! The provenance of a book file, and its content statistics.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use joseki_book::{Index, NodeId};

/// The provenance of a file, included if its format allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookFileHead {
    /// The program that writes it, with its version.
    pub program: String,
    /// The book's name.
    pub book: String,
    /// The book's version.
    pub version: u64,
    /// The licence of the book's content, if stated.
    pub license: Option<String>,
    /// The sources that the book's nodes and counts name.
    pub sources: BTreeSet<String>,
}

/// The content statistics of a book file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The unit of its entries: `position`, `line`, `row`.
    pub unit: &'static str,
    /// The number of entries.
    pub entries: usize,
    /// The number of moves in these, each position's counted once.
    pub moves: usize,
    /// The moves left out.
    pub left_out: LeftOut,
    /// Data of moves in the file that the format cannot hold: the number of moves by kind of data.
    pub dropped: LeftOut,
}

/// Takes a book file, part by part.
pub trait FileSink: Write {
    /// Called once, before the first byte, with what is known of the contents: all moves left out,
    /// and for patterns their number.
    ///
    /// # Errors
    /// When the file cannot be taken.
    fn begin(&mut self, contents: &Contents) -> io::Result<()>;
}

/// A book file in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookFile {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its contents.
    pub contents: Contents,
}

impl BookFile {
    /// Collects a file in memory.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn collect<E>(
        write: impl FnOnce(&mut dyn FileSink) -> Result<Contents, E>,
    ) -> Result<BookFile, E> {
        let mut file = BookFile::default();
        file.contents = write(&mut file)?;
        Ok(file)
    }
}

impl Write for BookFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl FileSink for BookFile {
    fn begin(&mut self, _: &Contents) -> io::Result<()> {
        Ok(())
    }
}

/// The number of moves left out of a file, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut(BTreeMap<&'static str, usize>);

impl BookFileHead {
    /// Creates the head of a book's file, with the sources that the book names.
    #[must_use]
    pub fn for_book(
        index: &Index,
        book: &str,
        version: u64,
        license: Option<String>,
    ) -> BookFileHead {
        let said = index.nodes().filter_map(|node| index.data(node));
        let mut sources: BTreeSet<String> =
            said.flat_map(|data| data.sources.iter().cloned()).collect();
        let counted = index.tally(NodeId::ROOT).into_iter().flat_map(|tally| tally.cells);
        let counted = counted.filter_map(|cell| index.cohorts().get(cell.cohort as usize));
        sources.extend(counted.map(|cohort| cohort.source.clone()));
        BookFileHead {
            program: concat!("joseki ", env!("CARGO_PKG_VERSION")).to_owned(),
            book: book.to_owned(),
            version,
            license,
            sources,
        }
    }

    /// The head as lines without inner line breaks.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("written by {}", self.program),
            format!("book \"{}\", version {}", self.book, self.version),
        ];
        if !self.sources.is_empty() {
            let sources: Vec<&str> = self.sources.iter().map(String::as_str).collect();
            lines.push(format!("sources: {}", sources.join("; ")));
        }
        if let Some(license) = &self.license {
            lines.push(format!("licence: {license}"));
        }
        let whole = |line: String| line.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.into_iter().map(whole).collect()
    }
}

impl LeftOut {
    /// Adds moves that are left out for a reason.
    pub fn add(&mut self, reason: &'static str, moves: usize) {
        if moves > 0 {
            *self.0.entry(reason).or_default() += moves;
        }
    }

    /// Subtracts moves that are included after all.
    pub(super) fn remove(&mut self, reason: &'static str, moves: usize) {
        if let Some(count) = self.0.get_mut(reason) {
            *count = count.saturating_sub(moves);
        }
        self.0.retain(|_, count| *count > 0);
    }

    /// The reasons with their counts, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.0.iter().map(|(reason, moves)| (*reason, *moves))
    }

    /// The number of moves left out for a reason.
    #[must_use]
    pub fn count(&self, reason: &str) -> usize {
        self.0.get(reason).copied().unwrap_or_default()
    }

    /// The number of all moves left out.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }
}

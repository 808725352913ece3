//! One piece of work: a text that is read by whoever gets it.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use super::layers::{Fail, Input, peel};
use super::progress::{Counted, Meter};

/// A text without its compressions, from the first byte on.
pub type Reader = Box<dyn BufRead + Send>;

/// The buffer of a file, in bytes.
pub(super) const BUFFER: usize = 64 << 10;

/// A game record, or several in one text, which any thread may open.
pub struct Piece {
    name: String,
    source: Source,
}

enum Source {
    File(PathBuf, Meter),
    Bytes(Vec<u8>, Option<io::Error>),
}

impl Piece {
    /// A file on disk.
    pub(super) fn file(name: String, path: PathBuf, meter: Meter) -> Self {
        let source = Source::File(path, meter);
        Self { name, source }
    }

    /// An entry of an archive, as it is there, and what ended it before its end.
    pub(super) fn bytes(name: String, bytes: Vec<u8>, damage: Option<io::Error>) -> Self {
        let source = Source::Bytes(bytes, damage);
        Self { name, source }
    }

    /// The name: the path, and the names of the entries on the way.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many bytes it keeps in memory: those of an archive's entry, none of a file.
    pub fn held_bytes(&self) -> usize {
        match &self.source {
            Source::File(..) => 0,
            Source::Bytes(bytes, _) => bytes.len(),
        }
    }

    /// Opens it, decompressing if need be.
    ///
    /// # Errors
    /// Those of opening a file. The reader gives all that comes before damage, and then an error.
    pub fn open(self) -> io::Result<Reader> {
        let input: Input<'static> = match self.source {
            Source::File(path, meter) => {
                let file = Counted::new(File::open(path)?, meter);
                Box::new(BufReader::with_capacity(BUFFER, file))
            }
            Source::Bytes(bytes, damage) => Box::new(Cursor::new(bytes).chain(Fail(damage))),
        };
        text(input)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Piece")
            .field("name", &self.name)
            .field("held_bytes", &self.held_bytes())
            .finish_non_exhaustive()
    }
}

/// Opens a file that is one text: plain, or compressed with gzip or zstd, as its first bytes say.
///
/// # Errors
/// Those of opening and reading the file; [`io::ErrorKind::InvalidData`] for an archive, and for a
/// compression that is not supported. The reader gives all that comes before damage, and then an
/// error.
pub fn open(path: &Path) -> io::Result<Reader> {
    let file = File::open(path)?;
    text(Box::new(BufReader::with_capacity(BUFFER, file)))
}

fn text(input: Input<'static>) -> io::Result<Reader> {
    let text = peel(input).text();
    text.map_err(|damage| io::Error::new(io::ErrorKind::InvalidData, damage))
}

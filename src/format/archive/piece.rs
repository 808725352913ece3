//! One unit of work: a text that can be read on any thread.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use super::layers::{ByteStream, Fail, decompress};
use super::progress::{Meter, MeteredReader};

/// A decompressed text, read from its first byte.
pub type TextReader = Box<dyn BufRead + Send>;

/// The buffer size of a file, in bytes.
pub(super) const BUFFER: usize = 64 << 10;

/// One or more game records in one text, which any thread may open.
pub struct Piece {
    name: String,
    source: PieceSource,
}

enum PieceSource {
    File(PathBuf, Meter),
    Bytes(Vec<u8>, Option<io::Error>),
}

impl Piece {
    /// Creates a piece for a file on disk.
    pub(super) fn file(name: String, path: PathBuf, meter: Meter) -> Self {
        let source = PieceSource::File(path, meter);
        Self { name, source }
    }

    /// Creates a piece for an archive entry as stored, with the error that cut it short, if any.
    pub(super) fn bytes(name: String, bytes: Vec<u8>, damage: Option<io::Error>) -> Self {
        let source = PieceSource::Bytes(bytes, damage);
        Self { name, source }
    }

    /// The name: the path, followed by the names of the entries on the way.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of bytes in memory: those of an archive entry, 0 for a file.
    pub fn held_bytes(&self) -> usize {
        match &self.source {
            PieceSource::File(..) => 0,
            PieceSource::Bytes(bytes, _) => bytes.len(),
        }
    }

    /// Opens the text, decompressing it if necessary.
    ///
    /// # Errors
    /// When the file cannot be opened. If the text is damaged, the reader returns the text before
    /// the damage and then an error.
    pub fn open(self) -> io::Result<TextReader> {
        let input: ByteStream<'static> = match self.source {
            PieceSource::File(path, meter) => {
                let file = MeteredReader::new(File::open(path)?, meter);
                Box::new(BufReader::with_capacity(BUFFER, file))
            }
            PieceSource::Bytes(bytes, damage) => Box::new(Cursor::new(bytes).chain(Fail(damage))),
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

/// Opens a file that is one text: plain, or compressed with gzip or zstd, detected by its first
/// bytes.
///
/// # Errors
/// When the file cannot be opened or read; [`io::ErrorKind::InvalidData`] for an archive or an
/// unsupported compression. If the text is damaged, the reader returns the text before the damage
/// and then an error.
pub fn open(path: &Path) -> io::Result<TextReader> {
    let file = File::open(path)?;
    text(Box::new(BufReader::with_capacity(BUFFER, file)))
}

/// Opens a text in memory: plain, or compressed with gzip or zstd.
///
/// # Errors
/// See [`open`].
pub fn open_bytes(bytes: &'static [u8]) -> io::Result<TextReader> {
    text(Box::new(bytes))
}

fn text(input: ByteStream<'static>) -> io::Result<TextReader> {
    let text = decompress(input).text();
    text.map_err(|damage| io::Error::new(io::ErrorKind::InvalidData, damage))
}

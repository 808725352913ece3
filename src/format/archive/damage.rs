//! Errors of files and archives that could not be read.

use std::io;

use super::{DEPTH, SPOOL_BYTES};

/// The reason why a file, an archive or an entry is not read, or not to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// Nothing could be read, or an archive ended early.
    #[error("reading failed: {0}; check the file, or fetch it again")]
    Io(#[from] io::Error),
    /// An unsupported compression.
    #[error("unsupported compression {0}: decompress the file first")]
    Compression(&'static str),
    /// An unsupported kind of archive.
    #[error("unsupported archive format {0}: extract it first")]
    Archive(&'static str),
    /// An archive where a single text is expected.
    #[error("expected a game record, found an archive")]
    Entries,
    /// Too many layers of compression.
    #[error("compressed more than {DEPTH} times: decompress it first")]
    Wrapped,
    /// An archive nested too deeply.
    #[error("nested inside {DEPTH} archives: extract it first")]
    Nested,
    /// A large zip archive inside another archive.
    #[error("zip archive of more than {} MiB inside another archive: extract it first", SPOOL_BYTES >> 20)]
    Spool,
    /// A zip archive without its central directory. Entries before the damage are still read.
    #[error(
        "the central directory of the zip archive is missing or damaged ({0}); entries are read up to the damage"
    )]
    Contents(String),
    /// An unreadable zip archive or entry.
    #[error("unreadable zip entry: {0}")]
    Zip(String),
    /// A missing header of the next entry. Reading continues at the next header.
    #[error("missing tar header at byte {at}: the archive is damaged, entries may be missing")]
    TarHeader {
        /// Offset in bytes from the start of the tar archive.
        at: u64,
    },
    /// A sparse file, as GNU tar stores it.
    #[error("unsupported sparse file: extract it first")]
    Sparse,
}

//! Why something in a file or an archive could not be read.

use std::io;

use super::{DEPTH, SPOOL_BYTES};

/// Why a file, an archive or an entry is not read, or not to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// Nothing could be read, or reading an archive ended before its end.
    #[error("reading failed: {0}; check the file, or fetch it again")]
    Io(#[from] io::Error),
    /// A compression that is not supported.
    #[error("compressed with {0}: decompress it first")]
    Compression(&'static str),
    /// A kind of archive that is not supported.
    #[error("an archive of the kind {0}: extract it first")]
    Archive(&'static str),
    /// Where one text is expected there is an archive.
    #[error("an archive, not a game record")]
    Entries,
    /// Compressions on top of one another.
    #[error("compressed more than {DEPTH} times over: decompress it first")]
    Wrapped,
    /// An archive inside others.
    #[error("an archive inside {DEPTH} others: extract it first")]
    Nested,
    /// A large zip archive inside another archive.
    #[error("a zip archive of more than {} MiB inside another archive: extract it first", SPOOL_BYTES >> 20)]
    Spool,
    /// A zip archive without its end. What comes before the damage is still read.
    #[error(
        "the table of contents at the end of the zip archive is missing or damaged ({0}); entries are read up to the damage"
    )]
    Contents(String),
    /// A zip archive or an entry of it.
    #[error("a zip entry that cannot be read: {0}")]
    Zip(String),
    /// There is no header where one of the next entry should be. Reading goes on at the next one.
    #[error("byte {at}: no tar header here; the archive is damaged, entries may be missing")]
    TarHeader {
        /// Where, in bytes from the start of the tar archive.
        at: u64,
    },
    /// A file with holes, as GNU tar stores it.
    #[error("a sparse file: extract it first")]
    Sparse,
}

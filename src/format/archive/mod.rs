//! Reads game records from files, directories and archives, compressed or not.
//!
//! [`Sources::find`] takes paths; [`Sources::read`] emits everything in them as [`Event`]s. Kinds
//! are detected by the first bytes, not by name: gzip and zstd streams of any number of members,
//! zip and tar archives, and any of these inside one another, up to [`DEPTH`] archives deep.
//!
//! Memory is bounded for any input. An archive is read from front to back (a zip archive by its
//! central directory, entry by entry). An entry of more than [`PIECE_BYTES`] is streamed on demand
//! and never collected, so a decompression bomb costs time but no memory, and the consumer can stop
//! reading. At most one entry per archive level, the pieces that the consumer keeps, and 128 MiB
//! per zstd stream with the largest window are in memory at a time. A zip archive inside another
//! archive must be read from its end, so one of more than [`PIECE_BYTES`] is spooled to an unnamed
//! temporary file of at most [`SPOOL_BYTES`].
//!
//! Names in archives are only labels: nothing is ever written to those paths.

mod damage;
mod directory;
mod event;
mod layers;
mod magic;
mod names;
mod piece;
mod place;
mod producer;
mod progress;
mod sources;
mod tar;
mod zip;
mod zstd;

pub use damage::Damage;
pub use event::{Event, Skip};
pub use piece::{Piece, TextReader, open, open_bytes};
pub use progress::Progress;
pub use sources::{ArchiveError, Sources};

/// The most bytes of an archive entry that are kept in memory as one [`Piece`], and of a file on
/// disk that becomes one: 8 MiB.
pub const PIECE_BYTES: u64 = 8 << 20;

/// The deepest nesting of archives: 4. Compression layers do not count as archives; as many are
/// allowed on top of one another.
pub const DEPTH: usize = 4;

/// The most bytes of a zip archive inside another archive: 1 GiB.
pub const SPOOL_BYTES: u64 = 1 << 30;

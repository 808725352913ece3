//! Game records wherever they lie: in files, directories and archives, compressed or not.
//!
//! [`Sources::find`] takes paths, [`Sources::read`] tells of everything in them as [`Event`]s. What
//! something is, its first bytes say, not its name: gzip and zstd streams of any number of members,
//! zip and tar archives, and any of these inside one another, up to [`DEPTH`] archives deep.
//!
//! Memory is bounded, whatever the files hold. An archive is read from front to back (a zip archive
//! by its table of contents, entry by entry); an entry of more than [`PIECE_BYTES`] is never
//! collected but read as it is asked for, and so a decompression bomb costs time, which the
//! consumer ends by reading no further, but no memory. What is held at one time is at most one
//! entry for each archive around it, the pieces that the consumer keeps, and 128 MiB for each zstd
//! stream with the largest window. A zip archive inside another archive needs to be read from its
//! end: one of more than [`PIECE_BYTES`] is put into an unnamed temporary file of at most
//! [`SPOOL_BYTES`].
//!
//! Names in archives are names only: nothing is ever written to the path that they say.

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
pub use piece::{Piece, Reader, open};
pub use progress::Progress;
pub use sources::{ArchiveError, Sources};

/// The most bytes of an archive's entry that are kept in memory as one [`Piece`], and the size on
/// disk up to which a file is one: 8 MiB.
pub const PIECE_BYTES: u64 = 8 << 20;

/// How many archives may lie inside one another: 4. Compressions are not counted here; of these
/// there may be as many on top of one another.
pub const DEPTH: usize = 4;

/// The most bytes of a zip archive that is an entry of another archive: 1 GiB.
pub const SPOOL_BYTES: u64 = 1 << 30;

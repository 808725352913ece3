//! The events emitted while reading sources.

use std::fmt;
use std::io::BufRead;

use super::{Damage, Piece};

/// An item found, in the order of the paths: directories by path, archives in stored order. A name
/// is the path on disk followed by the names of the entries, separated by `/`:
/// `games/2024.zip/may/one.sgf.gz`.
pub enum Event<'a> {
    /// A file on disk, whose items follow.
    File {
        /// The path.
        path: &'a str,
    },
    /// Text of at most a few megabytes, readable at any time and on any thread.
    Piece(Piece),
    /// Text of any length, which must be read during the call. It need not be read to its end.
    ///
    /// If it is damaged, the reader returns the text before the damage and then an error; there is
    /// no separate [`Event::Broken`].
    Stream {
        /// The name.
        name: &'a str,
        /// The text, decompressed.
        reader: &'a mut (dyn BufRead + Send),
    },
    /// A skipped item.
    Skipped {
        /// The name.
        name: String,
        /// The reason.
        reason: Skip,
    },
    /// An unreadable item, or an archive that cannot be read to its end. Reading continues with the
    /// next item.
    Broken {
        /// The name.
        name: String,
        /// The reason.
        error: Damage,
    },
}

/// The reason why an item is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Skip {
    /// Neither its name nor its first bytes are those of a game record or an archive.
    NotARecord,
    /// Its name, or that of a directory around it in the archive, starts with a full stop or is
    /// `__MACOSX`.
    Hidden,
    /// A symbolic link to a directory, inside a directory. It could form a cycle.
    LinkedDirectory,
    /// A device or the like in a directory; a link or a device in an archive.
    NotAFile,
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotARecord => "not a game record",
            Self::Hidden => "hidden",
            Self::LinkedDirectory => "a link to a directory",
            Self::NotAFile => "not a file",
        })
    }
}

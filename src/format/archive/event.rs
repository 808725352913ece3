//! What the reading of sources tells.

use std::fmt;
use std::io::BufRead;

use super::{Damage, Piece};

/// Something found, in the order of the paths, directories by name, archives as they are. A name
/// is the path on disk followed by the names of the entries, with `/` between them:
/// `games/2024.zip/may/one.sgf.gz`.
pub enum Event<'a> {
    /// Text of at most a few megabytes, to be read wherever and whenever.
    Piece(Piece),
    /// Text of any length, to be read here and now: it is gone when the call returns. It need not
    /// be read to its end.
    ///
    /// After damage the reader gives what could be read before it and then an error; there is no
    /// [`Event::Broken`] for it.
    Stream {
        /// The name.
        name: &'a str,
        /// The text, decompressed.
        reader: &'a mut (dyn BufRead + Send),
    },
    /// Something that is not read.
    Skipped {
        /// The name.
        name: String,
        /// Why.
        reason: Skip,
    },
    /// Something that cannot be read, or an archive that cannot be read to its end. Reading goes on
    /// with what comes next.
    Broken {
        /// The name.
        name: String,
        /// Why.
        error: Damage,
    },
}

/// Why something is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Skip {
    /// Neither its name nor its first bytes are those of a game record or of an archive.
    NotARecord,
    /// Its name, or that of a directory around it in the archive, starts with a full stop, or is
    /// `__MACOSX`.
    Hidden,
    /// A symbolic link to a directory, found in a directory. It could lead in a circle.
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

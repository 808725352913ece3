//! Errors of publishing and following.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

use crate::error::ServiceError;
use joseki_base::cancel::Cancelled;
use joseki_peer::PublishedReadError;
use joseki_store::StoreError;

/// Error of publishing a book, or of following one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PublishedError {
    /// A use case failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// Sources whose licence nobody has stated.
    #[error("unknown licence of {}", names(sources))]
    UnknownLicense {
        /// Names of the sources.
        sources: Vec<String>,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Another run writes the same folder.
    #[error("another run is publishing into {}", path.display())]
    Locked {
        /// The folder of the book.
        path: PathBuf,
    },
    /// A published file is malformed.
    #[error("invalid {path}: {why}")]
    Malformed {
        /// Path of the file from the published folder.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A published file cannot be read.
    #[error(transparent)]
    Read(#[from] PublishedReadError),
    /// What is published is older than the copy.
    #[error(
        "version {published} is published, and the copy of \"{book}\" has version {copy}: an older one is only fetched with --allow-older"
    )]
    Older {
        /// Name of the published book.
        book: String,
        /// The published version of the copy.
        copy: u64,
        /// The newest published version.
        published: u64,
    },
    /// The manifest has no signature by the key that was asked for.
    #[error("{path} is not signed by the key: {why}")]
    Unsigned {
        /// Path of the signature from the published folder.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// The program that signs failed.
    #[error("cannot sign {}: {why}", path.display())]
    NotSigned {
        /// The manifest.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The book exists and is not a copy.
    #[error("book \"{book}\" does not follow a published book")]
    NotACopy {
        /// Name of the book.
        book: String,
    },
    /// The copy is about another game than what is published.
    #[error("book \"{book}\" is about another game than the published book")]
    OtherGame {
        /// Name of the copy.
        book: String,
    },
}

impl PublishedError {
    /// Returns what a user of the command line can do.
    #[must_use]
    pub fn hint(&self) -> Option<Cow<'static, str>> {
        let hint = match self {
            PublishedError::Service(error) => return error.info().hint,
            PublishedError::UnknownLicense { .. } => {
                "nothing was written; state the licences with `joseki sources set`, or choose with --allow whose texts are published"
            }
            PublishedError::Locked { .. } => "nothing was written; wait until it has finished",
            PublishedError::NotACopy { .. } | PublishedError::OtherGame { .. } => {
                "nothing was changed; choose another name for the copy with --as"
            }
            PublishedError::Unsigned { .. } => {
                "nothing was changed; ask the publisher whether the key is another one now, and by another way than the books"
            }
            PublishedError::Older { .. } => "nothing was changed; ask the publisher why",
            PublishedError::NotSigned { .. } => {
                "what is newest stays as it was; check the command of --sign, and publish again"
            }
            PublishedError::Malformed { .. } => {
                "nothing was changed after it; publish the book again, or tell who publishes it"
            }
            PublishedError::Read(_) => "check the address; what was applied so far is kept",
            _ => "check that you have write permission and that the disk has space",
        };
        Some(hint.into())
    }

    /// Creates the error of a malformed file.
    pub(super) fn malformed(path: &str, why: impl ToString) -> PublishedError {
        PublishedError::Malformed { path: path.to_owned(), why: why.to_string() }
    }
}

impl From<StoreError> for PublishedError {
    fn from(error: StoreError) -> PublishedError {
        PublishedError::Service(error.into())
    }
}

impl From<Cancelled> for PublishedError {
    fn from(error: Cancelled) -> PublishedError {
        PublishedError::Service(error.into())
    }
}

/// Names at most five sources.
fn names(sources: &[String]) -> String {
    const MAX: usize = 5;
    let first: Vec<String> = sources.iter().take(MAX).map(|name| format!("\"{name}\"")).collect();
    let rest = sources.len().saturating_sub(MAX);
    match rest {
        0 => first.join(", "),
        rest => format!("{} and {rest} more sources", first.join(", ")),
    }
}

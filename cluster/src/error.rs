//! What goes wrong.

use std::io;
use std::path::Path;

use joseki::format::archive::ArchiveError;
use joseki::mine::RatingsError;
use joseki::service::ServiceError;

/// The reason why a task fails. Its output is then as it was.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// A file or folder that cannot be read or written.
    #[error("{file}: {error}")]
    File {
        /// Its path.
        file: String,
        /// The reason.
        error: io::Error,
    },
    /// A Parquet file of another table.
    #[error(
        "{file}: expected the table \"{table}\", but its column \"{column}\" is missing or of another type"
    )]
    Table {
        /// Its path.
        file: String,
        /// The expected table.
        table: &'static str,
        /// The first column that does not fit.
        column: String,
    },
    /// A value that no task writes.
    #[error("{file}: {problem}")]
    Invalid {
        /// The path of the file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Inputs that do not belong together.
    #[error("{0}")]
    Mismatch(String),
    /// Records that cannot be found.
    #[error(transparent)]
    Records(#[from] ArchiveError),
    /// An invalid text of ratings.
    #[error("{file}: {error}")]
    Ratings {
        /// The path of the file.
        file: String,
        /// What is wrong with it.
        error: RatingsError,
    },
    /// The book cannot be written.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl ClusterError {
    /// An error of a file.
    pub fn file(path: &Path, error: io::Error) -> ClusterError {
        ClusterError::File { file: path.display().to_string(), error }
    }

    /// A file with a value that no task writes.
    pub fn invalid(path: &Path, problem: impl Into<String>) -> ClusterError {
        ClusterError::Invalid { file: path.display().to_string(), problem: problem.into() }
    }
}

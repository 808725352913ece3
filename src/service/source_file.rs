//! A file that a caller sends, and why it cannot be read.

use crate::code::Code;
use crate::error::{ErrorInfo, Fault};
use joseki_format::book_file::GoFileError;
use joseki_format::five::ConvertError;
use joseki_format::go::ServerFileError;
use joseki_format::sgf::{LimitKind, SgfError};
use joseki_format::xiangqi::RecordError as XiangqiRecordError;
use joseki_format::xiangqi::opening_book::BookDatError;
use joseki_store::OpeningBookError;

/// A file to import.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Name for reports.
    pub name: String,
    /// Contents of the file.
    pub bytes: Vec<u8>,
}

/// Why a file cannot be read; nothing was imported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// Unreadable SGF file; nothing was imported.
    #[error("{file}: {source}")]
    Sgf {
        /// Name of the file.
        file: String,
        /// Underlying error with its place.
        source: SgfError,
    },
    /// Unreadable game of two bytes a move; nothing was imported.
    #[error("{file}: {source}")]
    Go {
        /// Name of the file.
        file: String,
        /// Underlying error with its place.
        source: GoFileError,
    },
    /// Unreadable record of a Go server; nothing was imported.
    #[error("{file}: {source}")]
    Server {
        /// Name of the file.
        file: String,
        /// Error of the reader.
        source: ServerFileError,
    },
    /// Unreadable record of xiangqi; nothing was imported.
    #[error("{file}: {source}")]
    Xiangqi {
        /// Name of the file.
        file: String,
        /// Error of the reader.
        source: XiangqiRecordError,
    },
    /// Unreadable opening book; nothing was imported.
    #[error("{file}: {source}")]
    Opening {
        /// Name of the file.
        file: String,
        /// Error of the reader.
        source: OpeningFileError,
    },
    /// Unreadable file of renju or gomoku; nothing was imported.
    #[error("{file}: {source}")]
    Five {
        /// Name of the file.
        file: String,
        /// Underlying error with its place.
        source: ConvertError,
    },
}

impl FileError {
    /// The name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        match self {
            FileError::Sgf { file, .. }
            | FileError::Go { file, .. }
            | FileError::Server { file, .. }
            | FileError::Xiangqi { file, .. }
            | FileError::Opening { file, .. }
            | FileError::Five { file, .. } => file,
        }
    }
}

impl Fault for FileError {
    fn info(&self) -> ErrorInfo {
        let code = match self {
            FileError::Sgf { source: SgfError::Limit { kind: LimitKind::Bytes, .. }, .. } => {
                Code::BodyTooLarge
            }
            FileError::Sgf { source: SgfError::Limit { .. }, .. } => Code::SgfLimit,
            _ => Code::InvalidSgf,
        };
        code.info().hint("nothing was imported; fix the file or leave it out, and import again")
    }
}

/// Why a file is not read as an opening book.
#[derive(Debug, thiserror::Error)]
pub enum OpeningFileError {
    /// A file of SQLite.
    #[error(transparent)]
    Sqlite(#[from] OpeningBookError),
    /// A BOOK.DAT.
    #[error("BOOK.DAT: {0}")]
    BookDat(#[from] BookDatError),
}

//! Errors of tables.

use super::record::TableRecordError;
use crate::code::Code;
use crate::error::{ErrorInfo, Fault};
use joseki_game::table::TableRefusal;

/// Why something is not done at a table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Invalid field of a table to make.
    #[error("{field}: {message}")]
    Setup {
        /// The field.
        field: &'static str,
        /// What is wrong, and how to fix it.
        message: String,
    },
    /// No table with that token.
    #[error(
        "unknown table: the token or id is wrong, or the table was closed or removed 30 days after its last move"
    )]
    Unknown,
    /// What the rules of a table do not allow.
    #[error("{0}")]
    Refused(#[from] TableRefusal),
    /// A table where too much was done.
    #[error("too much was done at this table: resign, or go on at another one")]
    Full,
    /// As many tables as the operator allows.
    #[error("there are {most} tables already: try again later, or raise `max_tables`")]
    TooMany {
        /// The maximum.
        most: u64,
    },
    /// A record that its format cannot hold.
    #[error(transparent)]
    Record(#[from] TableRecordError),
}

impl Fault for TableError {
    fn info(&self) -> ErrorInfo {
        match self {
            TableError::Setup { field, .. } => Code::InvalidValue.at(*field),
            TableError::Unknown => Code::UnknownTable.at("table"),
            TableError::Refused(TableRefusal::Illegal(_)) => Code::IllegalMove.at("move"),
            TableError::Refused(_) => Code::TableRefused.at("action"),
            TableError::Full => Code::TableRefused.info(),
            TableError::TooMany { .. } => Code::TooManyTables.info().retry_after(60),
            TableError::Record(_) => Code::Unprocessable.at("format"),
        }
    }
}

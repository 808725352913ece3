//! Errors inside this module, before the file they concern is known.

use std::error::Error;

use rusqlite::{ErrorCode, ffi};

use super::value::SqlError;

use crate::StoreError;
use joseki_base::cancel::Cancelled;
use joseki_book::TallyError;

/// The cause of a failure.
#[derive(Debug)]
pub(crate) enum Fault {
    /// An error of a statement, not classified yet.
    Sql(SqlError),
    /// An I/O error.
    Io(std::io::Error),
    /// A row that this program cannot have written.
    Damage(String),
    /// A change cannot be retried: its data were read already.
    Spent,
    /// A complete error.
    Store(StoreError),
}

impl From<SqlError> for Fault {
    fn from(error: SqlError) -> Fault {
        Fault::Sql(error)
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault::Sql(error.into())
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Fault {
        Fault::Io(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Store(error)
    }
}

impl From<Cancelled> for Fault {
    fn from(error: Cancelled) -> Fault {
        Fault::Store(error.into())
    }
}

impl From<TallyError> for Fault {
    fn from(error: TallyError) -> Fault {
        Fault::Damage(error.to_string())
    }
}

/// Converts an error of the caller's source of data to be written. It does not concern the store's
/// file.
pub(crate) fn at_source(what: String, error: std::io::Error) -> Fault {
    let error = match error.downcast::<StoreError>() {
        Ok(own) => own,
        Err(error) if is_storage_full(&error) => {
            let file = "the temporary files".to_owned();
            StoreError::DiskFull { file }
        }
        Err(error) => StoreError::Source { what, detail: error.to_string() },
    };
    error.into()
}

impl Fault {
    /// Completes the error with the file's name.
    pub(crate) fn at(self, file: &str) -> StoreError {
        let detail = match &self {
            Fault::Sql(error) => error.to_string(),
            Fault::Io(error) => error.to_string(),
            Fault::Damage(detail) => detail.clone(),
            Fault::Spent | Fault::Store(_) => String::new(),
        };
        let file = file.to_owned();
        match self {
            Fault::Store(error) => error,
            Fault::Damage(_) => StoreError::Corrupt { file, detail },
            Fault::Spent => StoreError::Busy { file },
            Fault::Io(error) => io_error(&error, file, detail),
            Fault::Sql(SqlError::Sqlite(error)) => sqlite_error(&error, file, detail),
            Fault::Sql(SqlError::Postgres(error)) => postgres_error(&error, file, detail),
            Fault::Sql(SqlError::Unanswered(_)) => StoreError::Unreachable { file, detail },
            Fault::Sql(SqlError::Cancelled) => Cancelled.into(),
            Fault::Sql(SqlError::NoRow | SqlError::Earlier) => StoreError::Other { file, detail },
            Fault::Sql(SqlError::Parameter(_)) => StoreError::Invalid { detail },
            // A value of the wrong type or out of range can only come from damage.
            Fault::Sql(SqlError::Column { .. }) => StoreError::Corrupt { file, detail },
        }
    }

    /// Whether the error is a server's with this SQLSTATE.
    pub(crate) fn has_state(&self, state: &str) -> bool {
        matches!(self, Fault::Sql(error) if error.state() == Some(state))
    }

    /// Whether the transaction failed only by a conflict with another one, and may be retried.
    pub(crate) fn is_conflict(&self) -> bool {
        self.has_state("40001") || self.has_state("40P01")
    }

    /// Whether the error is of what is stored, and not of reading it.
    pub(crate) fn is_damage(&self) -> bool {
        matches!(self, Fault::Damage(_) | Fault::Sql(SqlError::Column { .. }))
            || self.code() == Some(ErrorCode::DatabaseCorrupt)
    }

    /// Returns SQLite's error code, if the error is SQLite's.
    pub(crate) fn code(&self) -> Option<ErrorCode> {
        match self {
            Fault::Sql(SqlError::Sqlite(error)) => error.sqlite_error_code(),
            _ => None,
        }
    }
}

fn io_error(error: &std::io::Error, file: String, detail: String) -> StoreError {
    use std::io::ErrorKind;
    match error.kind() {
        _ if is_storage_full(error) => StoreError::DiskFull { file },
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            StoreError::ReadOnly { file, detail }
        }
        ErrorKind::AlreadyExists => StoreError::AlreadyExists { what: file },
        _ => StoreError::Other { file, detail },
    }
}

fn is_storage_full(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    let full = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded];
    full.contains(&error.kind())
}

fn sqlite_error(error: &rusqlite::Error, file: String, detail: String) -> StoreError {
    if is_full(error) {
        return StoreError::DiskFull { file };
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { file },
        Some(ErrorCode::OperationInterrupted) => StoreError::Cancelled(Cancelled),
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Corrupt { file, detail },
        Some(ErrorCode::NotADatabase) => StoreError::NotAStore { file, detail },
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            StoreError::ReadOnly { file, detail }
        }
        Some(ErrorCode::ConstraintViolation) => StoreError::Invalid { detail },
        Some(_) => StoreError::Other { file, detail },
        None => not_from_sqlite(error, file, detail),
    }
}

/// Classifies an error by its SQLSTATE; without one, the connection failed.
fn postgres_error(error: &tokio_postgres::Error, file: String, detail: String) -> StoreError {
    let Some(code) = error.code() else {
        let is_io = error.source().is_some_and(|source| source.is::<std::io::Error>());
        return if error.is_closed() || is_io {
            StoreError::Unreachable { file, detail }
        } else {
            StoreError::Other { file, detail }
        };
    };
    match code.code() {
        "53100" => StoreError::DiskFull { file },
        "40001" | "40P01" | "55P03" | "53200" | "53300" | "57014" => StoreError::Busy { file },
        "25006" => StoreError::ReadOnly { file, detail },
        "42501" => StoreError::Refused { file, detail },
        "57P01" | "57P02" | "57P03" => StoreError::Unreachable { file, detail },
        code if code.starts_with("08") => StoreError::Unreachable { file, detail },
        code if code.starts_with("23") || code.starts_with("22") => StoreError::Invalid { detail },
        code if code.starts_with("28") || code == "3D000" => StoreError::Refused { file, detail },
        _ => StoreError::Other { file, detail },
    }
}

/// Checks for a full disk. The shared-memory file next to the log cannot grow then either, which
/// SQLite reports as an I/O error.
fn is_full(error: &rusqlite::Error) -> bool {
    let no_room =
        error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_IOERR_SHMSIZE);
    no_room || error.sqlite_error_code() == Some(ErrorCode::DiskFull)
}

/// A value of the wrong type or out of range can only come from a damaged file.
fn not_from_sqlite(error: &rusqlite::Error, file: String, detail: String) -> StoreError {
    use rusqlite::Error as E;
    match error {
        E::FromSqlConversionFailure(..)
        | E::IntegralValueOutOfRange(..)
        | E::Utf8Error(..)
        | E::InvalidColumnType(..) => StoreError::Corrupt { file, detail },
        _ => StoreError::Other { file, detail },
    }
}

//! Values of parameters and columns, and errors of statements.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use joseki_base::cancel::Cancelled;

/// Result of a statement.
pub(crate) type SqlResult<T> = Result<T, SqlError>;

/// An error of the database or in a value, not classified yet.
#[derive(Debug)]
pub(crate) enum SqlError {
    /// Of the SQLite library.
    Sqlite(rusqlite::Error),
    /// Of a PostgreSQL server or its client.
    Postgres(tokio_postgres::Error),
    /// A server did not answer in time.
    Unanswered(Duration),
    /// The caller no longer waits.
    Cancelled,
    /// A statement before this one failed, as its connection knows.
    Earlier,
    /// The result of a query has no row.
    NoRow,
    /// A column has a value that this program does not write.
    Column { column: usize, detail: String },
    /// A parameter that no database can hold.
    Parameter(String),
}

/// A value of a parameter or a column. Texts are those of a file: they may be damaged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SqlValue<'v> {
    Null,
    Integer(i64),
    Real(f64),
    Text(&'v [u8]),
    Blob(&'v [u8]),
}

/// A value that can be a parameter.
pub(crate) trait Parameter {
    /// Returns the value, or [`SqlError::Parameter`].
    fn value(&self) -> SqlResult<SqlValue<'_>>;
}

/// Parameters of a statement, in order.
pub(crate) trait Parameters {
    /// Calls `run` with them.
    fn with<T>(self, run: impl FnOnce(&[&dyn Parameter]) -> T) -> T;
}

/// A type that can be read from a column.
pub(crate) trait Column: Sized {
    /// Converts a value; `None` if it is not of this type, or out of range.
    fn read(value: SqlValue<'_>) -> Option<Self>;
}

/// A result that may have no row.
pub(crate) trait OptionalRow<T> {
    /// Returns `None` instead of [`SqlError::NoRow`].
    fn optional(self) -> SqlResult<Option<T>>;
}

/// Lists parameters of different types.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$(&$value as &dyn $crate::sql::value::Parameter),*]
            as &[&dyn $crate::sql::value::Parameter]
    };
}
pub(crate) use params;

impl<T> OptionalRow<T> for SqlResult<T> {
    fn optional(self) -> SqlResult<Option<T>> {
        match self {
            Ok(value) => Ok(Some(value)),
            Err(SqlError::NoRow) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl SqlError {
    /// Returns the SQLSTATE of an error of a server.
    pub(crate) fn state(&self) -> Option<&str> {
        match self {
            SqlError::Postgres(error) => error.code().map(|state| state.code()),
            _ => None,
        }
    }

    /// Whether another node has just created the same table.
    pub(crate) fn is_duplicate(&self) -> bool {
        self.state().is_some_and(|state| ["23505", "42P07", "42710"].contains(&state))
    }

    /// Whether a constraint of the schema refused a change.
    pub(crate) fn is_constraint_violation(&self) -> bool {
        match self {
            SqlError::Sqlite(error) => {
                error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation)
            }
            error => error.state().is_some_and(|state| state.starts_with("23")),
        }
    }
}

impl From<rusqlite::Error> for SqlError {
    fn from(error: rusqlite::Error) -> SqlError {
        SqlError::Sqlite(error)
    }
}

impl From<tokio_postgres::Error> for SqlError {
    fn from(error: tokio_postgres::Error) -> SqlError {
        SqlError::Postgres(error)
    }
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SqlError::Sqlite(rusqlite::Error::SqliteFailure(code, Some(message))) => {
                write!(f, "{message} (SQLite error {})", code.extended_code)
            }
            SqlError::Sqlite(error) => error.fmt(f),
            SqlError::Postgres(error) => match (error.as_db_error(), error.source()) {
                (Some(error), _) => {
                    write!(f, "{} (SQLSTATE {})", error.message(), error.code().code())?;
                    error.detail().map_or(Ok(()), |detail| write!(f, ": {detail}"))
                }
                (None, Some(source)) => write!(f, "{error}: {source}"),
                (None, None) => write!(f, "{error}"),
            },
            SqlError::Unanswered(deadline) => {
                write!(f, "the server did not answer within {} s", deadline.as_secs())
            }
            SqlError::Cancelled => Cancelled.fmt(f),
            SqlError::Earlier => f.write_str("an earlier statement failed"),
            SqlError::NoRow => f.write_str("a row is missing"),
            SqlError::Column { column, detail } => write!(f, "column {column}: {detail}"),
            SqlError::Parameter(detail) => f.write_str(detail),
        }
    }
}

impl<'v> SqlValue<'v> {
    /// Refuses to store a text with U+0000, which PostgreSQL cannot.
    pub(crate) fn storable(self) -> SqlResult<SqlValue<'v>> {
        match self {
            SqlValue::Text(text) if memchr::memchr(0, text).is_some() => {
                let detail = "a text has the character U+0000: leave it out".to_owned();
                Err(SqlError::Parameter(detail))
            }
            value => Ok(value),
        }
    }

    /// Returns the text.
    pub(crate) fn as_str(self) -> Result<&'v str, &'static str> {
        match self {
            SqlValue::Text(text) => str::from_utf8(text).map_err(|_| "the text is not UTF-8"),
            _ => Err("it is not a text"),
        }
    }

    /// Returns the bytes.
    pub(crate) fn as_blob(self) -> Result<&'v [u8], &'static str> {
        match self {
            SqlValue::Blob(bytes) => Ok(bytes),
            _ => Err("it is not a blob"),
        }
    }

    /// Returns the name of its kind.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            SqlValue::Null => "nothing",
            SqlValue::Integer(_) => "an integer",
            SqlValue::Real(_) => "a real number",
            SqlValue::Text(_) => "a text",
            SqlValue::Blob(_) => "a blob",
        }
    }
}

/// Integers that fit into a column, which has 64 bits and a sign.
macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Parameter for $integer {
            fn value(&self) -> SqlResult<SqlValue<'_>> {
                let number = i64::try_from(*self);
                let too_large = |_| SqlError::Parameter(format!("{self} is too large for a column"));
                number.map(SqlValue::Integer).map_err(too_large)
            }
        }

        impl Column for $integer {
            fn read(value: SqlValue<'_>) -> Option<$integer> {
                match value {
                    SqlValue::Integer(number) => <$integer>::try_from(number).ok(),
                    _ => None,
                }
            }
        }
    )*};
}
integers!(i64, i16, u64, u32, u16, u8, usize);

impl Parameter for bool {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        Ok(SqlValue::Integer((*self).into()))
    }
}

impl Column for bool {
    fn read(value: SqlValue<'_>) -> Option<bool> {
        i64::read(value).map(|number| number != 0)
    }
}

impl Parameter for f64 {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        Ok(SqlValue::Real(*self))
    }
}

impl Column for f64 {
    fn read(value: SqlValue<'_>) -> Option<f64> {
        match value {
            SqlValue::Real(number) => Some(number),
            SqlValue::Integer(number) => Some(number as f64),
            _ => None,
        }
    }
}

impl Parameter for str {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        Ok(SqlValue::Text(self.as_bytes()))
    }
}

impl Parameter for String {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        self.as_str().value()
    }
}

impl Column for String {
    fn read(value: SqlValue<'_>) -> Option<String> {
        value.as_str().ok().map(str::to_owned)
    }
}

impl Parameter for [u8] {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        Ok(SqlValue::Blob(self))
    }
}

impl Parameter for Vec<u8> {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        self.as_slice().value()
    }
}

impl Column for Vec<u8> {
    fn read(value: SqlValue<'_>) -> Option<Vec<u8>> {
        value.as_blob().ok().map(<[u8]>::to_vec)
    }
}

impl<const N: usize> Parameter for [u8; N] {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        self.as_slice().value()
    }
}

impl<const N: usize> Column for [u8; N] {
    fn read(value: SqlValue<'_>) -> Option<[u8; N]> {
        value.as_blob().ok()?.try_into().ok()
    }
}

impl<T: Parameter> Parameter for Option<T> {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        self.as_ref().map_or(Ok(SqlValue::Null), Parameter::value)
    }
}

impl<T: Column> Column for Option<T> {
    fn read(value: SqlValue<'_>) -> Option<Option<T>> {
        match value {
            SqlValue::Null => Some(None),
            value => T::read(value).map(Some),
        }
    }
}

impl<T: Parameter + ?Sized> Parameter for &T {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        (**self).value()
    }
}

/// A value of any column, as it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OwnedValue {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

impl Column for OwnedValue {
    fn read(value: SqlValue<'_>) -> Option<OwnedValue> {
        Some(match value {
            SqlValue::Null => OwnedValue::Null,
            SqlValue::Integer(number) => OwnedValue::Integer(number),
            SqlValue::Real(number) => OwnedValue::Real(number),
            SqlValue::Text(_) => OwnedValue::Text(String::read(value)?),
            SqlValue::Blob(bytes) => OwnedValue::Blob(bytes.to_vec()),
        })
    }
}

impl OwnedValue {
    /// Returns the value.
    pub(crate) fn borrowed(&self) -> SqlValue<'_> {
        match self {
            OwnedValue::Null => SqlValue::Null,
            OwnedValue::Integer(number) => SqlValue::Integer(*number),
            OwnedValue::Real(number) => SqlValue::Real(*number),
            OwnedValue::Text(text) => SqlValue::Text(text.as_bytes()),
            OwnedValue::Blob(bytes) => SqlValue::Blob(bytes),
        }
    }
}

impl Parameter for OwnedValue {
    fn value(&self) -> SqlResult<SqlValue<'_>> {
        Ok(self.borrowed())
    }
}

impl Parameters for &[&dyn Parameter] {
    fn with<T>(self, run: impl FnOnce(&[&dyn Parameter]) -> T) -> T {
        run(self)
    }
}

impl Parameters for [&dyn Parameter; 0] {
    fn with<T>(self, run: impl FnOnce(&[&dyn Parameter]) -> T) -> T {
        run(&[])
    }
}

/// Lists of parameters of one type.
macro_rules! lists {
    ($($count:literal),*) => {$(
        impl<P: Parameter> Parameters for [P; $count] {
            fn with<T>(self, run: impl FnOnce(&[&dyn Parameter]) -> T) -> T {
                run(&self.each_ref().map(|value| value as &dyn Parameter))
            }
        }
    )*};
}
lists!(1, 2, 3);

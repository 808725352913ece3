//! A connection with its prepared statements.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;
use std::time::Duration;

use bytes::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type};
use postgres::{Client, Config, NoTls, Row, Statement};
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::store::sql::connection::SqlConnection;
use crate::store::sql::value::{Parameter, SqlError, SqlResult, SqlValue};

/// How long connecting to a host may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long data may stay unacknowledged before the connection counts as lost.
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(10);
/// In place of U+0000, which PostgreSQL does not take.
const NOWHERE: &str = "\u{10ffff}";
/// Number of statements that a connection keeps prepared.
const MAX_PREPARED: usize = 500;

/// Settings of each connection. A statement may run long, as an import or a check does, but nobody
/// waits for a lock for long.
const SETTINGS: &str = "SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s';
                        SET client_min_messages = warning; SET TimeZone = 'UTC'";

/// A connection with its prepared statements.
pub(in crate::store) struct PostgresConnection {
    client: RefCell<Client>,
    prepared: RefCell<HashMap<String, Statement>>,
}

impl std::fmt::Debug for PostgresConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresConnection").finish_non_exhaustive()
    }
}

/// Runs work that blocks, and informs the async runtime first if this is one of its threads. The
/// client must also be dropped in here.
pub(super) fn blocking<T>(work: impl FnOnce() -> T) -> T {
    let runtime = Handle::try_current().map(|handle| handle.runtime_flavor());
    match runtime {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

impl PostgresConnection {
    /// Opens a connection.
    pub(super) fn open(config: &Config) -> SqlResult<PostgresConnection> {
        let mut config = config.clone();
        config.connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(TCP_USER_TIMEOUT);
        if config.get_application_name().is_none() {
            config.application_name("joseki");
        }
        let mut client = config.connect(NoTls)?;
        client.batch_execute(SETTINGS)?;
        Ok(PostgresConnection { client: RefCell::new(client), prepared: RefCell::default() })
    }

    /// Returns the connection for statements.
    pub(super) fn sql(&self) -> SqlConnection<'_> {
        SqlConnection::Postgres(self)
    }

    /// Whether the connection is lost.
    pub(super) fn is_closed(&self) -> bool {
        self.client.borrow().is_closed()
    }

    /// Executes statements without parameters.
    pub(super) fn batch(&self, sql: &str) -> SqlResult<()> {
        Ok(self.client.borrow_mut().batch_execute(sql)?)
    }

    /// Prepares a statement with parameters as in SQLite (`?1`), or returns the cached one.
    pub(in crate::store) fn prepare(&self, sql: &str) -> SqlResult<Statement> {
        if let Some(known) = self.prepared.borrow().get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.borrow_mut().prepare(&sql.replace('?', "$"))?;
        let mut prepared = self.prepared.borrow_mut();
        if prepared.len() >= MAX_PREPARED {
            prepared.clear();
        }
        prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Executes a statement; returns the number of rows that it changed.
    pub(in crate::store) fn execute(
        &self,
        statement: &Statement,
        values: &[&dyn Parameter],
    ) -> SqlResult<usize> {
        let values = bound(values)?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let changed = self.client.borrow_mut().execute(statement, &values)?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    /// Runs a query.
    pub(in crate::store) fn query(
        &self,
        statement: &Statement,
        values: &[&dyn Parameter],
    ) -> SqlResult<Vec<Row>> {
        use postgres::fallible_iterator::FallibleIterator;
        let values = bound(values)?;
        let mut client = self.client.borrow_mut();
        Ok(client.query_raw(statement, &values)?.collect()?)
    }

    /// Sends the rows of a `COPY`.
    pub(super) fn copy_in(&self, sql: &str, rows: &[u8]) -> SqlResult<()> {
        let mut client = self.client.borrow_mut();
        let mut writer = client.copy_in(sql)?;
        // The server's error, which comes at the end, is more specific than the writer's.
        let written = writer.write_all(rows);
        writer.finish()?;
        written.map_err(|error| match error.downcast::<postgres::Error>() {
            Ok(error) => error.into(),
            Err(error) => SqlError::Parameter(error.to_string()),
        })
    }
}

fn bound<'v>(values: &'v [&'v dyn Parameter]) -> SqlResult<Vec<PostgresValue<'v>>> {
    values.iter().map(|value| Ok(PostgresValue(value.value()?))).collect()
}

/// A value as PostgreSQL takes it, in the type of its place.
#[derive(Debug)]
struct PostgresValue<'v>(SqlValue<'v>);

impl ToSql for PostgresValue<'_> {
    fn to_sql(
        &self,
        place: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match (self.0, place) {
            (SqlValue::Null, _) => Ok(IsNull::Yes),
            (SqlValue::Integer(number), &Type::INT4) => i32::try_from(number)?.to_sql(place, out),
            (SqlValue::Integer(number), &Type::FLOAT8) => (number as f64).to_sql(place, out),
            (SqlValue::Integer(number), &Type::BOOL) => (number != 0).to_sql(place, out),
            (SqlValue::Integer(number), _) => number.to_sql(&Type::INT8, out),
            (SqlValue::Real(number), _) => number.to_sql(&Type::FLOAT8, out),
            (SqlValue::Text(text), _) => {
                // Only in questions, which no stored text answers then.
                let text = str::from_utf8(text)?.replace('\0', NOWHERE);
                text.to_sql(&Type::TEXT, out)
            }
            (SqlValue::Blob(bytes), _) => bytes.to_sql(&Type::BYTEA, out),
        }
    }

    fn accepts(place: &Type) -> bool {
        [Type::INT8, Type::INT4, Type::FLOAT8, Type::BOOL, Type::TEXT, Type::BYTEA].contains(place)
    }

    postgres::types::to_sql_checked!();
}

/// A column as PostgreSQL gives it.
struct PostgresColumn<'r>(SqlValue<'r>);

impl<'r> FromSql<'r> for PostgresColumn<'r> {
    fn from_sql(
        of: &Type,
        raw: &'r [u8],
    ) -> Result<PostgresColumn<'r>, Box<dyn std::error::Error + Sync + Send>> {
        Ok(PostgresColumn(match *of {
            Type::INT8 => SqlValue::Integer(i64::from_sql(of, raw)?),
            Type::INT4 => SqlValue::Integer(i32::from_sql(of, raw)?.into()),
            Type::BOOL => SqlValue::Integer(bool::from_sql(of, raw)?.into()),
            Type::FLOAT8 => SqlValue::Real(f64::from_sql(of, raw)?),
            Type::BYTEA => SqlValue::Blob(raw),
            _ => SqlValue::Text(raw),
        }))
    }

    fn from_sql_null(
        _: &Type,
    ) -> Result<PostgresColumn<'r>, Box<dyn std::error::Error + Sync + Send>> {
        Ok(PostgresColumn(SqlValue::Null))
    }

    fn accepts(of: &Type) -> bool {
        let known = [Type::INT8, Type::INT4, Type::BOOL, Type::FLOAT8, Type::BYTEA, Type::TEXT];
        known.contains(of)
    }
}

/// Returns a column of a row.
pub(in crate::store) fn column(row: &Row, column: usize) -> SqlResult<SqlValue<'_>> {
    let value: PostgresColumn<'_> = row.try_get(column)?;
    Ok(value.0)
}

//! Connections to a database: the same statements and rows, whatever the database is.
//!
//! Statements are in the SQL that SQLite and PostgreSQL share, with numbered parameters (`?1`).

use rusqlite::CachedStatement;
use rusqlite::types::{ToSqlOutput, ValueRef};

use super::column_list::insert_sql;
use super::fault::Fault;
use super::postgres::{DroppedIndexes, PLAN_LOOK_UPS, PostgresConnection, PostgresCopy, column};
use super::value::{Column, Parameter, Parameters, SqlError, SqlResult, SqlValue, params};

/// Number of rows from which copying them is faster than inserting one after the other.
const MANY: usize = 16;

/// A connection to a database.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SqlConnection<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c PostgresConnection),
}

/// A prepared statement, which its connection keeps for the next time.
pub(crate) struct SqlStatement<'c> {
    /// Whether it may store its parameters.
    stores: bool,
    prepared: PreparedStatement<'c>,
}

enum PreparedStatement<'c> {
    Sqlite(CachedStatement<'c>),
    Postgres(&'c PostgresConnection, tokio_postgres::Statement, String),
}

/// Rows that are being inserted into a table.
pub(crate) enum RowInsert<'c> {
    OneByOne(SqlStatement<'c>),
    Copy(PostgresCopy<'c>),
}

/// The rows of a result, read one by one.
pub(crate) enum SqlRows<'s> {
    Sqlite(rusqlite::Rows<'s>),
    Postgres(std::vec::IntoIter<tokio_postgres::Row>, Option<tokio_postgres::Row>),
}

/// The rows of a result, each read by a function.
pub(crate) struct MappedRows<'s, F> {
    rows: SqlRows<'s>,
    read: F,
}

/// A row of a result.
#[derive(Clone, Copy)]
pub(crate) enum SqlRow<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r tokio_postgres::Row),
}

impl<'c> From<&'c rusqlite::Connection> for SqlConnection<'c> {
    fn from(conn: &'c rusqlite::Connection) -> SqlConnection<'c> {
        SqlConnection::Sqlite(conn)
    }
}

impl<'c> From<&'c PostgresConnection> for SqlConnection<'c> {
    fn from(conn: &'c PostgresConnection) -> SqlConnection<'c> {
        SqlConnection::Postgres(conn)
    }
}

impl<'c> SqlConnection<'c> {
    /// Returns the id for a new row of a table; `None` if the database gives it one.
    pub(crate) fn new_id(self, table: &str) -> SqlResult<Option<i64>> {
        match self {
            SqlConnection::Sqlite(_) => Ok(None),
            SqlConnection::Postgres(conn) => conn.next_number(table).map(Some),
        }
    }

    /// Begins to insert about `rows` rows: in bulk if the database supports that and they are many.
    pub(crate) fn insert_into(
        self,
        table: &str,
        columns: &str,
        rows: usize,
    ) -> SqlResult<RowInsert<'c>> {
        match self {
            SqlConnection::Postgres(conn) if rows >= MANY => {
                Ok(RowInsert::Copy(PostgresCopy::new(conn, table, columns)))
            }
            SqlConnection::Sqlite(_) | SqlConnection::Postgres(_) => {
                Ok(RowInsert::OneByOne(self.prepare(&insert_sql(table, columns))?))
            }
        }
    }

    /// Inserts a row by a statement that returns its id, which is also its first value, unless the
    /// database gives it one.
    pub(crate) fn insert(self, sql: &str, values: &[&dyn Parameter]) -> SqlResult<i64> {
        match (self, values.first().map(|id| id.value()).transpose()?) {
            (SqlConnection::Postgres(_), Some(SqlValue::Integer(id))) => {
                self.prepare(sql)?.send(values)?;
                Ok(id)
            }
            _ => self.query_row(sql, values, |row| row.get(0)),
        }
    }

    /// Returns the last id given to a row, by table. Ids of deleted rows count.
    pub(crate) fn counters(self) -> SqlResult<Vec<(String, i64)>> {
        let sql = match self {
            SqlConnection::Sqlite(_) => "SELECT name, seq FROM sqlite_sequence",
            SqlConnection::Postgres(_) => "SELECT name, value FROM counter WHERE name <> 'write'",
        };
        let mut statement = self.prepare(sql)?;
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    }

    /// Sets the last id given to a row of a table.
    pub(crate) fn set_counter(self, table: &str, value: i64) -> SqlResult<()> {
        match self {
            SqlConnection::Sqlite(_) => {
                self.execute("DELETE FROM sqlite_sequence WHERE name = ?1", [table])?;
                let sql = "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)";
                self.execute(sql, params![table, value])?;
            }
            SqlConnection::Postgres(conn) => conn.set_number(table, value)?,
        }
        Ok(())
    }

    /// Plans the statements of the rest of the transaction as look-ups by keys, where a server would
    /// plan them otherwise.
    pub(crate) fn plan_look_ups(self) -> SqlResult<()> {
        match self {
            SqlConnection::Sqlite(_) => Ok(()),
            SqlConnection::Postgres(conn) => conn.batch_later(PLAN_LOOK_UPS.to_owned()),
        }
    }

    /// Drops the secondary indexes of an empty table until many rows are inserted, where that is
    /// faster.
    pub(crate) fn drop_indexes(self, table: &str) -> SqlResult<Option<DroppedIndexes<'c>>> {
        match self {
            SqlConnection::Sqlite(_) => Ok(None),
            SqlConnection::Postgres(conn) => DroppedIndexes::of_table(conn, table).map(Some),
        }
    }

    /// Collects the statistics of a table that got many rows, where statements are planned by them.
    pub(crate) fn analyze(self, table: &str) -> SqlResult<()> {
        match self {
            SqlConnection::Sqlite(_) => Ok(()),
            SqlConnection::Postgres(conn) => conn.batch(&format!("ANALYZE {table}")),
        }
    }

    /// Releases memory, after work that read much of the database.
    pub(crate) fn release_memory(self) -> SqlResult<()> {
        match self {
            SqlConnection::Sqlite(conn) => Ok(conn.execute_batch("PRAGMA shrink_memory")?),
            SqlConnection::Postgres(_) => Ok(()),
        }
    }

    /// Prepares a statement, or returns the cached one.
    pub(crate) fn prepare(self, sql: &str) -> SqlResult<SqlStatement<'c>> {
        let prepared = match self {
            SqlConnection::Sqlite(conn) => PreparedStatement::Sqlite(conn.prepare_cached(sql)?),
            SqlConnection::Postgres(conn) => {
                PreparedStatement::Postgres(conn, conn.prepare(sql)?, sql.to_owned())
            }
        };
        Ok(SqlStatement { stores: !sql.starts_with("SELECT"), prepared })
    }

    /// Executes a statement; returns the number of rows that it changed.
    pub(crate) fn execute(self, sql: &str, values: impl Parameters) -> SqlResult<usize> {
        self.prepare(sql)?.execute(values)
    }

    /// Returns the first row of a result, or [`SqlError::NoRow`].
    pub(crate) fn query_row<T>(
        self,
        sql: &str,
        values: impl Parameters,
        read: impl FnOnce(SqlRow<'_>) -> SqlResult<T>,
    ) -> SqlResult<T> {
        self.prepare(sql)?.query_row(values, read)
    }

    /// Reads the rows of a query for each of some texts, which is its only parameter. `read` also
    /// gets the index of the text.
    pub(crate) fn query_each(
        self,
        sql: &str,
        texts: &[&str],
        mut read: impl FnMut(usize, SqlRow<'_>) -> SqlResult<()>,
    ) -> SqlResult<()> {
        match self {
            SqlConnection::Sqlite(_) => {
                let mut statement = self.prepare(sql)?;
                texts.iter().enumerate().try_for_each(|(index, text)| {
                    let mut rows = statement.query([text])?;
                    while let Some(row) = rows.next()? {
                        read(index, row)?;
                    }
                    Ok(())
                })
            }
            SqlConnection::Postgres(conn) => {
                conn.query_each(sql, texts)?.iter().try_for_each(|row| {
                    let found = SqlRow::Postgres(row);
                    read(found.get::<usize>(row.len() - 1)? - 1, found)
                })
            }
        }
    }
}

impl SqlStatement<'_> {
    /// Refuses parameters that not every database can store.
    fn check(&self, values: &[&dyn Parameter]) -> SqlResult<()> {
        if self.stores {
            values.iter().try_for_each(|value| value.value()?.storable().map(drop))
        } else {
            Ok(())
        }
    }

    /// Executes the statement; returns the number of rows that it changed.
    pub(crate) fn execute(&mut self, values: impl Parameters) -> SqlResult<usize> {
        values.with(|values| {
            self.check(values)?;
            match &mut self.prepared {
                PreparedStatement::Sqlite(statement) => Ok(statement.execute(bound(values)?)?),
                PreparedStatement::Postgres(conn, statement, _) => conn.execute(statement, values),
            }
        })
    }

    /// Executes the statement by the time of the next query, or of the end of the transaction, which
    /// then fail in its place.
    pub(crate) fn send(&mut self, values: impl Parameters) -> SqlResult<()> {
        values.with(|values| {
            self.check(values)?;
            match &mut self.prepared {
                PreparedStatement::Sqlite(statement) => {
                    statement.execute(bound(values)?)?;
                    Ok(())
                }
                PreparedStatement::Postgres(conn, statement, _) => {
                    conn.execute_later(statement, values, None)
                }
            }
        })
    }

    /// Sends the statement, which must change one row; another number is an error.
    pub(crate) fn send_for_one(
        &mut self,
        values: impl Parameters,
        error: impl FnOnce() -> Fault + Send + 'static,
    ) -> Result<(), Fault> {
        values.with(|values| {
            self.check(values)?;
            match &mut self.prepared {
                PreparedStatement::Sqlite(statement) => {
                    let changed = statement.execute(bound(values)?).map_err(SqlError::from)?;
                    if changed == 1 { Ok(()) } else { Err(error()) }
                }
                // The server says so itself, since the next statements are on their way.
                PreparedStatement::Postgres(conn, _, sql) => {
                    let sql = format!(
                        "WITH changed AS ({sql} RETURNING 1)
                         SELECT 1 / CASE count(*) WHEN 1 THEN 1 ELSE 0 END FROM changed"
                    );
                    let statement = conn.prepare(&sql)?;
                    Ok(conn.execute_later(&statement, values, Some(Box::new(error)))?)
                }
            }
        })
    }

    /// Runs a query.
    pub(crate) fn query(&mut self, values: impl Parameters) -> SqlResult<SqlRows<'_>> {
        values.with(|values| {
            self.check(values)?;
            Ok(match &mut self.prepared {
                PreparedStatement::Sqlite(statement) => {
                    SqlRows::Sqlite(statement.query(bound(values)?)?)
                }
                PreparedStatement::Postgres(conn, statement, _) => {
                    SqlRows::Postgres(conn.query(statement, values)?.into_iter(), None)
                }
            })
        })
    }

    /// Runs a query and reads each row of its result.
    pub(crate) fn query_map<T, F: FnMut(SqlRow<'_>) -> SqlResult<T>>(
        &mut self,
        values: impl Parameters,
        read: F,
    ) -> SqlResult<MappedRows<'_, F>> {
        Ok(MappedRows { rows: self.query(values)?, read })
    }

    /// Returns the first row of a result, or [`SqlError::NoRow`].
    pub(crate) fn query_row<T>(
        &mut self,
        values: impl Parameters,
        read: impl FnOnce(SqlRow<'_>) -> SqlResult<T>,
    ) -> SqlResult<T> {
        let mut rows = self.query(values)?;
        let row = rows.next()?.ok_or(SqlError::NoRow)?;
        read(row)
    }

    /// Whether the result of a query has a row.
    pub(crate) fn exists(&mut self, values: impl Parameters) -> SqlResult<bool> {
        Ok(self.query(values)?.next()?.is_some())
    }
}

impl RowInsert<'_> {
    /// Inserts a row: a value of each column.
    pub(crate) fn row(&mut self, values: &[&dyn Parameter]) -> SqlResult<()> {
        match self {
            RowInsert::OneByOne(statement) => statement.send(values),
            RowInsert::Copy(copy) => copy.row(values),
        }
    }

    /// Makes the rows visible to queries.
    pub(crate) fn flush(&mut self) -> SqlResult<()> {
        match self {
            RowInsert::OneByOne(_) => Ok(()),
            RowInsert::Copy(copy) => copy.flush(),
        }
    }

    /// Ends the insertion.
    pub(crate) fn finish(self) -> SqlResult<()> {
        match self {
            RowInsert::OneByOne(_) => Ok(()),
            RowInsert::Copy(copy) => copy.finish(),
        }
    }
}

impl SqlRows<'_> {
    /// Returns the next row.
    pub(crate) fn next(&mut self) -> SqlResult<Option<SqlRow<'_>>> {
        Ok(match self {
            SqlRows::Sqlite(rows) => rows.next()?.map(SqlRow::Sqlite),
            SqlRows::Postgres(rows, row) => {
                *row = rows.next();
                row.as_ref().map(SqlRow::Postgres)
            }
        })
    }
}

impl<T, F: FnMut(SqlRow<'_>) -> SqlResult<T>> Iterator for MappedRows<'_, F> {
    type Item = SqlResult<T>;

    fn next(&mut self) -> Option<SqlResult<T>> {
        let row = self.rows.next().transpose()?;
        Some(row.and_then(&mut self.read))
    }
}

impl<'r> SqlRow<'r> {
    /// Returns a column.
    pub(crate) fn get<T: Column>(self, column: usize) -> SqlResult<T> {
        T::read(self.get_ref(column)?).ok_or_else(|| self.unexpected::<T>(column))
    }

    fn unexpected<T>(self, column: usize) -> SqlError {
        let expected = std::any::type_name::<T>();
        let found = self.get_ref(column).map_or("nothing", SqlValue::kind);
        SqlError::Column { column, detail: format!("{found} where {expected} was expected") }
    }

    /// Returns a column without converting it.
    pub(crate) fn get_ref(self, index: usize) -> SqlResult<SqlValue<'r>> {
        let row = match self {
            SqlRow::Sqlite(row) => row,
            SqlRow::Postgres(row) => return column(row, index),
        };
        Ok(match row.get_ref(index)? {
            ValueRef::Null => SqlValue::Null,
            ValueRef::Integer(number) => SqlValue::Integer(number),
            ValueRef::Real(number) => SqlValue::Real(number),
            ValueRef::Text(text) => SqlValue::Text(text),
            ValueRef::Blob(bytes) => SqlValue::Blob(bytes),
        })
    }
}

/// A value as SQLite takes it.
struct SqliteValue<'v>(SqlValue<'v>);

impl rusqlite::ToSql for SqliteValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            SqlValue::Null => ValueRef::Null,
            SqlValue::Integer(number) => ValueRef::Integer(number),
            SqlValue::Real(number) => ValueRef::Real(number),
            SqlValue::Text(text) => ValueRef::Text(text),
            SqlValue::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn bound<'v>(values: &'v [&'v dyn Parameter]) -> SqlResult<impl rusqlite::Params + use<'v>> {
    let values: SqlResult<smallvec::SmallVec<[SqliteValue<'v>; 20]>> =
        values.iter().map(|value| Ok(SqliteValue(value.value()?))).collect();
    Ok(rusqlite::params_from_iter(values?))
}

//! Insertion of many rows by `COPY` in its binary format.

use super::connection::{PostgresConnection, column};
use crate::sql::column_list::column_count;
use crate::sql::value::{Parameter, SqlResult, SqlValue};

/// Size of a buffer in bytes.
const BUFFER: usize = 1 << 20;
/// Number of rows from which the statistics of the table are collected again, if they are at least a
/// tenth of its rows: the server reads up to 30,000 pages of each partition.
const LARGE: usize = 5_000;
const SHARE: usize = 10;
/// The number of rows that a table with its partitions had when its statistics were collected.
const KNOWN_ROWS: &str = "SELECT CAST(coalesce(sum(reltuples), 0) AS BIGINT) FROM pg_class
    WHERE relkind = 'r' AND reltuples > 0
        AND (oid = to_regclass(CAST(?1 AS TEXT))
             OR oid IN (SELECT inhrelid FROM pg_inherits
                        WHERE inhparent = to_regclass(CAST(?1 AS TEXT))))";
/// The beginning of a file of the format: its signature, no flags, no extension.
const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// Its end.
const TRAILER: [u8; 2] = (-1_i16).to_be_bytes();

/// Rows that are being inserted into a table. Each buffer is a `COPY` of its own, so that other
/// statements may come in between.
pub(crate) struct PostgresCopy<'c> {
    conn: &'c PostgresConnection,
    table: String,
    sql: String,
    columns: usize,
    rows: usize,
    buffer: Vec<u8>,
}

impl<'c> PostgresCopy<'c> {
    /// Begins without rows.
    pub(crate) fn new(
        conn: &'c PostgresConnection,
        table: &str,
        columns: &str,
    ) -> PostgresCopy<'c> {
        let sql = format!("COPY {table} ({columns}) FROM STDIN (FORMAT binary)");
        let (table, columns) = (table.to_owned(), column_count(columns));
        PostgresCopy { conn, table, sql, columns, rows: 0, buffer: HEADER.to_vec() }
    }

    /// Adds a row: a value of each column. Integers have 64 bits.
    pub(crate) fn row(&mut self, values: &[&dyn Parameter]) -> SqlResult<()> {
        debug_assert_eq!(values.len(), self.columns, "{}", self.sql);
        self.rows += 1;
        self.buffer.extend((self.columns as i16).to_be_bytes());
        for value in values {
            match value.value()?.storable()? {
                SqlValue::Null => self.buffer.extend((-1_i32).to_be_bytes()),
                SqlValue::Integer(number) => self.field(&number.to_be_bytes()),
                SqlValue::Real(number) => self.field(&number.to_be_bytes()),
                SqlValue::Text(bytes) | SqlValue::Blob(bytes) => self.field(bytes),
            }
        }
        if self.buffer.len() < BUFFER { Ok(()) } else { self.send() }
    }

    fn field(&mut self, bytes: &[u8]) {
        // No text of a node or a game comes near 2 GiB.
        self.buffer.extend((bytes.len() as i32).to_be_bytes());
        self.buffer.extend(bytes);
    }

    fn send(&mut self) -> SqlResult<()> {
        self.buffer.extend(TRAILER);
        let rows = std::mem::replace(&mut self.buffer, HEADER.to_vec());
        self.conn.copy_in(&self.sql, rows)
    }

    /// Inserts what is left.
    pub(crate) fn flush(&mut self) -> SqlResult<()> {
        if self.buffer.len() > HEADER.len() { self.send() } else { Ok(()) }
    }

    /// Inserts what is left; the last call.
    pub(crate) fn finish(mut self) -> SqlResult<()> {
        self.flush()?;
        if self.rows < LARGE || self.rows.saturating_mul(SHARE) < self.known_rows()? {
            Ok(())
        } else {
            // The server would do so within a minute, and scan whole tables until then.
            self.conn.batch(&format!("ANALYZE {}", self.table))
        }
    }

    fn known_rows(&self) -> SqlResult<usize> {
        let rows = self.conn.query(&self.conn.prepare(KNOWN_ROWS)?, &[&self.table.as_str()])?;
        match rows.first().map(|row| column(row, 0)).transpose()? {
            Some(SqlValue::Integer(rows)) => Ok(usize::try_from(rows).unwrap_or_default()),
            _ => Ok(0),
        }
    }
}

//! The indexes of a table besides its primary key, which are made after many rows are inserted.

use tokio_postgres::Row;

use super::connection::{PostgresConnection, column};
use crate::sql::value::{SqlError, SqlResult, SqlValue};

/// The names and definitions of a table's secondary indexes, if this role owns it. The definition of
/// an index of a partitioned table leaves out the partitions.
const INDEXES: &str = "SELECT CAST(CAST(indexrelid AS REGCLASS) AS TEXT),
        replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE indrelid = to_regclass(CAST(?1 AS TEXT)) AND NOT indisprimary
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
        AND pg_has_role(relowner, 'USAGE')";

/// The secondary indexes of a table, dropped until its rows are inserted. If that fails, the end of the
/// transaction brings them back.
#[must_use = "the indexes are missing"]
pub(crate) struct DroppedIndexes<'c> {
    conn: &'c PostgresConnection,
    definitions: Vec<String>,
}

impl<'c> DroppedIndexes<'c> {
    /// Drops the secondary indexes of a table. Nobody can read it until the end of the transaction, so
    /// it must be empty. If another transaction has read it and goes on, the indexes stay.
    pub(crate) fn of_table(
        conn: &'c PostgresConnection,
        table: &str,
    ) -> SqlResult<DroppedIndexes<'c>> {
        let indexes = conn.query(&conn.prepare(INDEXES)?, &[&table])?;
        let mut definitions = Vec::new();
        if indexes.is_empty() {
            return Ok(DroppedIndexes { conn, definitions });
        }
        conn.batch("SAVEPOINT before_indexes")?;
        if conn.batch(&format!("LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE NOWAIT")).is_err() {
            conn.batch("ROLLBACK TO SAVEPOINT before_indexes")?;
            return Ok(DroppedIndexes { conn, definitions });
        }
        for index in indexes {
            conn.batch(&format!("DROP INDEX {}", text(&index, 0)?))?;
            definitions.push(text(&index, 1)?);
        }
        Ok(DroppedIndexes { conn, definitions })
    }

    /// Makes the indexes again. No row may have been updated meanwhile: the server would not use the
    /// index while older transactions go on.
    pub(crate) fn restore(self) -> SqlResult<()> {
        self.definitions.iter().try_for_each(|definition| self.conn.batch(definition))
    }
}

/// Returns a column with a text.
fn text(row: &Row, number: usize) -> SqlResult<String> {
    match column(row, number)? {
        SqlValue::Text(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
        _ => Err(SqlError::Parameter("an index without a name or a definition".to_owned())),
    }
}

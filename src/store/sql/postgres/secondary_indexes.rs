//! The indexes of a table besides its primary key, which are made after many rows are inserted.

use super::connection::PostgresConnection;
use crate::sql::connection::SqlConnection;
use crate::sql::value::SqlResult;

/// The names and definitions of a table's secondary indexes, if this role owns it. The definition of
/// an index of a partitioned table leaves out the partitions.
const INDEXES: &str = "SELECT CAST(CAST(indexrelid AS REGCLASS) AS TEXT),
        replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE indrelid = to_regclass(CAST(?1 AS TEXT)) AND NOT indisprimary
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
    /// it must be empty.
    pub(crate) fn of_table(
        conn: &'c PostgresConnection,
        table: &str,
    ) -> SqlResult<DroppedIndexes<'c>> {
        let mut statement = SqlConnection::from(conn).prepare(INDEXES)?;
        let rows = statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let indexes: Vec<(String, String)> = rows.collect::<SqlResult<_>>()?;
        let mut definitions = Vec::new();
        for (name, definition) in indexes {
            conn.batch(&format!("DROP INDEX {name}"))?;
            definitions.push(definition);
        }
        Ok(DroppedIndexes { conn, definitions })
    }

    /// Makes the indexes again. No row may have been updated meanwhile: the server would not use the
    /// index while older transactions go on.
    pub(crate) fn restore(self) -> SqlResult<()> {
        self.definitions.iter().try_for_each(|definition| self.conn.batch(definition))
    }
}

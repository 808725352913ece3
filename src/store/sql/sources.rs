//! SQL of sources.

use super::column_list::{insert_sql, split_columns};
use super::connection::SqlConnection;
use super::fault::Fault;
use super::history;
use super::value::params;
use crate::SourceRecord;

/// The columns of a source, those first that [`all`] reads.
pub(super) const COLUMNS: &str = "name, license, attribution, address, withheld, changed, by";

/// Returns all sources that have a row, by name.
pub(super) fn all(conn: SqlConnection<'_>) -> Result<Vec<SourceRecord>, Fault> {
    let (columns, _) = split_columns(COLUMNS, 5);
    let mut statement = conn.prepare(&format!("SELECT {columns} FROM source ORDER BY name"))?;
    let rows = statement.query_map([], |row| {
        Ok(SourceRecord {
            name: row.get(0)?,
            license: row.get(1)?,
            attribution: row.get(2)?,
            address: row.get(3)?,
            withheld: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Writes a source, replacing one of its name. If it is withheld now or no more, books of the same
/// version have other contents for readers, so another history begins.
pub(super) fn put(
    conn: SqlConnection<'_>,
    source: &SourceRecord,
    by: &str,
    now: i64,
) -> Result<(), Fault> {
    let sql = "SELECT EXISTS (SELECT 1 FROM source WHERE name = ?1 AND withheld <> 0)";
    let was_withheld: bool = conn.prepare(sql)?.query_row([&source.name], |row| row.get(0))?;
    if was_withheld != source.withheld {
        history::renew(conn)?;
    }
    let sql = insert_sql("source", COLUMNS)
        + " ON CONFLICT (name) DO UPDATE SET license = ?2, attribution = ?3, address = ?4,
               withheld = ?5, changed = ?6, by = ?7";
    let SourceRecord { name, license, attribution, address, withheld } = source;
    let values = params![name, license, attribution, address, withheld, now, by];
    conn.prepare(&sql)?.execute(values)?;
    Ok(())
}

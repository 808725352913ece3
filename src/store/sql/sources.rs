//! SQL of sources.

use std::collections::BTreeSet;

use super::column_list::{insert_sql, split_columns};
use super::connection::SqlConnection;
use super::fault::Fault;
use super::value::params;
use super::{books, columns, games, history};
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

/// The lists of sources in a book's nodes, a range of the primary key; few are different.
const LISTS: &str = "SELECT DISTINCT sources FROM node
    WHERE id >= ?1 AND id <= ?2 AND book_id = ?3 AND sources IS NOT NULL";

/// Returns the names of the sources of a book's nodes and counted games; `None` if there is no
/// such book.
pub(super) fn of_book(
    conn: SqlConnection<'_>,
    name: &str,
) -> Result<Option<BTreeSet<String>>, Fault> {
    let Some(head) = books::find(conn, name)? else {
        return Ok(None);
    };
    let cohorts = games::cohorts(conn, head.id)?;
    let mut names: BTreeSet<String> = cohorts.into_iter().map(|cohort| cohort.source).collect();
    let mut statement = conn.prepare(LISTS)?;
    let mut rows = statement.query([head.root(), books::last_id(head.id), head.id])?;
    while let Some(row) = rows.next()? {
        names.extend(columns::sources(row.get_ref(0)?).map_err(Fault::Damage)?);
    }
    Ok(Some(names))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn the_sources_of_a_book_are_read_in_its_nodes_alone() {
        let steps = plan(LISTS);
        let nodes = "SEARCH node USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
        assert_eq!(steps, [nodes, "USE TEMP B-TREE FOR DISTINCT"]);
    }
}

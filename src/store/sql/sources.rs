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

/// The lists of sources of a book's nodes, each once: the first one, and the next after each, all from
/// one index, which cuts them after [`LIST_LENGTH`] letters. Up to [`MAX_LISTS`] and one more.
const OF_NODES: &str = "WITH RECURSIVE list (sources, number) AS (
        SELECT (SELECT substr(sources, 1, 300) FROM node
                WHERE book_id = ?1 AND sources IS NOT NULL
                ORDER BY substr(sources, 1, 300) LIMIT 1), 0
        UNION ALL
        SELECT (SELECT substr(node.sources, 1, 300) FROM node
                WHERE node.book_id = ?1 AND node.sources IS NOT NULL
                    AND substr(node.sources, 1, 300) > list.sources
                ORDER BY substr(node.sources, 1, 300) LIMIT 1), number + 1
        FROM list WHERE list.sources IS NOT NULL AND number < 1000
    )
    SELECT sources FROM list WHERE sources IS NOT NULL";
const LIST_LENGTH: usize = 300;
const MAX_LISTS: usize = 1000;

/// Returns the names of the sources of a book's nodes, retired ones included; `None` if they are too
/// many to be looked up.
fn of_nodes(conn: SqlConnection<'_>, book: i64) -> Result<Option<BTreeSet<String>>, Fault> {
    conn.plan_look_ups()?;
    let mut statement = conn.prepare(OF_NODES)?;
    let lists = statement.query_map([book], |row| row.get::<String>(0))?;
    let lists: Vec<String> = lists.collect::<Result<_, _>>()?;
    if lists.len() > MAX_LISTS || lists.iter().any(|list| list.chars().count() >= LIST_LENGTH) {
        return Ok(None);
    }
    let mut names = BTreeSet::new();
    for list in &lists {
        names.append(&mut columns::sources(list).map_err(Fault::Damage)?);
    }
    Ok(Some(names))
}

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

/// The same lists, whole and however many they are: those of all nodes that have one.
const LISTS: &str = "SELECT DISTINCT sources FROM node WHERE book_id = ?1 AND sources IS NOT NULL";

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
    if let Some(found) = of_nodes(conn, head.id)? {
        names.extend(found);
        return Ok(Some(names));
    }
    let mut statement = conn.prepare(LISTS)?;
    let mut rows = statement.query([head.id])?;
    while let Some(row) = rows.next()? {
        let list: String = row.get(0)?;
        names.extend(columns::sources(&list).map_err(Fault::Damage)?);
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
    fn all_sources_of_a_book_are_read_in_the_nodes_that_have_some() {
        let nodes = "SEARCH node USING INDEX node_source (book_id=?)";
        assert_eq!(plan(LISTS), [nodes, "USE TEMP B-TREE FOR DISTINCT"]);
    }

    #[test]
    fn the_sources_of_a_book_are_looked_up_in_an_index() {
        let steps = plan(OF_NODES);
        let look_up = |step: &&String| step.contains("INDEX node_source (book_id=?");
        assert_eq!(steps.iter().filter(look_up).count(), 2, "{steps:?}");
        let reads_more = |step: &String| step.starts_with("SCAN node") || step.contains("B-TREE");
        assert!(!steps.iter().any(reads_more), "{steps:?}");
    }
}

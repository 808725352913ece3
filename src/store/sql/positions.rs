//! The table of positions: the nodes of a book by the keys of their positions. It follows from the
//! nodes.

use super::books;
use super::connection::{RowInsert, SqlConnection};
use super::fault::Fault;
use super::value::params;
use joseki_book::{Forest, Line, NodeId};
use joseki_game::{LinePosition, Variant};

/// The columns of a position.
pub(super) const COLUMNS: &str = "book_id, key, node_id";

/// Deletes the rows of a position whose nodes are deleted.
const DELETE_GONE: &str = "DELETE FROM position WHERE book_id = ?1 AND key = ?2
                           AND NOT EXISTS (SELECT 1 FROM node
                                           WHERE node.id = position.node_id AND node.book_id = ?1)";

/// The rows of a book, in the order of the table.
const OF_BOOK: &str = "SELECT key, node_id FROM position WHERE book_id = ?1 ORDER BY key, node_id";

/// Number of rows that a database sorts at a time: a server must end each statement before the
/// deadline of its connection. Few in tests, so that these sort several times.
const SORTED_TOGETHER: u64 = if cfg!(test) { 500 } else { 8_000_000 };

/// Number of rows from which the statistics of the table are collected again.
const LARGE: u64 = 10_000;

/// A row without its book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PositionRow {
    /// The key of the position, its bits as a signed number.
    pub(super) key: i64,
    /// The stored id of the node.
    pub(super) node: i64,
}

/// Returns the key of the position after a line as a row contains it; `None` without a position.
pub(super) fn key_after(variant: Variant, line: &Line) -> Option<i64> {
    let position = LinePosition::replay(variant, line)?;
    Some(position.key(line.to_move()).key.cast_signed())
}

/// Inserts rows, which should be in the order of the table, so that it is written page by page.
pub(super) fn insert(
    conn: SqlConnection<'_>,
    book: i64,
    rows: &[PositionRow],
) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut insert = conn.insert_into("position", COLUMNS, rows.len())?;
    for row in rows {
        insert.row(params![book, row.key, row.node])?;
    }
    Ok(insert.finish()?)
}

/// The rows of a new book, which are added in any order and inserted in that of the table.
///
/// Keys are hashes. If rows were inserted as they are added, each would change another page, of a
/// table that does not fit into memory. So they wait in temporary tables, which a database keeps on
/// its disk, and it sorts these one after the other.
pub(super) struct PositionSorter<'c> {
    conn: SqlConnection<'c>,
    /// The insertions into the temporary tables, which divide the keys in ascending order.
    tables: Vec<RowInsert<'c>>,
    rows: u64,
}

impl<'c> PositionSorter<'c> {
    /// Begins with the tables for at most this many rows.
    pub(super) fn begin(conn: SqlConnection<'c>, rows: u64) -> Result<PositionSorter<'c>, Fault> {
        let begin = |number: u64| -> Result<RowInsert<'c>, Fault> {
            let table = waiting_table(number);
            let sql = format!(
                "CREATE TEMPORARY TABLE {table} (key BIGINT NOT NULL, node_id BIGINT NOT NULL)"
            );
            conn.execute(&sql, [])?;
            Ok(conn.insert_into(&table, "key, node_id", usize::MAX)?)
        };
        let count = rows.div_ceil(SORTED_TOGETHER).max(1);
        let tables = (0..count).map(begin).collect::<Result<_, _>>()?;
        Ok(PositionSorter { conn, tables, rows: 0 })
    }

    /// Adds a row.
    pub(super) fn add(&mut self, row: PositionRow) -> Result<(), Fault> {
        let place = table_of(row.key, self.tables.len());
        self.tables[place].row(params![row.key, row.node])?;
        self.rows += 1;
        Ok(())
    }

    /// Inserts all rows.
    pub(super) fn finish(self, book: i64) -> Result<(), Fault> {
        for (number, rows) in (0..).zip(self.tables) {
            rows.finish()?;
            let table = waiting_table(number);
            let sql = format!(
                "INSERT INTO position ({COLUMNS})
                 SELECT CAST(?1 AS BIGINT), key, node_id FROM {table} ORDER BY key, node_id"
            );
            self.conn.execute(&sql, [book])?;
            self.conn.execute(&format!("DROP TABLE {table}"), [])?;
        }
        if self.rows >= LARGE {
            self.conn.analyze("position")?;
        }
        Ok(())
    }
}

fn waiting_table(number: u64) -> String {
    format!("waiting_position_{number}")
}

/// Index of the table for a key, if `tables` of them divide all keys evenly and in ascending order.
fn table_of(key: i64, tables: usize) -> usize {
    let from_lowest = u128::from(key.abs_diff(i64::MIN));
    ((from_lowest * tables as u128) >> 64) as usize
}

/// Deletes the rows of deleted nodes, whose positions have these keys.
pub(super) fn delete_gone(conn: SqlConnection<'_>, book: i64, keys: &[i64]) -> Result<(), Fault> {
    if keys.is_empty() {
        return Ok(());
    }
    let mut delete = conn.prepare(DELETE_GONE)?;
    for key in keys {
        delete.send([book, *key])?;
    }
    Ok(())
}

/// Fills the new table of a store from its nodes. Books of unknown games and damaged ones are left
/// out, so that the others can be read: the doctor reports both.
///
/// A step of the schema runs this, with the statements of the newest one. So a later step that adds
/// a column to `book` or `node` must give this one statements of its own.
pub(crate) fn fill(conn: SqlConnection<'_>) -> Result<(), Fault> {
    for info in books::all(conn)? {
        let head = books::get(conn, &info.name)?;
        match books::nodes(conn, &head) {
            Err(fault) if fault.is_damage() => {}
            nodes => insert(conn, head.id, &wanted(&nodes?))?,
        }
    }
    Ok(conn.release_memory()?)
}

/// Returns the first wrong row of a book as a message names it: by its node.
pub(super) fn first_wrong(
    conn: SqlConnection<'_>,
    book: i64,
    forest: &Forest,
) -> Result<Option<String>, Fault> {
    let [wrong, missing] = differences(conn, book, forest)?;
    let rows = wrong.into_iter().chain(missing);
    Ok(rows.map(|row| row.node).min().map(|stored| {
        let found = forest.nodes().find(|(_, node)| node.stored == Some(stored));
        match found {
            Some((id, _)) => format!("node \"{}\"", forest.line(id)),
            None => format!("node {stored}, which does not exist"),
        }
    }))
}

/// Rebuilds the rows of a book; returns the number of nodes with wrong ones.
pub(super) fn mend(conn: SqlConnection<'_>, book: i64, forest: &Forest) -> Result<u64, Fault> {
    let [wrong, missing] = differences(conn, book, forest)?;
    let sql = "DELETE FROM position WHERE book_id = ?1 AND key = ?2 AND node_id = ?3";
    let mut delete = conn.prepare(sql)?;
    for row in &wrong {
        delete.send([book, row.key, row.node])?;
    }
    insert(conn, book, &missing)?;
    let mut nodes: Vec<i64> = wrong.iter().chain(&missing).map(|row| row.node).collect();
    nodes.sort_unstable();
    nodes.dedup();
    Ok(nodes.len() as u64)
}

/// Returns the rows that a book should not have, and those that it lacks, in order.
fn differences(
    conn: SqlConnection<'_>,
    book: i64,
    forest: &Forest,
) -> Result<[Vec<PositionRow>; 2], Fault> {
    let mut statement = conn.prepare(OF_BOOK)?;
    let rows = statement
        .query_map([book], |row| Ok(PositionRow { key: row.get(0)?, node: row.get(1)? }))?;
    let kept: Vec<PositionRow> = rows.collect::<Result<_, _>>()?;
    let wanted = wanted(forest);
    let only = |rows: &[PositionRow], others: &[PositionRow]| -> Vec<PositionRow> {
        let rest = rows.iter().filter(|row| others.binary_search(row).is_err());
        rest.copied().collect()
    };
    Ok([only(&kept, &wanted), only(&wanted, &kept)])
}

/// Returns the rows of a book as they should be, in order.
fn wanted(forest: &Forest) -> Vec<PositionRow> {
    let nodes: Vec<NodeId> = forest.nodes().skip(1).map(|(id, _)| id).collect();
    let keys = forest.position_keys(&nodes);
    let row = |(id, key): (&NodeId, Option<u64>)| {
        Some(PositionRow { key: key?.cast_signed(), node: forest.node(*id).stored? })
    };
    let mut rows: Vec<PositionRow> = nodes.iter().zip(keys).filter_map(row).collect();
    rows.sort_unstable();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn tables_divide_keys_evenly_and_in_ascending_order() {
        let keys = [i64::MIN, i64::MIN / 2 - 1, i64::MIN / 2, -1, 0, i64::MAX / 2 + 1, i64::MAX];
        let places = |tables| keys.map(|key| table_of(key, tables));
        assert_eq!(places(1), [0; 7]);
        assert_eq!(places(2), [0, 0, 0, 0, 1, 1, 1]);
        assert_eq!(places(4), [0, 0, 1, 1, 2, 3, 3]);
        assert_eq!(places(13)[6], 12);
    }

    #[test]
    fn rows_are_found_by_book_and_key_in_the_order_of_the_table() {
        assert_eq!(plan(OF_BOOK), ["SEARCH position USING PRIMARY KEY (book_id=?)"]);
        let gone = [
            "SEARCH position USING PRIMARY KEY (book_id=? AND key=?)",
            "CORRELATED SCALAR SUBQUERY 1",
            "SEARCH node USING INTEGER PRIMARY KEY (rowid=?)",
        ];
        assert_eq!(plan(DELETE_GONE), gone);
    }
}

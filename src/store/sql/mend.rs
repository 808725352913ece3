//! Rebuilds the flattened lines, positions and counts of books from their nodes.

use super::books::{self, BookHead};
use super::column_list::insert_sql;
use super::connection::SqlConnection;
use super::fault::Fault;
use super::history;
use super::lines::LINE_COLUMNS;
use super::log::{self, Contents};
use super::value::params;
use super::{node_tallies, positions, tallies};
use crate::ChangeNote;
use joseki_book::{Delta, Forest, NodeId};

/// Rebuilds the lines and positions of all books; returns how many rows were wrong.
pub(super) fn repair_lines(conn: SqlConnection<'_>) -> Result<u64, Fault> {
    let mut wrong = 0;
    for info in books::all(conn)? {
        wrong += repair_book(conn, &books::get(conn, &info.name)?)?;
    }
    Ok(wrong)
}

/// Logs the differences between the nodes and the log; returns how many there were.
pub(super) fn log_differences(
    conn: SqlConnection<'_>,
    name: &str,
    note: &ChangeNote,
    now: i64,
) -> Result<u64, Fault> {
    let head = books::get(conn, name)?;
    let forest = books::nodes(conn, &head)?;
    let delta = Delta::between(&history::replay(conn, &head)?, &forest);
    if delta.is_empty() {
        return Ok(0);
    }
    let sql = "UPDATE book SET version = version + 1, changed = ?2 WHERE id = ?1";
    conn.execute(sql, params![head.id, now])?;
    let head = books::get(conn, name)?;
    let sql = "UPDATE node SET revision = ?2 WHERE id = ?1 AND book_id = ?3";
    let mut revise = conn.prepare(sql)?;
    for change in delta.changes() {
        let steps = change.line.steps().iter();
        let node = steps.copied().try_fold(NodeId::ROOT, |node, step| forest.child(node, step));
        if let Some(id) = node.and_then(|node| forest.node(node).stored) {
            revise.execute(params![id, head.info.version, head.id])?;
        }
    }
    log::append(conn, &head, note, &Contents::encode(&delta))?;
    Ok(delta.changes().len() as u64)
}

fn repair_book(conn: SqlConnection<'_>, head: &BookHead) -> Result<u64, Fault> {
    let forest = books::nodes(conn, head)?;
    let (wanted, kept) = (live_lines(&forest), stored_lines(conn, head.id)?);
    let (more, missing) = differences(&kept, &wanted);
    let mut delete = conn.prepare("DELETE FROM line WHERE book_id = ?1 AND line = ?2")?;
    for (line, _) in &more {
        delete.execute(params![head.id, line])?;
    }
    let mut insert = conn.prepare(&insert_sql("line", LINE_COLUMNS))?;
    for (line, node) in &missing {
        insert.execute(params![head.id, line, node])?;
    }
    let mut wrong: Vec<&str> = more.iter().chain(&missing).map(|(line, _)| line.as_str()).collect();
    wrong.sort_unstable();
    wrong.dedup();
    let sql = "UPDATE book SET nodes = ?2, lines = ?3
               WHERE id = ?1 AND (nodes <> ?2 OR lines <> ?3)";
    let heads = conn.execute(sql, params![head.id, forest.len(), wanted.len()])?;
    let derived = positions::mend(conn, head.id, &forest)?
        + tallies::mend_starts(conn, head.id)?
        + node_tallies::mend(conn, head, &forest)?;
    Ok((wrong.len() + heads) as u64 + derived)
}

/// A flattened line and the id of the node at which it ends.
pub(super) type FlatLine = (String, Option<i64>);

/// Returns the flattened lines as they should be, in order.
pub(super) fn live_lines(forest: &Forest) -> Vec<FlatLine> {
    let ends = forest.live_ends();
    let nodes = forest.walk().map(|(_, id)| id);
    let flat = |id: NodeId| (forest.line(id).to_string(), forest.node(id).stored);
    nodes.filter(|id| ends[id.index()]).map(flat).collect()
}

/// Returns the flattened lines as stored, in order.
pub(super) fn stored_lines(conn: SqlConnection<'_>, book: i64) -> Result<Vec<FlatLine>, Fault> {
    let sql = "SELECT line, node_id FROM line WHERE book_id = ?1 ORDER BY line";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([book], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the lines only in the first and those only in the second of two sorted lists.
fn differences(one: &[FlatLine], two: &[FlatLine]) -> (Vec<FlatLine>, Vec<FlatLine>) {
    let only = |list: &[FlatLine], other: &[FlatLine]| {
        let rest = list.iter().filter(|flat| other.binary_search(flat).is_err());
        rest.cloned().collect()
    };
    (only(one, two), only(two, one))
}

/// Returns the first line in which two lists differ.
pub(super) fn first_difference(one: &[FlatLine], two: &[FlatLine]) -> Option<String> {
    let (more, missing) = differences(one, two);
    let differ = more.into_iter().chain(missing);
    differ.map(|(line, _)| line).min()
}

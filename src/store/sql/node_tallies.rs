//! The table of the counts of nodes: those of the counted lines that are nodes of the book. It
//! follows from the parts of counted lines.

use std::collections::HashMap;
use std::ops::Range;

use super::books::{self, BookHead};
use super::connection::SqlConnection;
use super::fault::Fault;
use super::rows::{InsertedNode, NodeLocation};
use super::tallies;
use super::value::params;
use joseki_book::{Forest, Line, NodeId, Tally};

/// The columns of the counts of a node.
pub(super) const COLUMNS: &str = "node_id, data";

/// The rows of a book, a range of the primary key.
const OF_BOOK: &str =
    "SELECT node_id, data FROM node_tally WHERE node_id BETWEEN ?1 AND ?2 ORDER BY node_id";

/// The steps to a node from the root on. A parent's id is below its children's; in a damaged
/// table, where it may not be, the condition keeps the recursion finite.
const STEPS: &str = "WITH RECURSIVE path (node_id, parent, step) AS (
        SELECT node.id, node.parent_id, node.step FROM node
        WHERE node.id = ?1 AND node.book_id = ?2
        UNION ALL
        SELECT node.id, node.parent_id, node.step FROM path
        JOIN node ON node.id = path.parent AND node.id < path.node_id AND node.book_id = ?2
    )
    SELECT step FROM path WHERE parent IS NOT NULL ORDER BY node_id";

/// The counts of a node, by its stored id.
pub(super) type Row = (i64, Vec<u8>);

/// Writes the counts of a book in place of those that are there.
pub(super) fn replace(
    conn: SqlConnection<'_>,
    book: i64,
    rows: impl Iterator<Item = Row>,
) -> Result<(), Fault> {
    delete_of(conn, book)?;
    insert(conn, rows)
}

/// Derives the counts of a book from its parts, and writes them in place of those that are there.
pub(super) fn rewrite(conn: SqlConnection<'_>, head: &BookHead) -> Result<(), Fault> {
    let rows = wanted(conn, head.id, books::nodes(conn, head)?)?;
    replace(conn, head.id, rows.into_iter())
}

/// Fills the new table of a store. Books of unknown games and damaged ones are left out, so that the
/// others can be read: the doctor reports both. A step of the schema runs this.
pub(crate) fn fill(conn: SqlConnection<'_>) -> Result<(), Fault> {
    for info in books::all(conn)? {
        let head = books::get(conn, &info.name)?;
        if !tallies::has_parts(conn, head.id)? {
            continue;
        }
        match rewrite(conn, &head) {
            Err(fault) if fault.is_damage() => {}
            written => written?,
        }
    }
    Ok(conn.release_memory()?)
}

/// Deletes the counts of a book.
pub(super) fn delete_of(conn: SqlConnection<'_>, book: i64) -> Result<(), Fault> {
    let sql = "DELETE FROM node_tally WHERE node_id BETWEEN ?1 AND ?2";
    conn.execute(sql, [books::root_id(book), books::last_id(book)])?;
    Ok(())
}

/// Inserts the counts of new nodes of a book, whose lines may have been counted before.
pub(super) fn add(
    conn: SqlConnection<'_>,
    head: &BookHead,
    inserted: &[InsertedNode],
    ids: &[i64],
) -> Result<(), Fault> {
    if inserted.is_empty() || !tallies::has_parts(conn, head.id)? {
        return Ok(());
    }
    let mut lines: Vec<Line> = Vec::with_capacity(inserted.len());
    let mut stored = HashMap::new();
    for new in inserted {
        let mut line = match new.parent {
            NodeLocation::Root => Line::new(),
            NodeLocation::Inserted(place) => lines[place].clone(),
            NodeLocation::Stored(id) => match stored.get(&id) {
                Some(known) => Line::clone(known),
                None => {
                    let line = line_of(conn, head, id)?;
                    stored.insert(id, line.clone());
                    line
                }
            },
        };
        line.push(new.step);
        lines.push(line);
    }
    let counted: HashMap<Line, Tally> =
        tallies::of_book(conn, head.id, &lines)?.into_iter().collect();
    let rows =
        lines.iter().zip(ids).filter_map(|(line, id)| Some((*id, encoded(counted.get(line)?))));
    insert(conn, rows)
}

fn insert(conn: SqlConnection<'_>, rows: impl Iterator<Item = Row>) -> Result<(), Fault> {
    let mut insert = conn.insert_into("node_tally", COLUMNS, usize::MAX)?;
    for (id, data) in rows {
        insert.row(params![id, data])?;
    }
    Ok(insert.finish()?)
}

fn line_of(conn: SqlConnection<'_>, head: &BookHead, id: i64) -> Result<Line, Fault> {
    let variant = head.info.variant;
    let mut statement = conn.prepare(STEPS)?;
    let mut rows = statement.query([id, head.id])?;
    let mut line = Line::new();
    while let Some(row) = rows.next()? {
        let step = variant.alphabet().parse_step(row.get_ref(0)?.as_str().unwrap_or_default());
        line.push(step.map_err(|error| books::damage(id, &error.to_string()))?);
    }
    Ok(line)
}

/// The counts of all nodes of a change, encoded one after the other.
pub(super) struct EncodedTallies {
    bytes: Vec<u8>,
    /// Each node with the range of its counts; stored nodes first, by id.
    rows: Vec<(NodeLocation, Range<usize>)>,
}

impl EncodedTallies {
    /// Encodes the counts that the nodes of a forest have; none if not even the root has any.
    pub(super) fn of(forest: &Forest, inserted: &[InsertedNode]) -> Option<EncodedTallies> {
        forest.node(NodeId::ROOT).tally()?;
        // Counts lie in memory in the order of lines, in which they were added up. Reading them in
        // another order would mostly miss the processor's cache.
        let (mut bytes, mut ranges) = (Vec::new(), vec![(0, 0); forest.nodes().len()]);
        for (_, id) in forest.walk() {
            if let Some(tally) = forest.node(id).tally() {
                let start = bytes.len();
                tally.encode(&mut bytes);
                ranges[id.index()] = (start, bytes.len());
            }
        }
        let mut rows = Vec::new();
        let mut push = |place: NodeLocation, id: NodeId| {
            let (start, end) = ranges[id.index()];
            // The counts of a node take a byte at least.
            if start < end {
                rows.push((place, start..end));
            }
        };
        let mut new = vec![false; forest.nodes().len()];
        inserted.iter().for_each(|node| new[node.node.index()] = true);
        let old = forest.nodes().skip(1).filter(|(id, _)| !new[id.index()]);
        let mut old: Vec<(i64, NodeId)> =
            old.filter_map(|(id, node)| Some((node.stored?, id))).collect();
        old.sort_unstable();
        push(NodeLocation::Root, NodeId::ROOT);
        old.into_iter().for_each(|(stored, id)| push(NodeLocation::Stored(stored), id));
        for (place, node) in inserted.iter().enumerate() {
            push(NodeLocation::Inserted(place), node.node);
        }
        Some(EncodedTallies { bytes, rows })
    }

    /// The rows, given the ids of nodes.
    pub(super) fn rows(&self, id: impl Fn(&NodeLocation) -> i64) -> impl Iterator<Item = Row> {
        let row = move |(place, range): &(NodeLocation, Range<usize>)| {
            (id(place), self.bytes[range.clone()].to_vec())
        };
        self.rows.iter().map(row)
    }
}

/// Returns the counts of a node as a row contains them.
pub(super) fn encoded(tally: &Tally) -> Vec<u8> {
    let mut bytes = Vec::new();
    tally.encode(&mut bytes);
    bytes
}

/// Returns the rows of a book as they should be, by id.
fn wanted(conn: SqlConnection<'_>, book: i64, mut forest: Forest) -> Result<Vec<Row>, Fault> {
    tallies::load_into(conn, book, &mut forest)?;
    let row = |node: &joseki_book::Node| Some((node.stored?, encoded(node.tally()?)));
    let mut rows: Vec<Row> = forest.nodes().filter_map(|(_, node)| row(node)).collect();
    rows.sort_unstable();
    Ok(rows)
}

/// Returns the number of nodes of a book whose counts are wrong; 0 if the parts are damaged, from
/// which nothing can be derived.
pub(super) fn count_wrong(
    conn: SqlConnection<'_>,
    head: &BookHead,
    forest: &Forest,
) -> Result<u64, Fault> {
    Ok(compare(conn, head, forest)?.0)
}

/// Writes the counts of a book again if some are wrong; returns how many were.
pub(super) fn mend(
    conn: SqlConnection<'_>,
    head: &BookHead,
    forest: &Forest,
) -> Result<u64, Fault> {
    let (wrong, wanted) = compare(conn, head, forest)?;
    if wrong > 0 {
        replace(conn, head.id, wanted.into_iter())?;
    }
    Ok(wrong)
}

/// Returns the number of nodes whose counts are wrong, and the rows of the book as they should be.
fn compare(
    conn: SqlConnection<'_>,
    head: &BookHead,
    forest: &Forest,
) -> Result<(u64, Vec<Row>), Fault> {
    let wanted = if tallies::has_parts(conn, head.id)? {
        match wanted(conn, head.id, forest.clone()) {
            Err(fault) if fault.is_damage() => return Ok((0, Vec::new())),
            wanted => wanted?,
        }
    } else {
        Vec::new()
    };
    let mut statement = conn.prepare(OF_BOOK)?;
    let range = [books::root_id(head.id), books::last_id(head.id)];
    let rows = statement.query_map(range, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let kept: Vec<Row> = rows.collect::<Result<_, _>>()?;
    let only = |rows: &[Row], others: &[Row]| -> Vec<i64> {
        let rest = rows.iter().filter(|row| others.binary_search(row).is_err());
        rest.map(|(id, _)| *id).collect()
    };
    let mut wrong = only(&kept, &wanted);
    wrong.extend(only(&wanted, &kept));
    wrong.sort_unstable();
    wrong.dedup();
    Ok((wrong.len() as u64, wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn counts_and_steps_are_found_by_the_ids_of_nodes() {
        let rows = ["SEARCH node_tally USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"];
        assert_eq!(plan(OF_BOOK), rows);
        assert!(plan(STEPS).iter().all(|step| !step.starts_with("SCAN node")));
    }
}

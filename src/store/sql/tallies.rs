//! The counted lines of a book, read from their parts into the nodes of its forest.

use std::cell::Cell;

use super::connection::{SqlConnection, SqlRows};
use super::fault::Fault;
use super::{books, games};
use crate::book::{Forest, Line, NodeId, Tally};
use crate::game::Step;
use crate::mine::TallyReader;

/// The parts of a book, in order.
const PARTS: &str = "SELECT part, data FROM tally WHERE book_id = ?1 ORDER BY part";

/// Loads the cohorts and the tallies of the nodes into a forest.
pub(super) fn load_into(
    conn: SqlConnection<'_>,
    book: i64,
    forest: &mut Forest,
) -> Result<(), Fault> {
    let cohorts = games::cohorts(conn, book)?;
    read(conn, book, |reader| {
        let mut path: Vec<NodeId> = Vec::new();
        while let Some(entry) =
            reader.next_wanted(|depth, step| extend_path(forest, &mut path, depth, step))?
        {
            let known = |cohort: u32| (cohort as usize) < cohorts.len();
            let mut cells = entry.tally.cells.iter();
            if let Some(cell) = cells.find(|cell| !known(cell.cohort)) {
                let detail = format!("unknown cohort {}", cell.cohort);
                return Err(Fault::Damage(detail));
            }
            let node = path.last().copied().unwrap_or_default();
            forest.set_tally(node, Some(entry.tally));
        }
        Ok(())
    })?;
    forest.set_cohorts(cohorts);
    Ok(())
}

/// Returns the tallies of some lines.
pub(super) fn of_lines(
    conn: SqlConnection<'_>,
    book: &str,
    lines: &[Line],
) -> Result<Vec<(Line, Tally)>, Fault> {
    let head = books::get(conn, book)?;
    let mut forest = Forest::for_variant(head.info.variant);
    let ends: Vec<NodeId> = lines.iter().map(|line| forest.insert(line)).collect();
    load_into(conn, head.id, &mut forest)?;
    let found = lines.iter().zip(ends);
    let found =
        found.filter_map(|(line, id)| Some((line.clone(), forest.node(id).tally()?.clone())));
    Ok(found.collect())
}

/// Extends `path` by a move; returns whether the forest has it.
fn extend_path(forest: &Forest, path: &mut Vec<NodeId>, depth: usize, step: Step) -> bool {
    path.truncate(depth);
    let node = match path.last() {
        None => Some(NodeId::ROOT),
        Some(parent) => forest.child(*parent, step),
    };
    path.extend(node);
    node.is_some()
}

/// Reads the counted lines; errors name the damaged part.
pub(super) fn read(
    conn: SqlConnection<'_>,
    book: i64,
    work: impl FnOnce(&mut TallyReader<Parts<'_>>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut statement = conn.prepare(PARTS)?;
    let begun = Cell::new(0);
    let parts = Parts { rows: statement.query([book])?, begun: &begun };
    work(&mut TallyReader::new(parts)).map_err(|fault| match fault {
        Fault::Damage(detail) => {
            let part = begun.get().saturating_sub(1);
            Fault::Damage(format!("counted lines, part {part}: {detail}"))
        }
        other => other,
    })
}

/// Iterator over the parts.
pub(super) struct Parts<'a> {
    rows: SqlRows<'a>,
    /// Number of parts read or attempted.
    begun: &'a Cell<u32>,
}

impl Parts<'_> {
    fn next_part(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        let Some(row) = self.rows.next()? else {
            return Ok(None);
        };
        let wanted = self.begun.get();
        self.begun.set(wanted.saturating_add(1));
        match row.get::<u32>(0)? {
            found if found == wanted => Ok(Some(row.get(1)?)),
            found => Err(Fault::Damage(format!("it is missing, the next part is {found}"))),
        }
    }
}

impl Iterator for Parts<'_> {
    type Item = Result<Vec<u8>, Fault>;

    fn next(&mut self) -> Option<Result<Vec<u8>, Fault>> {
        self.next_part().transpose()
    }
}

//! The mark of the history, and earlier states of a book, reconstructed from the log.

use super::books::{self, BookHead};
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::{OptionalRow, params};
use super::{log, tallies};
use crate::{BookInfo, HistoryMoment, LaterChanges, StoreError};
use joseki_book::{Delta, DeltaError, Forest};
use joseki_game::Variant;

/// The last change of a book up to a version or up to a time.
const UP_TO_VERSION: &str = "SELECT id, version, at, contents FROM change
                             WHERE book_id = ?1 AND version <= ?2 ORDER BY id DESC LIMIT 1";
const UP_TO_TIME: &str = "SELECT id, version, at, contents FROM change
                          WHERE book_id = ?1 AND at <= ?2 ORDER BY id DESC LIMIT 1";

/// The later changes with contents, oldest first.
const LATER: &str =
    "SELECT id FROM change WHERE book_id = ?1 AND id > ?2 AND contents = 1 ORDER BY id";

/// The number of nodes of changes, whether all have contents, and whether games were counted.
const SIZE_BETWEEN: &str = "SELECT CAST(coalesce(sum(inserted + updated + deleted), 0) AS BIGINT),
                                   coalesce(min(contents), 1), coalesce(max(CASE WHEN kind = 'mine' THEN 1 ELSE 0 END), 0)
                            FROM change WHERE book_id = ?1 AND id > ?2 AND id <= ?3";

/// Returns the mark of the store's history.
pub(crate) fn mark(conn: SqlConnection<'_>) -> Result<String, Fault> {
    let sql = "SELECT mark FROM history WHERE id = 1";
    Ok(conn.query_row(sql, [], |row| row.get(0))?)
}

/// Begins another history, whose numbers do not continue earlier ones.
pub(crate) fn renew(conn: SqlConnection<'_>) -> Result<(), Fault> {
    conn.execute("UPDATE history SET mark = ?1 WHERE id = 1", [random_mark()?])?;
    Ok(())
}

/// Returns 16 random hexadecimal digits.
pub(crate) fn random_mark() -> Result<String, Fault> {
    let mut mark = [0; 8];
    getrandom::fill(&mut mark).map_err(std::io::Error::other)?;
    Ok(format!("{:016x}", u64::from_be_bytes(mark)))
}

/// Loads a book as it was at a moment: its present state with all later changes reverted.
pub(crate) fn load_at(
    conn: SqlConnection<'_>,
    name: &str,
    moment: HistoryMoment,
) -> Result<Option<(BookInfo, Forest)>, Fault> {
    let Some(head) = books::find(conn, name)? else {
        return Ok(None);
    };
    let Some(then) = state(conn, head.id, moment)?.filter(|then| then.has_contents) else {
        return Err(no_history(conn, &head)?);
    };
    let later = sum(conn, (head.id, head.info.variant), then.change)?;
    let forest = books::nodes(conn, &head)?.apply(&later.inverse());
    let mut forest = forest.map_err(|error| contradiction(&error))?;
    forest.clear_stored_ids();
    tallies::load_into(conn, head.id, &mut forest)?;
    let lines = forest.live_ends().into_iter().filter(|ends| *ends).count();
    let info = BookInfo {
        version: then.version,
        changed: then.at,
        nodes: forest.len() as u64,
        lines: lines as u64,
        ..head.info
    };
    Ok(Some((info, forest)))
}

/// Returns the version of a book at a moment, and the time of that version.
pub(crate) fn version_at(
    conn: SqlConnection<'_>,
    name: &str,
    moment: HistoryMoment,
) -> Result<Option<(u64, i64)>, Fault> {
    let Some(head) = books::find(conn, name)? else {
        return Ok(None);
    };
    let then = state(conn, head.id, moment)?.filter(|then| then.has_contents);
    Ok(then.map(|then| (then.version, then.at)))
}

/// Returns the changes after a version, and up to one, if they have at most `most` nodes.
pub(crate) fn between(
    conn: SqlConnection<'_>,
    name: &str,
    after: u64,
    until: Option<u64>,
    most: u64,
) -> Result<Option<LaterChanges>, Fault> {
    let Some(head) = books::find(conn, name)? else {
        return Ok(None);
    };
    let change = |version: u64| -> Result<Option<i64>, Fault> {
        let then = state(conn, head.id, HistoryMoment::Version(version))?;
        Ok(then.filter(|then| then.version == version).map(|then| then.change))
    };
    let (Some(first), Some(last)) = (change(after)?, change(until.unwrap_or(head.info.version))?)
    else {
        return Ok(None);
    };
    let range = params![head.id, first, last];
    let read = |row: SqlRow<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let (nodes, complete, counted): (u64, bool, bool) =
        conn.prepare(SIZE_BETWEEN)?.query_row(range, read)?;
    if nodes > most || !complete {
        return Ok(None);
    }
    let changes = log::between(conn, range, head.info.variant)?;
    Ok(Some(LaterChanges { book: head.info, counted, changes }))
}

/// Rebuilds a book from the log alone.
pub(crate) fn replay(conn: SqlConnection<'_>, head: &BookHead) -> Result<Forest, Fault> {
    let variant = head.info.variant;
    let all = sum(conn, (head.id, variant), 0)?;
    let forest = Forest::for_variant(variant).apply(&all);
    forest.map_err(|error| contradiction(&error))
}

/// A state of a book, identified by the change that led to it.
struct LoggedState {
    change: i64,
    version: u64,
    at: i64,
    has_contents: bool,
}

fn state(
    conn: SqlConnection<'_>,
    book: i64,
    moment: HistoryMoment,
) -> Result<Option<LoggedState>, Fault> {
    let (sql, limit) = match moment {
        // The file cannot hold a version above `i64::MAX`.
        HistoryMoment::Version(version) => {
            (UP_TO_VERSION, i64::try_from(version).unwrap_or(i64::MAX))
        }
        HistoryMoment::Time(time) => (UP_TO_TIME, time),
    };
    let read = |row: SqlRow<'_>| {
        Ok(LoggedState {
            change: row.get(0)?,
            version: row.get(1)?,
            at: row.get(2)?,
            has_contents: row.get(3)?,
        })
    };
    let mut statement = conn.prepare(sql)?;
    Ok(statement.query_row(params![book, limit], read).optional()?)
}

fn no_history(conn: SqlConnection<'_>, head: &BookHead) -> Result<Fault, Fault> {
    let sql = "SELECT coalesce(min(version), 0) FROM change WHERE book_id = ?1 AND contents = 1";
    let first = conn.query_row(sql, [head.id], |row| row.get(0))?;
    let book = head.info.name.clone();
    Ok(StoreError::NoHistory { book, first }.into())
}

/// Combines all changes after `after`; holds only one of them in memory besides the sum.
fn sum(
    conn: SqlConnection<'_>,
    (book, variant): (i64, Variant),
    after: i64,
) -> Result<Delta, Fault> {
    let mut statement = conn.prepare(LATER)?;
    let ids = statement.query_map([book, after], |row| row.get(0))?;
    let mut fault = None;
    let deltas = ids.map_while(|id| {
        let delta = id.map_err(Fault::from).and_then(|id| log::delta(conn, id, variant));
        delta.map_err(|found| fault = Some(found)).ok()
    });
    let sum = Delta::sum(deltas);
    match fault {
        Some(fault) => Err(fault),
        None => sum.map_err(|error| contradiction(&error)),
    }
}

fn contradiction(error: &DeltaError) -> Fault {
    Fault::Damage(format!("the log contradicts the book or itself: {error}"))
}

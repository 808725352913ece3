//! Full check of a database file.

use rusqlite::Connection;

use super::books::{self, BookHead};
use super::connection;
use super::fault::Fault;
use super::{check_games, evaluations, history, ledger, mend, migration, seal, training, weights};
use crate::book::{Delta, Forest};

/// Maximum number of reported problems of a kind.
const MAX_PROBLEMS: usize = 100;

/// A single check; returns the problems found.
type CheckFn = fn(&Connection) -> Result<Vec<String>, Fault>;

/// Runs all checks; returns the problems, one sentence each.
pub(super) fn problems(conn: &Connection, file: &str) -> Result<Vec<String>, Fault> {
    let looks: [CheckFn; 10] = [
        pages,
        schema,
        references,
        seal::problems,
        contents,
        counts,
        ledger::problems,
        training::problems,
        evaluations::problems,
        weights::problems,
    ];
    run_checks(conn, file, &looks)
}

fn run_checks(conn: &Connection, file: &str, looks: &[CheckFn]) -> Result<Vec<String>, Fault> {
    let mut problems = Vec::new();
    for look in looks {
        match look(conn) {
            Ok(found) => problems.extend(found),
            Err(Fault::Store(error)) => return Err(error.into()),
            Err(fault) => problems.push(fault.at(file).to_string()),
        }
    }
    Ok(problems)
}

/// Checks the structure of the file: its tables, and its pages except for the contents of indexes.
pub(super) fn structure(conn: &Connection, file: &str) -> Result<Vec<String>, Fault> {
    let looks: [CheckFn; 2] = [quick_check, schema];
    let told = run_checks(conn, file, &looks)?;
    // Every page was read, and those left in the cache are not the ones needed next.
    connection::release_pages(conn)?;
    Ok(told)
}

fn quick_check(conn: &Connection) -> Result<Vec<String>, Fault> {
    integrity(conn, "quick_check")
}

/// Checks a file whose schema may be older; then only the pages can be checked.
pub(super) fn problems_of(
    conn: &Connection,
    file: &str,
    schema: u32,
) -> Result<Vec<String>, Fault> {
    match schema == migration::newest() {
        true => problems(conn, file),
        false => pages(conn).or_else(|fault| Ok(vec![fault.at(file).to_string()])),
    }
}

/// Checks the pages, the indexes and the constraints of single rows.
pub(super) fn pages(conn: &Connection) -> Result<Vec<String>, Fault> {
    integrity(conn, "integrity_check")
}

fn integrity(conn: &Connection, pragma: &str) -> Result<Vec<String>, Fault> {
    let mut statement = conn.prepare(&format!("PRAGMA {pragma}({MAX_PROBLEMS})"))?;
    let rows = statement.query_map([], |row| row.get(0))?;
    let told: Vec<String> = rows.collect::<Result<_, _>>()?;
    Ok(told.into_iter().filter(|text| text != "ok").collect())
}

/// Checks tables, indexes and triggers: someone may have dropped one that protects the rest.
fn schema(conn: &Connection) -> Result<Vec<String>, Fault> {
    let (wanted, found) = (migration::wanted_schema()?, migration::schema(conn)?);
    let missing = wanted.difference(&found).map(|[kind, name, _]| {
        format!("the {kind} {name} is missing or differs from what this program created")
    });
    Ok(missing.take(MAX_PROBLEMS).collect())
}

fn references(conn: &Connection) -> Result<Vec<String>, Fault> {
    let mut statement = conn.prepare("PRAGMA foreign_key_check")?;
    let rows = statement.query_map([], |row| {
        let (table, id, target): (String, Option<i64>, String) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        let id = id.map(|id| format!(" {id}")).unwrap_or_default();
        Ok(format!("{table}{id} refers to a missing {target}"))
    })?;
    Ok(rows.take(MAX_PROBLEMS).collect::<Result<_, _>>()?)
}

/// Checks that the books' games are known, that the books load, and that their lines, counts and
/// logs match their nodes.
fn contents(conn: &Connection) -> Result<Vec<String>, Fault> {
    let unknown = books::unknown_variants(conn)?;
    let mut problems: Vec<String> = unknown.iter().map(ToString::to_string).collect();
    for info in books::all(conn)? {
        let found = match book(conn, &books::get(conn, &info.name)?) {
            Err(Fault::Damage(detail)) => vec![detail],
            found => found?,
        };
        let found = found.into_iter();
        problems.extend(found.map(|problem| format!("book \"{}\": {problem}", info.name)));
    }
    Ok(problems)
}

/// Checks the counted games of the books.
fn counts(conn: &Connection) -> Result<Vec<String>, Fault> {
    let mut problems = Vec::new();
    for info in books::all(conn)? {
        let found = check_games::problems(conn, books::get(conn, &info.name)?.id)?;
        let found = found.into_iter();
        problems.extend(found.map(|problem| format!("book \"{}\": {problem}", info.name)));
    }
    Ok(problems)
}

fn book(conn: &Connection, head: &BookHead) -> Result<Vec<String>, Fault> {
    let forest = books::nodes(conn, head)?;
    let found =
        [lines(conn, head, &forest)?, revisions(head, &forest), history(conn, head, &forest)?];
    Ok(found.into_iter().flatten().collect())
}

/// Checks the flattened lines and the counts, which can be rebuilt.
fn lines(conn: &Connection, head: &BookHead, forest: &Forest) -> Result<Option<String>, Fault> {
    let wanted = mend::live_lines(forest);
    if let Some(line) = mend::first_difference(&mend::stored_lines(conn, head.id)?, &wanted) {
        return Ok(Some(format!(
            "its flattened lines do not match its nodes, first at \"{line}\": run `joseki doctor --mend`"
        )));
    }
    let counts = (forest.len() as u64, wanted.len() as u64);
    let said = (head.info.nodes, head.info.lines);
    Ok((counts != said).then(|| {
        format!(
            "it has {counts:?} nodes and lines, but {said:?} are recorded: run `joseki doctor --mend`"
        )
    }))
}

fn revisions(head: &BookHead, forest: &Forest) -> Option<String> {
    let version = head.info.version;
    let mut nodes = forest.nodes();
    let (id, node) = nodes.find(|(_, node)| node.revision > version)?;
    let (line, revision) = (forest.line(id), node.revision);
    Some(format!(
        "node \"{line}\" was changed in version {revision}, but the book is at version {version}"
    ))
}

/// Checks that the log reproduces the book.
fn history(conn: &Connection, head: &BookHead, forest: &Forest) -> Result<Option<String>, Fault> {
    let replayed = match history::replay(conn, head) {
        Err(Fault::Damage(detail)) => return Ok(Some(format!("its log: {detail}"))),
        replayed => replayed?,
    };
    let difference = Delta::between(&replayed, forest);
    Ok(difference.changes().first().map(|change| {
        let line = &change.line;
        format!(
            "its log does not reproduce it, the first difference is at node \"{line}\"; run `joseki doctor --mend` to log the present state, or restore a backup"
        )
    }))
}

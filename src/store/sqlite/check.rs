//! Everything that should be true of a file, looked at.

use rusqlite::{Connection, params};

use super::fault::Fault;
use super::{books, check_games, ledger};

/// At most this many problems of a kind are told.
const TOLD: usize = 100;

/// One way to look for problems.
type Look = fn(&Connection) -> Result<Vec<String>, Fault>;

/// What is wrong, each in a sentence.
pub(super) fn problems(conn: &Connection, file: &str) -> Result<Vec<String>, Fault> {
    let mut problems = Vec::new();
    let looks: [Look; 5] = [pages, references, contents, counts, ledger::problems];
    for look in looks {
        match look(conn) {
            Ok(found) => problems.extend(found),
            Err(Fault::Store(error)) => return Err(error.into()),
            Err(fault) => problems.push(fault.at(file).to_string()),
        }
    }
    Ok(problems)
}

/// The pages, the indexes and the constraints of single rows.
fn pages(conn: &Connection) -> Result<Vec<String>, Fault> {
    let mut statement = conn.prepare(&format!("PRAGMA integrity_check({TOLD})"))?;
    let rows = statement.query_map([], |row| row.get(0))?;
    let told: Vec<String> = rows.collect::<Result<_, _>>()?;
    Ok(told.into_iter().filter(|text| text != "ok").collect())
}

fn references(conn: &Connection) -> Result<Vec<String>, Fault> {
    let mut statement = conn.prepare("PRAGMA foreign_key_check")?;
    let rows = statement.query_map([], |row| {
        let (table, id, target): (String, Option<i64>, String) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        let id = id.map(|id| format!(" {id}")).unwrap_or_default();
        Ok(format!(
            "{table}{id} refers to a {target} that is not there"
        ))
    })?;
    Ok(rows.take(TOLD).collect::<Result<_, _>>()?)
}

/// The books: that they load, and that their lines and counts are those of their nodes.
fn contents(conn: &Connection) -> Result<Vec<String>, Fault> {
    let mut problems = Vec::new();
    for info in books::all(conn)? {
        let found = book(conn, &info.name)?;
        problems.extend(found.map(|problem| format!("book \"{}\": {problem}", info.name)));
    }
    Ok(problems)
}

/// The counted games of the books.
fn counts(conn: &Connection) -> Result<Vec<String>, Fault> {
    let mut problems = Vec::new();
    for info in books::all(conn)? {
        let found = check_games::problems(conn, books::get(conn, &info.name)?.id)?;
        let found = found.into_iter();
        problems.extend(found.map(|problem| format!("book \"{}\": {problem}", info.name)));
    }
    Ok(problems)
}

fn book(conn: &Connection, name: &str) -> Result<Option<String>, Fault> {
    let head = books::get(conn, name)?;
    let forest = books::nodes(conn, &head)?;
    let (id, info) = (head.id, head.info);
    let sql = "SELECT line, node_id FROM line WHERE book_id = ?1 ORDER BY line";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map(params![id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let kept: Vec<(String, Option<i64>)> = rows.collect::<Result<_, _>>()?;
    let lines = forest
        .lines()
        .map(|(line, node)| (line.to_string(), forest.node(node).stored));
    if !lines.eq(kept.iter().cloned()) {
        return Ok(Some(
            "its flattened lines are not those of its nodes".to_owned(),
        ));
    }
    let counts = (forest.len() as u64, kept.len() as u64);
    let wrong = counts != (info.nodes, info.lines);
    Ok(wrong.then(|| {
        format!(
            "it has {counts:?} nodes and lines but its head says {:?}",
            (info.nodes, info.lines)
        )
    }))
}

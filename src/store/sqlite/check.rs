//! Full check of a database file.

use rusqlite::Connection;

use super::{migration, seal};
use crate::sql::connection::SqlConnection;
use crate::sql::contents;
use crate::sql::fault::Fault;

/// Maximum number of reported problems of a kind.
const MAX_PROBLEMS: usize = 100;

/// A single check; returns the problems found.
type CheckFn = fn(&Connection) -> Result<Vec<String>, Fault>;

/// Runs all checks; returns the problems, one sentence each.
pub(super) fn problems(conn: &Connection, file: &str) -> Result<Vec<String>, Fault> {
    let looks: [CheckFn; 4] = [pages, schema, references, seal::problems];
    let mut problems = run_checks(conn, file, &looks)?;
    problems.extend(contents::problems(conn.into(), file)?);
    Ok(problems)
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
    SqlConnection::from(conn).release_memory()?;
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
    if schema == migration::newest() {
        problems(conn, file)
    } else {
        pages(conn).or_else(|fault| Ok(vec![fault.at(file).to_string()]))
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

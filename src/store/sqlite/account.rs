//! Contents of database files, for backup and restore.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension};

use super::{check, connection, identity, migration};
use crate::FileSummary;
use crate::sql::books;
use crate::sql::fault::Fault;

/// Reads a file's contents through a read-only connection; checks all of it if `deep` is set.
pub(super) fn summarize_file(path: &Path, file: &str, deep: bool) -> Result<FileSummary, Fault> {
    let conn = connection::open_reader(path, connection::Sharing::Shared)?;
    let transaction = conn.unchecked_transaction()?;
    let schema = identity::schema_version(&transaction, file, migration::newest())?;
    let mut account =
        FileSummary { schema, bytes: path.metadata()?.len(), ..FileSummary::default() };
    if deep {
        account.problems = check::problems_of(&transaction, file, schema)?;
    }
    // The problems found are more useful than the error of counting a damaged file.
    match count_rows(&transaction, &mut account) {
        Err(fault) if account.problems.is_empty() => Err(fault),
        _ => Ok(account),
    }
}

/// Counts the rows of a database.
pub(super) fn count_rows(conn: &Connection, account: &mut FileSummary) -> Result<(), Fault> {
    if account.schema > 0 {
        account.books = books::all(conn.into())?;
    }
    account.results = rows(conn, "result")?;
    account.answers = rows(conn, "trainee_answer")?;
    account.evaluations = rows(conn, "evaluation")?;
    account.keys = rows(conn, "api_key")?;
    Ok(())
}

/// Counts the rows of a table; 0 if the schema is older than the table.
fn rows(conn: &Connection, table: &str) -> Result<u64, Fault> {
    let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1";
    let there: Option<i64> = conn.query_row(sql, [table], |row| row.get(0)).optional()?;
    let sql = format!("SELECT count(*) FROM {table}");
    there.map_or(Ok(0), |_| Ok(conn.query_row(&sql, [], |row| row.get(0))?))
}

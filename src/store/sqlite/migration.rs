//! The schema, brought up to date in numbered steps.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::fault::Fault;
use super::{backup, connection, identity};

/// The steps in order; each leads from `user_version` n to n + 1. Appended to, never changed.
pub(super) const ALL: &[&str] = &[
    include_str!("../../../schema/0001_books.sql"),
    include_str!("../../../schema/0002_games.sql"),
    include_str!("../../../schema/0003_results.sql"),
];

/// The schema that this program writes.
pub(super) fn newest() -> u32 {
    ALL.len() as u32
}

/// Takes the missing steps, each in one transaction; a kill leaves the file before or after a step.
/// Of a database that held something a copy is kept beside it, `<file>.before-v<schema>`.
pub(super) fn migrate(
    conn: &Connection,
    path: &Path,
    file: &str,
    steps: &[&str],
) -> Result<(), Fault> {
    // Steps may rebuild a table that others refer to; what they leave is checked before the commit.
    conn.pragma_update(None, "foreign_keys", false)?;
    let known = steps.len() as u32;
    let first = identity::schema_version(conn, file, known)?;
    let mut next = first;
    while next < known {
        conn.execute_batch("BEGIN IMMEDIATE")?;
        let keep = (next == first).then_some(path);
        // Another program may have been faster while this one waited for the lock.
        let taken = identity::schema_version(conn, file, known).and_then(|found| {
            let step = steps.get(found as usize);
            step.map_or(Ok(()), |step| take_step(conn, keep, found, step))?;
            Ok(found + 1)
        });
        let ended = taken.and_then(|taken| Ok(conn.execute_batch("COMMIT").map(|()| taken)?));
        if ended.is_err() {
            // The step's error says more than that of taking it back, which closing does as well.
            drop(conn.execute_batch("ROLLBACK"));
        }
        next = ended?;
    }
    Ok(())
}

/// One step inside its transaction, after a copy of the file at `keep`.
fn take_step(conn: &Connection, keep: Option<&Path>, found: u32, step: &str) -> Result<(), Fault> {
    let next = found + 1;
    if let Some(path) = keep.filter(|_| found > 0) {
        keep_copy(path, next)?;
    }
    conn.execute_batch(step)?;
    conn.pragma_update(None, "application_id", identity::APPLICATION_ID)?;
    conn.pragma_update(None, "user_version", next)?;
    let mut broken = conn.prepare("PRAGMA foreign_key_check")?;
    if broken.exists([])? {
        let detail = format!("with schema {next} it would refer to rows that are not there");
        return Err(Fault::Damage(detail));
    }
    Ok(())
}

/// The state before this transaction, which is what another connection sees, goes into the copy.
/// An earlier copy, say of a try that was cut short, stays.
fn keep_copy(path: &Path, next: u32) -> Result<(), Fault> {
    let mut copy = copy_path(path, next, 1);
    for number in 2.. {
        if !copy.try_exists()? {
            break;
        }
        copy = copy_path(path, next, number);
    }
    backup::copy(&connection::open_read_only(path)?, &copy)
}

fn copy_path(path: &Path, next: u32, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".before-v{next}"));
    if number > 1 {
        name.push(format!("-{number}"));
    }
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Counted, SqliteStore, Store, StoreError};

    const NEXT: &str = "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;";

    fn open(path: &Path) -> Connection {
        connection::open_writer(path, "a.db").unwrap()
    }

    fn version(conn: &Connection) -> u32 {
        conn.query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap()
    }

    fn has_table(conn: &Connection, name: &str) -> bool {
        let sql = "SELECT 1 FROM sqlite_schema WHERE name = ?1";
        conn.prepare(sql).unwrap().exists([name]).unwrap()
    }

    fn copies(directory: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(directory).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut copies: Vec<String> = names.filter(|name| name.contains("before")).collect();
        copies.sort();
        copies
    }

    fn add_book(conn: &Connection) {
        let sql = "INSERT INTO book (name, version, nodes, lines, created, changed) VALUES ('kept', 1, 0, 0, 0, 0)";
        conn.execute(sql, []).unwrap();
    }

    #[test]
    fn a_copy_is_kept_before_an_existing_database_changes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let conn = open(&path);
        assert_eq!(copies(dir.path()), [""; 0], "none of a new database");
        add_book(&conn);
        let steps = [ALL, &[NEXT, "CREATE TABLE last (id INTEGER) STRICT;"]].concat();
        migrate(&conn, &path, "a.db", &steps).unwrap();
        assert!(has_table(&conn, "later") && has_table(&conn, "last"));
        let [now, next, last] = [0, 1, 2].map(|more| newest() + more);
        assert_eq!(version(&conn), last);
        let name = format!("a.db.before-v{next}");
        assert_eq!(copies(dir.path()), [name.as_str()]);
        let copy = Connection::open(copy_path(&path, next, 1)).unwrap();
        assert_eq!(version(&copy), now);
        assert!(!has_table(&copy, "later"));
        let sql = "SELECT name FROM book";
        let book: String = copy.query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(book, "kept");
        migrate(&conn, &path, "a.db", &steps).unwrap();
        assert_eq!(
            copies(dir.path()).len(),
            1,
            "nothing to do, nothing to keep"
        );
        keep_copy(&path, next).unwrap();
        assert_eq!(copies(dir.path()), [name.clone(), name + "-2"]);
    }

    #[test]
    fn a_book_of_the_first_schema_counts_no_games_yet() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let conn = Connection::open(&path).unwrap();
        migrate(&conn, &path, "a.db", &ALL[..1]).unwrap();
        let sql = "INSERT INTO book VALUES (1, 'kept', 4, 1, 1, 0, 0);
                   INSERT INTO node (id, book_id, step, ends) VALUES (1 << 32, 1, '', 0);
                   INSERT INTO node (id, book_id, parent_id, step, ends)
                       VALUES ((1 << 32) + 1, 1, 1 << 32, 'DD', 1);
                   INSERT INTO line VALUES (1, 'DD', (1 << 32) + 1);
                   INSERT INTO change VALUES (1, 'kept', 4, 0, 'create', 'test', 1, 0);";
        conn.execute_batch(sql).unwrap();
        drop(conn);
        let store = SqliteStore::open(&path).unwrap();
        let (info, forest) = store.load("kept").unwrap().unwrap();
        assert_eq!((info.version, forest.len()), (4, 1));
        assert!(
            forest
                .nodes()
                .all(|(_, node)| !node.mined && node.tally().is_none())
        );
        assert_eq!(store.counted("kept").unwrap(), Counted::default());
        assert_eq!(store.check().unwrap(), [""; 0]);
        assert_eq!(copies(dir.path()), ["a.db.before-v2"]);
    }

    #[test]
    fn books_and_games_of_the_second_schema_stay_and_a_ledger_begins() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let conn = Connection::open(&path).unwrap();
        migrate(&conn, &path, "a.db", &ALL[..2]).unwrap();
        let sql = "INSERT INTO book VALUES (1, 'kept', 4, 1, 1, 0, 0);
                   INSERT INTO node (id, book_id, step, ends) VALUES (1 << 32, 1, '', 0);
                   INSERT INTO node (id, book_id, parent_id, step, ends, mined)
                       VALUES ((1 << 32) + 1, 1, 1 << 32, 'DD', 1, 1);
                   INSERT INTO line VALUES (1, 'DD', (1 << 32) + 1);
                   INSERT INTO change VALUES (1, 'kept', 4, 0, 'create', 'test', 1, 0, 0);
                   INSERT INTO cohort VALUES (1, 0, 'club', 1985, 'dan', 0);
                   INSERT INTO game (book_id, number, fingerprint, cohort, black, white, result)
                       VALUES (1, 0, 7, 0, 'a', 'b', 'B+R');
                   INSERT INTO mining (book_id, games) VALUES (1, 1);
                   INSERT INTO api_key VALUES (1, 'key', 'jk', zeroblob(32), 'read', 0, NULL, NULL);";
        conn.execute_batch(sql).unwrap();
        drop(conn);
        let store = SqliteStore::open(&path).unwrap();
        let (info, forest) = store.load("kept").unwrap().unwrap();
        assert_eq!((info.version, forest.len()), (4, 1));
        assert!(forest.nodes().any(|(_, node)| node.mined));
        assert_eq!(store.counted("kept").unwrap().games, 1);
        assert_eq!(store.game("kept", 7).unwrap().unwrap().black, "a");
        assert_eq!(store.keys().unwrap().len(), 1);
        assert_eq!(store.ledger_version().unwrap(), 0);
        assert!(store.sums(0).unwrap().opponents.is_empty());
        assert_eq!(store.check().unwrap(), [""; 0]);
        assert_eq!(copies(dir.path()), ["a.db.before-v3"]);
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let conn = open(&path);
        let broken = format!("{NEXT} CREATE TABLE book (id);");
        let steps = [ALL, &[broken.as_str()]].concat();
        migrate(&conn, &path, "a.db", &steps).unwrap_err();
        assert!(conn.is_autocommit());
        assert_eq!(version(&conn), newest());
        assert!(!has_table(&conn, "later"));
    }

    #[test]
    fn a_step_may_not_leave_dangling_references() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let conn = open(&path);
        add_book(&conn);
        let sql = "INSERT INTO node (id, book_id, step, ends) SELECT id << 32, id, '', 0 FROM book";
        conn.execute(sql, []).unwrap();
        let steps = [ALL, &["DELETE FROM book;"]].concat();
        let error = migrate(&conn, &path, "a.db", &steps)
            .unwrap_err()
            .at("a.db");
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
        assert_eq!(version(&conn), newest());
    }
}

//! The schema of a file: a baseline for new files, and migrations in numbered steps after it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::identity::BASELINE;
use super::statement_text::normalized;
use super::{backup, connection, identity, seal};
use crate::sql::fault::Fault;
use crate::sql::{clock, node_tallies, positions};

/// Makes a store of schema [`BASELINE`] from an empty file, before [`ALL`] steps.
const MAKE_BASELINE: MigrationStep<'_> =
    MigrationStep::sql(include_str!("../schema/sqlite_0019.sql"));

/// The steps in order; each leads from `user_version` n to n + 1, the first one from [`BASELINE`].
/// Append only.
pub(super) const ALL: &[MigrationStep<'_>] = &[
    MigrationStep {
        sql: include_str!("../schema/sqlite_0020.sql"),
        then: |conn, _| {
            positions::fill(conn.into())?;
            node_tallies::fill(conn.into())
        },
    },
    MigrationStep::sql(include_str!("../schema/sqlite_0021.sql")),
];

/// A migration step: SQL statements, followed by a function where SQL is not enough.
#[derive(Clone, Copy)]
pub(super) struct MigrationStep<'a> {
    sql: &'a str,
    /// Receives the time in seconds since 1970 UTC.
    then: fn(&Connection, i64) -> Result<(), Fault>,
}

impl<'a> MigrationStep<'a> {
    pub(super) const fn sql(sql: &'a str) -> MigrationStep<'a> {
        MigrationStep { sql, then: |_, _| Ok(()) }
    }
}

/// The schema version that this program writes.
pub(super) fn newest() -> u32 {
    schema_after(ALL)
}

/// The schema version after some steps.
pub(super) fn schema_after(steps: &[MigrationStep<'_>]) -> u32 {
    BASELINE + steps.len() as u32
}

/// Returns the steps from the baseline to a schema; `None` for a schema that is older or newer than
/// those that this program opens.
pub(super) fn steps_to(schema: u32) -> Option<&'static [MigrationStep<'static>]> {
    ALL.get(..schema.checked_sub(BASELINE)? as usize)
}

/// Returns kind, name and [`normalized`] statement of every table, index and trigger of a file.
pub(super) fn schema(conn: &Connection) -> Result<BTreeSet<[String; 3]>, Fault> {
    let sql = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL
               AND name NOT LIKE 'sqlite_%'";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let sql: String = row.get(2)?;
        Ok([row.get(0)?, row.get(1)?, normalized(&sql)])
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the [`schema`] of a file that is up to date.
pub(super) fn wanted_schema() -> Result<BTreeSet<[String; 3]>, Fault> {
    let conn = Connection::open_in_memory()?;
    seal::register(&conn)?;
    conn.execute_batch(MAKE_BASELINE.sql)?;
    for step in ALL {
        conn.execute_batch(step.sql)?;
    }
    schema(&conn)
}

/// Makes the baseline in an empty file, and runs the missing steps, each in one transaction, so a
/// kill leaves the file before or after a step. A database that is not empty is first copied to
/// `<file>.before-v<schema>` next to it.
pub(super) fn migrate(
    conn: &Connection,
    path: &Path,
    file: &str,
    steps: &[MigrationStep<'_>],
) -> Result<(), Fault> {
    // Steps may rebuild a table that others refer to; references are checked before the commit.
    conn.pragma_update(None, "foreign_keys", false)?;
    let known = schema_after(steps);
    let first = identity::schema_version(conn, file, known)?;
    let mut now = first;
    while now < known {
        conn.execute_batch("BEGIN IMMEDIATE")?;
        let keep = (now == first && first > 0).then_some(path);
        // Another program may have migrated the file while this one waited for the lock.
        let taken = identity::schema_version(conn, file, known).and_then(|found| {
            let (next, step) = match found.checked_sub(BASELINE) {
                None => (BASELINE, Some(&MAKE_BASELINE)),
                Some(taken) => (found + 1, steps.get(taken as usize)),
            };
            // Without a step, the other program was at the last one.
            step.map_or(Ok(found), |step| take_step(conn, keep, next, step).map(|()| next))
        });
        let ended = taken.and_then(|taken| Ok(conn.execute_batch("COMMIT").map(|()| taken)?));
        if ended.is_err() {
            // The step's error matters more than one from the rollback, which closing does as well.
            drop(conn.execute_batch("ROLLBACK"));
        }
        now = ended?;
    }
    Ok(())
}

/// Runs one step inside its transaction, after copying the file at `keep`.
fn take_step(
    conn: &Connection,
    keep: Option<&Path>,
    next: u32,
    step: &MigrationStep<'_>,
) -> Result<(), Fault> {
    if let Some(path) = keep {
        keep_copy(path, next)?;
    }
    conn.execute_batch(step.sql)?;
    (step.then)(conn, clock::now())?;
    conn.pragma_update(None, "application_id", identity::APPLICATION_ID)?;
    conn.pragma_update(None, "user_version", next)?;
    let mut broken = conn.prepare("PRAGMA foreign_key_check")?;
    if broken.exists([])? {
        let detail = format!("with schema {next} it would refer to missing rows");
        return Err(Fault::Damage(detail));
    }
    Ok(())
}

/// Copies the state before this transaction, which is what another connection sees. An earlier
/// copy, for example from an interrupted try, stays.
fn keep_copy(path: &Path, next: u32) -> Result<(), Fault> {
    let mut copy = copy_path(path, next, 1);
    for number in 2.. {
        if !copy.try_exists()? {
            break;
        }
        copy = copy_path(path, next, number);
    }
    backup::copy(&connection::open_read_only(path, connection::Sharing::Shared)?, &copy)
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
    use crate::{BookChange, SqliteStore, Store, StoreError, Upkeep};
    use joseki_book::{Forest, Line};

    const NEXT: &str = "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;";

    fn open(path: &Path) -> Connection {
        connection::open_writer(path, "a.db", ALL).unwrap()
    }

    fn version(conn: &Connection) -> u32 {
        conn.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
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
        let steps =
            [ALL, &[NEXT, "CREATE TABLE last (id INTEGER) STRICT;"].map(MigrationStep::sql)]
                .concat();
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
        assert_eq!(copies(dir.path()).len(), 1, "nothing to do, nothing to keep");
        keep_copy(&path, next).unwrap();
        assert_eq!(copies(dir.path()), [name.clone(), name + "-2"]);
    }

    #[test]
    fn a_step_may_need_more_than_sql() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let conn = open(&path);
        let then = |conn: &Connection, now: i64| {
            conn.execute("INSERT INTO later (id) VALUES (?1)", [now])?;
            Ok(())
        };
        let steps = [ALL, &[MigrationStep { sql: NEXT, then }]].concat();
        migrate(&conn, &path, "a.db", &steps).unwrap();
        let sql = "SELECT id FROM later";
        let written: i64 = conn.query_row(sql, [], |row| row.get(0)).unwrap();
        assert!((0..60).contains(&(clock::now() - written)), "{written}");
    }

    #[test]
    fn a_file_of_the_first_schema_gets_the_positions_of_its_books() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let lines = ["DDCF", "CC"].map(|line| line.parse::<Line>().unwrap());
        let forest: Forest = lines.iter().collect();
        let store = SqliteStore::open(&path).unwrap();
        store.apply(&BookChange::new_book("main", &forest, "test")).unwrap();
        drop(store);
        let conn = Connection::open(&path).unwrap();
        seal::register(&conn).unwrap();
        conn.execute_batch(
            "DROP TABLE position; DROP TABLE node_tally; DROP INDEX node_text;
             DROP INDEX node_source; PRAGMA user_version = 19",
        )
        .unwrap();
        drop(conn);
        let store = SqliteStore::open(&path).unwrap();
        assert_eq!(store.check().unwrap(), [""; 0]);
        let sql = "SELECT count(*) FROM position";
        let rows: u32 =
            Connection::open(&path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 3);
        assert_eq!(copies(dir.path()), ["a.db.before-v20"]);
    }

    /// `ALTER TABLE` leaves other texts than the baseline has, of the same tables.
    #[test]
    fn a_table_that_was_renamed_is_sound() {
        let dir = tempfile::tempdir().unwrap();
        let conn = open(&dir.path().join("a.db"));
        let sql = "SELECT sql FROM sqlite_schema WHERE name = 'table_node'";
        let text = || conn.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
        let made = text();
        let renamed = made.replace("table_node", "wider_node");
        conn.execute_batch(&format!(
            "DROP TABLE table_node; {renamed}; ALTER TABLE wider_node RENAME TO table_node;"
        ))
        .unwrap();
        assert_ne!(text(), made);
        assert_eq!(schema(&conn).unwrap(), wanted_schema().unwrap());
        conn.execute_batch("DROP TABLE table_node; CREATE TABLE table_node (node, seen)").unwrap();
        assert_ne!(schema(&conn).unwrap(), wanted_schema().unwrap());
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let conn = open(&path);
        let broken = format!("{NEXT} CREATE TABLE book (id);");
        let steps = [ALL, &[MigrationStep::sql(&broken)]].concat();
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
        let steps = [ALL, &[MigrationStep::sql("DELETE FROM book;")]].concat();
        let error = migrate(&conn, &path, "a.db", &steps).unwrap_err().at("a.db");
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
        assert_eq!(version(&conn), newest());
    }
}

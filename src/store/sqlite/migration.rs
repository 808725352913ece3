//! Schema migrations in numbered steps.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::statement_text::normalized;
use super::{backup, baseline, connection, identity, seal};
use crate::sql::fault::Fault;
use crate::sql::{clock, tallies};

/// The steps in order; each leads from `user_version` n to n + 1. Append only.
pub(super) const ALL: &[MigrationStep] = &[
    MigrationStep::sql(include_str!("../../../schema/0001_books.sql")),
    MigrationStep::sql(include_str!("../../../schema/0002_games.sql")),
    MigrationStep::sql(include_str!("../../../schema/0003_results.sql")),
    MigrationStep { sql: include_str!("../../../schema/0004_changes.sql"), then: baseline::write },
    MigrationStep::sql(include_str!("../../../schema/0005_training.sql")),
    MigrationStep::sql(include_str!("../../../schema/0006_evaluations.sql")),
    MigrationStep::sql(include_str!("../../../schema/0007_seals.sql")),
    MigrationStep::sql(include_str!("../../../schema/0008_expected.sql")),
    MigrationStep::sql(include_str!("../../../schema/0009_history.sql")),
    MigrationStep::sql(include_str!("../../../schema/0010_variants.sql")),
    MigrationStep::sql(include_str!("../../../schema/0011_sources.sql")),
    MigrationStep::sql(include_str!("../../../schema/0012_xiangqi.sql")),
    MigrationStep::sql(include_str!("../../../schema/0013_weights.sql")),
    MigrationStep::sql(include_str!("../../../schema/0014_tokens.sql")),
    MigrationStep::sql(include_str!("../../../schema/0015_floor.sql")),
    MigrationStep::sql(include_str!("../../../schema/0016_verdict_check.sql")),
    MigrationStep::sql(include_str!("../../../schema/0017_tables.sql")),
    MigrationStep::sql(include_str!("../../../schema/0018_terms.sql")),
    MigrationStep {
        sql: include_str!("../../../schema/0019_parts.sql"),
        then: |conn, _| tallies::find_all_starts(conn.into()),
    },
];

/// A migration step: SQL statements, followed by a function where SQL is not enough.
#[derive(Clone, Copy)]
pub(super) struct MigrationStep<'a> {
    sql: &'a str,
    /// Receives the time in seconds since 1970 UTC.
    then: fn(&Connection, i64) -> Result<(), Fault>,
}

impl<'a> MigrationStep<'a> {
    const fn sql(sql: &'a str) -> MigrationStep<'a> {
        MigrationStep { sql, then: |_, _| Ok(()) }
    }
}

/// The schema version that this program writes.
pub(super) fn newest() -> u32 {
    ALL.len() as u32
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
    for step in ALL {
        conn.execute_batch(step.sql)?;
    }
    schema(&conn)
}

/// Runs the missing steps, each in one transaction, so a kill leaves the file before or after a
/// step. A database that is not empty is first copied to `<file>.before-v<schema>` next to it.
pub(super) fn migrate(
    conn: &Connection,
    path: &Path,
    file: &str,
    steps: &[MigrationStep<'_>],
) -> Result<(), Fault> {
    // Steps may rebuild a table that others refer to; references are checked before the commit.
    conn.pragma_update(None, "foreign_keys", false)?;
    let known = steps.len() as u32;
    let first = identity::schema_version(conn, file, known)?;
    let mut next = first;
    while next < known {
        conn.execute_batch("BEGIN IMMEDIATE")?;
        let keep = (next == first).then_some(path);
        // Another program may have migrated the file while this one waited for the lock.
        let taken = identity::schema_version(conn, file, known).and_then(|found| {
            let step = steps.get(found as usize);
            step.map_or(Ok(()), |step| take_step(conn, keep, found, step))?;
            Ok(found + 1)
        });
        let ended = taken.and_then(|taken| Ok(conn.execute_batch("COMMIT").map(|()| taken)?));
        if ended.is_err() {
            // The step's error matters more than one from the rollback, which closing does as well.
            drop(conn.execute_batch("ROLLBACK"));
        }
        next = ended?;
    }
    Ok(())
}

/// Runs one step inside its transaction, after copying the file at `keep`.
fn take_step(
    conn: &Connection,
    keep: Option<&Path>,
    found: u32,
    step: &MigrationStep<'_>,
) -> Result<(), Fault> {
    let next = found + 1;
    if let Some(path) = keep.filter(|_| found > 0) {
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
    use crate::Upkeep;
    use crate::{
        ChangeKind, ChangeNote, ChangeQuery, CountedGames, HistoryMoment, SqliteStore, Store,
        StoreError,
    };

    const NEXT: &str = "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;";

    fn open(path: &Path) -> Connection {
        connection::open_writer(path, "a.db").unwrap()
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
        assert_eq!((info.version, forest.len()), (5, 1));
        assert!(forest.nodes().all(|(_, node)| !node.mined && node.tally().is_none()));
        assert_eq!(store.counted("kept").unwrap(), CountedGames::default());
        assert_eq!(store.check().unwrap(), [""; 0]);
        assert_eq!(copies(dir.path()), ["a.db.before-v2"]);
    }

    /// Three parts of both versions that were written before parts had their own start: the empty
    /// corner and DD, DDCF with the same games, and SS. By hand, see `mine::stream`.
    #[test]
    fn counted_lines_of_the_eighteenth_schema_are_found_by_their_parts() {
        let first: [&[u8]; 2] = [
            &[0, 1, 0, 3 << 3, 3, 0, 0, 2, 60, 1, 0, 2 << 3, 2, 0, 0],
            &[1, 2, 0, 1, 0, 3 << 4, 3, 0, 0, 2, 60, 1, 0, 2 << 4, 2, 0, 0],
        ];
        let last: [&[u8]; 2] =
            [&[2, 0xe8, 2, 1, 0, 1 << 3, 1, 0, 0], &[2, 0xe8, 2, 1, 0, 1 << 4, 1, 0, 0]];
        for (first, last) in first.into_iter().zip(last) {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("a.db");
            let conn = Connection::open(&path).unwrap();
            seal::register(&conn).unwrap();
            migrate(&conn, &path, "a.db", &ALL[..18]).unwrap();
            let sql = "INSERT INTO book (id, name, version, nodes, lines, created, changed)
                           VALUES (1, 'kept', 1, 0, 0, 0, 0);
                       INSERT INTO node (id, book_id, step, ends) VALUES (1 << 32, 1, '', 0);
                       INSERT INTO cohort (book_id, number, source, year, band, imported)
                           VALUES (1, 0, 'club', 1985, 'dan', 0);";
            conn.execute_batch(sql).unwrap();
            let middle: &[u8] = &[5, 43, 0];
            for (part, data) in [first, middle, last].into_iter().enumerate() {
                let sql = "INSERT INTO tally (book_id, part, data) VALUES (1, ?1, ?2)";
                conn.execute(sql, rusqlite::params![part, data]).unwrap();
            }
            drop(conn);
            let store = SqliteStore::open(&path).unwrap();
            let lines = ["", "CC", "DD", "DDCF", "DDCFDC", "SS"].map(|line| line.parse().unwrap());
            let found = store.tallies("kept", &lines).unwrap().into_iter();
            let found: Vec<(String, u32)> =
                found.map(|(line, tally)| (line.to_string(), tally.total().games)).collect();
            let wanted = [("", 3), ("DD", 2), ("DDCF", 2), ("SS", 1)];
            assert_eq!(found, wanted.map(|(line, games)| (line.to_owned(), games)));
        }
    }

    /// The database opens, its other books are served, and the damage is reported where it is.
    #[test]
    fn damaged_counts_of_the_eighteenth_schema_stop_no_migration() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let conn = Connection::open(&path).unwrap();
        seal::register(&conn).unwrap();
        migrate(&conn, &path, "a.db", &ALL[..18]).unwrap();
        let sql = "INSERT INTO book (id, name, version, nodes, lines, created, changed)
                       VALUES (1, 'damaged', 1, 0, 0, 0, 0), (2, 'sound', 1, 0, 0, 0, 0);
                   INSERT INTO node (id, book_id, step, ends)
                       VALUES (1 << 32, 1, '', 0), (2 << 32, 2, '', 0);
                   INSERT INTO cohort (book_id, number, source, year, band, imported)
                       VALUES (1, 0, 'club', 1985, 'dan', 0), (2, 0, 'club', 1985, 'dan', 0);
                   INSERT INTO tally (book_id, part, data) VALUES
                       (1, 0, x'00010018'), (2, 0, x'00010018030000');";
        conn.execute_batch(sql).unwrap();
        drop(conn);
        let store = SqliteStore::open(&path).unwrap();
        let root = ["".parse().unwrap()];
        let lost = store.tallies("damaged", &root);
        assert!(matches!(lost, Err(StoreError::Corrupt { .. })), "{lost:?}");
        assert_eq!(store.tallies("sound", &root).unwrap().len(), 1);
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
        assert_eq!((info.version, forest.len()), (5, 1));
        assert!(forest.nodes().any(|(_, node)| node.mined));
        assert_eq!(store.counted("kept").unwrap().games, 1);
        assert_eq!(store.game("kept", 7).unwrap().unwrap().black, "a");
        assert_eq!(store.keys().unwrap().len(), 1);
        assert_eq!(store.ledger_version().unwrap(), 0);
        assert!(store.sums(0).unwrap().opponents.is_empty());
        assert_eq!(store.check().unwrap(), [""; 0]);
        assert_eq!(copies(dir.path()), ["a.db.before-v3"]);
    }

    /// Two books, one of them under a name that another had before, a deleted one, and counted
    /// games.
    const THIRD: &str = "
        INSERT INTO book VALUES (2, 'kept', 4, 2, 2, 10, 40), (3, 'second', 3, 0, 0, 20, 30);
        INSERT INTO node (id, book_id, parent_id, step, ends, mined, names, verdict) VALUES
            (2 << 32, 2, NULL, '', 0, 0, '[\"corner\"]', NULL),
            ((2 << 32) + 1, 2, 2 << 32, 'DD', 1, 0, NULL, 'good'),
            ((2 << 32) + 2, 2, (2 << 32) + 1, 'CF', 1, 1, NULL, NULL),
            (3 << 32, 3, NULL, '', 0, 0, NULL, NULL);
        INSERT INTO line VALUES (2, 'DD', (2 << 32) + 1), (2, 'DDCF', (2 << 32) + 2);
        INSERT INTO change VALUES
            (1, 'second', 1, 5, 'create', 'first', 7, 1, 0), (2, 'second', 2, 6, 'delete', 'first', 0, 0, 0),
            (3, 'kept', 4, 10, 'create', 'a.sgf', 2, 1, 0), (4, 'second', 3, 20, 'create', 'b.sgf', 0, 1, 0);
        INSERT INTO cohort VALUES (2, 0, 'club', 1985, 'dan', 0);
        INSERT INTO game (book_id, number, fingerprint, cohort, black, white, result)
            VALUES (2, 0, 7, 0, 'a', 'b', 'B+R');
        INSERT INTO mining (book_id, games) VALUES (2, 1);
        INSERT INTO api_key VALUES (1, 'key', 'jk', zeroblob(32), 'read', 0, NULL, NULL);
        UPDATE ledger SET change = 9;";

    fn of_third(path: &Path) -> SqliteStore {
        let conn = Connection::open(path).unwrap();
        migrate(&conn, path, "a.db", &ALL[..3]).unwrap();
        conn.execute_batch(THIRD).unwrap();
        drop(conn);
        SqliteStore::open(path).unwrap()
    }

    #[test]
    fn books_of_the_third_schema_stay_and_begin_their_log_with_what_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let store = of_third(&dir.path().join("a.db"));
        assert_eq!(copies(dir.path()), ["a.db.before-v4"]);
        let (info, forest) = store.load("kept").unwrap().unwrap();
        assert_eq!((info.version, info.nodes, info.lines), (5, 2, 2));
        let revisions = forest.nodes().map(|(_, node)| (node.revision, node.retired));
        assert_eq!(revisions.collect::<Vec<_>>(), [(5, false); 3]);
        let mined: Vec<bool> = forest.nodes().map(|(_, node)| node.mined).collect();
        assert_eq!(mined, [false, false, true]);
        assert_eq!(store.counted("kept").unwrap().games, 1);
        assert_eq!(store.keys().unwrap()[0].rate, None);
        assert_eq!(store.ledger_version().unwrap(), 9);
        assert_eq!(store.replay("kept").unwrap().unwrap(), forest);
        let at = |version| store.load_at("kept", HistoryMoment::Version(version));
        assert_eq!(at(5).unwrap().unwrap().1, forest);
        let book = "kept".to_owned();
        assert_eq!(at(4).unwrap_err(), StoreError::NoHistory { book, first: 5 });
        assert_eq!(store.check().unwrap(), [""; 0]);
    }

    #[test]
    fn changes_of_the_third_schema_are_told_without_what_changed() {
        let dir = tempfile::tempdir().unwrap();
        let store = of_third(&dir.path().join("a.db"));
        let told = |book: &str| -> Vec<(i64, u64, ChangeKind, String, bool)> {
            let asked =
                ChangeQuery { book: Some(book.to_owned()), limit: 9, ..ChangeQuery::default() };
            let rows = store.changes(&asked).unwrap().into_iter();
            rows.map(|row| {
                assert_eq!(row.note.who, "");
                (row.id, row.version, row.note.kind, row.note.what, row.has_contents)
            })
            .collect()
        };
        let step = || "schema 4".to_owned();
        let kept = [
            (5, 5, ChangeKind::Baseline, step(), true),
            (3, 4, ChangeKind::Create, "a.sgf".to_owned(), false),
        ];
        assert_eq!(told("kept"), kept);
        let second = [
            (6, 4, ChangeKind::Baseline, step(), true),
            (4, 3, ChangeKind::Create, "b.sgf".to_owned(), false),
        ];
        assert_eq!(told("second"), second, "not of the book that had the name before");
        let (row, delta) = store.change(5).unwrap().unwrap();
        assert_eq!((row.inserted, row.updated, delta.changes().len()), (2, 1, 3));
        assert!(store.change(4).unwrap().unwrap().1.is_empty());
        let note = ChangeNote::new(ChangeKind::Restore, "test", "");
        let error = store.restore_book(2, &note).unwrap_err();
        assert!(matches!(error, StoreError::Invalid { .. }), "{error}");
        // The history of another book under the same name does not belong to this one.
        let earlier = store.load_at("second", HistoryMoment::Version(2)).unwrap_err();
        assert!(matches!(earlier, StoreError::NoHistory { first: 4, .. }));
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

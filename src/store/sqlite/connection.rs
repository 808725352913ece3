//! Connections and their settings.

use std::fs::OpenOptions;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags};

use super::migration::MigrationStep;
use super::{identity, migration, seal, wal};
use crate::StoreError;
use crate::sql::fault::Fault;
use joseki_base::cancel;

/// Versions before 3.51.3 can damage a file when its log restarts.
const OLDEST_SQLITE: i32 = 3_051_003;

/// How long a connection waits for another program's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Pause between two tries where SQLite does not wait by itself.
const BUSY_PAUSE: Duration = Duration::from_millis(10);

/// Sizes of the page caches in KiB, which SQLite marks by a negative sign. The writer's holds an
/// import.
const WRITER_CACHE: i32 = -64 * 1024;
const READER_CACHE: i32 = -8 * 1024;

/// Number of SQLite's operations, some ten microseconds of work, after which a query looks whether
/// its caller still waits.
pub(super) const OPERATIONS: i32 = 1000;

/// After a large import has gone into the main file, the log is truncated to this many bytes.
const LOG_SIZE_LIMIT: i64 = 64 << 20;

/// Opens the connection that writes; creates the file or migrates it to the schema after the steps.
pub(super) fn open_writer(
    path: &Path,
    file: &str,
    steps: &[MigrationStep<'_>],
) -> Result<Connection, Fault> {
    open_with_journal(path, file, steps, use_log)
}

/// Opens the connection that fills a new file, see [`use_rollback_journal`].
pub(super) fn open_filler(
    path: &Path,
    file: &str,
    steps: &[MigrationStep<'_>],
) -> Result<Connection, Fault> {
    open_with_journal(path, file, steps, use_rollback_journal)
}

fn open_with_journal(
    path: &Path,
    file: &str,
    steps: &[MigrationStep<'_>],
    set_journal: fn(&Connection, &str) -> Result<(), Fault>,
) -> Result<Connection, Fault> {
    require_sqlite(rusqlite::version_number(), file)?;
    let known = migration::schema_after(steps);
    if identity::refuse_foreign(path, file, known)? {
        refuse_foreign_log(path, file, known)?;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    create_private(path);
    let conn = Connection::open_with_flags(path, flags)?;
    if conn.is_readonly(MAIN_DB)? {
        let detail = "it could only be opened for reading".to_owned();
        let file = file.to_owned();
        return Err(StoreError::ReadOnly { file, detail }.into());
    }
    configure(&conn, WRITER_CACHE)?;
    // Checked again before anything is written, as another program may have created the file since.
    identity::schema_version(&conn, file, known)?;
    set_journal(&conn, file)?;
    migration::migrate(&conn, path, file, steps)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    Ok(conn)
}

/// Creates an empty file, unless there is one, that its owner alone may read: a database has the
/// players' games, and the names of keys. SQLite makes the files beside it with the same rights.
pub(super) fn create_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // What prevents it SQLite says better.
    drop(options.open(path));
}

/// How a file is shared with connections that write to it.
#[derive(Clone, Copy)]
pub(super) enum Sharing {
    /// Others may write: locks and shared memory are used, which needs files beside the database.
    Shared,
    /// Nothing can write: the file is read as it is, without locks.
    Immutable,
    /// The pages are part of this program, without a file.
    Image(&'static [u8]),
}

/// Opens a connection that can only read, for work that may be cancelled. The file must exist.
pub(super) fn open_reader(path: &Path, sharing: Sharing) -> Result<Connection, Fault> {
    let conn = open_read_only(path, sharing)?;
    conn.pragma_update(None, "query_only", true)?;
    conn.progress_handler(OPERATIONS, Some(cancel::is_cancelled))?;
    Ok(conn)
}

/// Like [`open_reader`], but able to write another file: a copy.
pub(super) fn open_read_only(path: &Path, sharing: Sharing) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = match sharing {
        Sharing::Shared => Connection::open_with_flags(path, flags)?,
        Sharing::Immutable => {
            Connection::open_with_flags(immutable_uri(path), flags | OpenFlags::SQLITE_OPEN_URI)?
        }
        Sharing::Image(image) => {
            let mut conn = Connection::open_in_memory_with_flags(flags)?;
            conn.deserialize_bytes(MAIN_DB, image)?;
            conn
        }
    };
    configure(&conn, READER_CACHE)?;
    Ok(conn)
}

/// Opens a copy of an image in memory, which can be changed.
pub(super) fn open_copy(mut image: &[u8]) -> Result<Connection, Fault> {
    let (mut conn, size) = (Connection::open_in_memory()?, image.len());
    conn.deserialize_read_exact(MAIN_DB, &mut image, size, false)?;
    configure(&conn, READER_CACHE)?;
    Ok(conn)
}

/// Opens a file for reading only, and checks that it is a store of a schema up to `known`. Returns
/// its schema, and how further connections must open it.
pub(super) fn open_unwritable(
    path: &Path,
    file: &str,
    known: u32,
) -> Result<(Connection, u32, Sharing), Fault> {
    let open = |sharing| {
        let conn = open_read_only(path, sharing)?;
        // The first query shows whether SQLite can use its log and shared memory.
        let schema = identity::schema_version(&conn, file, known)?;
        Ok((conn, schema, sharing))
    };
    match open(Sharing::Shared) {
        Err(fault) if needs_a_writer(&fault) => {
            if wal::is_file_alone(path)? {
                open(Sharing::Immutable)
            } else {
                // Without its log the file lacks the last changes, without its journal it has half of
                // one.
                Err(StoreError::Unmerged { file: file.to_owned() }.into())
            }
        }
        opened => opened,
    }
}

/// Returns the URI of a file that nothing can write. All bytes with a meaning in URIs are escaped.
fn immutable_uri(path: &Path) -> String {
    let mut uri = "file:".to_owned();
    if !path.has_root() || cfg!(windows) {
        uri.push('/');
    }
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(*byte));
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            other => uri.push_str(&format!("%{other:02x}")),
        }
    }
    uri.push_str("?immutable=1");
    uri
}

/// Opens an existing file without migrating it. Recovers what a killed process left in the log,
/// which requires write permission.
pub(super) fn open_unmigrated(path: &Path) -> Result<Connection, Fault> {
    let conn = Connection::open_with_flags(path, UNMIGRATED)?;
    configure(&conn, READER_CACHE)?;
    Ok(conn)
}

/// Does the same for this connection alone. The index of the log is kept in memory, so that nothing is
/// written beside the file; that is settled before the first look at it.
pub(super) fn open_alone(path: &Path) -> Result<Connection, Fault> {
    let conn = Connection::open_with_flags(path, UNMIGRATED)?;
    conn.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    configure(&conn, READER_CACHE)?;
    Ok(conn)
}

/// How a store is opened without creating or migrating it.
const UNMIGRATED: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// Opens a store of any known schema without migrating it, where nothing can be written beside it too.
pub(super) fn open_to_copy(path: &Path, file: &str) -> Result<Connection, Fault> {
    let known = migration::newest();
    let opened = open_unmigrated(path)
        .and_then(|conn| identity::schema_version(&conn, file, known).map(|_| conn));
    match opened {
        Err(fault) if needs_a_writer(&fault) => open_unwritable(path, file, known).map(|it| it.0),
        opened => opened,
    }
}

fn require_sqlite(found: i32, file: &str) -> Result<(), Fault> {
    if found >= OLDEST_SQLITE {
        return Ok(());
    }
    let detail = format!(
        "SQLite {found} can damage a file when its log restarts; build with {OLDEST_SQLITE} or later"
    );
    let file = file.to_owned();
    Err(StoreError::Other { file, detail }.into())
}

/// Checks a file together with its log, through a connection that cannot change it.
fn refuse_foreign_log(path: &Path, file: &str, known: u32) -> Result<(), Fault> {
    let found = open_read_only(path, Sharing::Shared)
        .and_then(|conn| identity::schema_version(&conn, file, known));
    match found {
        // A process was killed while writing. A reader may not clean up; a writer will.
        Err(fault) if needs_a_writer(&fault) => Ok(()),
        other => other.map(drop),
    }
}

fn needs_a_writer(fault: &Fault) -> bool {
    matches!(fault.code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

/// Returns SQLite's plan for a query of an empty store, one step each.
#[cfg(test)]
pub(crate) fn plan(sql: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let conn = open_writer(&dir.path().join("a.db"), "a.db", migration::ALL).unwrap();
    let mut statement = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
    let values = rusqlite::params_from_iter(vec![1; statement.parameter_count()]);
    let rows = statement.query_map(values, |row| row.get(3)).unwrap();
    rows.map(Result::unwrap).collect()
}

/// Sets what all connections share. There is no memory map: with one, a failing disk kills the
/// process instead of returning an error.
fn configure(conn: &Connection, cache: i32) -> Result<(), Fault> {
    conn.busy_timeout(BUSY_TIMEOUT)?;
    seal::register(conn)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.pragma_update(None, "cell_size_check", true)?;
    conn.pragma_update(None, "mmap_size", 0)?;
    conn.pragma_update(None, "cache_size", cache)?;
    conn.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// Retries while another program holds the lock. SQLite itself waits for most locks, but not for
/// the switch to WAL mode, which all programs that create the same file at once attempt.
fn retry_while_busy(attempt: impl Fn() -> rusqlite::Result<String>) -> rusqlite::Result<String> {
    let end = Instant::now() + BUSY_TIMEOUT;
    loop {
        match attempt() {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && Instant::now() < end =>
            {
                thread::sleep(BUSY_PAUSE);
            }
            done => return done,
        }
    }
}

/// Switches a file to a rollback journal, unless another program uses it. A transaction then
/// writes each new page once, to the file itself; only pages that it changes are copied to the
/// journal before. With a log, each page is written to the log and copied to the file later.
/// Readers wait for the end of a large transaction.
fn use_rollback_journal(conn: &Connection, file: &str) -> Result<(), Fault> {
    let mode: rusqlite::Result<String> =
        conn.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0));
    if mode.is_ok_and(|mode| mode == "delete") {
        // Syncs the directory too, so that a deleted journal does not return after a power cut.
        conn.pragma_update(None, "synchronous", "EXTRA")?;
        Ok(())
    } else {
        use_log(conn, file)
    }
}

/// Switches a file to a write-ahead log.
pub(super) fn use_log(conn: &Connection, file: &str) -> Result<(), Fault> {
    let mode =
        retry_while_busy(|| conn.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)))?;
    if mode != "wal" {
        let detail =
            format!("the file system does not support a write-ahead log (journal mode {mode})");
        let file = file.to_owned();
        return Err(StoreError::Other { file, detail }.into());
    }
    conn.pragma_update(None, "synchronous", "FULL")?;
    conn.pragma_update(None, "journal_size_limit", LOG_SIZE_LIMIT)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::side_files::with_suffix;

    #[test]
    fn an_old_library_is_refused() {
        assert!(require_sqlite(OLDEST_SQLITE, "x").is_ok());
        let error = require_sqlite(OLDEST_SQLITE - 1, "x").unwrap_err().at("x");
        assert!(error.to_string().contains("3051002"), "{error}");
    }

    #[test]
    fn the_settings_are_in_force() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let writer = open_writer(&path, "a.db", migration::ALL).unwrap();
        let number = |conn: &Connection, name: &str| -> i64 {
            conn.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0)).unwrap()
        };
        assert_eq!(number(&writer, "synchronous"), 2);
        assert_eq!(number(&writer, "foreign_keys"), 1);
        let reader = open_reader(&path, Sharing::Shared).unwrap();
        assert_eq!(number(&reader, "query_only"), 1);
        for conn in [&writer, &reader] {
            assert_eq!(number(conn, "trusted_schema"), 0);
            assert_eq!(number(conn, "busy_timeout"), 5000);
            assert_eq!(number(conn, "mmap_size"), 0);
            assert!(conn.db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE).unwrap());
        }
        assert!(reader.execute("DELETE FROM book", []).is_err());
    }

    #[test]
    fn a_file_is_filled_without_a_log_unless_another_program_uses_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let mode = |conn: &Connection| -> String {
            conn.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap()
        };
        drop(open_writer(&path, "a.db", migration::ALL).unwrap());
        let filler = open_filler(&path, "a.db", migration::ALL).unwrap();
        assert_eq!(mode(&filler), "delete");
        use_log(&filler, "a.db").unwrap();
        assert_eq!(mode(&filler), "wal");
        drop(filler);
        let other = open_writer(&path, "a.db", migration::ALL).unwrap();
        let filler = open_filler(&path, "a.db", migration::ALL).unwrap();
        assert_eq!((mode(&other), mode(&filler)), ("wal".to_owned(), "wal".to_owned()));
    }

    #[test]
    fn half_of_a_change_is_never_read() {
        let dir = tempfile::tempdir().unwrap();
        let (path, copy) = (dir.path().join("a.db"), dir.path().join("copy.db"));
        drop(open_writer(&path, "a.db", migration::ALL).unwrap());
        let filler = open_filler(&path, "a.db", migration::ALL).unwrap();
        // Pages that do not fit into its memory are in the file before the end.
        filler.pragma_update(None, "cache_size", 4).unwrap();
        let sql = "BEGIN; UPDATE counter_of_test SET value = 1;";
        filler.execute_batch("CREATE TABLE counter_of_test (value INTEGER, page BLOB)").unwrap();
        let rows = "INSERT INTO counter_of_test SELECT 0, zeroblob(4000) FROM
            (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200) SELECT i FROM n)";
        filler.execute_batch(rows).unwrap();
        filler.execute_batch(sql).unwrap();
        for end in ["", "-journal"] {
            std::fs::copy(with_suffix(&path, end), with_suffix(&copy, end)).unwrap();
        }
        drop(filler);
        let refused = open_unwritable(&copy, "copy.db", migration::newest()).map(drop);
        assert!(matches!(refused, Err(Fault::Store(StoreError::Unmerged { .. }))), "{refused:?}");
        let conn = open_writer(&copy, "copy.db", migration::ALL).unwrap();
        let sql = "SELECT max(value), count(*) FROM counter_of_test";
        let found = conn.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(found, (0, 200));
    }

    #[test]
    fn a_file_that_nothing_can_write_is_read_without_files_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["a.db", "file:a?mode=memory%20#b;'.db", "定石.db"] {
            let path = dir.path().join(name);
            drop(open_writer(&path, name, migration::ALL).unwrap());
            let before = std::fs::read_dir(dir.path()).unwrap().count();
            let reader = open_reader(&path, Sharing::Immutable).unwrap();
            let schema = identity::schema_version(&reader, name, migration::newest()).unwrap();
            assert_eq!(schema, migration::newest(), "{name}");
            assert!(reader.execute("DELETE FROM book", []).is_err());
            assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), before, "{name}");
        }
    }
}

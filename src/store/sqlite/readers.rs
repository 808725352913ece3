//! Pool of connections for reading.

use std::cell::RefCell;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use rusqlite::Connection;

use super::connection::{self, Sharing};
use crate::StoreError;
use crate::sql::fault::Fault;

/// Maximum number of idle connections; more are closed after use.
const MAX_IDLE: usize = 8;

/// Number of pools so far.
static NUMBER: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// A connection in a transaction, and the number of its pool.
    static HELD: RefCell<Option<(usize, Connection)>> = const { RefCell::new(None) };
}

/// Closes the connection that this thread holds, if a panic leaves one.
struct HeldConnection;

impl Drop for HeldConnection {
    fn drop(&mut self) {
        drop(HELD.take());
    }
}

/// Connection pool that opens a connection when none is idle; `None` once it is closed.
pub(super) struct Readers {
    /// Number of the pool in this process.
    number: usize,
    sharing: Sharing,
    free: Mutex<Option<Vec<Connection>>>,
    /// Only used to compare versions of the file, as the number is specific to a connection.
    watch: Mutex<Option<Connection>>,
}

impl Readers {
    /// Opens the first connection.
    pub(super) fn open(path: &Path, sharing: Sharing) -> Result<Readers, Fault> {
        Ok(Readers {
            number: NUMBER.fetch_add(1, Relaxed),
            sharing,
            free: Mutex::new(Some(Vec::new())),
            watch: Mutex::new(Some(connection::open_reader(path, sharing)?)),
        })
    }

    /// Returns how connections share the file.
    pub(super) fn sharing(&self) -> Sharing {
        self.sharing
    }

    /// Runs queries in one transaction, so that all of them see the same snapshot.
    pub(super) fn read<T>(
        &self,
        path: &Path,
        file: &str,
        query: impl FnOnce(&Connection) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.read_once(path, file, |conn| {
            if !conn.is_autocommit() {
                // It is held, in a transaction of its own.
                return query(conn);
            }
            let transaction = conn.unchecked_transaction()?;
            let answer = query(&transaction);
            transaction.finish()?;
            answer
        })
    }

    /// Runs a single query, which needs no transaction.
    pub(super) fn read_once<T>(
        &self,
        path: &Path,
        file: &str,
        query: impl FnOnce(&Connection) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let held = HELD.with_borrow_mut(|held| held.take_if(|(pool, _)| *pool == self.number));
        let is_held = held.is_some();
        let conn = match held {
            Some((_, conn)) => conn,
            None => self.take(path, file)?,
        };
        let answer = query(&conn);
        // A connection that had an error is closed instead of returned to the pool. A `StoreError`,
        // such as a missing item, is not an error of the connection.
        if matches!(answer, Ok(_) | Err(Fault::Store(_))) {
            if is_held {
                HELD.set(Some((self.number, conn)));
            } else {
                self.release(conn, file)?;
            }
        }
        answer
    }

    /// Runs work whose single queries on this thread share a transaction, unless it cannot begin.
    pub(super) fn in_one_state(&self, path: &Path, file: &str, work: &mut dyn FnMut()) {
        let is_held = HELD.with_borrow(Option::is_some);
        let begun = (!is_held).then(|| self.take(path, file).ok()).flatten();
        let begun = begun.filter(|conn| conn.execute_batch("BEGIN").is_ok());
        let Some(conn) = begun else {
            return work();
        };
        HELD.set(Some((self.number, conn)));
        let _held = HeldConnection;
        work();
        if let Some((_, conn)) = HELD.take()
            && conn.execute_batch("COMMIT").is_ok()
        {
            // A closed pool drops it.
            drop(self.release(conn, file));
        }
    }

    fn take(&self, path: &Path, file: &str) -> Result<Connection, Fault> {
        let conn = match open(&self.free, file)?.as_mut() {
            Some(free) => free.pop(),
            None => return Err(closed(file).into()),
        };
        conn.map_or_else(|| connection::open_reader(path, self.sharing), Ok)
    }

    fn release(&self, conn: Connection, file: &str) -> Result<(), Fault> {
        match open(&self.free, file)?.as_mut() {
            Some(free) if free.len() < MAX_IDLE => free.push(conn),
            _ => {}
        }
        Ok(())
    }

    /// Returns a number that changes with every commit of any other connection, including all of
    /// ours.
    pub(super) fn data_version(&self, file: &str) -> Result<u64, Fault> {
        let watch = open(&self.watch, file)?;
        let conn = watch.as_ref().ok_or_else(|| closed(file))?;
        let mut statement = conn.prepare_cached("PRAGMA data_version")?;
        Ok(statement.query_row([], |row| row.get(0))?)
    }

    /// Closes the idle connections; the others close after use.
    pub(super) fn close(&self) {
        drop(self.free.lock().map(|mut free| free.take()));
        drop(self.watch.lock().map(|mut watch| watch.take()));
    }
}

/// Locks a mutex; a mutex poisoned by a panic is an error, not another panic.
fn open<'a, T>(lock: &'a Mutex<T>, file: &str) -> Result<MutexGuard<'a, T>, Fault> {
    lock.lock().map_err(|_| closed(file).into())
}

fn closed(file: &str) -> StoreError {
    StoreError::Closed { file: file.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_base::cancel::{self, Cancelled, Progress};
    use std::panic::AssertUnwindSafe;
    use std::sync::Arc;

    #[test]
    fn queries_of_one_piece_of_work_see_one_state() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        let writer = Connection::open(&path).expect("a database");
        let sql = "PRAGMA journal_mode = wal; CREATE TABLE t (i); INSERT INTO t VALUES (1);";
        writer.execute_batch(sql).expect("a table");
        let readers = Readers::open(&path, Sharing::Shared).expect("readers");
        let count = || {
            let count = |conn: &Connection| {
                Ok(conn.query_row("SELECT count(*) FROM t", [], |row| row.get::<_, u64>(0))?)
            };
            readers.read_once(&path, "a.db", count).map_err(|fault| fault.at("a.db"))
        };
        let add = || writer.execute("INSERT INTO t VALUES (1)", []).expect("a row");
        readers.in_one_state(&path, "a.db", &mut || {
            assert_eq!(count(), Ok(1));
            add();
            assert_eq!(count(), Ok(1), "of the same state");
            let other = std::thread::scope(|scope| scope.spawn(count).join());
            assert_eq!(other.expect("no panic"), Ok(2), "of another thread");
        });
        assert_eq!(count(), Ok(2));
        let panicked = std::panic::catch_unwind(AssertUnwindSafe(|| {
            readers.in_one_state(&path, "a.db", &mut || {
                assert_eq!(count(), Ok(2));
                panic!("as a test wants");
            });
        }));
        assert!(panicked.is_err());
        add();
        assert_eq!(count(), Ok(3));
    }

    #[test]
    fn a_query_ends_when_its_caller_no_longer_waits() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        Connection::open(&path).expect("a database");
        let readers = Readers::open(&path, Sharing::Immutable).expect("readers");
        let count = |conn: &Connection, rows: u64| {
            let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                SELECT count(*) FROM n";
            Ok(conn.query_row(sql, [rows], |row| row.get::<_, u64>(0))?)
        };
        let progress = Arc::<Progress>::default();
        let found = cancel::run(Arc::clone(&progress), None, || {
            readers.read(&path, "a.db", |conn| {
                assert!(progress.cancel());
                count(conn, u64::MAX >> 1)
            })
        });
        let fault = found.map_err(|fault| fault.at("a.db"));
        assert_eq!(fault, Err(StoreError::Cancelled(Cancelled)));
        let found = readers.read(&path, "a.db", |conn| count(conn, 5000));
        assert_eq!(found.map_err(|fault| fault.at("a.db")), Ok(5000), "of others not");
    }
}

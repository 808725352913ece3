//! The store: connections for reading, and the one that writes.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::migration;
use super::pool::ConnectionPool;
use super::replica::PostgresReplica;
use crate::sql::connection::{SqlConnection, SqlRow};
use crate::sql::fault::Fault;
use crate::sql::postgres::{PostgresConnection, PostgresServer, blocking};
use crate::sql::value::SqlResult;
use crate::sql::{Backend, Changes, Transaction, contents, history, stream_book};
use crate::write_stats::WriteStats;
use crate::{BookInfo, BookStream, StoreAdvice, StoreError, StoreStats, Upkeep};
use joseki_base::cancel;

/// Statement timeout of reads.
pub(super) const READ_DEADLINE: Duration = Duration::from_secs(60);
/// Statement timeout of writes, perhaps of a whole book.
const WRITE_DEADLINE: Duration = Duration::from_secs(600);
/// Timeout of a commit: without one, it waits forever for a synchronous standby that is gone.
const COMMIT_DEADLINE: Duration = Duration::from_secs(10);
/// Statement timeout of the regular poll for changes.
const POLL_DEADLINE: Duration = Duration::from_secs(5);
/// How long an unknown commit outcome is looked up, and the pause between two tries.
const OUTCOME_DEADLINE: Duration = Duration::from_secs(5);
const OUTCOME_PAUSE: Duration = Duration::from_millis(100);
/// The longest pauses in milliseconds before each retry of a transaction that was in conflict with
/// another one.
const CONFLICT_PAUSES: [u64; 5] = [20, 40, 80, 160, 320];
/// Number of commits whose marks are kept.
const MARKS: i64 = 100_000;

/// Takes the counter that all writers take, and leaves the mark of this transaction.
const TAKE_TURN: &str =
    "WITH taken AS (UPDATE counter SET value = value + 1 WHERE name = 'write' RETURNING value)
     INSERT INTO commit_mark (mark, number) SELECT CAST(?1 AS TEXT), value FROM taken";
/// The state, and the mark that an earlier write has. The tables of one row are not joined: they are
/// never analyzed, so the server would expect a million rows of the join.
const STATE: &str = "SELECT (SELECT identity FROM store), (SELECT mark FROM history), value,
                            (SELECT mark FROM commit_mark WHERE number = value),
                            (SELECT mark FROM commit_mark WHERE number = ?1)
                     FROM counter WHERE name = 'write'";
/// The state of an error: a server that does not take writes.
const READ_ONLY: &str = "25006";
/// Whether pages have no checksums, and whether this role may change the log.
const SAFETY: &str = "SELECT current_setting('data_checksums') = 'off',
                             has_table_privilege('change', 'UPDATE')
                             OR has_table_privilege('change', 'DELETE')
                             OR has_table_privilege('change_part', 'UPDATE')
                             OR has_table_privilege('change_part', 'DELETE')";
const NO_CHECKSUMS: StoreAdvice = StoreAdvice {
    why: "the pages of the database have no checksums: damage by a disk is not noticed",
    remedy: "stop the server, and run `pg_checksums --enable`",
};
const CHANGEABLE_LOG: StoreAdvice = StoreAdvice {
    why: "the role of the service may change and delete entries of the log",
    remedy: "let another role own the tables, and grant this one no UPDATE and DELETE on change and change_part",
};
const PRUNE_MARKS: &str = "DELETE FROM commit_mark WHERE number < ?1
                           + (SELECT value FROM counter WHERE name = 'write')";

/// The store in a PostgreSQL database, which many nodes share.
#[derive(Debug)]
pub struct PostgresStore {
    pool: ConnectionPool,
    /// Replica for pages, exports and whole books, as long as it does not lag behind `last_state`.
    replica: Option<PostgresReplica>,
    /// The address without its password, for messages.
    name: String,
    /// The connection that writes, while nobody does.
    writer: Mutex<Option<PostgresConnection>>,
    refusal: OnceLock<String>,
    writes: WriteStats,
    is_read_only: bool,
    /// The last known state, and the number of failovers since the start.
    last_state: Mutex<Option<DatabaseState>>,
    failovers: AtomicU64,
    /// The mark of the history that ended with a failover, until another one has begun.
    ended_history: Mutex<Option<String>>,
}

/// A state of a database, to detect replication lag and failovers.
#[derive(Clone, Debug)]
pub(super) struct DatabaseState {
    /// Of the store.
    identity: String,
    history: String,
    /// The last write with its mark; none before the first.
    pub(super) write: i64,
    mark: Option<String>,
}

impl PostgresStore {
    /// Opens the store at an address (`postgres://…`, or parameters like `host=… dbname=…`), with
    /// the password in `PGPASSWORD` if the address has none. An empty database becomes a store; one
    /// of an older schema is migrated.
    ///
    /// # Errors
    /// Invalid address; [`StoreError::NotAStore`], [`StoreError::OutdatedFile`] or
    /// [`StoreError::NewerFile`] for a database that is left unchanged; or any I/O error.
    pub fn open(address: &str) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_as(address, false)
    }

    /// Opens an existing store for reading only; every change then fails with
    /// [`StoreError::OpenedReadOnly`].
    ///
    /// # Errors
    /// Those of [`PostgresStore::open`]; [`StoreError::OlderFile`] for an older schema.
    pub fn open_read_only(address: &str) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_as(address, true)
    }

    fn open_as(address: &str, is_read_only: bool) -> Result<PostgresStore, StoreError> {
        let server = PostgresServer::at(address, is_read_only)?;
        let store = PostgresStore {
            name: server.name(),
            pool: ConnectionPool::new(server),
            replica: None,
            writer: Mutex::default(),
            refusal: OnceLock::new(),
            writes: WriteStats::default(),
            is_read_only,
            last_state: Mutex::default(),
            failovers: AtomicU64::new(0),
            ended_history: Mutex::default(),
        };
        let opened = blocking(|| {
            let conn = store.pool.connect(WRITE_DEADLINE)?;
            if is_read_only {
                migration::require(&conn, &store.name)?
            } else {
                migration::migrate(&conn, &store.name)?
            }
            store.pool.release(conn);
            Ok(())
        });
        opened.map_err(|fault: Fault| fault.at(&store.name))?;
        Ok(store)
    }

    /// Adds a replica at an address, for reads that need not have what other programs have written
    /// since the last [`Upkeep::data_version`]. While it does not have even that, or cannot be
    /// reached, the primary is read.
    ///
    /// # Errors
    /// Invalid address, or the database is not a replica of this one.
    pub fn with_replica(mut self, address: &str) -> Result<PostgresStore, StoreError> {
        let replica = PostgresReplica::at(address)?;
        let identity = |pool: &ConnectionPool| {
            blocking(|| {
                pool.read(READ_DEADLINE, |conn| {
                    let read = |row: SqlRow<'_>| row.get::<String>(0);
                    Ok(SqlConnection::from(conn).query_row(
                        "SELECT identity FROM store",
                        [],
                        read,
                    )?)
                })
            })
        };
        let file = replica.pool.server.name();
        match identity(&replica.pool).map_err(|fault| fault.at(&file)) {
            Ok(found) if found != identity(&self.pool).map_err(|fault| fault.at(&self.name))? => {
                let detail = format!("not a replica of {}", self.name);
                return Err(StoreError::Other { file, detail });
            }
            Ok(_) => {}
            Err(error @ (StoreError::Unreachable { .. } | StoreError::Busy { .. })) => {
                tracing::warn!(%error, "cannot read the replica: the primary answers");
            }
            Err(error) => return Err(error),
        }
        self.replica = Some(replica);
        Ok(self)
    }

    fn last_state(&self) -> Option<DatabaseState> {
        self.last_state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs changes, again if they are in conflict with another transaction.
    fn write_on(&self, work: &mut Transaction<'_>) -> Result<(), Fault> {
        let mut pauses = CONFLICT_PAUSES.iter();
        loop {
            let made = self.write_once(work);
            match (made, pauses.next()) {
                (Err(conflict), Some(most)) if conflict.is_conflict() => {
                    self.writes.retried();
                    let part =
                        f64::from(getrandom::u32().unwrap_or(u32::MAX)) / f64::from(u32::MAX);
                    std::thread::sleep(Duration::from_millis(*most).mul_f64(part));
                }
                (made, _) => {
                    return made.inspect_err(|fault| {
                        if matches!(fault, Fault::Sql(_) | Fault::Spent) {
                            self.writes.failed();
                        }
                    });
                }
            }
        }
    }

    fn write_once(&self, work: &mut Transaction<'_>) -> Result<(), Fault> {
        self.writes.enqueued();
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        self.writes.dequeued();
        self.pool.check_open()?;
        if let Some(caller) = cancel::current() {
            caller.begin_write()?;
        }
        let began = Instant::now();
        let mark = history::random_mark()?;
        let conn = self.begun(writer.take(), &mark)?;
        let made = work(SqlConnection::from(&conn)).and_then(|()| {
            // One of 256 marks begins so.
            if mark.starts_with("00") {
                SqlConnection::from(&conn).prepare(PRUNE_MARKS)?.send([-MARKS])?;
            }
            conn.store_counters()?;
            let number = conn.number("write")?;
            conn.settle_many()?;
            Ok(number)
        });
        let made = conn.take_fault().map_or(made, Err);
        conn.set_deadline(COMMIT_DEADLINE);
        let ended = match &made {
            Ok(_) => match conn.batch("COMMIT") {
                Err(_) if conn.is_closed() => self.await_commit(&mark),
                Err(error) => Err(conn.take_fault().unwrap_or(error.into())),
                Ok(()) => Ok(()),
            },
            Err(_) => {
                drop(conn.batch("ROLLBACK"));
                drop(conn.take_fault());
                Ok(())
            }
        };
        // Another server may have become the one to write to.
        let is_standby = made.as_ref().is_err_and(|fault| fault.has_state(READ_ONLY));
        if !conn.is_closed() && !is_standby {
            *writer = Some(conn);
        }
        let number = ended.and(made)?;
        self.writes.committed(1, began.elapsed());
        self.note_write(number, mark);
        Ok(())
    }

    /// Returns a connection with a transaction begun that writes. One that was lost while it was
    /// idle is replaced.
    fn begun(
        &self,
        idle: Option<PostgresConnection>,
        mark: &str,
    ) -> Result<PostgresConnection, Fault> {
        let is_there = |conn: &PostgresConnection| {
            conn.send();
            !conn.is_closed()
        };
        let conn = idle.filter(is_there).map_or_else(|| self.pool.connect(WRITE_DEADLINE), Ok)?;
        conn.set_deadline(WRITE_DEADLINE);
        let begun = conn.begin_write(TAKE_TURN, mark).map_err(Fault::from);
        conn.take_fault().map_or(begun, Err)?;
        Ok(conn)
    }

    /// Returns once a transaction is known to be committed whose connection was lost meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`] if it was not, [`StoreError::OutcomeUnknown`] if that could not be
    /// found out in time.
    fn await_commit(&self, mark: &str) -> Result<(), Fault> {
        let file = || self.name.clone();
        let deadline = Instant::now() + OUTCOME_DEADLINE;
        loop {
            match self.find_mark(mark) {
                Ok(true) => return Ok(()),
                Ok(false) => {
                    let detail = "the connection was lost before the commit".to_owned();
                    return Err(StoreError::Unreachable { file: file(), detail }.into());
                }
                Err(_) if Instant::now() < deadline => std::thread::sleep(OUTCOME_PAUSE),
                Err(_) => return Err(StoreError::OutcomeUnknown { file: file() }.into()),
            }
        }
    }

    /// Whether a transaction was committed. Waits for the counter that it holds, since the server
    /// may not have finished it yet.
    fn find_mark(&self, mark: &str) -> SqlResult<bool> {
        let conn = PostgresConnection::open(&self.pool.server, OUTCOME_DEADLINE)?;
        conn.batch("BEGIN; SELECT value FROM counter WHERE name = 'write' FOR UPDATE")?;
        let sql = "SELECT EXISTS (SELECT 1 FROM commit_mark WHERE mark = ?1)";
        SqlConnection::from(&conn).query_row(sql, [mark], |row| row.get(0))
    }

    /// Returns a number that changes with every write, and with every failover to a standby that
    /// lacked acknowledged writes, or restored backup.
    fn last_write(&self) -> Result<u64, Fault> {
        // Held during the query, so that states are compared in their order.
        let mut last = self.last_state.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last.as_ref().map_or(0, |last| last.write);
        let (now, mark_then) = self.pool.on_connection(POLL_DEADLINE, |conn| {
            DatabaseState::read(SqlConnection::from(conn), before)
        })?;
        if let Some(before) = last.as_ref()
            && !before.leads_to(&now, mark_then.as_ref())
        {
            self.failovers.fetch_add(1, Ordering::Relaxed);
            if before.history == now.history {
                *self.ended_history() = Some(now.history.clone());
            }
        }
        let number = now.write.cast_unsigned();
        *last = Some(now);
        drop(last);
        self.renew_history()?;
        // No database gets that many writes.
        Ok(number | self.failovers.load(Ordering::Relaxed) << 48)
    }

    fn ended_history(&self) -> MutexGuard<'_, Option<String>> {
        self.ended_history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins another history after a failover, unless another node has: versions will stand for
    /// other states than before.
    fn renew_history(&self) -> Result<(), Fault> {
        let Some(ended) = self.ended_history().clone().filter(|_| !self.is_read_only) else {
            return Ok(());
        };
        self.write_on(&mut |conn| {
            if history::mark(conn)? == ended { history::renew(conn) } else { Ok(()) }
        })?;
        *self.ended_history() = None;
        Ok(())
    }

    /// Notes a write of this program.
    fn note_write(&self, number: i64, mark: String) {
        let mut last = self.last_state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = last.as_mut().filter(|last| last.write < number) {
            (last.write, last.mark) = (number, Some(mark));
        }
    }
}

impl DatabaseState {
    /// Reads the state of a database, with the mark that an earlier write has there.
    pub(super) fn read(
        conn: SqlConnection<'_>,
        earlier: i64,
    ) -> Result<(DatabaseState, Option<String>), Fault> {
        let read = |row: SqlRow<'_>| {
            let (identity, history) = (row.get(0)?, row.get(1)?);
            let now = DatabaseState { identity, history, write: row.get(2)?, mark: row.get(3)? };
            Ok((now, row.get(4)?))
        };
        Ok(conn.query_row(STATE, [earlier], read)?)
    }

    /// Whether a later state includes this one: it has the mark of the last write here, unless that
    /// was long ago.
    pub(super) fn leads_to(&self, now: &DatabaseState, mark_then: Option<&String>) -> bool {
        let is_known = now.write - self.write >= MARKS || mark_then == self.mark.as_ref();
        self.identity == now.identity && self.write <= now.write && is_known
    }
}

impl Backend for PostgresStore {
    fn run_queries(&self, queries: &mut Transaction<'_>) -> Result<(), StoreError> {
        let read = || self.pool.read(READ_DEADLINE, |conn| queries(SqlConnection::from(conn)));
        blocking(read).map_err(|fault| fault.at(&self.name))
    }

    fn run_queries_on_replica(&self, queries: &mut Transaction<'_>) -> Result<(), StoreError> {
        let replica = self.replica.as_ref();
        match blocking(|| replica.and_then(|replica| replica.read(self.last_state(), queries))) {
            Some(()) => Ok(()),
            None => self.run_queries(queries),
        }
    }

    fn run_query(&self, query: &mut Transaction<'_>) -> Result<(), StoreError> {
        if self.replica.is_some() {
            return self.run_queries_on_replica(&mut |conn| {
                conn.plan_look_ups()?;
                query(conn)
            });
        }
        let read = || self.pool.look_up(READ_DEADLINE, |conn| query(SqlConnection::from(conn)));
        blocking(read).map_err(|fault| fault.at(&self.name))
    }

    fn run_changes(&self, mut changes: Changes) -> Result<(), StoreError> {
        let file = self.name.clone();
        if self.is_read_only {
            return Err(StoreError::OpenedReadOnly { file });
        }
        if let Some(detail) = self.refusal() {
            return Err(StoreError::Damaged { file, detail });
        }
        blocking(|| self.write_on(changes.as_mut())).map_err(|fault| fault.at(&self.name))
    }
}

impl Upkeep for PostgresStore {
    fn data_version(&self) -> Result<u64, StoreError> {
        blocking(|| self.last_write()).map_err(|fault| fault.at(&self.name))
    }

    fn check_structure(&self) -> Result<Vec<String>, StoreError> {
        // The pages are the database's, which has checksums of its own.
        self.data_version().map(|_| Vec::new())
    }

    fn in_one_state(&self, work: &mut dyn FnMut()) {
        // Whether a replica has the state that is asked for is found out with each query.
        if self.replica.is_some() { work() } else { self.pool.in_one_state(work) }
    }

    fn stream_book(&self, book: BookStream) -> Result<BookInfo, StoreError> {
        stream_book(self, book)
    }

    fn refuse_changes(&self, why: String) {
        drop(self.refusal.set(why));
    }

    fn refusal(&self) -> Option<String> {
        self.refusal.get().cloned()
    }

    fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    fn check_place(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.write(|_| Ok(()))
    }

    fn stats(&self) -> StoreStats {
        let count = |read: fn(&PostgresReplica) -> &AtomicU64| {
            self.replica.as_ref().map_or(0, |replica| read(replica).load(Ordering::Relaxed))
        };
        StoreStats {
            failovers: self.failovers.load(Ordering::Relaxed),
            replica_reads: count(|replica| &replica.answered),
            replica_passed_over: count(|replica| &replica.passed_over),
            ..self.writes.read()
        }
    }

    fn check(&self) -> Result<Vec<String>, StoreError> {
        self.read(|conn| contents::problems(conn, &self.name))
    }

    fn advice(&self) -> Result<Vec<StoreAdvice>, StoreError> {
        let read = |row: SqlRow<'_>| Ok((row.get(0)?, row.get(1)?));
        let found = self.read(|conn| Ok(conn.query_row(SAFETY, [], read)?));
        let (unchecked, changeable): (bool, bool) = found?;
        let advice = [unchecked.then_some(NO_CHECKSUMS), changeable.then_some(CHANGEABLE_LOG)];
        Ok(advice.into_iter().flatten().collect())
    }

    fn backup_to(&self, _path: &Path) -> Result<(), StoreError> {
        self.data_version()?;
        let detail =
            "a database of PostgreSQL is backed up with its own tools (pg_dump, pg_basebackup)";
        Err(StoreError::Other { file: self.name.clone(), detail: detail.to_owned() })
    }

    fn checkpoint(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn close(&self) -> Result<(), StoreError> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        blocking(|| {
            self.pool.close();
            self.replica.iter().for_each(|replica| replica.pool.close());
            drop(writer);
        });
        Ok(())
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        // It never fails.
        drop(self.close());
    }
}

//! Pool of connections for reading.

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::StoreError;
use crate::sql::fault::Fault;
use crate::sql::postgres::{PLAN_LOOK_UPS, PostgresConnection, PostgresServer, blocking};
use crate::sql::value::SqlError;

/// Maximum number of idle connections; more are closed after use.
const MAX_IDLE: usize = 8;
const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Number of pools so far.
static NUMBER: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Set while the single queries of this thread share a transaction.
    static HELD: RefCell<Option<HeldTransaction>> = const { RefCell::new(None) };
}

/// A transaction of a thread.
struct HeldTransaction {
    /// The number of the pool.
    pool: usize,
    /// The connection, from the first query on.
    conn: Option<PostgresConnection>,
}

/// Ends the transaction of this thread, if a panic leaves one.
struct HeldGuard;

impl Drop for HeldGuard {
    fn drop(&mut self) {
        if let Some(held) = HELD.take() {
            blocking(|| drop(held));
        }
    }
}

/// The connections to a server.
#[derive(Debug)]
pub(super) struct ConnectionPool {
    /// Number of the pool in this process.
    number: usize,
    pub(super) server: PostgresServer,
    /// Idle connections; none once the pool is closed.
    idle: Mutex<Option<Vec<PostgresConnection>>>,
}

impl ConnectionPool {
    pub(super) fn new(server: PostgresServer) -> ConnectionPool {
        let number = NUMBER.fetch_add(1, Relaxed);
        ConnectionPool { number, server, idle: Mutex::new(Some(Vec::new())) }
    }

    fn idle(&self) -> MutexGuard<'_, Option<Vec<PostgresConnection>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that the pool was not closed.
    pub(super) fn check_open(&self) -> Result<(), Fault> {
        if self.idle().is_some() {
            Ok(())
        } else {
            Err(StoreError::Closed { file: self.server.name() }.into())
        }
    }

    /// Closes the idle connections, and all others after use.
    pub(super) fn close(&self) {
        let idle = self.idle().take();
        drop(idle);
    }

    pub(super) fn connect(&self, deadline: Duration) -> Result<PostgresConnection, Fault> {
        Ok(PostgresConnection::open(&self.server, deadline)?)
    }

    /// Keeps a connection for later.
    pub(super) fn release(&self, conn: PostgresConnection) {
        if conn.is_closed() {
            return;
        }
        match self.idle().as_mut() {
            Some(idle) if idle.len() < MAX_IDLE => idle.push(conn),
            _ => {}
        }
    }

    /// Takes an idle connection, or a new one.
    fn take(&self, deadline: Duration) -> Result<PostgresConnection, Fault> {
        self.check_open()?;
        let idle = self.idle().as_mut().and_then(Vec::pop);
        let conn = idle.map_or_else(|| self.connect(deadline), Ok)?;
        conn.set_deadline(deadline);
        Ok(conn)
    }

    /// Works with an idle connection, or a new one. If it is lost meanwhile, another new one tries
    /// once more.
    pub(super) fn on_connection<T>(
        &self,
        deadline: Duration,
        mut work: impl FnMut(&PostgresConnection) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let mut conn = self.take(deadline)?;
        let mut work = |conn: &PostgresConnection| {
            let done = work(conn);
            conn.take_fault().map_or(done, Err)
        };
        let mut done = work(&conn);
        if let Err(fault) = &done
            && conn.is_closed()
            && !matches!(fault, Fault::Sql(SqlError::Cancelled))
        {
            conn = self.connect(deadline)?;
            done = work(&conn);
        }
        self.release(conn);
        done
    }

    /// Runs queries in one transaction, as [`ConnectionPool::on_connection`] does.
    pub(super) fn read<T>(
        &self,
        deadline: Duration,
        queries: impl FnMut(&PostgresConnection) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.in_transaction(BEGIN_READ, deadline, queries)
    }

    /// Runs a single query, a look-up by keys: in the transaction of this thread, or else in one of its
    /// own. If a connection is lost, the transaction of this thread goes on in another one, which may
    /// see a later state.
    pub(super) fn look_up<T>(
        &self,
        deadline: Duration,
        mut query: impl FnMut(&PostgresConnection) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let is_own = |held: &&mut HeldTransaction| held.pool == self.number;
        let held =
            HELD.with_borrow_mut(|held| held.as_mut().filter(is_own).map(|held| held.conn.take()));
        let begin = format!("{BEGIN_READ}; {PLAN_LOOK_UPS}");
        let conn = match held {
            None => return self.in_transaction(&begin, deadline, query),
            Some(Some(conn)) => conn,
            Some(None) => {
                let conn = self.take(deadline)?;
                conn.batch_later(begin.clone())?;
                conn
            }
        };
        let done = query(&conn);
        match conn.take_fault().map_or(done, Err) {
            Err(fault) if conn.is_closed() && !matches!(fault, Fault::Sql(SqlError::Cancelled)) => {
                self.in_transaction(&begin, deadline, query)
            }
            // After any other error of a statement, the server refuses the next one.
            done => {
                if matches!(done, Ok(_) | Err(Fault::Store(_))) {
                    HELD.with_borrow_mut(|held| {
                        if let Some(held) = held {
                            held.conn = Some(conn);
                        }
                    });
                }
                done
            }
        }
    }

    /// Runs work whose look-ups on this thread share a transaction.
    pub(super) fn in_one_state(&self, work: &mut dyn FnMut()) {
        if HELD.with_borrow(Option::is_some) {
            return work();
        }
        HELD.set(Some(HeldTransaction { pool: self.number, conn: None }));
        let _guard = HeldGuard;
        work();
        if let Some(conn) = HELD.take().and_then(|held| held.conn) {
            blocking(|| {
                if conn.batch_later("COMMIT".to_owned()).is_ok() {
                    conn.send();
                    self.release(conn);
                }
            });
        }
    }

    fn in_transaction<T>(
        &self,
        begin: &str,
        deadline: Duration,
        mut queries: impl FnMut(&PostgresConnection) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.on_connection(deadline, |conn| {
            conn.batch_later(begin.to_owned())?;
            let answer = queries(conn);
            conn.batch_later(if answer.is_ok() { "COMMIT" } else { "ROLLBACK" }.to_owned())?;
            conn.send();
            answer
        })
    }
}

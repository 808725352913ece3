//! Pool of connections for reading.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::StoreError;
use crate::sql::fault::Fault;
use crate::sql::postgres::{PostgresConnection, PostgresServer};
use crate::sql::value::SqlError;

/// Maximum number of idle connections; more are closed after use.
const MAX_IDLE: usize = 8;
const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// The connections to a server.
#[derive(Debug)]
pub(super) struct ConnectionPool {
    pub(super) server: PostgresServer,
    /// Idle connections; none once the pool is closed.
    idle: Mutex<Option<Vec<PostgresConnection>>>,
}

impl ConnectionPool {
    pub(super) fn new(server: PostgresServer) -> ConnectionPool {
        ConnectionPool { server, idle: Mutex::new(Some(Vec::new())) }
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

    /// Works with an idle connection, or a new one. If it is lost meanwhile, another new one tries
    /// once more.
    pub(super) fn on_connection<T>(
        &self,
        deadline: Duration,
        mut work: impl FnMut(&PostgresConnection) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.check_open()?;
        let idle = self.idle().as_mut().and_then(Vec::pop);
        let mut conn = idle.map_or_else(|| self.connect(deadline), Ok)?;
        conn.set_deadline(deadline);
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
        mut queries: impl FnMut(&PostgresConnection) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.on_connection(deadline, |conn| {
            conn.batch_later(BEGIN_READ.to_owned())?;
            let answer = queries(conn);
            conn.batch_later(if answer.is_ok() { "COMMIT" } else { "ROLLBACK" }.to_owned())?;
            conn.send();
            answer
        })
    }
}

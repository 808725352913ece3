//! A replica of the database, which is read as long as it does not lag behind this node.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::pool::ConnectionPool;
use super::postgres_store::{DatabaseState, READ_DEADLINE};
use crate::StoreError;
use crate::sql::Transaction;
use crate::sql::connection::SqlConnection;
use crate::sql::postgres::PostgresServer;

/// Timeout of connecting to a replica, and of reading its state: one that hangs delays nobody for
/// long, as the primary answers in its place.
const STATE_DEADLINE: Duration = Duration::from_secs(2);
/// Pause before an unreachable replica is tried again.
const PAUSE: Duration = Duration::from_secs(5);

/// A replica, and how often it was read.
#[derive(Debug)]
pub(super) struct PostgresReplica {
    pub(super) pool: ConnectionPool,
    /// When it is tried again after it could not be reached.
    away_until: Mutex<Option<Instant>>,
    /// Number of reads that it answered, and of those that the primary answered in its place.
    pub(super) answered: AtomicU64,
    pub(super) passed_over: AtomicU64,
}

impl PostgresReplica {
    /// Returns the replica at an address. It need not be reachable.
    ///
    /// # Errors
    /// Invalid address.
    pub(super) fn at(address: &str) -> Result<PostgresReplica, StoreError> {
        Ok(PostgresReplica {
            pool: ConnectionPool::new(PostgresServer::at(address, true)?),
            away_until: Mutex::default(),
            answered: AtomicU64::new(0),
            passed_over: AtomicU64::new(0),
        })
    }

    /// Runs queries in one transaction; `None` on error, or if the replica lags behind the state of
    /// the primary.
    pub(super) fn read(
        &self,
        primary: Option<DatabaseState>,
        queries: &mut Transaction<'_>,
    ) -> Option<()> {
        let answer = primary.and_then(|primary| self.try_read(&primary, queries));
        let count = if answer.is_some() { &self.answered } else { &self.passed_over };
        count.fetch_add(1, Relaxed);
        answer
    }

    fn try_read(&self, primary: &DatabaseState, queries: &mut Transaction<'_>) -> Option<()> {
        let away = || self.away_until.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(until) = away().as_mut() {
            if Instant::now() < *until {
                return None;
            }
            // One caller retries, and the others do not wait for it.
            *until = Instant::now() + PAUSE;
        }
        let read = self.pool.read(STATE_DEADLINE, |conn| {
            let (now, mark_then) = DatabaseState::read(SqlConnection::from(conn), primary.write)?;
            conn.set_deadline(READ_DEADLINE);
            let has_all = primary.leads_to(&now, mark_then.as_ref());
            has_all.then(|| queries(SqlConnection::from(conn))).transpose()
        });
        let fault = match read {
            Ok(answer) => {
                *away() = None;
                return answer;
            }
            Err(fault) => fault,
        };
        // The primary answers what a query was cancelled for, or reports the same error.
        if let error @ (StoreError::Unreachable { .. } | StoreError::Refused { .. }) =
            fault.at(&self.pool.server.name())
        {
            tracing::warn!(%error, "cannot read the replica: the primary answers");
            *away() = Some(Instant::now() + PAUSE);
        }
        None
    }
}

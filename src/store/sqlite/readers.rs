//! The connections that read.

use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use rusqlite::Connection;

use super::connection;
use super::fault::Fault;
use crate::store::StoreError;

/// More than this many are closed again after use.
const KEPT: usize = 8;

/// A pool that opens a connection when none is free; `None` once it is closed.
pub(super) struct Readers {
    free: Mutex<Option<Vec<Connection>>>,
    /// Only compares versions of the file, as the number is each connection's own.
    watch: Mutex<Option<Connection>>,
}

impl Readers {
    /// Opens the first connection.
    pub(super) fn open(path: &Path) -> Result<Readers, Fault> {
        Ok(Readers {
            free: Mutex::new(Some(Vec::new())),
            watch: Mutex::new(Some(connection::open_reader(path)?)),
        })
    }

    /// Runs queries in one transaction, so that all of them see one state of the file.
    pub(super) fn read<T>(
        &self,
        path: &Path,
        file: &str,
        query: impl FnOnce(&Connection) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let conn = match open(&self.free, file)?.as_mut() {
            Some(free) => free.pop(),
            None => return Err(closed(file).into()),
        };
        let conn = conn.map_or_else(|| connection::open_reader(path), Ok)?;
        let transaction = conn.unchecked_transaction()?;
        let answer = query(&transaction);
        transaction.finish()?;
        // A connection that had an error is not kept, and is closed here; that something asked for
        // is not there is no such error.
        if matches!(answer, Ok(_) | Err(Fault::Store(_))) {
            self.keep(conn, file)?;
        }
        answer
    }

    fn keep(&self, conn: Connection, file: &str) -> Result<(), Fault> {
        match open(&self.free, file)?.as_mut() {
            Some(free) if free.len() < KEPT => free.push(conn),
            _ => {}
        }
        Ok(())
    }

    /// A number that changes with every commit of any other connection, and all of ours are others.
    pub(super) fn data_version(&self, file: &str) -> Result<u64, Fault> {
        let watch = open(&self.watch, file)?;
        let conn = watch.as_ref().ok_or_else(|| closed(file))?;
        let mut statement = conn.prepare_cached("PRAGMA data_version")?;
        Ok(statement.query_row([], |row| row.get(0))?)
    }

    /// Closes the connections that nobody is using; the others close after use.
    pub(super) fn close(&self) {
        drop(self.free.lock().map(|mut free| free.take()));
        drop(self.watch.lock().map(|mut watch| watch.take()));
    }
}

/// Locks; a lock that a panic poisoned is an error, not another panic.
fn open<'a, T>(lock: &'a Mutex<T>, file: &str) -> Result<MutexGuard<'a, T>, Fault> {
    lock.lock().map_err(|_| closed(file).into())
}

fn closed(file: &str) -> StoreError {
    StoreError::Closed {
        file: file.to_owned(),
    }
}

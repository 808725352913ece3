//! Requests to the writer thread.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use crate::StoreError;
use joseki_base::cancel::{self, Progress};
use rusqlite::Connection;

use crate::sql::fault::Fault;

/// A request with any type of result, as the writer thread sees it.
pub(super) trait WriteRequest: Send {
    /// Executes the request inside a transaction and keeps the result, unless its caller no longer
    /// waits.
    fn execute(&mut self, conn: &Connection) -> Result<(), StoreError>;

    /// Sends the result to the caller, or the failure that made it void.
    fn respond(self: Box<Self>, failure: Option<StoreError>);
}

/// A request with its result, until the response is sent.
pub(super) struct PendingWrite<T, W> {
    file: String,
    work: Option<W>,
    caller: Option<Arc<Progress>>,
    result: Option<Result<T, StoreError>>,
    reply: Sender<Result<T, StoreError>>,
}

impl<T, W> PendingWrite<T, W> {
    /// Creates a request of this thread's caller to change a file.
    pub(super) fn new(
        file: &str,
        work: W,
        reply: Sender<Result<T, StoreError>>,
    ) -> PendingWrite<T, W> {
        let (file, caller) = (file.to_owned(), cancel::current());
        PendingWrite { file, work: Some(work), caller, result: None, reply }
    }
}

impl<T, W> WriteRequest for PendingWrite<T, W>
where
    T: Send,
    W: FnOnce(&Connection) -> Result<T, Fault> + Send,
{
    fn execute(&mut self, conn: &Connection) -> Result<(), StoreError> {
        let Some(work) = self.work.take() else {
            return Ok(());
        };
        let begun = self.caller.as_ref().map_or(Ok(()), |caller| caller.begin_write());
        let made = begun.map_err(Fault::from).and_then(|()| work(conn));
        let made = made.map_err(|fault| fault.at(&self.file));
        let outcome = made.as_ref().map(drop).map_err(StoreError::clone);
        self.result = Some(made);
        outcome
    }

    fn respond(self: Box<Self>, failure: Option<StoreError>) {
        let answer = match (failure, self.result) {
            // The request's own error is more specific than that of the group.
            (_, Some(Err(own))) => Some(Err(own)),
            (Some(failure), _) => Some(Err(failure)),
            (None, made) => made,
        };
        if let Some(answer) = answer {
            // The receiver is gone if the caller's thread is.
            drop(self.reply.send(answer));
        }
    }
}

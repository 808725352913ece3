//! A change on its way to the thread that writes.

use std::sync::mpsc::Sender;

use rusqlite::Connection;

use super::fault::Fault;
use crate::store::StoreError;

/// A change of any result type, as the thread sees it.
pub(super) trait Request: Send {
    /// Makes the change inside a transaction and keeps the result.
    fn make(&mut self, conn: &Connection) -> Result<(), StoreError>;

    /// Gives the result, or the failure that made it void, to who waits for it.
    fn answer(self: Box<Self>, failure: Option<StoreError>);
}

/// A change on its way, until somebody is told what became of it.
pub(super) struct Change<T, W> {
    file: String,
    work: Option<W>,
    made: Option<Result<T, StoreError>>,
    reply: Sender<Result<T, StoreError>>,
}

impl<T, W> Change<T, W> {
    /// A change of a file, not made yet.
    pub(super) fn new(file: &str, work: W, reply: Sender<Result<T, StoreError>>) -> Change<T, W> {
        Change {
            file: file.to_owned(),
            work: Some(work),
            made: None,
            reply,
        }
    }
}

impl<T, W> Request for Change<T, W>
where
    T: Send,
    W: FnOnce(&Connection) -> Result<T, Fault> + Send,
{
    fn make(&mut self, conn: &Connection) -> Result<(), StoreError> {
        let Some(work) = self.work.take() else {
            return Ok(());
        };
        let made = work(conn).map_err(|fault| fault.at(&self.file));
        let outcome = made.as_ref().map(drop).map_err(StoreError::clone);
        self.made = Some(made);
        outcome
    }

    fn answer(self: Box<Self>, failure: Option<StoreError>) {
        let answer = match (failure, self.made) {
            // Its own error says more than that of the group.
            (_, Some(Err(own))) => Some(Err(own)),
            (Some(failure), _) => Some(Err(failure)),
            (None, made) => made,
        };
        if let Some(answer) = answer {
            // Nobody waits any more if the caller's thread is gone.
            drop(self.reply.send(answer));
        }
    }
}

//! The interface for processing the records of a collection, such as counting them.

use std::io;

use crate::format::sgf::GameTree;

/// Processes a collection's records; shared by its workers.
pub trait RecordConsumer: Sync {
    /// Processes records on one thread.
    type Worker<'a>: Worker
    where
        Self: 'a;

    /// Creates a worker, one for each thread.
    fn worker(&self) -> Self::Worker<'_>;

    /// Returns the number of records seen so far.
    fn games(&self) -> u64;

    /// Counts an item that is not a game record.
    fn skipped(&self);

    /// Records an item that could not be read.
    fn unreadable(&self, what: String);
}

/// Processes records on one thread.
pub trait Worker {
    /// Processes one record of the text `name`; `source` is the name of its collection.
    ///
    /// # Errors
    /// If the result cannot be stored.
    fn add(&mut self, name: &str, source: &str, tree: &GameTree) -> io::Result<()>;

    /// Completes this worker's part.
    ///
    /// # Errors
    /// If the rest cannot be stored.
    fn finish(self) -> io::Result<()>;
}

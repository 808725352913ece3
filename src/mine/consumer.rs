//! Who takes the records of a collection: a miner that counts them, or whoever else looks at games.

use std::io;

use crate::format::sgf::GameTree;

/// What becomes of a collection's records; shared by its workers.
pub trait Consumer: Sync {
    /// Takes records on one thread.
    type Worker<'a>: Worker
    where
        Self: 'a;

    /// A worker; one a thread.
    fn worker(&self) -> Self::Worker<'_>;

    /// The records seen so far.
    fn games(&self) -> u64;

    /// Notes something that is no game record.
    fn skipped(&self);

    /// Notes something that could not be read.
    fn unreadable(&self, what: String);
}

/// Takes records on one thread.
pub trait Worker {
    /// Takes one record out of the text `name`; `source` is the collection it belongs to.
    ///
    /// # Errors
    /// What was made of it cannot be put aside.
    fn add(&mut self, name: &str, source: &str, tree: &GameTree) -> io::Result<()>;

    /// Ends this worker's part.
    ///
    /// # Errors
    /// What is left cannot be put aside.
    fn finish(self) -> io::Result<()>;
}

//! The care of a store, as the service uses it.

use std::path::Path;

use super::{BookInfo, BookStream, StoreAdvice, StoreError, StoreStats};

/// The care of the file or the server in which a store is.
pub trait Upkeep: Send + Sync {
    /// Returns a number that changes after every change, by this store or by another program on the
    /// same file. It is cheap to read, has no other meaning, and starts over with every store that
    /// is opened.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn data_version(&self) -> Result<u64, StoreError>;

    /// Checks the store's structure quickly and returns its problems, one sentence each. They show
    /// whether writing could make the damage worse.
    ///
    /// # Errors
    /// If the store cannot be opened or is busy. Damage is returned as a result, not as an error.
    fn check_structure(&self) -> Result<Vec<String>, StoreError>;

    /// Runs work on this thread. Where the store can, all single queries for questions
    /// ([`Store::nodes`](crate::Store::nodes) and the one after it) see one state then, and take less
    /// time each.
    fn in_one_state(&self, work: &mut dyn FnMut()) {
        work();
    }

    /// Makes later writes wait, or no longer: while the structure of a large file is checked, as
    /// writing could make damage worse. A database on a server checks its pages itself and has no need
    /// of it.
    fn hold_changes(&self, _holds: bool) {}

    /// Creates a book from a stream of its nodes: all of it or nothing. The memory that this takes
    /// does not grow with the book; temporary files of the database do.
    ///
    /// # Errors
    /// [`StoreError::AlreadyExists`] if the name is taken; [`StoreError::Invalid`] if the nodes are
    /// not in preorder, not of the game, or not as many as announced; [`StoreError::Source`] if they
    /// cannot be read; those of games as for
    /// [`Store::apply_games`](crate::Store::apply_games); or any I/O error.
    fn stream_book(&self, book: BookStream) -> Result<BookInfo, StoreError>;

    /// Makes all later writes fail with [`StoreError::Damaged`], for this reason. Reads continue to
    /// work where they can. The first reason stays.
    fn refuse_changes(&self, why: String);

    /// The reason why writes are refused, if they are.
    fn refusal(&self) -> Option<String>;

    /// Returns true if the store was opened for reading only: every change fails with
    /// [`StoreError::OpenedReadOnly`].
    fn is_read_only(&self) -> bool {
        false
    }

    /// Checks that the store is still at the path where it was opened: writes to a file that has
    /// lost its name would be lost.
    ///
    /// # Errors
    /// [`StoreError::Displaced`] if it was removed or replaced. While that is so, writes fail with
    /// the same error.
    fn check_place(&self) -> Result<(), StoreError>;

    /// Tests whether a change would find space, by a write to the disk that changes nothing.
    ///
    /// # Errors
    /// The error that a change would give: [`StoreError::DiskFull`], [`StoreError::ReadOnly`], or
    /// any other I/O error.
    fn probe(&self) -> Result<(), StoreError>;

    /// Returns the store's statistics. Does not wait for readers or writers; unavailable values are
    /// 0.
    fn stats(&self) -> StoreStats;

    /// Reads everything and returns the problems found, one sentence each; empty if all is well.
    ///
    /// # Errors
    /// If the store cannot be opened or is busy. Damage is returned as a result, not as an error.
    fn check(&self) -> Result<Vec<String>, StoreError>;

    /// Returns what could be safer about the database: each with what to do.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn advice(&self) -> Result<Vec<StoreAdvice>, StoreError> {
        Ok(Vec::new())
    }

    /// Writes a snapshot of the store to a new file while others continue to read and write. The
    /// file appears once it is complete and on the disk.
    ///
    /// # Errors
    /// [`StoreError::AlreadyExists`] if the file exists, or any I/O error.
    fn backup_to(&self, path: &Path) -> Result<(), StoreError>;

    /// Moves committed changes from the write-ahead log into the store's main file.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if a reader is using the log; nothing is lost then.
    fn checkpoint(&self) -> Result<(), StoreError>;

    /// Finishes pending writes and closes the store. Every method called afterwards, except this
    /// one, returns [`StoreError::Closed`]. Dropping the store does the same.
    ///
    /// # Errors
    /// If the last write failed.
    fn close(&self) -> Result<(), StoreError>;
}

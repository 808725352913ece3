//! What can go wrong with a store.

/// Why a store did not do what it was asked. It says what, where, and what to do.
///
/// It is cheap to clone, as one failed commit is the answer to everyone who waited for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another program holds the file.
    #[error("{file} is held by another program: try again, or end what is writing to it")]
    Busy {
        /// The store's file.
        file: String,
    },
    /// There is no room; reading goes on.
    #[error("the disk of {file} is full: nothing was written, make room and try again")]
    DiskFull {
        /// The file that was to grow.
        file: String,
    },
    /// The file or its directory may not be written.
    #[error(
        "{file} cannot be written: {detail}; give this user the right to write it and its directory"
    )]
    ReadOnly {
        /// The store's file.
        file: String,
        /// What the system said.
        detail: String,
    },
    /// The file is damaged.
    #[error("{file} is damaged: {detail}; restore a backup, and check the disk")]
    Corrupt {
        /// The store's file.
        file: String,
        /// What is wrong in it.
        detail: String,
    },
    /// The file was found damaged before, and is not written any more.
    #[error(
        "{file} is damaged and nothing is written to it: {detail}; restore a backup, and check the disk"
    )]
    Damaged {
        /// The store's file.
        file: String,
        /// What is wrong in it.
        detail: String,
    },
    /// The file was removed or replaced while it was open. Nothing was written.
    #[error(
        "{file} {detail} while it was open: nothing is written to it any more, as that would be lost; put back what was there, or end what has it open (not by a kill, which loses what is in its log), see which file is the right one, and start again"
    )]
    Displaced {
        /// The store's file.
        file: String,
        /// What became of it.
        detail: String,
    },
    /// The file is something else. It was left as it is.
    #[error(
        "{file} is no store of joseki books: {detail}; it was left as it is, name another file"
    )]
    NotAStore {
        /// The file.
        file: String,
        /// What it is instead.
        detail: String,
    },
    /// A newer version of this program wrote the file. It was left as it is.
    #[error(
        "{file} has schema {found} and this program knows schemas up to {known}: it was left as it is, use a newer version of the program"
    )]
    NewerFile {
        /// The store's file.
        file: String,
        /// The schema of the file.
        found: u32,
        /// The newest schema that this program knows.
        known: u32,
    },
    /// Somebody else changed the book first.
    #[error(
        "book \"{book}\" is at version {found} and the change was made to version {expected}: load it again and repeat the change"
    )]
    Conflict {
        /// The book.
        book: String,
        /// The version that was edited.
        expected: u64,
        /// The version that is there.
        found: u64,
    },
    /// The log does not reach back so far.
    #[error(
        "the log of book \"{book}\" begins with version {first}: earlier versions cannot be read"
    )]
    NoHistory {
        /// The book.
        book: String,
        /// The first version that can be read.
        first: u64,
    },
    /// There is nothing of that name.
    #[error("there is no {what}: check the name")]
    NotFound {
        /// What was looked for.
        what: String,
    },
    /// The name is taken.
    #[error("there is already {what}: take another name")]
    AlreadyExists {
        /// What is there.
        what: String,
    },
    /// The caller contradicts itself or the store. Nothing was written.
    #[error("this cannot be written: {detail}")]
    Invalid {
        /// What is wrong.
        detail: String,
    },
    /// Two ledgers contradict each other. Nothing was merged.
    #[error(
        "games that are in both ledgers differ, {count} of them, \"{game}\" is the first: correct each in the database that has it right, as the higher revision counts, and merge again"
    )]
    Ledgers {
        /// How many games.
        count: u64,
        /// The identity of the first.
        game: String,
    },
    /// The store was closed, or its writer ended in a panic.
    #[error("{file} is closed: open it again")]
    Closed {
        /// The store's file.
        file: String,
    },
    /// What was to be written could not be had from where it was waiting.
    #[error("{what} could not be read: {detail}; nothing was written, try again")]
    Source {
        /// What was to be written.
        what: String,
        /// What the system said.
        detail: String,
    },
    /// Anything else.
    #[error("{file}: {detail}")]
    Other {
        /// The store's file.
        file: String,
        /// What the library or the system said.
        detail: String,
    },
}

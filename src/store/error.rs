//! Errors of a store.

use super::book_info::game_text;
use joseki_base::cancel::Cancelled;

/// The commit whose program still converts databases from before the first release.
const CONVERTER: &str = "d7aa218a";

/// Why a store operation failed: what is wrong, where, and what to do.
///
/// Cheap to clone, since one failed commit is reported to every caller that waited for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The caller no longer waits. Nothing was written.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Another program has locked the file.
    #[error(
        "{file} is locked by another program: try again, or stop the program that is writing to it"
    )]
    Busy {
        /// The store's file.
        file: String,
    },
    /// No space is left; reads still work.
    #[error("the disk of {file} is full: nothing was written; free some space and try again")]
    DiskFull {
        /// The file that could not grow.
        file: String,
    },
    /// No permission to write the file or its directory.
    #[error(
        "{file} cannot be written: {detail}; give this user write permission for it and its directory"
    )]
    ReadOnly {
        /// The store's file.
        file: String,
        /// What the operating system reported.
        detail: String,
    },
    /// No permission to write the file or its directory, and a log or rollback journal beside it
    /// must be merged into it before it can be read.
    #[error(
        "{file} cannot be written: the changes in its log (-wal) or rollback journal (-journal) must be merged into it first; give this user write permission for it and its directory"
    )]
    Unmerged {
        /// The store's file.
        file: String,
    },
    /// The store was opened for reading only.
    #[error("{file} was opened read-only: nothing was written; open it without --read-only")]
    OpenedReadOnly {
        /// The store's file.
        file: String,
    },
    /// An older version of this program wrote the file, and it may not be migrated.
    #[error(
        "{file} has schema {found}, but this program reads only schema {known}: open it once without --read-only, with write permission for it and its directory, to migrate it"
    )]
    OlderFile {
        /// The store's file.
        file: String,
        /// The schema of the file.
        found: u32,
        /// The schema that this program reads.
        known: u32,
    },
    /// A program from before the first release wrote the file. It was left unchanged.
    #[error(
        "{file} has schema {found}, from before 0.1.0: it was left unchanged; convert it with the program of commit {}, then open it again",
        CONVERTER
    )]
    OutdatedFile {
        /// The store's file.
        file: String,
        /// The schema of the file.
        found: u32,
    },
    /// The file is damaged.
    #[error("{file} is damaged: {detail}; restore a backup and check the disk")]
    Corrupt {
        /// The store's file.
        file: String,
        /// What is wrong with it.
        detail: String,
    },
    /// The file was found damaged earlier and is no longer written.
    #[error(
        "{file} is damaged, so nothing is written to it: {detail}; restore a backup and check the disk"
    )]
    Damaged {
        /// The store's file.
        file: String,
        /// What is wrong with it.
        detail: String,
    },
    /// The server of the database cannot be reached, or is shutting down. Nothing was written.
    #[error("{file} cannot be reached: {detail}; nothing was written, try again")]
    Unreachable {
        /// The address of the database.
        file: String,
        /// What the client or the server reported.
        detail: String,
    },
    /// The connection was lost during a commit, and the server could not be asked for its outcome.
    #[error(
        "the connection to {file} was lost during the commit, and the change may have been made: check before trying again"
    )]
    OutcomeUnknown {
        /// The address of the database.
        file: String,
    },
    /// The server of the database does not let this user in.
    #[error(
        "{file} refuses the connection: {detail}; create the database and the role, and give the role the right to connect and to create tables"
    )]
    Refused {
        /// The address of the database.
        file: String,
        /// What the server reported.
        detail: String,
    },
    /// The file was removed or replaced while it was open. Nothing was written.
    #[error(
        "{file} {detail} while it was open: writing has stopped, as the data would be lost; put the original back, or stop the program that has it open (not with a kill, which loses what is in its log), check which file is the right one, and start again"
    )]
    Displaced {
        /// The store's file.
        file: String,
        /// What happened to it.
        detail: String,
    },
    /// The file is something else. It was left unchanged.
    #[error("{file} is not a joseki database: {detail}; it was left unchanged")]
    NotAStore {
        /// The file.
        file: String,
        /// What it is instead.
        detail: String,
    },
    /// A newer version of this program wrote the file. It was left unchanged.
    #[error(
        "{file} has schema {found}, but this program supports schemas up to {known}: it was left unchanged; use a newer version of the program"
    )]
    NewerFile {
        /// The store's file.
        file: String,
        /// The schema of the file.
        found: u32,
        /// The newest schema that this program supports.
        known: u32,
    },
    /// A book is about a game, or boards of a size, that this program does not know. Other books
    /// are not affected.
    #[error(
        "book \"{book}\" is about {}, which this program does not know: use the version that wrote it; if this one did, the file is damaged, so restore a backup",
        game_text(game, *board_size)
    )]
    UnknownVariant {
        /// The book.
        book: String,
        /// The stored name of its game.
        game: String,
        /// The stored size of its boards in lines, if there is one.
        board_size: Option<u8>,
    },
    /// The book was changed by someone else in the meantime.
    #[error(
        "book \"{book}\" is at version {found}, but the change was made to version {expected}: reload it and repeat the change"
    )]
    Conflict {
        /// The book.
        book: String,
        /// The version that was edited.
        expected: u64,
        /// The version in the store.
        found: u64,
    },
    /// The log does not reach back that far.
    #[error(
        "the log of book \"{book}\" begins with version {first}: earlier versions cannot be read"
    )]
    NoHistory {
        /// The book.
        book: String,
        /// The first version that can be read.
        first: u64,
    },
    /// Unknown name.
    #[error("unknown {what}: check the name")]
    NotFound {
        /// The item requested, without an article.
        what: String,
    },
    /// The name is taken.
    #[error("{what} already exists: choose another name")]
    AlreadyExists {
        /// The existing item, without an article.
        what: String,
    },
    /// The request contradicts itself or the store. Nothing was written.
    #[error("invalid change: {detail}")]
    Invalid {
        /// What is wrong.
        detail: String,
    },
    /// Two ledgers contradict each other. Nothing was merged.
    #[error(
        "the ledgers disagree on {count} of their common games, first \"{game}\": correct each one in the database that has it right, as the higher revision wins, and merge again"
    )]
    Ledgers {
        /// Number of games that differ.
        count: u64,
        /// The identity of the first.
        game: String,
    },
    /// The store was closed, or its writer panicked.
    #[error("{file} is closed: open it again")]
    Closed {
        /// The store's file.
        file: String,
    },
    /// The source of the data to be written could not be read.
    #[error("{what} could not be read: {detail}; nothing was written, try again")]
    Source {
        /// The data to be written.
        what: String,
        /// What the operating system reported.
        detail: String,
    },
    /// Any other error.
    #[error("{file}: {detail}")]
    Other {
        /// The store's file.
        file: String,
        /// What the library or the operating system reported.
        detail: String,
    },
}

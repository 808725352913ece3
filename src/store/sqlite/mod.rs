//! The store in one SQLite file. SQL and `rusqlite` are used only here.
//!
//! # Locking
//!
//! The file is in WAL mode: readers see the last commit before they began, and neither wait for the
//! writer nor block it. Within this program one thread owns the only connection that writes; all
//! others send it requests over a bounded queue and block until the response. Another program may
//! have the same file open: the second writer waits five seconds for the lock and then fails with
//! [`StoreError::Busy`](super::StoreError::Busy). Callers that keep a book in memory have its
//! version, which every change increments, compared inside the transaction of the change.
//!
//! # Durability
//!
//! With `synchronous=FULL` a commit returns when the log has reached the disk (`fsync`). That costs
//! about the same for one change as for many, so the writer groups up to 64 waiting changes into
//! one transaction, each in its own savepoint: a change that fails rolls back only itself.
//! Responses are sent after the commit; if the commit fails, all its callers get the error. The log
//! is checkpointed into the main file when it exceeds a thousand pages, and when the store closes.
//!
//! # The modules
//!
//! - [`SqliteStore`]: the store itself
//! - `connection`, `migration`, `identity`: opening a file, rejecting a foreign one;
//!   `statement_text`: comparison of tables
//! - `writer`, `readers`: access to the file; `request`: requests to the writer
//! - `books`, `rows`, `edit`, `columns`, `lines`, `keys`, `whole`: SQL by table
//! - `log`, `history`, `delta_code`, `data_code`: the log of changes and earlier states
//! - `games`, `add_games`, `tallies`: SQL of counted games
//! - `ledger`: SQL of results; `training`: of answers; `evaluations`: of engines' evaluations
//! - `audit`: who changed keys and results; `sources`: what is known of sources; `weights`: SQL of
//!   engines' weights
//! - `check`, `check_games`, `mend`: check and repair; `backup`, `restore`, `account`: copies of
//!   the file and its contents; `recover`, `dump`: its rows in a new file, and as SQL
//! - `image`: new files from a database that is part of the program
//! - `opening_book`: opening books of other programs that are SQLite files
//! - `seal`: checksums of rows; `wal`: check of the write-ahead log; `probe`: test for free space
//! - `place`: check that the file still has its name; `unmade`: files whose creation failed
//! - `fault`: internal errors

mod account;
mod backup;
mod check;
mod connection;
mod dump;
mod identity;
mod image;
mod migration;
mod opening_book;
mod place;
mod probe;
mod readers;
mod recover;
mod request;
mod restore;
mod seal;
mod side_files;
mod sqlite_store;
mod statement_text;
mod unmade;
mod wal;
mod writer;

pub use backup::Backup;
#[cfg(test)]
pub(crate) use connection::plan;
pub use dump::dump;
pub use opening_book::{OpeningBookError, is_sqlite, read_opening_book, write_opening_book};
pub use recover::{TableRecovery, recover};
pub use restore::Restore;
pub use sqlite_store::SqliteStore;

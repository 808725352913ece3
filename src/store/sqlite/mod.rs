//! The store in one SQLite file. All knowledge of SQL and of `rusqlite` is in here.
//!
//! # Locking
//!
//! The file is in WAL mode: readers see the last commit before they began, and neither wait for the
//! writer nor hold it up. Within this program one thread owns the only connection that writes;
//! everybody else sends it requests over a bounded queue and blocks until the answer. Another
//! program may have the same file open: whoever comes second to write waits five seconds and gives
//! up with [`StoreError::Busy`](super::StoreError::Busy). Who keeps a book in memory compares its
//! version, which every change raises, inside the transaction of the change.
//!
//! # Durability
//!
//! With `synchronous=FULL` a commit returns when the log has reached the disk (`fsync`). That
//! costs about the same for one change as for many, so the writer takes up to 64 that are waiting
//! into one transaction, each in a savepoint of its own: one that fails takes back only itself.
//! Nobody is answered before the commit, and if the commit fails everybody gets its error.
//! The log is moved into the main file when it passes a thousand pages, and when the store closes.
//!
//! # The modules
//!
//! - [`SqliteStore`]: the parts put together
//! - `connection`, `migration`, `identity`: opening a file, refusing a foreign one
//! - `writer`, `readers`: who may touch the file when; `request`: what is sent to the writer, `write_stats`: what it counts
//! - `books`, `rows`, `edit`, `columns`, `lines`, `keys`, `whole`: the SQL, by table
//! - `log`, `history`, `delta_code`, `data_code`, `baseline`: what changed, and earlier states out of it
//! - `games`, `add_games`, `tallies`: the SQL of counted games
//! - `ledger`: the SQL of results; `training`: of answers; `evaluations`: of what engines say
//! - `check`, `check_games`, `mend`: care of the file; `backup`, `restore`, `account`: copies of it, and what is in one
//! - `seal`: checksums of rows; `wal`: the log looked at; `probe`: whether there is room
//! - `place`: whether the file has its name still; `unmade`: one that could not be made
//! - `fault`: errors on their way out

mod account;
mod add_games;
mod backup;
mod baseline;
mod books;
mod check;
mod check_games;
mod clock;
mod columns;
mod connection;
mod data_code;
mod delta_code;
mod edit;
mod evaluations;
mod fault;
mod games;
mod history;
mod identity;
mod keys;
mod ledger;
mod lines;
mod log;
mod mend;
mod migration;
mod place;
mod probe;
mod readers;
mod request;
mod restore;
mod rows;
mod seal;
mod sqlite_store;
mod tallies;
mod training;
mod unmade;
mod wal;
mod whole;
mod write_stats;
mod writer;

pub use backup::Backup;
pub use restore::Restore;
pub use sqlite_store::SqliteStore;

//! Storage of books, results and keys: the trait that the service uses, its plain types, and its
//! implementations in SQLite and PostgreSQL.
//!
//! - [`Store`]: the interface; one method is one transaction
//! - [`DatabaseAddress`]: a file or a database on a server; [`AnyStore`] opens either
//! - [`BookInfo`], [`LineRow`], [`BookSnapshot`], [`NodeQuery`]: what is available of a book
//!   without loading it
//! - [`BookChange`], [`AppliedChange`]: an edit of a book and its result
//! - [`BookStream`], [`StreamedNode`]: a new book that need not fit into memory
//! - [`ChangeRow`], [`ChangeNote`], [`ChangeQuery`], [`HistoryMoment`]: the log of changes
//! - [`GamesChange`], [`CountedGames`], [`GameRow`], [`GameKey`]: the games that a book counts
//! - [`LedgerRequest`], [`LedgerOutcome`], [`LedgerRow`], [`LedgerSums`]:
//!   results of games
//! - [`EntryCounts`]: what entering or merging many of them did
//! - [`EnteredAnswer`]: answers of players who train
//! - [`PositionEvaluation`], [`EvaluationKey`], [`StoredChoice`]: engines' evaluations of positions
//!   and of the moves in them
//! - [`KeyRecord`], [`NewKey`], [`Scopes`]: the keys that authenticate clients;
//!   [`AuditRow`]: who changed keys and results
//! - [`SourceRecord`]: where the contents of books come from, and what their licences allow
//! - [`TableRow`], [`TableEventRow`]: games between two sides, and what was done there
//! - [`WeightsVersion`], [`NewWeights`]: weights of engines' evaluations
//! - [`StoreStats`], [`Histogram`], [`StoreAdvice`]: statistics of a store, and what could be safer
//! - [`StoreError`]: what can go wrong, and what to do about it
//! - [`SqliteStore`]: the store in one SQLite file; [`Backup`], [`Restore`]: backing it up and
//!   restoring it; [`FileSummary`]: contents of a file; [`recover`], [`dump`]: what can be read of
//!   it in a new file, and as SQL
//! - [`PostgresStore`]: the store in a PostgreSQL database, which nodes share
//! - [`read_opening_book`], [`write_opening_book`]: opening books of other programs in SQLite files
//!
//! # Durability
//!
//! A 2xx response to a change is sent after `fdatasync` of the log that contains the change; a
//! long log is checkpointed into the main file after the response. `tests/durability` shows it on
//! the real program:
//!
//! - The server is killed under load and started again.
//! - Its system calls are recorded by `strace`, and files are rebuilt as a disk may hold them
//!   after a power cut at any point of the recording. Whatever was not synced, names included, is
//!   there, gone, or torn by sectors.
//! - A migration by a made-up step is killed at one call after the other.
//! - SIGTERM arrives under load.
//!
//! The same cuts on a disk that ignores syncs do find losses. `JOSEKI_FULL=1` runs the full
//! counts, `JOSEKI_SEED` other moments.

mod any_store;
mod api;
mod book_change;
mod book_info;
mod book_stream;
mod change;
mod counted;
mod database_address;
mod error;
mod evaluation;
mod key;
mod ledger;
mod postgres;
mod public_columns;
mod source;
mod sql;
mod sqlite;
mod table;
mod training;
mod upkeep;
mod weights;
mod write_stats;

pub use any_store::AnyStore;
pub use api::Store;
pub use book_change::{AppliedChange, BookChange};
pub use book_info::variant_text;
pub use book_info::{
    BookInfo, BookSnapshot, BookVersion, FileSummary, Histogram, LineRow, NodeQuery, StoreAdvice,
    StoreStats,
};
pub use book_stream::{BookStream, StreamedNode};
pub use change::{
    ChangeKind, ChangeNote, ChangeQuery, ChangeRow, HistoryMoment, LaterChanges, NodeLogEntry,
    Origin, RequestToken,
};
pub use counted::{CountedGames, GameKey, GameRow, GamesChange};
pub use database_address::DatabaseAddress;
pub use error::StoreError;
pub use evaluation::{EvaluationKey, PositionEvaluation, StoredChoice};
pub use key::{AuditRow, KeyRecord, NewKey, ParseScopesError, Scopes};
pub use ledger::{
    EdgeUpdates, EntryCounts, LedgerOutcome, LedgerRequest, LedgerRow, LedgerRows, LedgerStatus,
    LedgerSums, ResultSender,
};
pub use postgres::PostgresStore;
pub use public_columns::{PUBLIC_COLUMNS, TableColumns};
pub use source::{SourceRecord, UNKNOWN_LICENSE};
pub use sqlite::{
    Backup, OpeningBookError, Restore, SqliteStore, TableRecovery, dump, is_sqlite,
    read_opening_book, recover, write_opening_book,
};
pub use table::{TableEventRow, TableRow, TableTokens, TokenHash};
pub use training::EnteredAnswer;
pub use upkeep::Upkeep;
pub use weights::{NewWeights, WeightsVersion};

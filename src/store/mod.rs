//! Storage of books, results and keys: the trait that the service uses, its plain types, and the
//! SQLite implementation.
//!
//! - [`Store`]: the interface; one method is one transaction
//! - [`BookInfo`], [`LineRow`]: what is available of a book without loading it
//! - [`BookChange`], [`Applied`]: an edit of a book and its result
//! - [`ChangeRow`], [`Note`], [`ChangesAsked`], [`Moment`]: the log of changes
//! - [`GamesChange`], [`Counted`], [`GameRow`], [`GameKey`]: the games that a book counts
//! - [`LedgerRequest`], [`LedgerOutcome`], [`LedgerRow`], [`Sums`], [`Merged`]: results of games
//! - [`Entered`], [`AnswersEntered`]: answers of players who train
//! - [`Evaluation`], [`EvaluationKey`], [`EvaluationsEntered`]: engines' evaluations of positions
//! - [`KeyRecord`], [`NewKey`], [`Scopes`]: the keys that authenticate clients
//! - [`StoreStats`], [`Spread`]: statistics of a store
//! - [`StoreError`]: what can go wrong, and what to do about it
//! - [`SqliteStore`]: the store in one SQLite file; [`Backup`], [`Restore`]: backing it up and
//!   restoring it; [`FileAccount`]: contents of a file

mod api;
mod book_change;
mod book_info;
mod change;
mod counted;
mod error;
mod evaluation;
mod file_account;
mod key;
mod ledger;
mod line_row;
mod scopes;
mod sqlite;
mod stats;
mod training;

pub use api::Store;
pub use book_change::{Applied, BookChange};
pub use book_info::BookInfo;
pub use change::{ChangeKind, ChangeRow, ChangesAsked, Moment, NodeLog, Note, Origin};
pub use counted::{Counted, GameKey, GameRow, GamesChange};
pub use error::StoreError;
pub use evaluation::{Evaluation, EvaluationKey, EvaluationsEntered};
pub use file_account::FileAccount;
pub use key::{KeyRecord, NewKey};
pub use ledger::{
    FoundEdges, LedgerOutcome, LedgerRequest, LedgerRow, LedgerRows, LedgerStatus, Merged, Sums,
};
pub use line_row::LineRow;
pub use scopes::{ParseScopesError, Scopes};
pub use sqlite::{Backup, Restore, SqliteStore};
pub use stats::{Spread, StoreStats};
pub use training::{AnswersEntered, Entered};

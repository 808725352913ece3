//! Results of games: single games, and their sums over opponents, classes and all games.
//!
//! - [`LedgerEntry`], [`OwnOutcome`]: one game against an opponent
//! - [`OpponentName`]: an opponent and its version
//! - [`EdgeKey`]: a move of the book, made by us or by the opponent
//! - [`ResultTotals`]: all results added up; updated by [`OpponentSums`] and [`LedgerChange`]
//! - [`Results`]: the same as queries read it, by [`Rival`]
//! - [`OpponentView`], [`MoveComparison`]: summary of an opponent
//! - [`BoardRecord`]: the board and moves of a game
//! - [`GameTerms`]: handicap, komi, rules, ranks and date; [`Untaught`]: why they teach nothing
//! - [`training`]: what players have learned in quizzes

mod contender;
mod entry;
mod name;
mod outcome;
mod record;
mod standing;
mod sums;
mod terms;
mod totals;
pub mod training;
mod view;

pub use entry::LedgerEntry;
pub use name::{OpponentName, OpponentNameError, check_name};
pub use outcome::{OutcomeError, OwnOutcome};
pub use record::BoardRecord;
pub use standing::{MoveEvidence, ResultTotals, Results, Rival};
pub use sums::{ContenderSums, EdgeSum, LedgerChange, OpponentSums, OwnerId, owner_id};
pub use terms::{GameTerms, Untaught};
pub use totals::{EdgeKey, MILLION};
pub use view::{MoveComparison, OpponentView, VersionView};

//! Results of games: single games, and their sums over opponents, classes and all games.
//!
//! - [`Entry`], [`Outcome`]: one game against an opponent
//! - [`OpponentName`]: an opponent and its version
//! - [`EdgeKey`]: a move of the book, made by us or by the opponent
//! - [`Standing`]: all results added up, queried by [`Rival`]; updated by [`OpponentSums`] and
//!   [`Change`]
//! - [`OpponentView`], [`Compared`]: summary of an opponent
//! - [`Record`]: the board and moves of a game
//! - [`training`]: what players have learned in quizzes

mod contender;
mod edge;
mod entry;
mod name;
mod outcome;
mod record;
mod standing;
mod sums;
mod totals;
pub mod training;
mod view;

pub use edge::EdgeKey;
pub use entry::Entry;
pub use name::{OpponentName, OpponentNameError, check_name};
pub use outcome::{Outcome, OutcomeError};
pub use record::Record;
pub use standing::{Evidence, Rival, Standing};
pub use sums::{Change, ContenderSums, EdgeSum, OpponentSums};
pub use totals::MILLION;
pub use view::{Compared, OpponentView, VersionView};

//! Results of games: what is kept of each, and what they add up to for opponents, classes and everybody.
//!
//! - [`Entry`], [`Outcome`]: one game against an opponent
//! - [`OpponentName`]: an opponent and its version
//! - [`EdgeKey`]: a move of the book, made by us or by the opponent
//! - [`Standing`]: all results added up, asked by [`Rival`]; [`OpponentSums`] and [`Change`] go into it
//! - [`OpponentView`], [`Compared`]: an opponent to look at
//! - [`Record`]: the game as it was played
//! - [`training`]: what players have learned, by quiz

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

//! Five in a row for the search: a position that is judged by the tables of the sources, and wins by
//! fours and by threats.

mod fours;
mod position;
mod stones;
mod tables;
mod threats;
mod win;

pub use fours::{LONGEST_LISTED, solve_fours};
pub use position::FivePosition;
pub use tables::{DecisiveCondition, FiveTables, ScoredFeature, WorthRule};
pub use threats::solve_threats;
pub use win::{DefenceAnswer, ForcedWin, Refutation, WinAnswer};

//! Five in a row for the search: a position that is judged by the tables of the sources, and wins by
//! fours and by threats.

mod fours;
mod grades;
mod position;
mod stones;
mod swap2;
mod tables;
mod threats;
mod win;

pub use fours::{MAX_LISTED_LENGTH, solve_fours};
pub use grades::{
    FourthGrade, FourthGrades, MoveGrade, MoveGrades, distinct_moves, fourth_points, grade_fourths,
    grade_moves,
};
pub use position::FivePosition;
pub use swap2::{Swap2Advice, Swap2Choice, Swap2Pair, expected_result, swap2};
pub use tables::{DecisiveCondition, FiveTables, ScoredFeature, WorthRule};
pub use threats::solve_threats;
pub use win::{DefenceAnswer, ForcedWin, Refutation, WinAnswer};

//! Search of game trees, without a book.
//!
//! - [`SearchGame`]: interface of a game's position
//! - [`Searcher`]: negamax with the [`Techniques`] that are switched on, within [`SearchLimits`]
//! - [`SearchResult`], [`SearchProgress`], [`MoveValue`]: results and progress
//! - [`solve_mate`]: mates of xiangqi, as a [`MateAnswer`]
//! - [`XiangqiPosition`]: a position of xiangqi, judged by the parts of a [`XiangqiWeights`]

mod engine;
mod five;
mod game;
mod limits;
mod table;
mod xiangqi;

pub use engine::Searcher;
pub use five::{
    DecisiveCondition, DefenceAnswer, FivePosition, FiveTables, ForcedWin, FourthGrade,
    FourthGrades, MAX_LISTED_LENGTH, MoveGrade, MoveGrades, Refutation, ScoredFeature, Swap2Advice,
    Swap2Choice, Swap2Pair, WinAnswer, WorthRule, distinct_moves, expected_result, fourth_points,
    grade_fourths, grade_moves, solve_fours, solve_threats, swap2,
};
pub use game::SearchGame;
pub use limits::{MoveValue, SearchLimits, SearchProgress, SearchResult, Techniques};
pub use xiangqi::{
    EvaluationParts, MAX_MATE_LENGTH, Mate, MateAnswer, ParseWeightsError, Relation, XiangqiParts,
    XiangqiPosition, XiangqiWeights, solve_mate,
};

/// The value of a won position; a win in `n` plies is worth `WON - n`.
pub const WON: i32 = 30_000;

/// Least value of a position that is won.
pub const WINNING: i32 = 29_000;

//! Scoring of a finished board, by area or by territory, with dead stones and seki.
//!
//! - [`ScoringRules`]: the rule sets; [`Scoring`]: everything a count needs besides the board
//! - [`Count`], [`SideCount`]: each side's count, and the owner of each point
//! - [`Score`]: the margin of a game
//! - [`ScoreError`]: a given point that has no stone
//! - [`seki_stones`]: finds the stones in seki
//! - [`repetitions`]: the moves that repeat an earlier whole-board position

mod count;
mod repetition;
mod rules;
mod scoring;
mod seki;

pub use count::{Count, SideCount};
pub use repetition::{Repetition, repetitions};
pub use rules::ScoringRules;
pub use scoring::{Score, ScoreError, Scoring};
pub use seki::seki_stones;

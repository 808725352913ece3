//! A finished board counted: by area or by territory, with dead stones and seki.
//!
//! - [`ScoringRules`]: how it is counted; [`Scoring`]: all that a count depends on beside the board
//! - [`Count`], [`SideCount`]: what each side has, and whose each point is
//! - [`Score`]: by how much a game is won
//! - [`ScoreError`]: a named point that has no stone
//! - [`seki_stones`]: the rule by which stones in seki are found
//! - [`repetitions`]: the moves after which the whole board was there before

mod count;
mod repetition;
mod result;
mod rules;
mod scoring;
mod seki;

pub use count::{Count, SideCount};
pub use repetition::{Repetition, repetitions};
pub use result::Score;
pub use rules::{ParseRulesError, ScoringRules};
pub use scoring::{ScoreError, Scoring};
pub use seki::seki_stones;

//! A whole board without a book: influence, ladders and scoring.

pub(crate) mod influence;
pub(crate) mod ladder;
pub(crate) mod record;
pub(crate) mod score;
pub(crate) mod score_remarks;
pub(crate) mod solve;

pub use influence::{InfluenceAnswer, InfluenceQuery, MechanicalAnswer, influence};
pub use ladder::{LadderAnswer, LadderQuery, ladders};
pub use score::{DeadByError, DeadEstimate, ScoreAnswer, ScoreQuery, rules_named, score};
pub use solve::{SolveAnswer, SolveQuery, solve};

//! Commands about a board: what stands there, what is forbidden, solved, counted.

pub mod forbidden;
pub mod heat;
pub mod influence;
pub mod influence_report;
pub mod ladder;
pub mod line_answers;
pub mod notation;
pub mod perft;
pub mod score;
pub mod score_report;
pub mod solve;

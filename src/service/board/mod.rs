//! A whole board without a book: influence, ladders and scoring.

pub mod influence;
pub mod ladder;
pub mod record;
pub mod score;
pub mod score_remarks;
pub mod solve;

//! Handlers for a whole board without a book: influence, ladders and scoring.

pub mod influence;
pub mod ladder;
pub mod score;

//! Handlers for a whole board without a book: influence, ladders, scoring, renju's forbidden points,
//! and wins by force.

pub mod forbidden;
pub mod influence;
pub mod ladder;
pub mod score;
pub mod solve;

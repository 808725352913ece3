//! Handlers for a whole board without a book: influence, ladders, scoring,
//! and renju's forbidden points.

pub mod forbidden;
pub mod influence;
pub mod ladder;
pub mod score;

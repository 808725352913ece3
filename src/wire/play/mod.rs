//! Tables: actions of players, and the state that they see.

pub mod action;
pub mod state;

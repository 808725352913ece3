//! Handlers of training: quiz questions and the progress of players.

pub mod players;
pub mod quiz;

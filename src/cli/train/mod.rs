//! Commands of training: the quiz and the answers of players.

pub mod players;
pub mod quiz;

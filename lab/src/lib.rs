//! Laboratory: studies that chose what the program does. No part of the program; the results stand
//! in `docs/priority.md` and `docs/influence.md`.
//!
//! - [`simulation`], [`simulate`]: policies for the order of moves, in simulated games
//! - [`predict`]: how well influence models predict the winners of games
//! - [`model`]: why a board has 19 lines
//! - [`run`]: the commands

mod command;
mod error;
pub mod model;
mod output;
pub mod predict;
pub mod simulate;
pub mod simulation;

pub use command::run;

//! Five in a row: renju, standard and freestyle gomoku.
//!
//! - [`FiveBoard`]: the board of a game; plays moves and takes them back
//! - [`FiveRules`]: which rows win, and what is forbidden
//! - [`Foul`]: why a move is forbidden to Black in renju
//! - [`Opening`], [`FirstStones`]: the 26 openings, and which of them a game has
//! - [`LineClass`]: what one more stone makes of a line

mod board;
mod class;
mod forbidden;
mod lines;
mod openings;
mod patterns;
mod shape;

pub use super::illegal::Foul;
pub use super::variant::FiveRules;
pub use board::{FiveBoard, FiveEnd, FiveUndo};
pub use class::LineClass;
pub use lines::MAX_LINES;
pub use openings::{FirstStones, OPENINGS, Opening, OpeningVerdict, VERDICT_CONDITION};

//! Reviews: compares games with a book move by move, and collects a player's habits.
//!
//! - [`ReviewRequest`], [`ReviewOutcome`]: review of game files
//! - [`GameReview`], [`CornerReview`], [`Left`]: one game, corner by corner
//! - [`Judged`], [`Kind`], [`Cost`], [`Expected`], [`Punishment`]: one move
//! - [`Profile`]: a player over many games
//! - [`describe`]: text that describes a judged move
//!
//! `follow` replays a game through the book, `judge` classifies its moves, `punish` continues with
//! the book, `gather` and `profile` combine games, and `notes` writes into the record.

mod collect;
mod follow;
mod game;
mod gather;
mod habits;
mod judge;
mod judged;
mod notes;
mod place;
mod profile;
mod punish;
mod request;
mod side;
mod words;

pub use game::{CornerReview, GameReview, Left, ReviewRefusal};
pub use gather::LEAST_GAMES;
pub use judged::{Cost, Expected, Judged, Kind, Punished, Punishment};
pub use place::Place;
pub use profile::{Habit, Instance, JosekiRow, KindCounts, LeaveRow, Profile};
pub use request::{
    ReviewAsked, ReviewOutcome, ReviewProgress, ReviewReport, ReviewRequest, ReviewedGame,
    SentGame, TextsReviewed,
};
pub use words::{describe, in_upper_right};

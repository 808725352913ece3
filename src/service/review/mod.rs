//! Reviews: compares games with a book move by move, and collects a player's habits.
//!
//! - [`ReviewFilesRequest`], [`ReviewOutcome`]: review of game files
//! - [`GameReview`], [`CornerReview`], [`BookExit`]: one game, corner by corner
//! - [`JudgedMove`], [`JudgedKind`], [`Cost`], [`ExpectedMove`], [`BookContinuation`]: one move
//! - [`Profile`]: a player over many games
//! - [`describe`]: text that describes a judged move
//!
//! `follow` replays a game through the book, `judge` classifies its moves, `punish` continues with
//! the book, `gather` and `profile` combine games, and `notes` writes into the record.

pub mod assess;
pub mod assess_game;
mod collect;
pub mod follow;
pub mod found;
mod game;
mod gather;
mod habits;
mod judge;
mod judged;
pub mod measures;
mod notes;
mod profile;
mod punish;
mod request;
mod side;
mod words;

pub use game::{BookExit, CornerReview, GameReview, ReviewOptions, ReviewRefusal};
pub use gather::LEAST_GAMES;
pub use judged::{
    BookContinuation, Cost, ExpectedMove, GamePlace, JudgedKind, JudgedMove, PunishingMove,
};
pub use profile::{Habit, Instance, JosekiRow, KindCounts, LeaveRow, Profile};
pub use request::{
    ReviewFilesRequest, ReviewOutcome, ReviewProgress, ReviewReport, ReviewedGame, SubmittedGames,
    SubmittedReview,
};
pub use words::{LineWriter, describe, why_settled};

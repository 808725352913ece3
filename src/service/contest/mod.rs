//! Matches between engines: games played side by side, kept, counted and learned from.
//!
//! - [`ContestRequest`]: who plays, how often, by which rules
//! - [`ContestOutcome`], [`ContestTally`]: what became of it
//! - `folder`: the games that are kept, by which a match goes on; `run`: the match; `play`: one game; `referee`: who has won;
//!   `record`: a game as SGF, both ways

mod folder;
mod play;
mod record;
mod referee;
mod request;
mod run;
mod tally;

pub use request::{ContestRequest, LearnFrom, Scorer, Seat};
pub use run::{ContestError, ContestOutcome, ContestProgress};
pub use tally::{ContestTally, RateInterval};

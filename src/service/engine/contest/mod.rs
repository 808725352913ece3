//! Matches between engines: plays games in parallel, stores and counts them, and learns from them.
//!
//! - [`ContestRequest`]: players, number of games, rules
//! - [`ContestOutcome`], [`ContestTally`]: results
//! - `folder`: stored games, from which a match resumes; `run`: the match; `play`: one game;
//!   `referee`: the winner; `record`: a game to and from SGF

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

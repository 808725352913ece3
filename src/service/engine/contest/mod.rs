//! Matches between engines: plays games in parallel, stores and counts them, and learns from them.
//!
//! - [`ContestRequest`]: players, number of games, rules
//! - [`ContestOutcome`], [`ContestTally`]: results
//! - `folder`: stored games, from which a match resumes; `run`: the match; `play`: one game;
//!   `player`: an engine of any protocol; `referee`: the winner; `sprt`: the sequential test;
//!   `record`: a game to and from SGF

mod folder;
mod play;
mod player;
mod record;
mod referee;
mod request;
mod run;
mod sprt;
mod tally;

pub use request::{ContestRequest, LearnFrom, Scorer, Seat};
pub use run::{ContestError, ContestOutcome, ContestProgress};
pub use sprt::{Sprt, SprtState, elo_of_share};
pub use tally::{ContestTally, RateInterval};

//! What a match came to, as JSON.

use serde::Serialize;

use crate::game::Color;
use crate::service::{ContestOutcome, ContestTally, RateInterval};

/// A match, from the view of its first engine.
#[derive(Clone, Debug, Serialize)]
pub struct ContestJson {
    /// Games that were played, those of earlier runs among them.
    pub games: u32,
    /// Those of earlier runs.
    pub before: u32,
    /// Won games.
    pub won: u32,
    /// Lost games.
    pub lost: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games without a result.
    pub void: u32,
    /// The win rate, draws as halves.
    pub rate: Option<RateJson>,
    /// That with Black.
    pub rate_black: Option<RateJson>,
    /// That with White.
    pub rate_white: Option<RateJson>,
    /// Moves from a book, of the first and of the second engine.
    pub book_moves: [u64; 2],
    /// All moves.
    pub moves: u64,
    /// Games that were played move for move before.
    pub repeated: u32,
    /// Games that were entered as results now.
    pub learned: u32,
    /// Games that had to be played again, and why.
    pub failures: Vec<String>,
    /// What stopped the match before its time.
    pub stopped: Option<String>,
}

/// A win rate with Wilson's 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RateJson {
    /// The rate, 0 to 1.
    pub rate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The games with a result.
    pub games: u32,
}

impl From<&ContestOutcome> for ContestJson {
    fn from(outcome: &ContestOutcome) -> ContestJson {
        let tally: &ContestTally = &outcome.tally;
        ContestJson {
            games: tally.games,
            before: outcome.before,
            won: tally.won.iter().sum(),
            lost: tally.lost.iter().sum(),
            drawn: tally.drawn,
            void: tally.void,
            rate: tally.rate().map(RateJson::from),
            rate_black: tally.rate_with(Color::Black).map(RateJson::from),
            rate_white: tally.rate_with(Color::White).map(RateJson::from),
            book_moves: tally.book_moves,
            moves: tally.moves,
            repeated: tally.repeated,
            learned: outcome.learned,
            failures: outcome.failures.clone(),
            stopped: outcome.stopped.as_ref().map(ToString::to_string),
        }
    }
}

impl From<RateInterval> for RateJson {
    fn from(rate: RateInterval) -> RateJson {
        RateJson {
            rate: rate.rate,
            low: rate.low,
            high: rate.high,
            games: rate.games,
        }
    }
}

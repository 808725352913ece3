//! Result of a match, as JSON.

use serde::Serialize;

use joseki_game::Color;
use joseki_service::engine::contest::{
    ContestOutcome, ContestTally, RateInterval, SprtState, elo_of_share,
};

/// Result of a match, from the view of its first engine.
#[derive(Clone, Debug, Serialize)]
pub struct ContestJson {
    /// Games played, including those of earlier runs.
    pub games: u32,
    /// Games played in earlier runs.
    pub before: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games without a result.
    pub void: u32,
    /// Win rate, a draw counting half; null without games with a result.
    pub rate: Option<RateInterval>,
    /// Win rate with Black.
    pub rate_black: Option<RateInterval>,
    /// Win rate with White.
    pub rate_white: Option<RateInterval>,
    /// Difference in strength in Elo, with the ends of its interval; null where it has no bound.
    pub elo: Option<[Option<f64>; 3]>,
    /// State of the sequential test; null without one.
    pub sprt: Option<SprtState>,
    /// Moves from a book, of the first and of the second engine.
    pub book_moves: [u64; 2],
    /// Moves in all.
    pub moves: u64,
    /// Games identical move for move to an earlier one.
    pub repeated: u32,
    /// Games entered as results in this run.
    pub learned: u32,
    /// Reasons for games that had to be replayed.
    pub failures: Vec<String>,
    /// Reason why the match ended early; null if it did not.
    pub stopped: Option<String>,
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
            rate: tally.rate(),
            rate_black: tally.rate_with(Color::Black),
            rate_white: tally.rate_with(Color::White),
            elo: tally.rate().map(|rate| {
                let elo = |share| Some(elo_of_share(share)).filter(|elo: &f64| elo.is_finite());
                [rate.low, rate.rate, rate.high].map(elo)
            }),
            sprt: outcome.sprt,
            book_moves: tally.book_moves,
            moves: tally.moves,
            repeated: tally.repeated,
            learned: outcome.learned,
            failures: outcome.failures.clone(),
            stopped: outcome.stopped.as_ref().map(ToString::to_string),
        }
    }
}

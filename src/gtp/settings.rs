//! How the engine plays.

use std::time::Duration;

use crate::book::Verdict;
use crate::ledger::OpponentName;

/// Everything that can be said when the engine is started.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The command line of the engine behind us, if there is one.
    pub engine: Option<String>,
    /// How long that engine may take for an answer.
    pub patience: Duration,
    /// The book.
    pub book: String,
    /// Against whom the games are.
    pub opponent: Option<OpponentName>,
    /// What kind of opponent that is.
    pub class: Option<String>,
    /// Draws moves by weight; every game has the next number.
    pub seed: Option<u64>,
    /// What a move needs to be played from the book.
    pub bar: Bar,
    /// How the engine judges moves of the book before they are played.
    pub check: Option<Check>,
    /// Where results go.
    pub results: Results,
}

/// What a move needs to be played from the book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// A verdict of at least this; without it, any that is not mistake, trick or question.
    pub min_verdict: Option<Verdict>,
    /// A priority of at least this.
    pub min_priority: Option<f64>,
    /// At least so many counted games.
    pub min_games: Option<u32>,
    /// At least this urgency of its corner.
    pub min_urgency: Option<f64>,
    /// A line of the book on this board that gains so many points of SFB; equal moves then come by it, too.
    pub min_gain: Option<f64>,
    /// At most so many steps in its corner's line, itself among them.
    pub depth: Option<usize>,
    /// At most so many moves in the game, itself among them.
    pub until_move: Option<usize>,
    /// Whether it may also follow a move of the opponent that is none of the book's, where an engine could answer.
    pub after_any_move: bool,
}

/// How the engine judges moves of the book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// How much win rate a move may lose against the engine's own best, 0 to 1.
    pub loss: f64,
    /// How long the engine looks.
    pub time: Duration,
}

/// Where results go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Results {
    /// Nowhere.
    Nowhere,
    /// To the database of the book.
    Database,
    /// To a running service.
    Service {
        /// Its address.
        url: String,
        /// The key that may write results.
        key: Option<String>,
    },
}

//! Parameters of an evaluation run.

use std::time::Duration;

use joseki_peer::KataGoQuery;

/// Positions of a book to be sent to an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluateRequest {
    /// Book whose positions are evaluated.
    pub book: String,
    /// Command line of the engine.
    pub engine: String,
    /// Visits per position.
    pub visits: u32,
    /// Name of the rules as the engine knows it.
    pub rules: String,
    /// Komi in half points.
    pub komi: i16,
    /// Maximum number of positions to send.
    pub limit: Option<usize>,
    /// Maximum number of steps of a line, tenukis included.
    pub depth: Option<usize>,
    /// Minimum number of counted games that reached a position.
    pub min_games: Option<u32>,
    /// Positions in flight at a time; at least 1.
    pub in_flight: usize,
    /// Response timeout of the engine.
    pub timeout: Duration,
    /// Whether to evaluate positions again that have been evaluated.
    pub again: bool,
    /// Whether to query only the engine's name and report what would be sent.
    pub dry_run: bool,
}

impl EvaluateRequest {
    /// Default visits per position.
    pub const VISITS: u32 = 500;
    /// Default rules.
    pub const RULES: &str = "chinese";
    /// Default komi in half points.
    pub const KOMI: i16 = 15;
    /// Default number of positions in flight.
    pub const IN_FLIGHT: usize = 8;
    /// Default timeout: a first start may tune for minutes.
    pub const TIMEOUT: Duration = Duration::from_secs(600);

    /// Builds the query for a position.
    pub(super) fn query(&self, task: &super::plan::EvaluationTask) -> KataGoQuery {
        KataGoQuery {
            size: joseki_game::BoardSize::NINETEEN,
            initial: Vec::new(),
            to_play: task.to_play,
            moves: task.moves.clone(),
            rules: self.rules.clone(),
            komi: self.komi,
            visits: self.visits,
            avoid: Vec::new(),
            allow: Vec::new(),
            policy: false,
        }
    }
}

//! What an engine is asked, and of which positions.

use std::time::Duration;

use crate::peer::KataGoQuery;

/// Positions of a book to be sent to an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluateRequest {
    /// The book.
    pub book: String,
    /// The engine's command line.
    pub engine: String,
    /// Visits a position.
    pub visits: u32,
    /// The rules, by the name that the engine knows.
    pub rules: String,
    /// Komi in half points.
    pub komi: i16,
    /// Asks for so many positions at most.
    pub limit: Option<usize>,
    /// Lines of so many steps at most, tenukis included.
    pub depth: Option<usize>,
    /// Positions that so many counted games reached at least.
    pub min_games: Option<u32>,
    /// Positions that the engine has at a time; 1 at least.
    pub in_flight: usize,
    /// How long the engine may say nothing.
    pub patience: Duration,
    /// Asks again for what is there.
    pub again: bool,
    /// Asks the engine for its name only, and tells what would be asked.
    pub dry_run: bool,
}

impl EvaluateRequest {
    /// Visits a position unless the caller says.
    pub const VISITS: u32 = 500;
    /// The rules unless the caller says.
    pub const RULES: &str = "chinese";
    /// Komi unless the caller says, in half points.
    pub const KOMI: i16 = 15;
    /// Positions at a time unless the caller says.
    pub const IN_FLIGHT: usize = 8;
    /// The engine's patience unless the caller says: a first start may tune for minutes.
    pub const PATIENCE: Duration = Duration::from_secs(600);

    /// What the engine is asked about a position.
    pub(super) fn query(&self, moves: &[super::plan::Laid]) -> KataGoQuery {
        KataGoQuery {
            size: crate::game::go::BoardSize::NINETEEN,
            moves: moves.to_vec(),
            rules: self.rules.clone(),
            komi: self.komi,
            visits: self.visits,
        }
    }
}

//! Outcome of a run that grows a book.

use serde::Serialize;

use crate::ServiceError;
use crate::text::{as_optional_text, as_text};
use joseki_book::{Line, Verdict};
use joseki_game::Variant;

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowProgress {
    /// Positions evaluated.
    pub done: u64,
    /// Positions that may be evaluated.
    pub total: u64,
}

/// Outcome of a run.
#[derive(Debug, Default, Serialize)]
pub struct GrowOutcome {
    /// Game of the book.
    #[serde(skip)]
    pub variant: Variant,
    /// Names, versions and networks of the engines.
    pub engines: Vec<String>,
    /// Positions of the book at the start.
    pub positions: u64,
    /// Positions whose evaluations were known at the start.
    pub known: u64,
    /// Positions evaluated.
    pub evaluated: u64,
    /// Positions evaluated a second time, with more visits.
    pub confirmed: u64,
    /// Positions that the engines refused, or that cannot be set up.
    pub refused: u64,
    /// The first refusals.
    pub refusals: Vec<RefusedGrowth>,
    /// Moves added to the book.
    pub added: u64,
    /// Verdicts set.
    pub judged: u64,
    /// Curators' verdicts from which that of the engine differs by two classes or more.
    pub contested: Vec<ContestedVerdict>,
    /// Moves whose loss depends on the board by more than a class: it may depend on a ladder.
    pub on_ladders: Vec<LadderMove>,
    /// Numbers of the changes in the log.
    pub changes: Vec<i64>,
    /// What a move elsewhere is worth, in points; 0 in other games than Go.
    pub tenuki: f64,
    /// Distinct warnings.
    pub warnings: Vec<String>,
    /// In a dry run, what would be sent first, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub planned: Vec<PlannedGrowth>,
    /// Error that stopped the run early. What came before stays.
    #[serde(serialize_with = "as_optional_text")]
    pub stopped: Option<ServiceError>,
}

/// A position without an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedGrowth {
    /// Its line.
    #[serde(serialize_with = "as_text")]
    pub line: Line,
    /// The reason.
    pub why: String,
}

/// A curator's verdict that an engine contests.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContestedVerdict {
    /// The line of the move.
    #[serde(serialize_with = "as_text")]
    pub line: Line,
    /// The curator's verdict.
    #[serde(serialize_with = "as_text")]
    pub curator: Verdict,
    /// That of the engine.
    #[serde(serialize_with = "as_text")]
    pub engine: Verdict,
    /// What the move loses: points in Go, else win rate.
    pub loss: f64,
    /// Whether the engine's verdict replaced the curator's.
    pub replaced: bool,
}

/// A move that is good on one board and bad on another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LadderMove {
    /// The line of the move.
    #[serde(serialize_with = "as_text")]
    pub line: Line,
    /// Half the difference between its losses, in points.
    pub spread: f64,
}

/// A position that would be sent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlannedGrowth {
    /// Its line.
    #[serde(serialize_with = "as_text")]
    pub line: Line,
    /// Whether it is a move that the book does not have.
    pub is_new: bool,
    /// Its cost: less is sooner.
    pub cost: f64,
}

impl GrowOutcome {
    /// Maximum number of refusals, of warnings and of moves in each list of an outcome.
    pub const MAX_REPORTED: usize = 20;

    pub(super) fn refuse(&mut self, line: &Line, why: String) {
        self.refused += 1;
        if self.refusals.len() < Self::MAX_REPORTED {
            self.refusals.push(RefusedGrowth { line: line.clone(), why });
        }
    }

    pub(super) fn warn(&mut self, warning: String) {
        if self.warnings.len() < Self::MAX_REPORTED && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

//! Outcome of an evaluation run.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::ServiceError;
use crate::text::{as_optional_text, as_text};
use joseki_book::Line;
use joseki_game::Variant;
use joseki_store::EntryCounts;

/// Progress of an evaluation run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluateProgress {
    /// Positions finished, evaluated or refused.
    pub done: u64,
    /// Positions to be sent.
    pub total: u64,
}

/// Outcome of an evaluation run. `positions = known + asked + left`, and unless the run was stopped
/// `asked = evaluated + refused`.
#[derive(Debug, Default, Serialize)]
pub struct EvaluateOutcome {
    /// Game of the book.
    #[serde(skip)]
    pub variant: Variant,
    /// Name, version and network of the engine.
    pub engine: String,
    /// Distinct positions of the book that the request selects.
    pub positions: u64,
    /// Lines without a position: their moves cannot be placed on an empty board.
    pub unplayable: u64,
    /// Positions already evaluated by this engine with at least as many visits.
    pub known: u64,
    /// Positions sent to the engine; in a dry run, those that would be sent.
    #[serde(rename = "asked")]
    pub sent: u64,
    /// Positions left for another run because of the limit.
    pub left: u64,
    /// Positions evaluated by the engine.
    pub evaluated: u64,
    /// Effect of those evaluations in the store.
    #[serde(flatten, serialize_with = "entered")]
    pub entered: EntryCounts,
    /// Positions refused by the engine; the next run sends them again.
    pub refused: u64,
    /// The first refusals.
    pub refusals: Vec<RefusedPosition>,
    /// Distinct warnings of the engine.
    pub warnings: Vec<String>,
    /// In a dry run, the positions that would be sent, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub planned: Vec<PlannedPosition>,
    /// Error that stopped the run early. Earlier evaluations stay stored.
    #[serde(serialize_with = "as_optional_text")]
    pub stopped: Option<ServiceError>,
}

/// Serializes the counts of evaluations: those already known are `worse`.
fn entered<S: Serializer>(counts: &EntryCounts, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(3))?;
    map.serialize_entry("added", &counts.added)?;
    map.serialize_entry("updated", &counts.updated)?;
    map.serialize_entry("worse", &counts.known)?;
    map.end()
}

/// A position refused by the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedPosition {
    /// Line of the position.
    #[serde(serialize_with = "as_text")]
    pub line: Line,
    /// Reason given by the engine.
    pub why: String,
}

/// A position that would be sent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlannedPosition {
    /// Line of the position.
    #[serde(serialize_with = "as_text")]
    pub line: Line,
    /// Counted games that reached it.
    pub games: u32,
    /// Its priority: greater is sooner.
    pub score: f64,
}

impl EvaluateOutcome {
    /// Maximum number of refusals, and of warnings, in an outcome.
    pub const MAX_REPORTED: usize = 10;

    pub(super) fn refuse(&mut self, line: &Line, why: String) {
        self.refused += 1;
        if self.refusals.len() < Self::MAX_REPORTED {
            let line = line.clone();
            self.refusals.push(RefusedPosition { line, why });
        }
    }

    pub(super) fn warn(&mut self, warning: String) {
        if self.warnings.len() < Self::MAX_REPORTED && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

//! What came of asking an engine.

use crate::book::Line;
use crate::service::ServiceError;
use crate::store::EvaluationsEntered;

/// How far the engine has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluateProgress {
    /// Positions that are answered, one way or the other.
    pub done: u64,
    /// Positions to be asked.
    pub total: u64,
}

/// What came of asking an engine. `positions = known + asked + left`, and, unless the run was ended,
/// `asked = evaluated + refused`.
#[derive(Debug, Default)]
pub struct EvaluateOutcome {
    /// The engine's name, version and network.
    pub engine: String,
    /// Distinct positions of the book, of those that the request is about.
    pub positions: u64,
    /// Lines that cannot be laid alone on a board; they have no position.
    pub unplayable: u64,
    /// Positions that were evaluated before by this engine, with as many visits.
    pub known: u64,
    /// Positions that were sent to the engine; in a dry run those that would be.
    pub asked: u64,
    /// Positions that are left for another run, because of the limit.
    pub left: u64,
    /// Positions that the engine evaluated.
    pub evaluated: u64,
    /// What became of those in the store.
    pub entered: EvaluationsEntered,
    /// Positions that the engine refused; another run asks for them again.
    pub refused: u64,
    /// The first of them.
    pub refusals: Vec<RefusedPosition>,
    /// The engine's warnings, each once.
    pub warnings: Vec<String>,
    /// In a dry run the positions that would be asked, in that order.
    pub planned: Vec<PlannedPosition>,
    /// What ended the run before its time. What was evaluated before is kept.
    pub stopped: Option<ServiceError>,
}

/// A position that the engine refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedPosition {
    /// The line.
    pub line: Line,
    /// Why.
    pub why: String,
}

/// A position that would be asked.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedPosition {
    /// The line.
    pub line: Line,
    /// The counted games that reached it.
    pub games: u32,
    /// Its place in the order: the greater, the sooner.
    pub score: f64,
}

impl EvaluateOutcome {
    /// The most refusals, and the most warnings, that are told.
    pub const TOLD: usize = 10;

    pub(super) fn refuse(&mut self, line: &Line, why: String) {
        self.refused += 1;
        if self.refusals.len() < Self::TOLD {
            let line = line.clone();
            self.refusals.push(RefusedPosition { line, why });
        }
    }

    pub(super) fn warn(&mut self, warning: String) {
        if self.warnings.len() < Self::TOLD && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

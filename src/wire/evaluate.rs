//! What engines say of a book's positions, and the account of asking them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{BookVersionJson, rfc3339};
use crate::service::{EvaluateOutcome, EvaluatedMove, LostAgainst, NodeEvaluation, in_upper_right};

/// What an engine says of a position: the corner alone on an empty board of 19 lines, a pass for every tenuki. Numbers
/// are from the view of the side that made the move; at the root, of the side that does not move first.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "engine": "KataGo 1.16.0 kata1-b28c512nbt", "rules": "chinese", "komi": 7.5, "visits": 500, "color": "W",
    "win_rate": 0.46, "lead": -0.8, "stdev": 20.1,
    "lost": {"win_rate": 0.03, "lead": 0.6, "siblings": 7}, "at": "2026-01-31T13:05:07.000001Z"
}))]
pub struct EvaluationJson {
    /// The engine with its version and network.
    pub engine: String,
    /// The rules.
    pub rules: String,
    /// Komi, which is White's.
    pub komi: f64,
    /// Visits.
    pub visits: u32,
    /// Who made the move as the engine saw it, `B` or `W`: Black makes a line's first.
    pub color: String,
    /// The win rate, 0 to 1.
    pub win_rate: f64,
    /// The lead in points.
    pub lead: f64,
    /// The standard deviation of the final score in points; null if the engine does not say it.
    pub stdev: Option<f64>,
    /// What the move loses against the best of its siblings that the same engine evaluated; null where there are
    /// none.
    pub lost: Option<LostAgainstJson>,
    /// When it was made.
    pub at: String,
}

/// What a move loses against the best of its siblings.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct LostAgainstJson {
    /// In win rate.
    pub win_rate: f64,
    /// In points.
    pub lead: f64,
    /// The siblings that were evaluated.
    pub siblings: usize,
}

/// The evaluated moves of a book.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluationsJson {
    /// The book.
    pub book: BookVersionJson,
    /// The moves, short lines first.
    pub moves: Vec<EvaluatedMoveJson>,
}

/// An evaluated move of a book.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluatedMoveJson {
    /// The canonical line; empty for the empty corner.
    pub line: String,
    /// The line as it was laid in the upper right.
    pub moves: String,
    /// The counted games that reached the position.
    pub games: u32,
    /// What an engine says.
    #[serde(flatten)]
    pub evaluation: EvaluationJson,
}

/// The account of asking an engine.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluateJson {
    /// The engine.
    pub engine: String,
    /// Distinct positions of the book.
    pub positions: u64,
    /// Lines that cannot be laid alone on a board.
    pub unplayable: u64,
    /// Positions that were evaluated before.
    pub known: u64,
    /// Positions that were asked for, or would be.
    pub asked: u64,
    /// Positions that the limit leaves.
    pub left: u64,
    /// Positions that were evaluated.
    pub evaluated: u64,
    /// Those of them that came in, took the place of another evaluation, or are worse than what was there.
    pub added: u64,
    /// See above.
    pub updated: u64,
    /// See above.
    pub worse: u64,
    /// Positions that the engine refused.
    pub refused: u64,
    /// The first of them.
    pub refusals: Vec<RefusedPositionJson>,
    /// The engine's warnings.
    pub warnings: Vec<String>,
    /// What would be asked, in that order; in a dry run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub planned: Vec<PlannedPositionJson>,
    /// What ended the run before its time.
    pub stopped: Option<String>,
}

/// A position that the engine refused.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedPositionJson {
    /// The line.
    pub line: String,
    /// Why.
    pub why: String,
}

/// A position that would be asked.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedPositionJson {
    /// The line.
    pub line: String,
    /// The counted games that reached it.
    pub games: u32,
    /// The greater, the sooner.
    pub score: f64,
}

impl From<&NodeEvaluation> for EvaluationJson {
    fn from(evaluation: &NodeEvaluation) -> EvaluationJson {
        let kept = &evaluation.kept;
        EvaluationJson {
            engine: kept.key.engine.clone(),
            rules: kept.key.rules.clone(),
            komi: f64::from(kept.key.komi) / 2.0,
            visits: kept.visits,
            color: kept.key.to_play.opposite().letter().to_string(),
            win_rate: evaluation.win_rate,
            lead: evaluation.lead,
            stdev: kept.stdev,
            lost: evaluation.lost.map(LostAgainstJson::from),
            at: rfc3339(kept.at),
        }
    }
}

impl From<LostAgainst> for LostAgainstJson {
    fn from(lost: LostAgainst) -> LostAgainstJson {
        LostAgainstJson {
            win_rate: lost.win_rate,
            lead: lost.lead,
            siblings: lost.siblings,
        }
    }
}

impl EvaluationsJson {
    /// The evaluated moves of a book of this name and version.
    #[must_use]
    pub fn new(name: &str, version: u64, moves: &[EvaluatedMove]) -> EvaluationsJson {
        let moves = moves.iter().map(|one| EvaluatedMoveJson {
            line: one.line.to_string(),
            moves: in_upper_right(&one.line),
            games: one.games,
            evaluation: (&one.evaluation).into(),
        });
        EvaluationsJson {
            book: BookVersionJson {
                name: name.to_owned(),
                version,
            },
            moves: moves.collect(),
        }
    }
}

impl From<&EvaluateOutcome> for EvaluateJson {
    fn from(outcome: &EvaluateOutcome) -> EvaluateJson {
        let refusals = outcome.refusals.iter().map(|refused| RefusedPositionJson {
            line: refused.line.to_string(),
            why: refused.why.clone(),
        });
        let planned = outcome.planned.iter().map(|planned| PlannedPositionJson {
            line: planned.line.to_string(),
            games: planned.games,
            score: planned.score,
        });
        EvaluateJson {
            engine: outcome.engine.clone(),
            positions: outcome.positions,
            unplayable: outcome.unplayable,
            known: outcome.known,
            asked: outcome.asked,
            left: outcome.left,
            evaluated: outcome.evaluated,
            added: outcome.entered.added,
            updated: outcome.entered.updated,
            worse: outcome.entered.known,
            refused: outcome.refused,
            refusals: refusals.collect(),
            warnings: outcome.warnings.clone(),
            planned: planned.collect(),
            stopped: outcome.stopped.as_ref().map(ToString::to_string),
        }
    }
}

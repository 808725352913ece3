//! Engine evaluations of a book's positions.

use serde::Serialize;
use utoipa::ToSchema;

use crate::time::rfc3339;
use joseki_service::{
    engine::evaluate::{EvaluatedBook, LostAgainst, NodeEvaluation},
    review::LineWriter,
};
use joseki_store::BookVersion;

/// An engine's evaluation of a position: a corner on a board of 19 lines, each tenuki being a pass,
/// or in other games the whole board. Numbers are from the view of the side that made the move; at
/// the root, of the side that does not move first.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "engine": "KataGo 1.16.0 kata1-b28c512nbt", "rules": "chinese", "komi": 7.5, "board": "empty",
    "visits": 500, "color": "W", "win_rate": 0.46, "lead": -0.8, "stdev": 20.1,
    "lost": {"win_rate": 0.03, "lead": 0.6, "siblings": 7}, "at": "2026-01-31T13:05:07.000001Z"
}))]
pub struct EvaluationJson {
    /// Engine with its version and network.
    pub engine: String,
    /// Rules used by the engine, e.g. `chinese`.
    pub rules: String,
    /// Komi in points.
    pub komi: f64,
    /// Name of the whole board on which the corner was placed: `empty` without other stones, and in
    /// games of the whole board.
    pub board: String,
    /// Number of visits of the search.
    pub visits: u32,
    /// Colour of the move in the evaluated position, `B` or `W`; Black makes the first move of a
    /// line.
    pub color: String,
    /// Win rate, 0 to 1.
    pub win_rate: f64,
    /// Expected lead in points.
    pub lead: f64,
    /// Standard deviation of the final score in points; null if the engine does not report it.
    pub stdev: Option<f64>,
    /// Loss compared with the best sibling evaluated by the same engine on the same board; null
    /// without such a sibling.
    pub lost: Option<LostAgainst>,
    /// Time of the evaluation, UTC, e.g. `2026-01-31T13:05:07.000001Z`.
    pub at: String,
}

/// Evaluated moves of a book.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluationsJson {
    /// The book.
    pub book: BookVersion,
    /// Moves, short lines first.
    pub moves: Vec<EvaluatedMoveJson>,
}

/// Evaluated move of a book.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluatedMoveJson {
    /// Canonical line; empty for the empty corner.
    pub line: String,
    /// Moves of the line in the upper right corner.
    pub moves: String,
    /// Number of counted games that reached the position.
    pub games: u32,
    /// The evaluation.
    #[serde(flatten)]
    pub evaluation: EvaluationJson,
}

impl From<&NodeEvaluation> for EvaluationJson {
    fn from(evaluation: &NodeEvaluation) -> EvaluationJson {
        let kept = &evaluation.stored;
        EvaluationJson {
            engine: kept.key.engine.clone(),
            rules: kept.key.rules.clone(),
            komi: f64::from(kept.key.komi) / 2.0,
            board: kept.key.board.clone(),
            visits: kept.visits,
            color: kept.key.to_play.opposite().letter().to_string(),
            win_rate: evaluation.win_rate,
            lead: evaluation.lead,
            stdev: kept.stdev,
            lost: evaluation.lost,
            at: rfc3339(kept.at),
        }
    }
}

impl EvaluationsJson {
    /// Creates the list of a book.
    #[must_use]
    pub fn new(book: &EvaluatedBook) -> EvaluationsJson {
        let moves = book.moves.iter().map(|one| EvaluatedMoveJson {
            line: one.line.to_string(),
            moves: LineWriter::new(book.variant).line(&one.line),
            games: one.games,
            evaluation: (&one.evaluation).into(),
        });
        EvaluationsJson {
            book: BookVersion { name: book.name.clone(), version: book.version },
            moves: moves.collect(),
        }
    }
}

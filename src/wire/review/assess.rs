//! Assessment report: how well a book's answers agree with games.

use serde::Serialize;

use crate::curate::book::BookJson;
use joseki_service::review::{AssessOutcome, AssessReport, DEPTHS, Measures};

/// Quality of a book on games that it does not count.
#[derive(Clone, Debug, Serialize)]
pub struct AssessJson {
    /// The book.
    pub book: BookJson,
    /// Whether games were mined into the book; if not, its log loss is that of a uniform guess.
    pub counts_games: bool,
    /// Maximum number of moves queried per game.
    pub moves_of_a_game: usize,
    /// Record counts by outcome.
    pub records: AssessReport,
    /// One row per source and strength.
    pub rows: Vec<AssessRowJson>,
    /// All rows together.
    pub total: MeasuresJson,
}

/// Games of one source and strength.
#[derive(Clone, Debug, Serialize)]
pub struct AssessRowJson {
    /// Name of the collection.
    pub source: String,
    /// Strength of the players: `unknown`, `kyu`, `dan`, `high_dan`, `pro` or `engine`.
    pub strength: &'static str,
    /// The measures.
    #[serde(flatten)]
    pub measures: MeasuresJson,
}

/// Measures over a set of games. Shares are 0 to 1; null if the denominator is 0.
#[derive(Clone, Debug, Serialize)]
pub struct MeasuresJson {
    /// Number of games.
    pub games: u64,
    /// Moves queried.
    pub moves: u64,
    /// Moves that belong to a corner.
    pub corner_moves: u64,
    /// Corner moves for which the book has a candidate in that corner.
    pub known: u64,
    /// Share of corner moves that are known.
    pub coverage: Option<f64>,
    /// The same by number of the stone in its corner.
    pub coverage_by_stone: Vec<CoverageJson>,
    /// Share of known corner moves that are the corner's first candidate.
    pub top_1: Option<f64>,
    /// Share of known corner moves among the corner's first three candidates.
    pub top_3: Option<f64>,
    /// `top_1` if the candidates came in the order of how often they were played.
    pub top_1_by_plays: Option<f64>,
    /// `top_3` if the candidates came in the order of how often they were played.
    pub top_3_by_plays: Option<f64>,
    /// Mean of `-ln p` over the known corner moves.
    pub log_loss: Option<f64>,
    /// The same with all candidates equally likely.
    pub log_loss_uniform: Option<f64>,
    /// Share of known corner moves played in the corner of the answer's best move.
    pub first_corner: Option<f64>,
    /// Share of all moves that are the answer's best move.
    pub board_top_1: Option<f64>,
    /// Share of all moves among the answer's first three.
    pub board_top_3: Option<f64>,
    /// Share of all moves among the answer's first ten.
    pub board_top_10: Option<f64>,
}

/// Coverage of corner moves at one depth.
#[derive(Clone, Debug, Serialize)]
pub struct CoverageJson {
    /// Range of stone numbers in the corner, e.g. `1-4`.
    pub stones: &'static str,
    /// Corner moves at this depth.
    pub corner_moves: u64,
    /// Known corner moves at this depth.
    pub known: u64,
    /// `known` / `corner_moves`, 0 to 1; null without corner moves.
    pub coverage: Option<f64>,
}

impl From<&AssessOutcome> for AssessJson {
    fn from(outcome: &AssessOutcome) -> AssessJson {
        let rows = outcome.rows.iter().map(|row| AssessRowJson {
            source: row.source.clone(),
            strength: row.band.into(),
            measures: (&row.measures).into(),
        });
        AssessJson {
            book: outcome.book.clone(),
            counts_games: outcome.counts_games,
            moves_of_a_game: outcome.moves,
            records: outcome.report.clone(),
            rows: rows.collect(),
            total: (&outcome.total).into(),
        }
    }
}

impl From<&Measures> for MeasuresJson {
    fn from(measures: &Measures) -> MeasuresJson {
        let corners = measures.corners();
        let groups = DEPTHS.iter().zip(measures.by_depth);
        let coverage = groups.map(|((stones, _), covered)| CoverageJson {
            stones,
            corner_moves: covered.corner_moves,
            known: covered.known,
            coverage: covered.share(),
        });
        MeasuresJson {
            games: measures.games,
            moves: measures.moves,
            corner_moves: corners.corner_moves,
            known: corners.known,
            coverage: corners.share(),
            coverage_by_stone: coverage.collect(),
            top_1: measures.share_of_known(measures.top[0]),
            top_3: measures.share_of_known(measures.top[1]),
            top_1_by_plays: measures.share_of_known(measures.by_plays[0]),
            top_3_by_plays: measures.share_of_known(measures.by_plays[1]),
            log_loss: measures.log_loss(),
            log_loss_uniform: measures.uniform_log_loss(),
            first_corner: measures.share_of_known(measures.first_corner),
            board_top_1: measures.share_of_moves(measures.board[0]),
            board_top_3: measures.share_of_moves(measures.board[1]),
            board_top_10: measures.share_of_moves(measures.board[2]),
        }
    }
}

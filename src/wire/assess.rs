//! The account of an assessment: how well a book's answers agree with games.

use std::collections::BTreeMap;

use serde::Serialize;

use super::book::BookJson;
use crate::service::{AssessOutcome, AssessReport, DEPTHS, Measures};

/// How good a book is on games that it does not count.
#[derive(Clone, Debug, Serialize)]
pub struct AssessJson {
    /// The book.
    pub book: BookJson,
    /// Whether games were counted in it; if not, its log loss is that of a uniform guess.
    pub counts_games: bool,
    /// The moves of each game that were asked for.
    pub moves_of_a_game: usize,
    /// What became of the records.
    pub records: AssessedRecordsJson,
    /// By source and strength.
    pub rows: Vec<AssessRowJson>,
    /// Over all rows.
    pub total: MeasuresJson,
}

/// What became of the records: `seen` is the sum of all but `skipped` and `unreadable`.
#[derive(Clone, Debug, Serialize)]
pub struct AssessedRecordsJson {
    /// Records read.
    pub seen: u64,
    /// Assessed.
    pub assessed: u64,
    /// Left out, for the book counts them.
    pub mined: u64,
    /// Left out, for they came before.
    pub duplicates: u64,
    /// Left out, for they are of other years.
    pub other_years: u64,
    /// Left out of the sample.
    pub not_sampled: u64,
    /// Left out as when mining, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable, and where; the first hundred.
    pub defects: Vec<String>,
}

/// The games of one source and strength.
#[derive(Clone, Debug, Serialize)]
pub struct AssessRowJson {
    /// The collection.
    pub source: String,
    /// How strong the players are.
    pub strength: &'static str,
    /// What was measured.
    #[serde(flatten)]
    pub measures: MeasuresJson,
}

/// What was measured. Shares are of 0 to 1; null where there is nothing to share.
#[derive(Clone, Debug, Serialize)]
pub struct MeasuresJson {
    /// Games.
    pub games: u64,
    /// Moves that were asked for.
    pub moves: u64,
    /// Stones that are near in a corner.
    pub corner_moves: u64,
    /// Corner moves for which the book has a candidate in the corner.
    pub known: u64,
    /// The share of the corner moves that are known.
    pub coverage: Option<f64>,
    /// The same by the number of the stone in its corner.
    pub coverage_by_stone: Vec<CoverageJson>,
    /// The share of the known corner moves that are the corner's first candidate.
    pub top_1: Option<f64>,
    /// The share that are among the corner's first three.
    pub top_3: Option<f64>,
    /// The mean of `-ln p` of the known corner moves.
    pub log_loss: Option<f64>,
    /// The same if all candidates were equally likely.
    pub log_loss_uniform: Option<f64>,
    /// The share of the known corner moves that were played in the corner of the answer's best move.
    pub first_corner: Option<f64>,
    /// The share of all moves that are the answer's best.
    pub board_top_1: Option<f64>,
    /// The share that are among the answer's first three.
    pub board_top_3: Option<f64>,
    /// The share that are among the answer's first ten.
    pub board_top_10: Option<f64>,
}

/// How many corner moves are known, at one depth.
#[derive(Clone, Debug, Serialize)]
pub struct CoverageJson {
    /// Which stones of the corner, as in `1-4`.
    pub stones: &'static str,
    /// The corner moves.
    pub corner_moves: u64,
    /// The known ones.
    pub known: u64,
    /// Their share.
    pub coverage: Option<f64>,
}

impl From<&AssessOutcome> for AssessJson {
    fn from(outcome: &AssessOutcome) -> AssessJson {
        let rows = outcome.rows.iter().map(|row| AssessRowJson {
            source: row.source.clone(),
            strength: row.band.name(),
            measures: (&row.measures).into(),
        });
        AssessJson {
            book: (&outcome.book).into(),
            counts_games: outcome.counts_games,
            moves_of_a_game: outcome.moves,
            records: (&outcome.report).into(),
            rows: rows.collect(),
            total: (&outcome.total).into(),
        }
    }
}

impl From<&AssessReport> for AssessedRecordsJson {
    fn from(report: &AssessReport) -> AssessedRecordsJson {
        let rejected = report.rejected.iter();
        AssessedRecordsJson {
            seen: report.games,
            assessed: report.assessed,
            mined: report.mined,
            duplicates: report.duplicates,
            other_years: report.other_years,
            not_sampled: report.not_sampled,
            rejected: rejected.map(|(why, games)| (why.text(), *games)).collect(),
            skipped: report.skipped,
            unreadable: report.unreadable,
            defects: report.defects.clone(),
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
            top_1: measures.of_known(measures.top[0]),
            top_3: measures.of_known(measures.top[1]),
            log_loss: measures.log_loss(),
            log_loss_uniform: measures.uniform_log_loss(),
            first_corner: measures.of_known(measures.first_corner),
            board_top_1: measures.of_moves(measures.board[0]),
            board_top_3: measures.of_moves(measures.board[1]),
            board_top_10: measures.of_moves(measures.board[2]),
        }
    }
}

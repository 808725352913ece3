//! Request and outcome of a prediction study.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

use super::measure::{Agreement, Estimate, Separation};
use crate::influence::Model;
use crate::mine::RecordRejection;

/// Games, and the move numbers at which to evaluate them.
#[derive(Clone, Debug)]
pub struct PredictRequest {
    /// Files, folders and archives.
    pub paths: Vec<PathBuf>,
    /// Numbers of moves, ascending.
    pub after: Vec<usize>,
    /// Models to compare.
    pub models: Vec<Model>,
    /// Reader threads.
    pub threads: usize,
}

/// Accuracy of each predictor for the winner and the lead.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictOutcome {
    /// Results by number of moves.
    pub after: Vec<PredictionsAt>,
    /// Counts of the records by outcome.
    pub records: PredictRecords,
}

/// Results for the boards after one number of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictionsAt {
    /// Number of moves.
    pub moves: usize,
    /// Games of that length with a winner: won by Black, won by White.
    pub won: [u64; 2],
    /// Games with an engine's lead at that move.
    pub leads: u64,
    /// Measures by predictor: the stones, the models in the order of the request, the engine.
    pub measures: Vec<PredictorMeasures>,
    /// Pairwise comparison of their separation.
    pub compared: Vec<PredictorComparison>,
}

/// Source of a predicting number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predictor {
    /// Black's stones minus White's: the baseline.
    Stones,
    /// Lead by a model.
    Model(Model),
    /// Lead given by the record's engine, komi included: the upper bound.
    Engine,
}

impl Display for Predictor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Predictor::Stones => f.write_str("stones"),
            Predictor::Model(model) => model.fmt(f),
            Predictor::Engine => f.write_str("engine"),
        }
    }
}

/// Accuracy of one predictor.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictorMeasures {
    /// The predictor.
    pub predictor: Predictor,
    /// Games with a winner for which it has a number.
    pub games: u64,
    /// Share of those games in which the side with the higher number won, with its 95 % interval; a
    /// 0 counts half.
    pub right: Option<Estimate>,
    /// Separation of games won by Black from games won by White, independent of a threshold.
    pub separation: Option<Separation>,
    /// Correlation with the engine's lead.
    pub agreement: Option<Agreement>,
    /// Correlation of its change by a move with the move's gain according to the engine, over the
    /// moves since the previous boards, both in the mover's view.
    pub moves: Option<Agreement>,
}

/// Comparison of two predictors on the games for which both have a number.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictorComparison {
    /// First predictor.
    pub one: Predictor,
    /// Second predictor.
    pub other: Predictor,
    /// How much better the first one separates, with its 95 % interval.
    pub better: Option<Estimate>,
}

/// Counts of the records by outcome: `games` is the sum of `used`, `duplicates` and all `rejected`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PredictRecords {
    /// Records read.
    pub games: u64,
    /// Games used.
    pub used: u64,
    /// Used games without a winner.
    pub without_winner: u64,
    /// Excluded as repetitions within this run.
    pub duplicates: u64,
    /// Rejected as in mining, by reason.
    pub rejected: BTreeMap<RecordRejection, u64>,
    /// Files and archive entries that are not game records.
    pub skipped: u64,
    /// Texts or parts of texts that could not be read.
    pub unreadable: u64,
    /// Descriptions of unreadable texts with their places; the first 100.
    pub defects: Vec<String>,
}

/// Progress of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredictProgress {
    /// Bytes read, as stored on disk (compressed in archives).
    pub bytes: u64,
    /// Bytes in total.
    pub total: u64,
    /// Records read.
    pub games: u64,
}

//! Request and outcome of a prediction study.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::calibration::Calibration;
use super::measure::{Agreement, Estimate, Separation};
use joseki_influence::Model;

/// Games, and the move numbers at which to evaluate them.
#[derive(Clone, Debug)]
pub struct PredictRequest {
    /// Files, folders and archives.
    pub paths: Vec<PathBuf>,
    /// Numbers of moves, ascending.
    pub after: Vec<usize>,
    /// Models to compare.
    pub models: Vec<Model>,
    /// Whether to calibrate the mechanical model on the boards.
    pub calibrate: bool,
    /// Reader threads.
    pub threads: usize,
}

/// Accuracy of each predictor for the winner and the lead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictOutcome {
    /// Results by number of moves.
    pub after: Vec<PredictionsAt>,
    /// Counts of the records by outcome.
    pub records: PredictRecords,
}

/// Results for the boards after one number of moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictionsAt {
    /// Number of moves.
    pub moves: usize,
    /// Games of that length won by Black.
    pub black_won: u64,
    /// Games of that length won by White.
    pub white_won: u64,
    /// Games with an engine's lead at that move.
    pub leads: u64,
    /// Measures by predictor: the stones, the models in the order of the request, the engine.
    #[serde(rename = "predictors")]
    pub measures: Vec<PredictorMeasures>,
    /// Pairwise comparison of their separation.
    pub compared: Vec<PredictorComparison>,
    /// Calibration of the mechanical model, if requested.
    pub calibration: Option<Calibration>,
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictorMeasures {
    /// The predictor.
    #[serde(serialize_with = "collect")]
    pub predictor: Predictor,
    /// Games with a winner for which it has a number.
    pub games: u64,
    /// Share of those games in which the side with the higher number won, with its 95 % interval; a
    /// 0 counts half.
    pub right: Option<Estimate>,
    /// Separation of games won by Black from games won by White, independent of a threshold.
    #[serde(rename = "auc")]
    pub separation: Option<Separation>,
    /// Correlation with the engine's lead.
    #[serde(rename = "lead")]
    pub agreement: Option<Agreement>,
    /// Correlation of its change by a move with the move's gain according to the engine, over the
    /// moves since the previous boards, both in the mover's view.
    pub moves: Option<Agreement>,
}

/// Comparison of two predictors on the games for which both have a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictorComparison {
    /// First predictor.
    #[serde(serialize_with = "collect")]
    pub one: Predictor,
    /// Second predictor.
    #[serde(serialize_with = "collect")]
    pub other: Predictor,
    /// How much better the first one separates, with its 95 % interval.
    #[serde(rename = "auc_difference")]
    pub better: Option<Estimate>,
}

/// Counts of the records by outcome: `seen` is the sum of `used`, `duplicates` and all `rejected`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PredictRecords {
    /// Records read.
    pub seen: u64,
    /// Games used.
    pub used: u64,
    /// Used games without a winner.
    pub without_winner: u64,
    /// Excluded as repetitions within this run.
    pub duplicates: u64,
    /// Rejected as in mining, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and archive entries that are not game records.
    pub skipped: u64,
    /// Texts or parts of texts that could not be read.
    pub unreadable: u64,
    /// Descriptions of unreadable texts with their places; the first 100.
    pub defects: Vec<String>,
}

/// Serializes a value as its text.
fn collect<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

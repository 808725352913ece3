//! What is asked of a study of predictions, and what came out.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

use super::measure::{Agreement, Estimate, Separation};
use crate::influence::Model;
use crate::mine::Rejection;

/// Games, and the moves after which their boards are looked at.
#[derive(Clone, Debug)]
pub struct PredictRequest {
    /// Files, folders and archives.
    pub paths: Vec<PathBuf>,
    /// Numbers of moves, ascending.
    pub after: Vec<usize>,
    /// The models.
    pub models: Vec<Model>,
    /// How many threads read.
    pub threads: usize,
}

/// How well each number told the winner and the lead.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictOutcome {
    /// By number of moves.
    pub after: Vec<Predicted>,
    /// What became of the records.
    pub records: PredictRecords,
}

/// The boards after so many moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicted {
    /// How many moves were played.
    pub moves: usize,
    /// Games that had a winner and were as long, won by Black and by White.
    pub won: [u64; 2],
    /// Games in which an engine said who leads then.
    pub leads: u64,
    /// By predictor: the stones, the models in the order of the request, the engine.
    pub measures: Vec<PredictorMeasures>,
    /// Each two of them: which separates better.
    pub compared: Vec<Compared>,
}

/// Where a number comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predictor {
    /// Black's stones on the board less White's: the baseline.
    Stones,
    /// The lead by a model.
    Model(Model),
    /// The lead that the record's engine gave, komi included: the ceiling.
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

/// How well one predictor did.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictorMeasures {
    /// Which.
    pub predictor: Predictor,
    /// Games with a winner in which it has a number.
    pub games: u64,
    /// The share of them in which the side with the higher number won; a 0 is half right. With its 95 % interval.
    pub right: Option<Estimate>,
    /// How well it tells games that Black won from those that White won, wherever the line between is drawn.
    pub separation: Option<Separation>,
    /// How it goes with the engine's lead.
    pub agreement: Option<Agreement>,
    /// How its change by a move goes with what the move gained by the engine, over the moves since the boards before, both
    /// in the mover's view.
    pub moves: Option<Agreement>,
}

/// Two predictors on the games in which both have a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// One.
    pub one: Predictor,
    /// The other.
    pub other: Predictor,
    /// By how much the separation of the first is better, with its 95 % interval.
    pub better: Option<Estimate>,
}

/// What became of the records: `games` is the sum of `used`, `duplicates`, and all `rejected`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PredictRecords {
    /// Records seen.
    pub games: u64,
    /// Looked at.
    pub used: u64,
    /// Of these, games without a winner.
    pub without_winner: u64,
    /// Left out, for they came before in this run.
    pub duplicates: u64,
    /// Left out as when mining, by reason.
    pub rejected: BTreeMap<Rejection, u64>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable, and where; the first hundred.
    pub defects: Vec<String>,
}

/// How far a study has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredictProgress {
    /// Bytes done, as they lie on the disk.
    pub bytes: u64,
    /// Bytes in all.
    pub total: u64,
    /// Records done.
    pub games: u64,
}

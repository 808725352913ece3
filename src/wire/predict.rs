//! Report on predictions of game results.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::service::{
    Agreement, Estimate, PredictOutcome, PredictRecords, PredictionsAt, PredictorComparison,
    PredictorMeasures,
};

/// How well models of influence predict the winner.
#[derive(Clone, Debug, Serialize)]
pub struct PredictJson {
    /// Results by number of moves.
    pub after: Vec<PredictionsJson>,
    /// Record counts by outcome.
    pub records: PredictRecordsJson,
}

/// Predictions after a number of moves.
#[derive(Clone, Debug, Serialize)]
pub struct PredictionsJson {
    /// Number of moves played.
    pub moves: usize,
    /// Games of this length that Black won.
    pub black_won: u64,
    /// Games of this length that White won.
    pub white_won: u64,
    /// Games in which an engine reported the lead at that move.
    pub leads: u64,
    /// Results by predictor.
    pub predictors: Vec<PredictorJson>,
    /// Pairwise comparisons of the predictors.
    pub compared: Vec<ComparisonJson>,
}

/// Quality of one predictor; null for too little data.
#[derive(Clone, Debug, Serialize)]
pub struct PredictorJson {
    /// Name: `stones`, a model, or `engine`.
    pub predictor: String,
    /// Games with a winner for which it gives a number.
    pub games: u64,
    /// Share of these games won by the side that it favours, 0 to 1.
    pub right: Option<EstimateJson>,
    /// Area under the ROC curve, 0 to 1.
    pub auc: Option<EstimateJson>,
    /// Agreement of its number with the engine's lead.
    pub lead: Option<AgreementJson>,
    /// Agreement of its change by a move with the move's gain according to the engine, over the
    /// moves since the previous boards.
    pub moves: Option<AgreementJson>,
}

/// Comparison of two predictors.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonJson {
    /// Name of the first predictor.
    pub one: String,
    /// Name of the second predictor.
    pub other: String,
    /// Area under the ROC curve of the first minus that of the second; null for too little data.
    pub auc_difference: Option<EstimateJson>,
}

/// Estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EstimateJson {
    /// Estimated value.
    pub value: f64,
    /// Lower and upper end of the interval.
    pub interval: [f64; 2],
}

/// Agreement of a number with an engine.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AgreementJson {
    /// Number of games or moves.
    pub count: u64,
    /// Pearson's correlation coefficient.
    pub correlation: EstimateJson,
    /// Slope: points of the engine per point of the number.
    pub slope: f64,
}

/// Record counts by outcome; `seen` is the sum of `used`, `duplicates` and all of `rejected`.
#[derive(Clone, Debug, Serialize)]
pub struct PredictRecordsJson {
    /// Records read.
    pub seen: u64,
    /// Records used.
    pub used: u64,
    /// Used records of games without a winner.
    pub without_winner: u64,
    /// Left out: duplicates of earlier records.
    pub duplicates: u64,
    /// Left out for the same reasons as in mining, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and archive entries that are not game records.
    pub skipped: u64,
    /// Texts, or parts of texts, that could not be read.
    pub unreadable: u64,
    /// Descriptions and locations of unreadable parts; at most 100.
    pub defects: Vec<String>,
}

impl From<&PredictOutcome> for PredictJson {
    fn from(outcome: &PredictOutcome) -> PredictJson {
        PredictJson {
            after: outcome.after.iter().map(predicted).collect(),
            records: records(&outcome.records),
        }
    }
}

fn predicted(predicted: &PredictionsAt) -> PredictionsJson {
    let [black_won, white_won] = predicted.won;
    PredictionsJson {
        moves: predicted.moves,
        black_won,
        white_won,
        leads: predicted.leads,
        predictors: predicted.measures.iter().map(predictor).collect(),
        compared: predicted.compared.iter().map(compared).collect(),
    }
}

fn predictor(measures: &PredictorMeasures) -> PredictorJson {
    PredictorJson {
        predictor: measures.predictor.to_string(),
        games: measures.games,
        right: measures.right.map(estimate),
        auc: measures.separation.map(estimate),
        lead: measures.agreement.map(agreement),
        moves: measures.moves.map(agreement),
    }
}

fn compared(compared: &PredictorComparison) -> ComparisonJson {
    ComparisonJson {
        one: compared.one.to_string(),
        other: compared.other.to_string(),
        auc_difference: compared.better.map(estimate),
    }
}

fn agreement(agreement: Agreement) -> AgreementJson {
    AgreementJson {
        count: agreement.count,
        correlation: estimate(agreement.correlation),
        slope: agreement.slope,
    }
}

fn estimate(estimate: Estimate) -> EstimateJson {
    EstimateJson {
        value: estimate.value,
        interval: [estimate.low, estimate.high],
    }
}

fn records(records: &PredictRecords) -> PredictRecordsJson {
    let rejected = records.rejected.iter();
    PredictRecordsJson {
        seen: records.games,
        used: records.used,
        without_winner: records.without_winner,
        duplicates: records.duplicates,
        rejected: rejected
            .map(|(reason, count)| (reason.into(), *count))
            .collect(),
        skipped: records.skipped,
        unreadable: records.unreadable,
        defects: records.defects.clone(),
    }
}

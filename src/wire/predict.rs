//! The account of a study of predictions.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::service::{
    Agreement, Compared, Estimate, PredictOutcome, PredictRecords, Predicted, PredictorMeasures,
};

/// How well models of influence tell who wins.
#[derive(Clone, Debug, Serialize)]
pub struct PredictJson {
    /// By number of moves.
    pub after: Vec<PredictedJson>,
    /// What became of the records.
    pub records: PredictRecordsJson,
}

/// The boards after so many moves.
#[derive(Clone, Debug, Serialize)]
pub struct PredictedJson {
    /// How many moves were played.
    pub moves: usize,
    /// Games as long that Black won.
    pub black_won: u64,
    /// Games as long that White won.
    pub white_won: u64,
    /// Games in which an engine said who leads then.
    pub leads: u64,
    /// By predictor.
    pub predictors: Vec<PredictorJson>,
    /// Each two of them.
    pub compared: Vec<ComparedJson>,
}

/// How well one predictor did. Null where there is too little.
#[derive(Clone, Debug, Serialize)]
pub struct PredictorJson {
    /// `stones`, a model, or `engine`.
    pub predictor: String,
    /// Games with a winner in which it has a number.
    pub games: u64,
    /// The share of them in which the side with the higher number won.
    pub right: Option<EstimateJson>,
    /// The area under the ROC curve.
    pub auc: Option<EstimateJson>,
    /// How it goes with the engine's lead.
    pub lead: Option<AgreementJson>,
    /// How its change by a move goes with what the move gained by the engine, over the moves since the boards before.
    pub moves: Option<AgreementJson>,
}

/// Two predictors.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedJson {
    /// One.
    pub one: String,
    /// The other.
    pub other: String,
    /// The area of the first less that of the other.
    pub auc_difference: Option<EstimateJson>,
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EstimateJson {
    /// The number.
    pub value: f64,
    /// Both ends.
    pub interval: [f64; 2],
}

/// How a number goes with what an engine says.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AgreementJson {
    /// Games or moves.
    pub count: u64,
    /// Pearson's correlation.
    pub correlation: EstimateJson,
    /// The engine's points for each point of the number.
    pub slope: f64,
}

/// What became of the records: `seen` is the sum of `used`, `duplicates` and all `rejected`.
#[derive(Clone, Debug, Serialize)]
pub struct PredictRecordsJson {
    /// Records read.
    pub seen: u64,
    /// Looked at.
    pub used: u64,
    /// Of these, games without a winner.
    pub without_winner: u64,
    /// Left out, for they came before.
    pub duplicates: u64,
    /// Left out as when mining, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable, and where; the first hundred.
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

fn predicted(predicted: &Predicted) -> PredictedJson {
    let [black_won, white_won] = predicted.won;
    PredictedJson {
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

fn compared(compared: &Compared) -> ComparedJson {
    ComparedJson {
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
            .map(|(reason, count)| (reason.text(), *count))
            .collect(),
        skipped: records.skipped,
        unreadable: records.unreadable,
        defects: records.defects.clone(),
    }
}

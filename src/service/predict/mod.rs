//! How well the models of influence tell who wins: their numbers after some moves, held against results and engines.
//!
//! - [`predict`]: the use case
//! - [`PredictRequest`], [`PredictOutcome`]: what is asked, and what came out
//! - `game`: the numbers of one game
//! - `measure`: how well numbers tell two kinds of games apart, and how they go with others

mod game;
mod measure;
mod request;
mod run;

pub use measure::{Agreement, Estimate, Separation};
pub use request::{
    Compared, PredictOutcome, PredictProgress, PredictRecords, PredictRequest, Predicted,
    Predictor, PredictorMeasures,
};
pub use run::predict;

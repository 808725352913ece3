//! Accuracy of influence models: their values after some moves, compared with results and engines.
//!
//! - [`predict`]: the use case
//! - [`PredictRequest`], [`PredictOutcome`]: request and result
//! - `game`: model values of one game
//! - `measure`: separation of two classes of games, and correlation

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

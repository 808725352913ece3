//! Accuracy of influence models: their values after some moves, compared with results and engines.
//!
//! - [`predict`]: the use case
//! - [`PredictRequest`], [`PredictOutcome`]: request and result
//! - `calibration`: who owns at the end what the mechanical model gives to a side
//! - `game`: model values of one game
//! - `args`, `report`: the command's flags and its tables
//! - `measure`: separation of two classes of games, and correlation

pub mod args;
mod calibration;
mod game;
mod measure;
pub mod report;
mod request;
mod run;

pub use calibration::{BalancedBand, Calibration, ChosenPoints, OwnedPoints};
pub use measure::{Agreement, Estimate, Separation};
pub use request::{
    PredictOutcome, PredictRecords, PredictRequest, PredictionsAt, Predictor, PredictorComparison,
    PredictorMeasures,
};
pub use run::predict;

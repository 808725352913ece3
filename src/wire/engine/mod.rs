//! JSON of the analysis protocol, evaluations, matches and weights.

pub mod analysis;
pub mod contest;
pub mod evaluate;
pub mod weights;

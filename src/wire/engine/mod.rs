//! JSON of the analysis protocol, evaluations and matches.

pub mod analysis;
pub mod contest;
pub mod evaluate;

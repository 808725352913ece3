//! Commands that serve or run other engines: GTP, analysis, evaluation, matches.

pub mod analysis;
pub mod contest;
pub mod evaluate;
pub mod evaluate_report;
pub mod grow;
pub mod gtp;
pub mod own;
pub mod weights;

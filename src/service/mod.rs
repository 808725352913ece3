//! The use cases: the only room that a door may call.
//!
//! - [`NextQuery`], [`NextAnswer`]: the next joseki move on a whole board
//! - [`ServiceError`]: what can go wrong

mod error;
pub mod next;
mod query;
mod ranking;

pub use error::ServiceError;
pub use query::{Candidate, CornerAnswer, FailedConditions, NextAnswer, NextQuery, Reason};

//! Priorities: in which order the moves of one position are offered.
//!
//! - [`prior`]: the order that verdicts alone give, before any result is known
//! - [`random`]: the documented hash that every draw comes from

pub mod prior;
pub mod random;

pub use prior::{Known, Prior, priors};

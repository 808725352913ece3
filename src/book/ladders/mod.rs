//! Finds the ladders that the moves of a book depend on, read with the corner's stones alone.
//!
//! - [`LadderCondition`], [`find_ladders`]: the ladder conditions of a whole book
//! - [`LadderDependence`], [`ladders_of`], [`LADDER_PROBE_BUDGET`]: the ladders of one move

mod dependence;
mod find;
mod intent;

pub use dependence::{LADDER_PROBE_BUDGET, LadderDependence, ladders_of};
pub use find::{LadderCondition, find_ladders, find_ladders_below};
pub use intent::{LadderDoubt, LadderKind};

//! Comparison of policies for the order of moves in the simulation.
//!
//! - `compare`: the policies' figures, and their differences seed by seed
//! - `args`, `json`, `report`: the command's flags, its JSON and its tables

pub mod args;
mod compare;
mod json;
pub mod report;

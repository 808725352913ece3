//! Tests of the laboratory, each command through its program.
//!
//! - `simulation`: golden values of policies
//! - `simulate`, `predict`, `model`: the commands
//! - `manual`: the examples of the manual

mod manual;
mod model;
mod place;
mod predict;
mod simulate;
mod simulation;

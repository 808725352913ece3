//! Handlers of results and opponents.

pub mod entering;
pub mod opponents;
pub mod result_stream;
pub mod results;

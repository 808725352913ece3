//! Value of the side of the board by its size: why a board has 19 lines.
//!
//! - `side`: the formulas
//! - `args`, `json`, `report`: the command's flags, its JSON and its table

pub mod args;
mod json;
pub mod report;
pub mod side;

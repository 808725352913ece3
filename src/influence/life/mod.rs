//! Who is dead on a finished board: what is certain, and two kinds of estimate.
//!
//! - [`dead_stones`]: the estimate, by what [`LifeBy`] says; [`estimated_count`]: a board counted by it
//! - [`Unconditional`]: chains that live whatever is played, and what they surround (Benson)
//! - [`bent_fours`]: groups in a seki that the other side may end at will with a bent four in the corner

mod benson;
mod bent;
mod estimate;
mod groups;
mod models;
mod playouts;

pub use benson::Unconditional;
pub use bent::bent_fours;
pub use estimate::{LifeBy, dead_stones, estimated_count};

//! Dead stones on a finished board: certain ones, and two kinds of estimate.
//!
//! - [`dead_stones`]: the estimate by the method [`LifeMethod`]; [`estimated_count`]: the count
//!   based on it
//! - [`LifeEstimate`]: the estimate with what it rests on; [`Ownership`] of points in random games
//! - [`GroupStatus`]: each group with its eyes, whether it lives, and why
//! - [`Unconditional`]: chains that live whatever is played, and what they enclose (Benson)
//! - [`bent_fours`]: groups in seki that the other side can kill at any time with a bent four in
//!   the corner

mod benson;
mod bent;
mod estimate;
mod groups;
mod models;
mod ownership;
mod playouts;
mod search;
mod status;

pub use benson::Unconditional;
pub use bent::bent_fours;
pub(crate) use groups::is_eye;

pub use estimate::{LifeEstimate, LifeMethod, dead_stones, estimated_count};
pub use ownership::Ownership;
pub use status::{GroupStatus, LifeReason, LifeStatus, SettledStones};

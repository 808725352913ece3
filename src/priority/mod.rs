//! Priorities: in which order the moves of one position are offered, and how results move them.
//!
//! - [`beliefs`]: what is believed of the moves of a position, from [`Edge`]s and what is [`Asked`]
//! - [`Belief`]: expected result, uncertainty, priority, and the [`Shares`] of what they come from
//! - [`Known`]: verdict, counted games and engines, all that there is before any result
//! - [`Parameters`]: the policy's numbers
//! - [`result`]: what a game's result counts for, and against what it is measured
//! - [`drift`]: whether an opponent is still the one that it was
//! - [`random`]: the documented hash that every draw comes from

mod belief;
pub mod drift;
mod evidence;
mod hierarchy;
mod known;
mod parameters;
pub mod random;
pub mod result;
pub mod simulation;

pub use belief::{Belief, Shares};
pub use evidence::{Against, Asked, Edge, Own, Pool};
pub use hierarchy::{Beliefs, beliefs};
pub use known::Known;
pub use parameters::Parameters;

//! Priorities: the order in which the moves of a position are offered, and how results change it.
//!
//! - [`beliefs`]: beliefs about the moves of a position, from [`Edge`]s and the context [`Asked`]
//! - [`Belief`]: expected result, uncertainty, priority, and the [`Shares`] of its sources
//! - [`Known`]: verdict, counted games and engines, the evidence before any result
//! - [`Parameters`]: parameters of the policy
//! - [`result`]: value of a game's result, and the baseline it is compared with
//! - [`drift`]: detection of changed opponents
//! - [`random`]: the documented hash behind every random draw

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
pub use evidence::{Asked, Edge, OpponentContext, Own, PooledGames};
pub use hierarchy::{Beliefs, beliefs};
pub use known::Known;
pub use parameters::Parameters;

//! Priorities: the order in which the moves of a position are offered, and how results change it.
//!
//! - [`beliefs`]: beliefs about the moves of a position, from [`Edge`]s and a [`PriorityContext`]
//! - [`Belief`]: value, uncertainty, priority, and the [`Shares`] of its sources
//! - [`Estimate`], [`Estimator`], [`Spread`]: what the games of many opponents say of a move
//! - [`PriorEvidence`]: verdict, counted games and engines, the evidence before any result
//! - [`Parameters`]: parameters of the policy
//! - [`result`]: value of a game's result, and the baseline it is compared with
//! - [`drift`]: detection of changed opponents
//! - [`random`]: the documented hash behind every random draw

mod belief;
pub mod drift;
mod evidence;
mod hierarchy;
mod joint;
mod parameters;
mod prior;
pub mod random;
pub mod result;

pub use belief::{Belief, Shares};
pub use evidence::{
    Edge, Estimate, Estimator, OpponentContext, OpponentGames, PooledGames, PriorityContext, Spread,
};
pub use hierarchy::{Beliefs, beliefs};
pub use parameters::Parameters;
pub use prior::{GROUP_WEIGHTS, GROUPS, PriorEvidence};

//! Simulation for comparing policies: a tree of joseki, opponents with habits of their own, and
//! games won or lost by the moves chosen. Everything is drawn from a seed.
//!
//! - [`Plan`], [`Runs`]: policies, scenarios and seeds, and their outcomes
//! - [`Policy`]: the policies compared
//! - [`Scenario`]: the scenarios that they are tested in
//! - [`World`], [`play`], [`Outcome`]: one policy in one world
//! - [`Figure`]: means over seeds

mod figure;
mod noticed;
mod plan;
mod play;
mod policy;
mod rows;
mod scenario;
mod tree;
mod world;

pub use figure::Figure;
pub use plan::{Plan, Runs};
pub use play::{Outcome, play};
pub use policy::{Changes, Policy, Rule};
pub use scenario::Scenario;
pub use tree::{Node, Tree};
pub use world::{Advice, Opponent, World};

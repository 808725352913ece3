//! Handlers for operators: keys, health, metrics and documentation.

pub mod docs;
pub mod gauges;
pub mod health;
pub mod keys;
pub mod metrics;
pub mod process;

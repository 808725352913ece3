//! Handlers of tables: games between two sides, each identified by its token.
//!
//! - `tables`: the handlers; `events`: the stream of what happens at a table
//! - `host`: tables in memory, their clocks and their programs

pub mod events;
pub mod host;
pub mod tables;

//! Handlers of counted games.

pub mod games;

//! Searching the games of books for patterns.

pub mod error;
mod file;
pub mod find;
pub mod held;
pub mod query;

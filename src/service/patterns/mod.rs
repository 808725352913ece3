//! Searching the games of books for patterns.

mod file;
pub mod find;
pub mod held;
pub mod query;

//! A row of a book's flattened lines.

/// One flattened line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineRow {
    /// The line as text.
    pub line: String,
    /// The stored id of the node that it ends at.
    pub node: i64,
    /// How many games went this way; 0 where none were counted.
    pub games: u64,
}

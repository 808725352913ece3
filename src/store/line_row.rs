//! Rows of a book's flattened lines.

/// One flattened line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineRow {
    /// The line as text.
    pub line: String,
    /// The stored id of the node at which it ends.
    pub node: i64,
    /// Number of games that played this line; 0 if none were counted.
    pub games: u64,
}

//! Summary of a book, available without loading it.

use serde::Serialize;
use utoipa::ToSchema;

/// Name, version and size of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BookJson, example = json!({
    "name": "main", "version": 1, "nodes": 556, "lines": 138, "created": 1767225600, "changed": 1767225600
}))]
pub struct BookInfo {
    /// Name of the book.
    pub name: String,
    /// Version, from 1; incremented by every change.
    pub version: u64,
    /// Number of moves.
    pub nodes: u64,
    /// Number of lines.
    pub lines: u64,
    /// Time of creation, in seconds since 1970-01-01 UTC.
    pub created: i64,
    /// Time of the last change, in seconds since 1970-01-01 UTC.
    pub changed: i64,
}

impl BookInfo {
    /// The summary of a book that does not exist yet.
    #[must_use]
    pub fn empty(name: &str) -> BookInfo {
        BookInfo { name: name.to_owned(), version: 0, nodes: 0, lines: 0, created: 0, changed: 0 }
    }
}

/// Contents of a database file, and its problems.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FileSummary {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its schema version.
    pub schema: u32,
    /// Its books, ordered by name.
    pub books: Vec<BookInfo>,
    /// Number of game results, including withdrawn ones.
    pub results: u64,
    /// Number of answers of all players who train.
    pub answers: u64,
    /// Number of evaluations of positions.
    pub evaluations: u64,
    /// Number of keys, including expired and revoked ones.
    pub keys: u64,
    /// Problems found, one sentence each; empty if the file was not checked.
    #[serde(skip)]
    pub problems: Vec<String>,
}

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

/// Statistics since the store was opened, and its current size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreStats {
    /// Changes waiting to be written, including callers waiting to enter the queue.
    pub waiting: u64,
    /// Distribution of the number of changes per commit.
    pub batches: Histogram,
    /// Distribution of the duration of commits in seconds, including their changes.
    pub commits: Histogram,
    /// Transactions that were rolled back completely.
    pub failed: u64,
    /// Size of the main file in bytes.
    pub file_bytes: u64,
    /// Size in bytes of the part of the log that is not in the main file yet.
    pub log_bytes: u64,
}

/// Histogram with cumulative buckets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// Upper bounds, ascending, each with the number of values up to it.
    pub buckets: Vec<(f64, u64)>,
    /// Number of values.
    pub count: u64,
    /// Sum of the values.
    pub sum: f64,
}

//! Statistics of a store, for monitoring.

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

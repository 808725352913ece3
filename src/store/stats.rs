//! How a store does, for those who watch it.

/// How a store does since it was opened, and how large it is now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreStats {
    /// Changes that wait to be written, those who wait to get into the queue among them.
    pub waiting: u64,
    /// The changes of each commit.
    pub batches: Spread,
    /// The seconds of each commit, its changes included.
    pub commits: Spread,
    /// Transactions of which nothing was kept.
    pub failed: u64,
    /// Bytes of the main file.
    pub file_bytes: u64,
    /// Bytes of the log that is not in the main file yet.
    pub log_bytes: u64,
}

/// How often values came that are no larger than each of some bounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread {
    /// The bounds, ascending, each with how many values are at most that.
    pub buckets: Vec<(f64, u64)>,
    /// All values.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
}

//! Statistics of the writer of a store.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::{Histogram, StoreStats};

/// Upper bounds for the number of changes in a commit; the last is the maximum.
const BATCHES: [u64; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Upper bounds for the duration of a commit, in microseconds.
const COMMITS: [u64; 10] =
    [500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 10_000_000];

/// Counters, updated by the writer and read by any thread.
#[derive(Debug, Default)]
pub(crate) struct WriteStats {
    waiting: AtomicU64,
    batches: HistogramCounter<{ BATCHES.len() }>,
    commits: HistogramCounter<{ COMMITS.len() }>,
    failed: AtomicU64,
    retried: AtomicU64,
}

#[derive(Debug)]
struct HistogramCounter<const N: usize> {
    buckets: [AtomicU64; N],
    count: AtomicU64,
    sum: AtomicU64,
}

impl<const N: usize> Default for HistogramCounter<N> {
    fn default() -> HistogramCounter<N> {
        HistogramCounter {
            buckets: std::array::from_fn(|_| AtomicU64::new(0)),
            count: AtomicU64::new(0),
            sum: AtomicU64::new(0),
        }
    }
}

impl WriteStats {
    /// Counts a change that was submitted.
    pub(crate) fn enqueued(&self) {
        self.waiting.fetch_add(1, Relaxed);
    }

    /// Counts a change that was taken from the queue, or could not be queued.
    pub(crate) fn dequeued(&self) {
        self.waiting.fetch_sub(1, Relaxed);
    }

    /// Counts changes that became durable in one commit, and its duration.
    pub(crate) fn committed(&self, changes: usize, took: Duration) {
        self.batches.add(&BATCHES, changes as u64);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.commits.add(&COMMITS, micros);
    }

    /// Counts a transaction that was rolled back.
    pub(crate) fn failed(&self) {
        self.failed.fetch_add(1, Relaxed);
    }

    /// Counts a transaction that is retried after a conflict.
    pub(crate) fn retried(&self) {
        self.retried.fetch_add(1, Relaxed);
    }

    /// Returns the counters.
    pub(crate) fn read(&self) -> StoreStats {
        StoreStats {
            waiting: self.waiting.load(Relaxed),
            batches: self.batches.spread(&BATCHES, 1.0),
            commits: self.commits.spread(&COMMITS, 1e-6),
            failed: self.failed.load(Relaxed),
            retried: self.retried.load(Relaxed),
            ..StoreStats::default()
        }
    }

    /// Returns the counters and the current sizes of the files of a store.
    pub(crate) fn read_with_sizes(&self, path: &Path) -> StoreStats {
        let bytes = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        StoreStats { file_bytes: bytes(path), log_bytes: bytes(log.as_ref()), ..self.read() }
    }
}

impl<const N: usize> HistogramCounter<N> {
    fn add(&self, bounds: &[u64; N], value: u64) {
        // Incremented before its bucket, so it is never less than the sum of the buckets.
        self.count.fetch_add(1, Relaxed);
        self.sum.fetch_add(value, Relaxed);
        let bucket = bounds.iter().position(|bound| value <= *bound);
        if let Some(bucket) = bucket.and_then(|place| self.buckets.get(place)) {
            bucket.fetch_add(1, Relaxed);
        }
    }

    /// Returns cumulative counts, with bounds and sum converted to another unit.
    fn spread(&self, bounds: &[u64; N], unit: f64) -> Histogram {
        let mut so_far = 0;
        let buckets = bounds.iter().zip(&self.buckets).map(|(bound, bucket)| {
            so_far += bucket.load(Relaxed);
            (*bound as f64 * unit, so_far)
        });
        let buckets = buckets.collect();
        Histogram {
            buckets,
            count: self.count.load(Relaxed).max(so_far),
            sum: self.sum.load(Relaxed) as f64 * unit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_hold_what_is_at_most_their_bound() {
        let stats = WriteStats::default();
        for changes in [1, 2, 3, 64] {
            stats.committed(changes, Duration::from_millis(3));
        }
        stats.committed(1, Duration::from_secs(60));
        let read = stats.read_with_sizes(Path::new("none"));
        let batches: Vec<u64> = read.batches.buckets.iter().map(|(_, count)| *count).collect();
        assert_eq!(batches, [2, 3, 4, 4, 4, 4, 5]);
        assert_eq!((read.batches.count, read.batches.sum), (5, 71.0));
        let at = |bound: f64| read.commits.buckets.iter().find(|(held, _)| *held == bound);
        assert_eq!(at(0.0025).map(|(_, count)| *count), Some(0));
        assert_eq!(at(0.005).map(|(_, count)| *count), Some(4));
        assert_eq!(at(10.0).map(|(_, count)| *count), Some(4));
        assert_eq!(read.commits.count, 5);
    }
}

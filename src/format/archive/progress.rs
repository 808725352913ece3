//! Progress: the number of bytes on disk that have been processed.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A counter of (compressed) bytes read from disk. May be cloned and read from any thread.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    /// The number of bytes processed. It never decreases, and reaches
    /// [`Sources::total_bytes`](super::Sources::total_bytes) when everything has been read or
    /// dropped.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts one file: never more than its size, and all of it once the meter is dropped.
#[derive(Debug)]
pub(super) struct Meter {
    progress: Progress,
    left: u64,
}

impl Meter {
    /// Creates a meter for a file of `size` bytes.
    pub(super) fn new(progress: Progress, size: u64) -> Self {
        Self { progress, left: size }
    }

    /// Counts `bytes` more.
    pub(super) fn add(&mut self, bytes: u64) {
        let bytes = bytes.min(self.left);
        self.left -= bytes;
        self.progress.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.add(self.left);
    }
}

/// A reader that counts its bytes.
pub(super) struct MeteredReader<R> {
    inner: R,
    meter: Meter,
}

impl<R> MeteredReader<R> {
    pub(super) fn new(inner: R, meter: Meter) -> Self {
        Self { inner, meter }
    }
}

impl<R: Read> Read for MeteredReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buf)?;
        self.meter.add(read as u64);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_counts_for_its_size() {
        let progress = Progress::default();
        let mut meter = Meter::new(progress.clone(), 10);
        meter.add(4);
        assert_eq!(progress.bytes(), 4);
        meter.add(40);
        assert_eq!(progress.bytes(), 10);
        drop(meter);
        drop(Meter::new(progress.clone(), 5));
        assert_eq!(progress.bytes(), 15);
    }
}

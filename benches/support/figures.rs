//! What callers saw, added up.

use std::time::Duration;

/// The answers to many callers over some time. The first part of the time does not count: it is that of settling.
#[derive(Default)]
pub struct Figures {
    /// How long it was counted.
    pub time: Duration,
    /// Requests that were sent.
    pub asked: u64,
    /// Requests that were answered 503.
    pub refused: u64,
    /// Requests that were not sent, as their callers waited for `Retry-After`.
    pub held_back: u64,
    /// Requests that were answered otherwise, or not at all.
    pub failed: u64,
    /// How long each that was answered 200 took.
    pub took: Vec<Duration>,
}

impl Figures {
    pub fn asked_per_second(&self) -> f64 {
        self.per_second(self.asked)
    }

    pub fn answered_per_second(&self) -> f64 {
        self.per_second(self.took.len() as u64)
    }

    pub fn refused_per_second(&self) -> f64 {
        self.per_second(self.refused)
    }

    pub fn held_back_per_second(&self) -> f64 {
        self.per_second(self.held_back)
    }

    /// The time that a share of the answers did not take longer than.
    pub fn percentile(&self, share: f64) -> Duration {
        let mut took = self.took.clone();
        took.sort_unstable();
        let place = (took.len() as f64 * share) as usize;
        let last = took.len().saturating_sub(1);
        took.get(place.min(last)).copied().unwrap_or_default()
    }

    fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.time.as_secs_f64()
    }
}

impl Figures {
    /// Both added up.
    pub fn and(mut self, more: Figures) -> Figures {
        self.time += more.time;
        self.asked += more.asked;
        self.refused += more.refused;
        self.held_back += more.held_back;
        self.failed += more.failed;
        self.took.extend(more.took);
        self
    }
}

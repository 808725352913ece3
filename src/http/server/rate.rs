//! Token buckets, and the rate limits of keys, in requests per minute.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Size of a burst, in seconds of a key's rate.
const BURST_SECONDS: u32 = 10;
/// Number of owners above which those with full buckets are dropped.
const REMEMBERED: usize = 10_000;

/// Token buckets, in memory only.
pub struct Buckets<K> {
    clock: Box<dyn Fn() -> Duration + Send + Sync>,
    /// For each owner, the time up to which its bucket is used up: each request moves that by the
    /// time that regains its cost. It may be ahead of now by a burst.
    used_until: Mutex<HashMap<K, Duration>>,
}

impl<K> std::fmt::Debug for Buckets<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Buckets").finish_non_exhaustive()
    }
}

impl<K: Eq + Hash> Default for Buckets<K> {
    fn default() -> Buckets<K> {
        let start = Instant::now();
        Buckets::new(move || start.elapsed())
    }
}

impl<K: Eq + Hash> Buckets<K> {
    /// Creates full buckets with a monotonic clock.
    #[must_use]
    pub fn new(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Buckets<K> {
        Buckets { clock: Box::new(clock), used_until: Mutex::default() }
    }

    /// Takes what is regained in the time `share`, if `burst` is enough for it and all that was
    /// taken before.
    ///
    /// # Errors
    /// How long to wait for it.
    pub fn take(&self, owner: K, share: Duration, burst: Duration) -> Result<(), Duration> {
        let (now, mut used) = self.used();
        let until = used.entry(owner).or_default();
        let next = (*until).max(now) + share;
        match next.checked_sub(now + burst) {
            Some(early) if !early.is_zero() => Err(early),
            _ => {
                *until = next;
                Ok(())
            }
        }
    }

    /// Takes what is regained in the time `share`, even if it is more than there is.
    pub fn charge(&self, owner: K, share: Duration) {
        let (now, mut used) = self.used();
        let until = used.entry(owner).or_default();
        *until = (*until).max(now) + share;
    }

    /// Returns how long it takes until something of a burst is left.
    #[must_use]
    pub fn wait(&self, owner: K, burst: Duration) -> Duration {
        let (now, used) = self.used();
        used.get(&owner).map_or(Duration::ZERO, |until| until.saturating_sub(now + burst))
    }

    fn used(&self) -> (Duration, MutexGuard<'_, HashMap<K, Duration>>) {
        let now = (self.clock)();
        let mut used = self.used_until.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= REMEMBERED {
            used.retain(|_, until| *until > now);
        }
        (now, used)
    }
}

/// Rate limits of keys, in requests per minute.
#[derive(Debug, Default)]
pub struct Rates(Buckets<i64>);

impl Rates {
    /// Creates the limits with a monotonic clock.
    #[cfg(test)]
    fn new(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Rates {
        Rates(Buckets::new(clock))
    }

    /// Takes one request from a key with `rate` requests per minute. A burst is `rate / 6`
    /// requests, at least one.
    ///
    /// # Errors
    /// How long to wait for the next request.
    pub fn take(&self, key: i64, rate: u32) -> Result<(), Duration> {
        let rate = rate.max(1);
        let share = Duration::from_secs(60) / rate;
        self.0.take(key, share, share * (rate * BURST_SECONDS / 60).max(1))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use proptest::prelude::*;

    use super::*;

    fn rates() -> (Rates, Arc<AtomicU64>) {
        let millis = Arc::new(AtomicU64::new(0));
        let clock = Arc::clone(&millis);
        let rates = Rates::new(move || Duration::from_millis(clock.load(Relaxed)));
        (rates, millis)
    }

    fn taken(rates: &Rates, key: i64, rate: u32) -> usize {
        (0..).take_while(|_| rates.take(key, rate).is_ok()).count()
    }

    #[test]
    fn a_burst_is_a_sixth_of_a_minute_and_time_gives_it_back() {
        let (rates, millis) = rates();
        assert_eq!(taken(&rates, 1, 60), 10);
        assert_eq!(rates.take(1, 60), Err(Duration::from_secs(1)));
        assert_eq!(taken(&rates, 2, 60), 10, "another key has its own");
        millis.store(999, Relaxed);
        assert_eq!(rates.take(1, 60), Err(Duration::from_millis(1)));
        millis.store(1000, Relaxed);
        assert_eq!(taken(&rates, 1, 60), 1);
        millis.store(1_000_000, Relaxed);
        assert_eq!(taken(&rates, 1, 60), 10, "no more than a burst is saved");
    }

    #[test]
    fn the_slowest_key_has_one_a_minute() {
        let (rates, millis) = rates();
        assert_eq!(taken(&rates, 1, 1), 1);
        assert_eq!(rates.take(1, 1), Err(Duration::from_secs(60)));
        millis.store(60_000, Relaxed);
        assert_eq!(taken(&rates, 1, 1), 1);
    }

    proptest! {
        /// In any stretch of time no key gets more than its rate and one burst.
        #[test]
        fn nobody_gets_more(rate in 1u32..=100_000, waits in proptest::collection::vec(0u64..5_000, 1..60)) {
            let (rates, millis) = rates();
            let mut got = 0;
            for wait in &waits {
                millis.fetch_add(*wait, Relaxed);
                got += usize::from(rates.take(1, rate).is_ok());
            }
            let minutes = waits.iter().sum::<u64>() as f64 / 60_000.0;
            let most = f64::from(rate) * minutes + f64::from((rate / 6).max(1));
            prop_assert!(got as f64 <= most + 1e-6, "{got} of {most}");
        }
    }
}

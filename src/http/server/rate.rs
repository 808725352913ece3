//! Rate limits of keys, in requests per minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Size of a burst, in seconds of a key's rate.
const BURST_SECONDS: u32 = 10;
/// Number of keys above which idle ones are dropped.
const REMEMBERED: usize = 10_000;

/// Token buckets of all keys with a rate limit, in memory only.
pub struct Rates {
    clock: Box<dyn Fn() -> Duration + Send + Sync>,
    /// For each key, the time up to which its requests are used up: each request moves it by its
    /// share of a minute. It may be ahead of now by a burst. This is a token bucket in one number.
    used_until: Mutex<HashMap<i64, Duration>>,
}

impl Default for Rates {
    fn default() -> Rates {
        let start = Instant::now();
        Rates::new(move || start.elapsed())
    }
}

impl Rates {
    /// Creates the limits with a monotonic clock.
    #[must_use]
    pub fn new(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Rates {
        Rates { clock: Box::new(clock), used_until: Mutex::default() }
    }

    /// Takes one request from a key with `rate` requests per minute. A burst is `rate / 6`
    /// requests, at least one.
    ///
    /// # Errors
    /// How long to wait for the next request.
    pub fn take(&self, key: i64, rate: u32) -> Result<(), Duration> {
        let rate = rate.max(1);
        let share = Duration::from_secs(60) / rate;
        let burst = share * (rate * BURST_SECONDS / 60).max(1);
        let now = (self.clock)();
        let mut used = self.used_until.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= REMEMBERED {
            used.retain(|_, until| *until > now);
        }
        let until = used.entry(key).or_default();
        let next = (*until).max(now) + share;
        match next.checked_sub(now + burst) {
            Some(early) if !early.is_zero() => Err(early),
            _ => {
                *until = next;
                Ok(())
            }
        }
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

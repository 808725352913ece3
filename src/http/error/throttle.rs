//! Messages that come again and again: logged once, then counted.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time for which a message is not logged again.
const PAUSE: Duration = Duration::from_secs(60);

/// Lets one message a minute through.
#[derive(Debug)]
pub struct LogThrottle(Mutex<Option<Logged>>);

#[derive(Clone, Copy, Debug)]
struct Logged {
    at: Instant,
    /// Messages since then that were not logged.
    left_out: u64,
}

impl LogThrottle {
    /// Creates one that lets the next message through.
    #[must_use]
    pub const fn new() -> LogThrottle {
        LogThrottle(Mutex::new(None))
    }

    /// Counts a message. If it is to be logged, returns how many were not since the last one that
    /// was.
    #[must_use]
    pub fn admit(&self) -> Option<u64> {
        self.admit_at(Instant::now())
    }

    /// Lets the next message through; returns how many were counted since the first one.
    pub fn end(&self) -> Option<u64> {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        logged.take().map(|logged| logged.left_out)
    }

    fn admit_at(&self, now: Instant) -> Option<u64> {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *logged {
            Some(Logged { at, left_out }) if now.saturating_duration_since(*at) < PAUSE => {
                *left_out += 1;
                None
            }
            before => {
                let left_out = before.map_or(0, |logged| logged.left_out);
                *before = Some(Logged { at: now, left_out: 0 });
                Some(left_out)
            }
        }
    }
}

impl Default for LogThrottle {
    fn default() -> LogThrottle {
        LogThrottle::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_message_a_minute_is_logged_and_the_others_are_counted() {
        let (throttle, start) = (LogThrottle::new(), Instant::now());
        let after = |seconds| throttle.admit_at(start + Duration::from_secs(seconds));
        assert_eq!([0, 1, 59].map(after), [Some(0), None, None]);
        assert_eq!([60, 61].map(after), [Some(2), None]);
        assert_eq!(throttle.end(), Some(1));
        assert_eq!((throttle.end(), after(62)), (None, Some(0)));
    }
}

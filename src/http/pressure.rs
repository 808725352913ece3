//! How far the server is behind with its work, and how many callers it sends away for that.
//!
//! Answers from memory take microseconds and wait for nobody, so what grows under too much load is the queue of connections
//! with something to read. Its length in time is measured by a task that lets everybody else go first, again and again. Where even
//! the shortest of these waits is too long for a whole window, what is too much (by Little's law, arrivals a second times the time that is too long) is sent away:
//! a burst that the server catches up with is not.

use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tokio::task::yield_now;
use tokio::time::sleep;

/// How long the waits are looked at before anybody is sent away.
const WINDOW: Duration = Duration::from_millis(20);
/// The pause between two measurements of a window.
const STEP: Duration = Duration::from_millis(2);

/// So many requests may wait however long they do: it is not they who keep the server busy, but something else on the machine.
const FEW: f64 = 64.0;

/// The load of a server in time, and the callers that are too many.
#[derive(Debug, Default)]
pub struct Pressure {
    /// The shortest wait of the last window, in microseconds.
    wait: AtomicU64,
    /// Requests that came in this window.
    came: AtomicU64,
    /// Requests that are still to be sent away.
    excess: AtomicI64,
}

impl Pressure {
    /// Whether a request that came is to be answered. One that is not is to be sent away.
    #[must_use]
    pub fn admits(&self) -> bool {
        self.came.fetch_add(1, Relaxed);
        self.excess.load(Relaxed) <= 0 || self.excess.fetch_sub(1, Relaxed) <= 0
    }

    /// How long a connection with something to read has to wait at least.
    #[must_use]
    pub fn wait(&self) -> Duration {
        Duration::from_micros(self.wait.load(Relaxed))
    }

    /// Measures on and on; more than `longest` is too long. `open` counts the connections, each of which has one request waiting at most.
    pub async fn watch(&self, longest: Duration, open: &AtomicUsize) {
        loop {
            let started = Instant::now();
            let wait = shortest_wait(started + WINDOW).await;
            self.judge(wait, started.elapsed(), longest, open.load(Relaxed));
        }
    }

    fn judge(&self, wait: Duration, window: Duration, longest: Duration, open: usize) {
        let came = self.came.swap(0, Relaxed);
        let a_second = came as f64 / window.max(WINDOW).as_secs_f64();
        let may_wait = (a_second * longest.as_secs_f64()).max(FEW);
        let waiting = (a_second * wait.as_secs_f64()).min(open as f64);
        let excess = (waiting - may_wait).max(0.0);
        self.excess.store(excess as i64, Relaxed);
        let micros = u64::try_from(wait.as_micros()).unwrap_or(u64::MAX);
        self.wait.store(micros, Relaxed);
    }
}

/// At least one wait is measured, however late it is.
async fn shortest_wait(until: Instant) -> Duration {
    let mut shortest = Duration::MAX;
    loop {
        sleep(STEP).await;
        let asked = Instant::now();
        yield_now().await;
        shortest = shortest.min(asked.elapsed());
        if Instant::now() >= until {
            return shortest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: Duration = Duration::from_millis(5);

    fn sent_away(pressure: &Pressure, requests: u64) -> u64 {
        (0..requests).filter(|_| !pressure.admits()).count() as u64
    }

    #[test]
    fn nobody_is_sent_away_while_waits_are_short() {
        let pressure = Pressure::default();
        assert_eq!(sent_away(&pressure, 1000), 0);
        pressure.judge(LONGEST, WINDOW, LONGEST, 10_000);
        assert_eq!(sent_away(&pressure, 1000), 0);
        assert_eq!(pressure.wait(), LONGEST);
    }

    #[test]
    fn as_many_as_are_too_many_are_sent_away_once() {
        let pressure = Pressure::default();
        sent_away(&pressure, 1000);
        // 50,000 a second: 1000 wait, and 250 may.
        pressure.judge(4 * LONGEST, WINDOW, LONGEST, 10_000);
        assert_eq!(sent_away(&pressure, 2000), 750);
        pressure.judge(LONGEST, WINDOW, LONGEST, 10_000);
        assert_eq!(
            sent_away(&pressure, 1000),
            0,
            "and then the server has caught up"
        );
    }

    #[test]
    fn what_was_not_used_up_is_not_saved() {
        let pressure = Pressure::default();
        sent_away(&pressure, 1000);
        pressure.judge(4 * LONGEST, WINDOW, LONGEST, 10_000);
        assert_eq!(sent_away(&pressure, 50), 50);
        pressure.judge(LONGEST, WINDOW, LONGEST, 10_000);
        assert_eq!(sent_away(&pressure, 50), 0);
    }

    #[test]
    fn a_few_may_wait_however_long() {
        let pressure = Pressure::default();
        sent_away(&pressure, 60);
        pressure.judge(WINDOW, WINDOW, LONGEST, 10_000);
        assert_eq!(sent_away(&pressure, 100), 0);
        // Twice as long over a window that was late itself.
        sent_away(&pressure, 100);
        pressure.judge(2 * WINDOW, 2 * WINDOW, LONGEST, 10_000);
        assert_eq!(sent_away(&pressure, 1000), 200 - FEW as u64);
    }

    #[test]
    fn no_more_are_sent_away_than_are_there() {
        let pressure = Pressure::default();
        sent_away(&pressure, 1000);
        pressure.judge(4 * LONGEST, WINDOW, LONGEST, 300);
        assert_eq!(sent_away(&pressure, 2000), 50);
    }

    #[tokio::test]
    async fn a_wait_is_as_long_as_the_others_take() {
        const TURN: Duration = Duration::from_millis(8);
        let busy = tokio::spawn(async {
            loop {
                std::thread::sleep(TURN);
                yield_now().await;
            }
        });
        let wait = shortest_wait(Instant::now() + WINDOW).await;
        busy.abort();
        assert!(wait >= TURN && wait < Duration::MAX, "{wait:?}");
    }
}

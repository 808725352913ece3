//! Load shedding: measures how long requests queue, and sheds a share of them accordingly.
//!
//! Responses from memory take microseconds and never block, so overload shows as a growing queue of
//! connections with data to read. The probe for its length in time is a byte that the server sends
//! to itself: it queues with all other connections. The measure is the minimum wait within a short
//! window, so a burst that the server catches up with does not count as load.
//!
//! Above half of the longest wait, a share of the requests is shed that grows linearly with the
//! wait, up to nearly all at the longest wait. The queue settles where the server admits as many
//! requests as it can answer. (Shedding everything above one threshold makes the queue swing
//! between full and empty, because clients that were shed together come back together.)

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::task::Poll;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use joseki_priority::random::{hash, uniform};

/// Interval between measurements while requests arrive.
const INTERVAL: Duration = Duration::from_millis(2);
/// Interval between measurements while no requests arrive, so that an idle server lets its
/// processor sleep.
const IDLE_INTERVAL: Duration = Duration::from_millis(50);
/// Window for the minimum wait.
const WINDOW: Duration = Duration::from_millis(20);
/// Up to this many requests may queue for any time: so few do not load the server, something else
/// on the machine does.
const MAX_UNSHED_REQUESTS: u64 = 32;
/// Up to this many connections are never too many, however long they wait. On a busy machine some
/// of them may get several turns before the probe gets its one.
const MAX_UNSHED_CONNECTIONS: usize = 64;
/// Maximum share of requests that is shed: some must be admitted to measure their wait.
const MAX_SHARE: f64 = 0.95;
/// Minimum and maximum time for which a connection is not read after its request was shed. Long
/// enough that clients that retry at once cause no load, and short enough for other clients behind
/// a proxy that shares the connection.
const PAUSE: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(350)];
/// Values of `Retry-After` for shed requests, in seconds, equally likely.
const RETRY_AFTER_SECONDS: [u8; 3] = [1, 2, 3];

/// Instructions for a shed client. They vary, so that clients do not come back together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShedAdvice {
    /// Time for which the connection is not read.
    pub pause: Duration,
    /// `Retry-After`, in seconds.
    pub retry_after: u8,
}

/// Measured load of a server, and its shedding decisions.
#[derive(Debug, Default)]
pub struct LoadShedder {
    /// Minimum wait in the last window, in microseconds.
    wait: AtomicU64,
    /// Number of requests received.
    received: AtomicU64,
    /// Share of requests to shed, as a fraction of `u32::MAX`.
    share: AtomicU32,
    /// Sum of the shares of all requests; the request that makes it overflow is shed.
    sum: AtomicU32,
}

/// A wait, and the number of requests received during it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct QueueWait {
    time: Duration,
    ahead: u64,
}

impl LoadShedder {
    /// Counts a request and returns whether to admit it; otherwise it must be shed.
    #[must_use]
    pub fn admits(&self) -> bool {
        self.received.fetch_add(1, Relaxed);
        let share = self.share.load(Relaxed);
        // Evenly spaced rather than random, which keeps the queue steadier.
        share == 0 || !self.sum.fetch_add(share, Relaxed).overflowing_add(share).1
    }

    /// Returns how long a connection with data to read waits.
    #[must_use]
    pub fn wait(&self) -> Duration {
        Duration::from_micros(self.wait.load(Relaxed))
    }

    /// Returns the instructions for the request that was just shed.
    #[must_use]
    pub fn shed_advice(&self) -> ShedAdvice {
        let [least, most] = PAUSE;
        let drawn = hash(0, 0, [self.received.load(Relaxed), 0, 0]);
        ShedAdvice {
            pause: least + (most - least).mul_f64(uniform(drawn)),
            retry_after: RETRY_AFTER_SECONDS[(drawn % RETRY_AFTER_SECONDS.len() as u64) as usize],
        }
    }

    /// Measures in an endless loop, against the limit `longest`. `open` counts the connections.
    ///
    /// # Errors
    /// The probe connection cannot be opened, or broke.
    pub async fn watch(&self, longest: Duration, open: &AtomicUsize) -> io::Result<()> {
        let queue = ProbeConnection::new().await?;
        let mut last = WaitWindow::default();
        let mut received = 0;
        loop {
            let before = std::mem::replace(&mut received, self.received.load(Relaxed));
            sleep(if received == before { IDLE_INTERVAL } else { INTERVAL }).await;
            match queue.wait(&self.received).await {
                Ok(wait) => {
                    let shortest = last.push_and_min(wait, Instant::now());
                    self.update_share(shortest, open.load(Relaxed), longest);
                }
                Err(error) => {
                    self.share.store(0, Relaxed);
                    return Err(error);
                }
            }
        }
    }

    fn update_share(&self, wait: QueueWait, open: usize, longest: Duration) {
        let over = wait.time.as_secs_f64() / longest.as_secs_f64().max(1e-9);
        let share = if wait.ahead <= MAX_UNSHED_REQUESTS || open <= MAX_UNSHED_CONNECTIONS {
            0.0
        } else {
            (2.0 * over - 1.0).clamp(0.0, MAX_SHARE)
        };
        self.share.store((share * f64::from(u32::MAX)) as u32, Relaxed);
        let micros = u64::try_from(wait.time.as_micros()).unwrap_or(u64::MAX);
        self.wait.store(micros, Relaxed);
    }
}

/// Waits within the window, by the time they ended.
#[derive(Debug, Default)]
struct WaitWindow(VecDeque<(Instant, QueueWait)>);

impl WaitWindow {
    /// Adds a wait that ended now, and returns the minimum within the window.
    fn push_and_min(&mut self, wait: QueueWait, now: Instant) -> QueueWait {
        self.0.push_back((now, wait));
        while self.0.front().is_some_and(|(ended, _)| now - *ended > WINDOW) {
            self.0.pop_front();
        }
        let waits = self.0.iter().map(|(_, wait)| *wait);
        waits.min().unwrap_or(wait)
    }
}

/// Connection of the server to itself: a byte sent on it is read after all requests that arrived
/// earlier.
struct ProbeConnection {
    back: TcpStream,
    front: TcpStream,
}

impl ProbeConnection {
    async fn new() -> io::Result<ProbeConnection> {
        let door = TcpListener::bind(("127.0.0.1", 0)).await?;
        let back = TcpStream::connect(door.local_addr()?).await?;
        back.set_nodelay(true)?;
        loop {
            // Any process on this machine may connect to the port.
            let (front, from) = door.accept().await?;
            if from == back.local_addr()? {
                return Ok(ProbeConnection { back, front });
            }
        }
    }

    /// Measures a wait. The scheduler runs the most recently woken task before the others, and the
    /// probe may be that one and not wait at all. So the wait of a task that yields after its turn
    /// is measured too, and the longer one counts.
    async fn wait(&self, received: &AtomicU64) -> io::Result<QueueWait> {
        self.back.writable().await?;
        clear_readiness(&self.front)?;
        let measured = WaitTimer::start(received);
        self.back.try_write(&[0])?;
        bytes(&self.front).await?;
        let queued = measured.end(received);
        let measured = WaitTimer::start(received);
        yield_to_all().await;
        Ok(queued.max(measured.end(received)))
    }
}

/// Clears the readiness of the stream, which the runtime keeps until a read finds nothing;
/// otherwise the next byte would be read before its turn.
fn clear_readiness(stream: &TcpStream) -> io::Result<()> {
    match stream.try_read(&mut [0; 8]) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
        Err(error) => Err(error),
        Ok(_) => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// Waits for data, and reads it.
async fn bytes(stream: &TcpStream) -> io::Result<()> {
    loop {
        stream.readable().await?;
        match stream.try_read(&mut [0; 8]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

/// Start of a wait.
struct WaitTimer {
    at: Instant,
    received: u64,
}

impl WaitTimer {
    fn start(received: &AtomicU64) -> WaitTimer {
        WaitTimer { at: Instant::now(), received: received.load(Relaxed) }
    }

    fn end(&self, received: &AtomicU64) -> QueueWait {
        QueueWait {
            time: self.at.elapsed(),
            ahead: received.load(Relaxed).wrapping_sub(self.received),
        }
    }
}

/// Resumes after all other tasks that are ready here. (`yield_now` resumes after the next poll of
/// the sockets, before them.)
async fn yield_to_all() {
    let mut again = false;
    poll_fn(|context| {
        if again {
            return Poll::Ready(());
        }
        again = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const LONGEST: Duration = Duration::from_millis(6);

    fn shed_count(pressure: &LoadShedder, requests: u64) -> u64 {
        (0..requests).filter(|_| !pressure.admits()).count() as u64
    }

    fn after(wait: Duration, ahead: u64) -> LoadShedder {
        let pressure = LoadShedder::default();
        pressure.update_share(QueueWait { time: wait, ahead }, 1000, LONGEST);
        pressure
    }

    #[test]
    fn the_share_that_is_sent_away_grows_with_the_wait() {
        let check = |sixths: u32, expected: u64| {
            let pressure = after(LONGEST * sixths / 6, 1000);
            assert_eq!(shed_count(&pressure, 3000), expected, "{sixths} sixths");
            assert_eq!(pressure.wait(), LONGEST * sixths / 6);
        };
        check(0, 0);
        check(3, 0);
        check(4, 999); // A third, except the last, which has not overflowed yet.
        check(5, 1999);
        check(6, 2849);
        check(600, 2849);
    }

    #[test]
    fn shed_requests_are_evenly_spaced() {
        let pressure = after(LONGEST * 3 / 4, 1000);
        let turns: Vec<bool> = (0..100).map(|_| pressure.admits()).collect();
        assert!(turns.windows(3).all(|three| three.contains(&true) && three.contains(&false)));
    }

    #[test]
    fn a_few_may_wait_however_long() {
        assert_eq!(shed_count(&after(LONGEST * 100, MAX_UNSHED_REQUESTS), 1000), 0);
        let many = QueueWait { time: LONGEST * 100, ahead: MAX_UNSHED_REQUESTS + 1 };
        let pressure = LoadShedder::default();
        pressure.update_share(many, MAX_UNSHED_CONNECTIONS, LONGEST);
        assert_eq!(shed_count(&pressure, 1000), 0);
        pressure.update_share(many, MAX_UNSHED_CONNECTIONS + 1, LONGEST);
        assert!(shed_count(&pressure, 1000) > 900);
    }

    #[test]
    fn a_burst_that_the_server_catches_up_with_is_no_load() {
        let (mut last, start) = (WaitWindow::default(), Instant::now());
        let mut shortest = |millis: u64, wait: u64| {
            let time = Duration::from_millis(wait);
            let ended = start + Duration::from_millis(millis);
            last.push_and_min(QueueWait { time, ahead: 1 }, ended).time.as_millis()
        };
        assert_eq!(shortest(0, 9), 9);
        assert_eq!(shortest(2, 1), 1);
        assert_eq!(shortest(12, 9), 1);
        assert_eq!(shortest(22, 8), 1);
        assert_eq!(shortest(23, 9), 8, "the short one has left the window");
        assert_eq!(shortest(99, 9), 9);
    }

    #[test]
    fn nobody_is_sent_away_once_the_queue_is_short() {
        let pressure = after(LONGEST, 1000);
        assert!(shed_count(&pressure, 100) > 0);
        pressure.update_share(QueueWait { time: LONGEST / 2, ahead: 1000 }, 1000, LONGEST);
        assert_eq!(shed_count(&pressure, 1000), 0);
    }

    #[test]
    fn callers_who_are_sent_away_together_do_not_come_back_together() {
        let pressure = LoadShedder::default();
        let told: Vec<ShedAdvice> =
            (0..300).map(|_| (pressure.admits(), pressure.shed_advice()).1).collect();
        let [least, most] = PAUSE;
        let third = least + (most - least) / 3;
        assert!(told.iter().all(|away| (least..=most).contains(&away.pause)));
        let count =
            |which: &dyn Fn(&ShedAdvice) -> bool| told.iter().filter(|away| which(away)).count();
        let short = count(&|away| away.pause < third);
        assert!((70..130).contains(&short), "{short} of 300");
        for seconds in RETRY_AFTER_SECONDS {
            let many = count(&|away| away.retry_after == seconds);
            assert!((70..130).contains(&many), "{many} of 300 after {seconds} s");
        }
    }

    #[tokio::test]
    async fn a_wait_is_as_long_as_the_others_take() {
        const TURN: Duration = Duration::from_millis(8);
        let queue = ProbeConnection::new().await.unwrap();
        let busy = tokio::spawn(async {
            loop {
                std::thread::sleep(TURN);
                tokio::task::yield_now().await;
            }
        });
        let wait = queue.wait(&AtomicU64::new(0)).await.unwrap();
        busy.abort();
        assert!(wait.time >= TURN, "{wait:?}");
    }

    /// Far more connections have data than the scheduler takes up at a time: their turns come
    /// first.
    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn the_probe_waits_for_all_earlier_connections() {
        const TURN: Duration = Duration::from_micros(100);
        const MANY: u64 = 300;
        let received = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&received);
        let waited = tokio::spawn(async move {
            let (mut knocking, waiting) = (Vec::new(), Arc::new(AtomicU64::new(0)));
            for _ in 0..MANY {
                let ProbeConnection { back, front } = ProbeConnection::new().await.unwrap();
                let (received, waiting) = (Arc::clone(&counted), Arc::clone(&waiting));
                knocking.push(back);
                tokio::spawn(async move {
                    waiting.fetch_add(1, Relaxed);
                    bytes(&front).await.unwrap();
                    received.fetch_add(1, Relaxed);
                    std::thread::sleep(TURN);
                });
            }
            let queue = ProbeConnection::new().await.unwrap();
            // All of them wait for their first byte, and get it at the same time.
            while waiting.load(Relaxed) < MANY {
                sleep(INTERVAL).await;
            }
            for one in &knocking {
                assert_eq!(one.try_write(&[0]).unwrap(), 1);
            }
            queue.wait(&counted).await.unwrap()
        });
        let waited = waited.await.unwrap();
        assert!(waited.ahead > MANY / 2, "{waited:?}");
        assert!(waited.time >= TURN * (MANY / 2) as u32, "{waited:?}");
    }
}

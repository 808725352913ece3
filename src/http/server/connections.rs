//! Open connections: limited in number, in all and by client, and closed while idle to make room.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::task::AbortHandle;

use super::options::ServeOptions;
use super::tapped_body::Tap;
use crate::error::rejected::Reason;

/// Connections beyond the limit that are accepted while all others are in the middle of a request.
/// Only health and metrics are answered on them.
const RESERVE: usize = 8;
/// A connection makes no room before it has been idle for this long: its next request may have
/// arrived, and wait to be read.
const GRACE: Duration = Duration::from_millis(100);

/// State in the middle of a request.
const BUSY: u64 = 0;
/// State when the response is complete, but not yet sent.
const ANSWERED: u64 = 1;
/// State of a connection that was closed to make room.
const CLOSED: u64 = u64::MAX;

/// The open connections.
#[derive(Debug)]
pub struct Connections {
    open: Mutex<Open>,
    start: Instant,
    most: usize,
    most_per_address: usize,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    connections: HashMap<u64, Arc<Connection>>,
    /// Connections by client.
    clients: HashMap<IpAddr, usize>,
    reserved: usize,
}

/// Time of work after which a connection waits for others.
const TURN: Duration = Duration::from_millis(1);

/// What a connection is doing. A request takes no lock for it.
#[derive(Debug)]
pub struct Connection {
    /// [`BUSY`], [`ANSWERED`] or [`CLOSED`]; else it is idle since this moment.
    state: AtomicU64,
    start: Instant,
    /// When its task was last polled, in microseconds since the start.
    turn: AtomicU64,
    number: u64,
    /// Client that it counts for; none if it is from a trusted proxy.
    client: Option<IpAddr>,
    is_reserved: bool,
    task: OnceLock<AbortHandle>,
}

impl Connections {
    /// Creates the empty set.
    #[must_use]
    pub fn new(options: &ServeOptions) -> Connections {
        Connections {
            open: Mutex::default(),
            start: Instant::now(),
            most: options.max_connections,
            most_per_address: options.max_connections_per_address,
        }
    }

    /// Adds a connection of a client. If there are too many, the one that has been idle longest is
    /// closed instead: of the same client, if that has too many. One in the middle of a request is
    /// never closed.
    ///
    /// # Errors
    /// There are too many, and none of them has been idle for a while.
    pub fn open(&self, client: Option<IpAddr>) -> Result<Arc<Connection>, Reason> {
        self.open_at(client, self.start.elapsed())
    }

    /// As [`Connections::open`], at a time since the start.
    fn open_at(&self, client: Option<IpAddr>, now: Duration) -> Result<Arc<Connection>, Reason> {
        let before = moment(now.saturating_sub(GRACE));
        let mut open = self.lock();
        if let Some(client) = client
            && open.clients.get(&client).is_some_and(|count| *count >= self.most_per_address)
            && !open.close_idle(before, |connection| connection.client == Some(client))
        {
            return Err(Reason::AddressConnections);
        }
        let is_reserved = open.connections.len() - open.reserved >= self.most
            && !open.close_idle(before, |connection| !connection.is_reserved);
        if is_reserved
            && open.reserved >= RESERVE
            && !open.close_idle(before, |connection| connection.is_reserved)
        {
            return Err(Reason::Connections);
        }
        open.next += 1;
        let connection = Arc::new(Connection {
            state: AtomicU64::new(moment(now)),
            start: self.start,
            turn: AtomicU64::new(micros(self.start.elapsed())),
            number: open.next,
            client,
            is_reserved,
            task: OnceLock::new(),
        });
        open.add(Arc::clone(&connection));
        Ok(connection)
    }

    /// Removes a connection that ended.
    pub fn remove(&self, connection: &Connection) {
        self.lock().remove(connection);
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn add(&mut self, connection: Arc<Connection>) {
        if let Some(client) = connection.client {
            *self.clients.entry(client).or_default() += 1;
        }
        self.reserved += usize::from(connection.is_reserved);
        self.connections.insert(connection.number, connection);
    }

    fn remove(&mut self, connection: &Connection) {
        // One that was closed to make room was removed then.
        if self.connections.remove(&connection.number).is_none() {
            return;
        }
        self.reserved -= usize::from(connection.is_reserved);
        if let Some(client) = connection.client
            && let Some(count) = self.clients.get_mut(&client)
        {
            *count -= 1;
            if *count == 0 {
                self.clients.remove(&client);
            }
        }
    }

    /// Closes the one that has been idle longest; false if none has since `before`.
    fn close_idle(&mut self, before: u64, may_close: impl Fn(&Connection) -> bool) -> bool {
        loop {
            let candidates = self.connections.values().filter(|connection| may_close(connection));
            let idle = candidates
                .map(|connection| (connection.state.load(Relaxed), connection))
                .filter(|(since, _)| *since > ANSWERED && *since < before);
            let Some((since, longest)) = idle.min_by_key(|(since, _)| *since) else {
                return false;
            };
            let longest = Arc::clone(longest);
            // A request may have arrived on it meanwhile.
            if longest.state.compare_exchange(since, CLOSED, Relaxed, Relaxed).is_ok() {
                self.remove(&longest);
                longest.task.get().inspect(|task| task.abort());
                return true;
            }
        }
    }
}

impl Connection {
    /// Sets the task to abort when the connection is closed to make room.
    pub fn set_task(&self, task: AbortHandle) {
        // It is set once.
        drop(self.task.set(task));
    }

    /// Marks the start of a request; false if the connection was just closed to make room.
    #[must_use]
    pub fn begin(&self) -> bool {
        self.state.swap(BUSY, Relaxed) != CLOSED
    }

    /// Marks that its task is polled.
    pub fn begin_turn(&self) {
        self.turn.store(micros(self.start.elapsed()), Relaxed);
    }

    /// Checks whether its next request waits until other connections had their turn: a client may
    /// send many at once, and the runtime would answer them all before it polls another task.
    #[must_use]
    pub fn is_turn_over(&self) -> bool {
        let turn = Duration::from_micros(self.turn.load(Relaxed));
        self.start.elapsed().saturating_sub(turn) >= TURN
    }

    /// Returns whether only health and metrics are answered on it.
    #[must_use]
    pub fn is_reserved(&self) -> bool {
        self.is_reserved
    }

    /// Marks that everything written was handed to the system: after a complete response, the
    /// connection is idle.
    pub fn mark_sent(&self) {
        if self.state.load(Relaxed) == ANSWERED {
            self.state.store(moment(self.start.elapsed()), Relaxed);
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Returns the state of a connection that is idle since `time` after the start.
fn moment(time: Duration) -> u64 {
    let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    nanos.clamp(ANSWERED + 1, CLOSED - 1)
}

/// Marks a connection as answered when the body of the response is dropped.
pub struct Answering(pub Arc<Connection>);

impl Tap for Answering {}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.state.store(ANSWERED, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(most: usize, most_per_address: usize) -> Connections {
        Connections::new(&ServeOptions {
            max_connections: most,
            max_connections_per_address: most_per_address,
            ..ServeOptions::default()
        })
    }

    fn client(last: u8) -> Option<IpAddr> {
        Some([192, 0, 2, last].into())
    }

    fn answer(connection: &Arc<Connection>) {
        drop(Answering(Arc::clone(connection)));
    }

    /// Time at which connections are opened.
    const BEGIN: Duration = Duration::from_secs(1);
    /// Time at which those that were idle at the beginning may not be closed yet.
    const EARLY: Duration = Duration::from_millis(1_050);
    /// Time at which they may.
    const LATER: Duration = Duration::from_millis(1_101);
    /// Time at which those that were idle then may.
    const LAST: Duration = Duration::from_millis(1_202);

    /// Whether one was closed; then the place of another is taken, and this is not called again.
    fn is_closed(connection: &Connection) -> bool {
        connection.state.load(Relaxed) == CLOSED
    }

    #[test]
    fn the_one_that_has_been_idle_longest_is_closed() {
        let all = connections(3, 3);
        let [first, second, third] = [1, 2, 3].map(|last| all.open(client(last)).expect("a place"));
        assert!(first.begin() && second.begin());
        answer(&second);
        assert_eq!(second.state.load(Relaxed), ANSWERED, "not sent");
        second.mark_sent();
        // Long after all of them.
        let later = all.start.elapsed() + LATER;
        all.open_at(client(4), later).expect("the place of the third, which sent no request");
        assert!(is_closed(&third) && !third.begin());
        all.open_at(client(5), later).expect("the place of the second");
        assert!(is_closed(&second) && !is_closed(&first));
        // Removing one that was closed changes nothing.
        all.remove(&second);
        assert_eq!(all.lock().connections.len(), 3);
    }

    #[test]
    fn a_client_with_too_many_makes_room_for_itself() {
        let all = connections(4, 2);
        let other = all.open_at(client(1), BEGIN).expect("a place");
        let [first, second] = [0, 1].map(|number| {
            let moment = BEGIN + Duration::from_micros(number);
            all.open_at(client(2), moment).expect("a place")
        });
        let early = all.open_at(client(2), EARLY);
        assert_eq!(early.err(), Some(Reason::AddressConnections), "too early");
        let third = all.open_at(client(2), LATER).expect("the place of the first");
        assert!(is_closed(&first) && !is_closed(&other));
        assert!(second.begin() && third.begin());
        assert_eq!(all.open_at(client(2), LAST).err(), Some(Reason::AddressConnections));
        // Connections from a trusted proxy count only for the total.
        let proxied = all.open_at(None, LATER).expect("a place");
        assert!(proxied.begin() && !is_closed(&other));
        all.open_at(None, LAST).expect("the place of the other");
        assert!(is_closed(&other));
        [second, third].iter().for_each(|ended| all.remove(ended));
        assert!(!all.lock().clients.contains_key(&client(2).expect("an address")));
    }

    #[test]
    fn while_all_are_busy_a_few_more_are_accepted() {
        let all = connections(1, 100);
        let held = all.open_at(client(1), BEGIN).expect("a place");
        assert!(held.begin() && !held.is_reserved());
        let moments = (0..RESERVE as u64).map(|number| BEGIN + Duration::from_micros(number));
        let open = |moment| all.open_at(client(1), moment).expect("a reserved place");
        let reserve: Vec<_> = moments.map(open).collect();
        assert!(reserve.iter().all(|connection| connection.is_reserved()));
        let early = all.open_at(client(1), EARLY);
        assert_eq!(early.err(), Some(Reason::Connections), "too early");
        let next = all.open_at(client(1), LATER).expect("the place of an idle one");
        assert!(is_closed(&reserve[0]) && next.is_reserved());
        assert!(reserve[1..].iter().chain([&next]).all(|connection| connection.begin()));
        assert_eq!(all.open_at(client(1), LAST).err(), Some(Reason::Connections));
        all.remove(&held);
        assert!(!all.open(client(1)).expect("a free place").is_reserved());
    }
}

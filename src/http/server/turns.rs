//! Turns and places of callers: none of them waits for all that another one asks for.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use super::client::Caller;
use super::rate::Buckets;

/// Time in which a budget is regained, and for which it is saved.
const MINUTE: Duration = Duration::from_secs(60);

/// A number of turns at a time, which waiting callers get one after another; the requests of one
/// caller in the order of their arrival.
#[derive(Debug)]
pub struct TurnQueue {
    size: usize,
    state: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Turns that nobody has. If there are any, nobody waits.
    free: usize,
    /// Callers with requests that wait, the next one first.
    callers: VecDeque<Caller>,
    requests: HashMap<Caller, VecDeque<oneshot::Sender<TurnPermit>>>,
}

/// A turn; it ends when this is dropped.
#[derive(Debug)]
pub struct TurnPermit {
    /// `None` once the turn is another's.
    queue: Option<Arc<TurnQueue>>,
}

/// Where a request waits among those of its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Before the others, as it was begun before them.
    First,
    /// After the others.
    Last,
}

impl TurnQueue {
    /// Creates a queue that runs up to `size` turns at a time.
    #[must_use]
    pub fn new(size: usize) -> Arc<TurnQueue> {
        let state = Waiting { free: size, ..Waiting::default() };
        Arc::new(TurnQueue { size, state: Mutex::new(state) })
    }

    /// Returns the number of turns that somebody has.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.size.saturating_sub(self.waiting().free)
    }

    /// Whether callers other than this one wait for a turn.
    #[must_use]
    pub fn is_wanted_by_others(&self, caller: Caller) -> bool {
        self.waiting().callers.iter().any(|waits| *waits != caller)
    }

    /// Waits for a turn.
    pub async fn take(self: &Arc<TurnQueue>, caller: Caller, rank: Rank) -> TurnPermit {
        loop {
            let turn = {
                let mut waiting = self.waiting();
                if waiting.free > 0 {
                    waiting.free -= 1;
                    return TurnPermit { queue: Some(Arc::clone(self)) };
                }
                waiting.add(caller, rank)
            };
            // A sender is only dropped after its receiver.
            if let Ok(permit) = turn.await {
                return permit;
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the turn to the next caller in the queue.
    fn pass_on(self: Arc<TurnQueue>) {
        let mut permit = TurnPermit { queue: Some(Arc::clone(&self)) };
        loop {
            let next = {
                let mut waiting = self.waiting();
                let next = waiting.next();
                if next.is_none() {
                    waiting.free += 1;
                }
                next
            };
            let Some(next) = next else {
                permit.queue = None;
                return;
            };
            match next.send(permit) {
                Ok(()) => return,
                // It does not wait any more.
                Err(refused) => permit = refused,
            }
        }
    }
}

impl Waiting {
    fn add(&mut self, caller: Caller, rank: Rank) -> oneshot::Receiver<TurnPermit> {
        let (sender, turn) = oneshot::channel();
        let requests = self.requests.entry(caller).or_default();
        if requests.is_empty() {
            self.callers.push_back(caller);
        }
        // Those that do not wait any more take no memory.
        requests.retain(|request| !request.is_closed());
        match rank {
            Rank::First => requests.push_front(sender),
            Rank::Last => requests.push_back(sender),
        }
        turn
    }

    fn next(&mut self) -> Option<oneshot::Sender<TurnPermit>> {
        while let Some(caller) = self.callers.pop_front() {
            let Some(requests) = self.requests.get_mut(&caller) else {
                continue;
            };
            let next = requests.pop_front();
            if requests.is_empty() {
                self.requests.remove(&caller);
            } else {
                self.callers.push_back(caller);
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }
}

impl Drop for TurnPermit {
    fn drop(&mut self) {
        if let Some(queue) = self.queue.take() {
            queue.pass_on();
        }
    }
}

/// A number of places. A caller may only take more while it then holds at most as many as
/// are free before: alone it may have half of them, and the more callers hold many, the fewer each.
#[derive(Debug)]
pub struct Places {
    size: usize,
    held: Mutex<HashMap<Caller, usize>>,
}

/// Some places of a caller; they are free again when this is dropped.
#[derive(Debug)]
pub struct HeldPlaces {
    places: Arc<Places>,
    caller: Caller,
    count: usize,
}

impl Places {
    /// Creates `size` places.
    #[must_use]
    pub fn new(size: usize) -> Arc<Places> {
        Arc::new(Places { size, held: Mutex::default() })
    }

    /// Returns the number of places.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of places that somebody has.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.held().values().sum()
    }

    /// Takes places for a caller; `None` if too few are left for it.
    #[must_use]
    pub fn take(self: &Arc<Places>, caller: Caller, count: usize) -> Option<HeldPlaces> {
        let mut held = self.held();
        let free = self.size.saturating_sub(held.values().sum());
        let own = held.get(&caller).copied().unwrap_or(0);
        // The server competes with nobody.
        let least = if caller == Caller::Server { count } else { own.saturating_add(count) };
        (free >= least).then(|| {
            if count > 0 {
                held.insert(caller, own + count);
            }
            HeldPlaces { places: Arc::clone(self), caller, count }
        })
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Caller, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldPlaces {
    /// Returns how many they are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns who has them.
    #[must_use]
    pub fn caller(&self) -> Caller {
        self.caller
    }

    /// Adds others of the same places and caller.
    pub fn merge(&mut self, mut others: HeldPlaces) {
        self.count += std::mem::take(&mut others.count);
    }
}

impl Drop for HeldPlaces {
    fn drop(&mut self) {
        let mut held = self.places.held();
        match held.get_mut(&self.caller) {
            Some(count) if *count > self.count => *count -= self.count,
            _ => {
                held.remove(&self.caller);
            }
        }
    }
}

/// Processor time that work without a key may take, by caller.
#[derive(Debug)]
pub struct WorkBudget {
    buckets: Buckets<Caller>,
    /// Processor time in a minute; zero for no limit.
    a_minute: Duration,
}

impl WorkBudget {
    /// Creates a budget of processor time in a minute for each caller, up to a minute's worth at
    /// once; zero for no limit.
    #[must_use]
    pub fn new(a_minute: Duration) -> WorkBudget {
        WorkBudget { buckets: Buckets::default(), a_minute }
    }

    /// Returns after what time a caller has something left of its budget.
    #[must_use]
    pub fn wait(&self, caller: Caller) -> Duration {
        match caller {
            Caller::Address(_) if !self.a_minute.is_zero() => self.buckets.wait(caller, MINUTE),
            _ => Duration::ZERO,
        }
    }

    /// Takes time that was used from a caller's budget.
    pub fn charge(&self, caller: Caller, used: Duration) {
        if matches!(caller, Caller::Address(_)) && !self.a_minute.is_zero() {
            let regained = used.div_duration_f64(self.a_minute) * MINUTE.as_secs_f64();
            // A turn takes seconds at most.
            self.buckets.charge(caller, Duration::try_from_secs_f64(regained).unwrap_or(MINUTE));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use proptest::prelude::*;

    use super::*;

    fn caller(number: u8) -> Caller {
        Caller::Address(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)))
    }

    /// Polls a waiting caller, and returns its permit if it got one.
    fn poll<F: Future<Output = TurnPermit>>(
        waiting: &mut std::pin::Pin<Box<F>>,
    ) -> Option<TurnPermit> {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match waiting.as_mut().poll(&mut context) {
            std::task::Poll::Ready(permit) => Some(permit),
            std::task::Poll::Pending => None,
        }
    }

    #[test]
    fn callers_get_turns_one_after_another() {
        let queue = TurnQueue::new(1);
        let first = poll(&mut Box::pin(queue.take(caller(0), Rank::Last))).expect("a free turn");
        let wait = |number, rank| {
            let mut waiting = Box::pin(queue.take(caller(number), rank));
            assert!(poll(&mut waiting).is_none());
            (number, waiting)
        };
        // Four of one caller, one of another, who leaves, one of a third, one more of the first.
        let mut waiting: Vec<_> = [0, 0, 0, 0, 1, 2].map(|number| wait(number, Rank::Last)).into();
        waiting.push(wait(0, Rank::First));
        drop(waiting.remove(4));
        assert!(queue.is_wanted_by_others(caller(0)) && queue.is_wanted_by_others(caller(3)));
        let (mut order, mut permit) = (Vec::new(), Some(first));
        while !waiting.is_empty() {
            drop(permit.take());
            assert_eq!(queue.taken(), 1);
            let got = (0..waiting.len())
                .find_map(|at| poll(&mut waiting[at].1).map(|permit| (at, permit)));
            let (at, next) = got.expect("one of them has the turn");
            order.push((waiting.remove(at).0, at));
            permit = Some(next);
        }
        // The one that was begun before goes first of its caller's.
        assert_eq!(order, [(0, 5), (2, 4), (0, 0), (0, 0), (0, 0), (0, 0)]);
        drop(permit);
        assert_eq!(queue.taken(), 0);
    }

    #[test]
    fn a_turn_that_nobody_fetches_is_not_lost() {
        let queue = TurnQueue::new(1);
        let first = poll(&mut Box::pin(queue.take(caller(0), Rank::Last))).expect("a free turn");
        let mut waiting = Box::pin(queue.take(caller(1), Rank::Last));
        assert!(poll(&mut waiting).is_none());
        drop(first);
        assert_eq!(queue.taken(), 1, "it is given to the one who waits");
        drop(waiting);
        assert_eq!(queue.taken(), 0);
    }

    #[test]
    fn a_budget_is_regained_in_a_minute() {
        let budget = WorkBudget::new(Duration::from_secs(30));
        let (one, other, key) = (caller(1), caller(2), Caller::Key(7));
        budget.charge(one, Duration::from_secs(29));
        assert_eq!(budget.wait(one), Duration::ZERO, "something is left");
        budget.charge(one, Duration::from_secs(16));
        // 15 seconds too many, at half a second a second; on a busy machine some are over.
        let wait = budget.wait(one);
        assert!(wait > Duration::from_secs(20) && wait <= Duration::from_secs(30), "{wait:?}");
        budget.charge(key, Duration::from_secs(100));
        assert_eq!([budget.wait(other), budget.wait(key)], [Duration::ZERO; 2]);
        let unlimited = WorkBudget::new(Duration::ZERO);
        unlimited.charge(one, Duration::from_secs(1000));
        assert_eq!(unlimited.wait(one), Duration::ZERO);
    }

    proptest! {
        /// A caller without places gets one whatever others hold, unless all are taken.
        #[test]
        fn nobody_takes_the_last_places(size in 1usize..40, asked in prop::collection::vec(0u8..4, 0..200)) {
            let places = Places::new(size);
            let mut held: Vec<HeldPlaces> = Vec::new();
            for number in asked {
                match number {
                    0 => drop(held.pop()),
                    number => {
                        let own = held.iter().filter(|place| place.caller == caller(number)).count();
                        let taken = places.take(caller(number), 1);
                        prop_assert_eq!(taken.is_some(), own < size - held.len());
                        held.extend(taken);
                    }
                }
                prop_assert_eq!(places.taken(), held.len());
                // Three callers leave an eighth.
                prop_assert!(held.len() <= size - size / 8);
                prop_assert!(places.take(caller(9), 1).is_some() || held.len() == size);
            }
            drop(held);
            prop_assert_eq!(places.taken(), 0);
        }
    }
}

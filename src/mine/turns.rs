//! The parts that several workers read, in the order of their jobs.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of parts that may wait for earlier ones.
const WAITING_BYTES: usize = 64 << 20;

/// Passes parts on in the order of the jobs that they are of. A worker with parts of a later job
/// goes on meanwhile, unless too much waits.
pub struct Turns<P> {
    state: Mutex<TurnState<P>>,
    changed: Condvar,
}

struct TurnState<P> {
    /// The first job that is not done.
    turn: u64,
    /// The parts of later jobs.
    waiting: BTreeMap<u64, WaitingJob<P>>,
    /// Their size in bytes.
    bytes: usize,
    /// Whether a worker failed.
    stopped: bool,
}

struct WaitingJob<P> {
    parts: Vec<P>,
    bytes: usize,
    is_done: bool,
}

impl<P> Default for Turns<P> {
    fn default() -> Turns<P> {
        let state = TurnState { turn: 0, waiting: BTreeMap::new(), bytes: 0, stopped: false };
        Turns { state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl<P> Turns<P> {
    /// Hands over a part of a job, with its size in bytes, or says that the job is done. Calls
    /// `accept` with the parts whose turn it is, on one thread at a time. Breaks if another worker
    /// failed.
    ///
    /// # Errors
    /// That of `accept`.
    pub fn hand_over(
        &self,
        job: u64,
        part: Option<(P, usize)>,
        is_done: bool,
        accept: impl Fn(P) -> io::Result<()>,
    ) -> io::Result<ControlFlow<()>> {
        let mut state = self.state();
        // The first job never waits, so it ends.
        while part.is_some() && job != state.turn && state.bytes > WAITING_BYTES && !state.stopped {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.stopped {
            return Ok(ControlFlow::Break(()));
        }
        let none = || WaitingJob { parts: Vec::new(), bytes: 0, is_done: false };
        let own = state.waiting.entry(job).or_insert_with(none);
        own.is_done |= is_done;
        let bytes = part.as_ref().map_or(0, |(_, bytes)| *bytes);
        own.bytes += bytes;
        own.parts.extend(part.map(|(part, _)| part));
        state.bytes += bytes;
        loop {
            let turn = state.turn;
            let Some(first) = state.waiting.get_mut(&turn) else { break };
            let bytes = std::mem::take(&mut first.bytes);
            for part in std::mem::take(&mut first.parts) {
                accept(part)?;
            }
            let is_done = first.is_done;
            state.bytes -= bytes;
            if !is_done {
                break;
            }
            state.waiting.remove(&turn);
            state.turn += 1;
            self.changed.notify_all();
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Lets nobody wait any more: a worker failed.
    pub fn stop(&self) {
        self.state().stopped = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, TurnState<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn parts_come_in_the_order_of_their_jobs_whoever_is_first() {
        let (turns, next, came) = (Turns::default(), AtomicU64::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            let work = || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job == 300 {
                        next.store(300, Ordering::Relaxed);
                    }
                    if job >= 300 {
                        return;
                    }
                    let accept = |part| {
                        came.lock().unwrap().push(part);
                        Ok(())
                    };
                    // Some jobs have no part, some more than may wait.
                    for part in 0..job % 4 {
                        let size = if job % 7 == 0 { WAITING_BYTES } else { 10 };
                        let part = Some(((job, part), size));
                        assert!(turns.hand_over(job, part, false, accept).unwrap().is_continue());
                    }
                    assert!(turns.hand_over(job, None, true, accept).unwrap().is_continue());
                }
            };
            (0..4).for_each(|_| drop(scope.spawn(work)));
        });
        let all = (0..300).flat_map(|job| (0..job % 4).map(move |part| (job, part)));
        assert_eq!(came.into_inner().unwrap(), all.collect::<Vec<_>>());
    }

    #[test]
    fn nobody_waits_for_a_worker_that_failed() {
        let turns = Turns::default();
        std::thread::scope(|scope| {
            let later = scope.spawn(|| {
                let part = || Some(((), WAITING_BYTES + 1));
                let first = turns.hand_over(1, part(), false, Ok)?;
                Ok::<_, io::Error>((first, turns.hand_over(2, part(), false, Ok)?))
            });
            turns.stop();
            assert!(later.join().unwrap().unwrap().1.is_break());
        });
        assert!(turns.hand_over(0, Some(((), 1)), true, Ok).unwrap().is_break());
    }
}

//! Cancellation of work whose caller no longer waits for it.
//!
//! A thread works for one caller at a time, so the caller's [`Progress`] belongs to the thread, and
//! no function needs a parameter for it. Loops that may take long call [`checkpoint`].
//!
//! ```
//! use std::sync::Arc;
//! use joseki_base::cancel::{self, Cancelled, Progress};
//!
//! let progress = Arc::<Progress>::default();
//! let caller = Arc::clone(&progress);
//! let outcome = cancel::run(progress, None, || {
//!     for step in 0.. {
//!         cancel::checkpoint()?;
//!         if step == 3 {
//!             assert!(caller.cancel());
//!         }
//!     }
//!     Ok(())
//! });
//! assert_eq!(outcome, Err(Cancelled));
//! ```

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

const RUNNING: u8 = 0;
const CANCELLED: u8 = 1;
const WRITING: u8 = 2;

/// State of a piece of work, shared with its caller. Work that has begun to write is no
/// longer cancelled.
#[derive(Debug, Default)]
pub struct Progress(AtomicU8);

/// The work was cancelled; it has written nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work was cancelled: its caller no longer waits for it")]
pub struct Cancelled;

impl From<Cancelled> for std::io::Error {
    fn from(cancelled: Cancelled) -> std::io::Error {
        std::io::Error::other(cancelled)
    }
}

impl Progress {
    /// Cancels the work; returns false if it may have written.
    #[must_use = "work that may have written is not cancelled"]
    pub fn cancel(&self) -> bool {
        self.leave_running(CANCELLED) != WRITING
    }

    /// Notes that a write begins.
    ///
    /// # Errors
    /// The work was cancelled, so the write must not begin.
    pub fn begin_write(&self) -> Result<(), Cancelled> {
        if self.leave_running(WRITING) == CANCELLED { Err(Cancelled) } else { Ok(()) }
    }

    /// Whether the work is cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) == CANCELLED
    }

    /// Enters a state unless another was entered before; returns the state that it is in then.
    fn leave_running(&self, state: u8) -> u8 {
        let order = Ordering::AcqRel;
        let changed = self.0.compare_exchange(RUNNING, state, order, Ordering::Acquire);
        changed.map_or_else(|entered| entered, |_| state)
    }
}

/// Called at each [`checkpoint`] of work that is not cancelled.
pub type Pause = Box<dyn FnMut()>;

struct Current {
    progress: Arc<Progress>,
    pause: Option<Pause>,
}

thread_local! {
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
    /// When this thread last gave way to others; `None` if it does not.
    static GAVE_WAY: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Time for which a thread that gives way keeps the processor.
const SLICE: Duration = Duration::from_micros(100);

/// Runs work of a caller on this thread.
pub fn run<T>(progress: Arc<Progress>, pause: Option<Pause>, work: impl FnOnce() -> T) -> T {
    struct Reset(Option<Current>);
    impl Drop for Reset {
        fn drop(&mut self) {
            CURRENT.replace(self.0.take());
        }
    }
    let _until_done = Reset(CURRENT.replace(Some(Current { progress, pause })));
    work()
}

/// Returns the state of this thread's work; none if nobody waits for it.
#[must_use]
pub fn current() -> Option<Arc<Progress>> {
    CURRENT.with_borrow(|current| current.as_ref().map(|it| Arc::clone(&it.progress)))
}

/// Whether this thread's work is cancelled.
#[must_use]
pub fn is_cancelled() -> bool {
    CURRENT.with_borrow(|current| current.as_ref().is_some_and(|it| it.progress.is_cancelled()))
}

/// Makes this thread give way to others at checkpoints. A low priority alone does not: the scheduler
/// leaves a thread running for milliseconds while others wait.
pub fn give_way() {
    GAVE_WAY.set(Some(Instant::now()));
}

/// Whether this thread gives way to others, see [`give_way`].
#[must_use]
pub fn gives_way() -> bool {
    GAVE_WAY.get().is_some()
}

/// Lets this thread's work be cancelled and paused here. Costs a few nanoseconds. The caller must
/// not hold a lock: work that runs during the pause may wait for it.
///
/// # Errors
/// The work was cancelled.
pub fn checkpoint() -> Result<(), Cancelled> {
    if is_cancelled() {
        return Err(Cancelled);
    }
    if GAVE_WAY.get().is_some_and(|last| last.elapsed() >= SLICE) {
        std::thread::yield_now();
        give_way();
    }
    // Taken out, as what pauses may itself run work.
    let pause = CURRENT.with_borrow_mut(|current| current.as_mut().and_then(|it| it.pause.take()));
    let Some(mut pause) = pause else {
        return Ok(());
    };
    pause();
    CURRENT.with_borrow_mut(|current| {
        if let Some(current) = current {
            current.pause = Some(pause);
        }
    });
    if is_cancelled() { Err(Cancelled) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_writes_is_not_cancelled_and_cancelled_work_does_not_write() {
        let (first, second) = (Progress::default(), Progress::default());
        assert_eq!(first.begin_write(), Ok(()));
        assert!(!first.cancel() && !first.is_cancelled());
        assert_eq!(first.begin_write(), Ok(()), "and goes on writing");
        assert!(second.cancel() && second.is_cancelled());
        assert_eq!(second.begin_write(), Err(Cancelled));
        assert!(second.cancel(), "twice is once");
    }

    #[test]
    fn a_checkpoint_pauses_and_tells_of_the_thread_s_own_work_only() {
        let progress = Arc::<Progress>::default();
        assert_eq!(checkpoint(), Ok(()), "nobody waits");
        let (paused, own) = (Arc::new(AtomicU8::new(0)), Arc::clone(&progress));
        let count = Arc::clone(&paused);
        let pause: Pause = Box::new(move || {
            if count.fetch_add(1, Ordering::Relaxed) == 1 {
                assert!(own.cancel());
            }
        });
        run(Arc::clone(&progress), Some(pause), || {
            assert_eq!(checkpoint(), Ok(()));
            let other = std::thread::spawn(|| (current().is_none(), checkpoint()));
            assert_eq!(other.join().expect("a thread"), (true, Ok(())));
            run(Arc::default(), None, || assert_eq!(checkpoint(), Ok(()), "of inner work"));
            assert_eq!(checkpoint(), Err(Cancelled), "cancelled while it paused");
            assert_eq!(checkpoint(), Err(Cancelled), "without another pause");
        });
        assert_eq!(paused.load(Ordering::Relaxed), 2);
        assert!(current().is_none());
    }

    #[test]
    fn a_thread_that_gives_way_does_so_again_after_a_slice() {
        assert_eq!(checkpoint(), Ok(()));
        assert!(!gives_way(), "only a thread that was told to");
        give_way();
        let first = GAVE_WAY.get().expect("a time");
        while first.elapsed() < SLICE {
            std::hint::spin_loop();
        }
        assert_eq!(checkpoint(), Ok(()));
        let second = GAVE_WAY.get().expect("a time");
        assert!(second >= first + SLICE, "it gave way at this checkpoint");
        // Other threads are unaffected.
        assert!(!std::thread::spawn(gives_way).join().expect("a thread"));
        GAVE_WAY.set(None);
    }
}

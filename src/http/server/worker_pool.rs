//! Bounded worker pool for blocking work: limits on concurrency, queue length and time.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::channel_body::{BodyWriter, channel_body};
use super::client::{Caller, caller};
use super::thread_time::thread_time;
use super::turns::{HeldPlaces, Places, Rank, TurnPermit, TurnQueue, WorkBudget};

use crate::error::problem::Problem;
use crate::error::rejected::Reason;
use joseki_base::cancel::{self, Pause, Progress};
use joseki_service::Code;

/// Time after which a worker lets another request have its turn.
pub const TURN: Duration = Duration::from_millis(20);

/// A bounded pool of threads that may block, which callers use in turns.
#[derive(Debug)]
pub struct WorkerPool {
    /// Runtime whose threads for blocking work are the workers.
    threads: Handle,
    workers: Arc<TurnQueue>,
    places: Arc<Places>,
    limit: Duration,
    /// What callers may use, where work may take long. Then a turn may end before the work.
    budget: Option<Arc<WorkBudget>>,
}

/// Load of a [`WorkerPool`].
#[derive(Clone, Copy, Debug)]
pub struct PoolLoad {
    /// Requests that wait for a worker.
    pub waiting: usize,
    /// Requests that a worker is running.
    pub working: usize,
}

/// A place in the queue of a [`WorkerPool`]; clones share it.
#[derive(Clone, Debug)]
pub struct QueuePlace {
    threads: Handle,
    workers: Arc<TurnQueue>,
    limit: Duration,
    budget: Option<Arc<WorkBudget>>,
    caller: Caller,
    held: Arc<HeldPlaces>,
}

impl WorkerPool {
    /// Creates a pool of `workers` with a queue of `waiting`, on the threads of a runtime that may
    /// block; each request may take at most `limit`.
    #[must_use]
    pub fn new(threads: &Handle, workers: usize, waiting: usize, limit: Duration) -> WorkerPool {
        let workers = workers.max(1);
        WorkerPool {
            threads: threads.clone(),
            workers: TurnQueue::new(workers),
            places: Places::new(workers + waiting),
            limit,
            budget: None,
        }
    }

    /// Lets work take long: it gives way to that of other callers, and is charged to its caller.
    #[must_use]
    pub fn for_long_work(self, budget: &Arc<WorkBudget>) -> WorkerPool {
        WorkerPool { budget: Some(Arc::clone(budget)), ..self }
    }

    /// Creates a queue of its own for these workers, of at most `places` requests at once.
    #[must_use]
    pub fn with_places(&self, places: usize) -> WorkerPool {
        WorkerPool {
            threads: self.threads.clone(),
            workers: Arc::clone(&self.workers),
            places: Places::new(places),
            limit: self.limit,
            budget: self.budget.clone(),
        }
    }

    /// Returns the present load. The two numbers are not read atomically.
    #[must_use]
    pub fn load(&self) -> PoolLoad {
        let working = self.workers.taken();
        PoolLoad { waiting: self.places.taken().saturating_sub(working), working }
    }

    /// Takes a place in the queue for the running request.
    ///
    /// # Errors
    /// The queue is full, or its caller holds as many places as are left, or has used up its budget.
    pub fn enqueue(&self) -> Result<QueuePlace, Problem> {
        let caller = caller();
        if let Some(budget) = &self.budget {
            check_budget(budget.wait(caller))?;
        }
        let Some(held) = self.places.take(caller, 1) else {
            let detail = "more requests are waiting than can be served in time: try again";
            let full = Problem::new(Code::Overloaded, detail).retry_after(1);
            return Err(full.with_reason(Reason::QueueFull));
        };
        Ok(QueuePlace {
            threads: self.threads.clone(),
            workers: Arc::clone(&self.workers),
            limit: self.limit,
            budget: self.budget.clone(),
            caller,
            held: Arc::new(held),
        })
    }
}

fn check_budget(wait: Duration) -> Result<(), Problem> {
    if wait.is_zero() {
        return Ok(());
    }
    let seconds = u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
    let detail = format!(
        "requests without a key from this address have used up their processor time for long work: wait {seconds} s, or use a key"
    );
    Err(Problem::new(Code::RateLimited, detail).retry_after(seconds))
}

impl QueuePlace {
    /// Returns why work would have to wait longer than a time for the budget of its caller, if it
    /// would.
    #[must_use]
    pub fn over_budget(&self, left: Duration) -> Option<Problem> {
        let wait = self.budget.as_ref()?.wait(self.caller);
        check_budget(wait).err().filter(|_| wait > left)
    }

    /// Returns the place for what is left to say, which takes no time to speak of.
    #[must_use]
    pub fn without_budget(&self) -> QueuePlace {
        QueuePlace { budget: None, ..self.clone() }
    }

    /// Returns the place for work that ends by itself.
    #[must_use]
    pub fn without_limit(self) -> QueuePlace {
        QueuePlace { limit: Duration::MAX, ..self }
    }

    /// Runs blocking work as soon as a worker is free. It is cancelled at the time limit, and when
    /// the returned future is dropped, as it is when the client is gone.
    ///
    /// # Errors
    /// The work timed out or panicked. Work that has started keeps its place until it ends.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let result = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&result);
        self.run_boxed(Box::new(move || {
            let done = work();
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        }))
        .await?;
        let done = result.lock().unwrap_or_else(PoisonError::into_inner).take();
        done.ok_or_else(|| Problem::internal(&"the work ended without a result"))
    }

    /// Runs work that keeps its own result, so that this is compiled once for all types of result.
    async fn run_boxed(&self, work: Box<dyn FnOnce() + Send>) -> Result<(), Problem> {
        let held = Arc::clone(&self.held);
        let (threads, mut turn) = (self.threads.clone(), self.turn());
        let waiter = Waiter::default();
        let progress = Arc::clone(&waiter.0);
        let worked = async move {
            turn.begin().await;
            let done = threads.spawn_blocking(move || {
                let _until_done = held;
                let turn = Rc::new(RefCell::new(turn));
                turn.borrow_mut().enter();
                let pausing = turn.borrow().budget.is_some().then(|| Rc::clone(&turn));
                let pause = pausing.map(|turn| -> Pause {
                    Box::new(move || turn.borrow_mut().pause_for_others())
                });
                cancel::run(progress, pause, work);
            });
            done.await
        };
        match timeout(self.limit, worked).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Problem::internal(&error)),
            Err(_) if waiter.0.cancel() => Err(Problem::timeout()),
            Err(_) => {
                let detail = "the request timed out while it was writing: check whether the change was made before you send it again";
                Err(Problem::new(Code::OutcomeUnknown, detail).retry_after(5))
            }
        }
    }

    /// Produces a large response in parts, as soon as a worker is free: returns its head when it is
    /// known. The worker serves others while the client takes a part, for at most
    /// `write_timeout`, and from time to time.
    ///
    /// # Errors
    /// The error of work that fails before its head is known. Later ones break off the body.
    pub async fn produce<H: Send + 'static>(
        self,
        write_timeout: Duration,
        work: impl FnOnce(&mut BodyWriter<H>) -> Result<(), Problem> + Send + 'static,
    ) -> Result<(H, Body), Problem> {
        let mut turn = self.turn();
        let QueuePlace { threads, limit, held, .. } = self;
        let waiter = Waiter::default();
        let progress = Arc::clone(&waiter.0);
        let (head_sender, head) = oneshot::channel();
        let (body, sender) = channel_body();
        let begun = async move {
            turn.begin().await;
            drop(threads.spawn_blocking(move || {
                let _until_done = held;
                let turn = Rc::new(RefCell::new(turn));
                turn.borrow_mut().enter();
                let pausing = Rc::clone(&turn);
                let pause = Box::new(move || pausing.borrow_mut().pause());
                let mut writer = BodyWriter::new(head_sender, sender, turn, write_timeout);
                cancel::run(progress, Some(pause), || {
                    let done = work(&mut writer);
                    writer.end(done);
                });
            }));
            head.await
        };
        match timeout(limit, begun).await {
            Ok(Ok(head)) => {
                waiter.release();
                Ok((head?, body))
            }
            Ok(Err(_)) => Err(Problem::internal(&"the work ended without a response")),
            Err(_) => Err(Problem::timeout()),
        }
    }

    fn turn(&self) -> Turn {
        Turn {
            workers: Arc::clone(&self.workers),
            caller: self.caller,
            budget: self.budget.clone(),
            permit: None,
            since: Instant::now(),
            charged: None,
            runtime: Handle::current(),
        }
    }
}

/// The turn of a thread at a worker.
pub struct Turn {
    workers: Arc<TurnQueue>,
    caller: Caller,
    budget: Option<Arc<WorkBudget>>,
    permit: Option<TurnPermit>,
    since: Instant,
    /// Processor time of the thread that has the turn when it was last charged; `None` before it
    /// has begun there.
    charged: Option<Duration>,
    runtime: Handle,
}

impl Turn {
    /// Waits until the caller's budget allows a turn, and for it.
    async fn begin(&mut self) {
        while let Some(budget) = &self.budget {
            match budget.wait(self.caller) {
                Duration::ZERO => break,
                wait => sleep(wait).await,
            }
        }
        self.permit = Some(self.workers.take(self.caller, Rank::Last).await);
    }

    /// Begins to count the turn's time, on the thread that runs it.
    fn enter(&mut self) {
        self.since = Instant::now();
        self.charged = Some(thread_time());
    }

    /// Charges the time since the last charge to the caller.
    fn charge(&mut self) {
        if let (Some(budget), Some(before)) = (&self.budget, self.charged.take()) {
            budget.charge(self.caller, thread_time().saturating_sub(before));
        }
    }

    /// Runs something without a worker.
    pub fn without<T>(&mut self, wait: impl Future<Output = T>) -> T {
        self.charge();
        self.permit = None;
        let runtime = self.runtime.clone();
        let done = runtime.block_on(wait);
        runtime.block_on(self.begin());
        self.enter();
        done
    }

    fn pause(&mut self) {
        if self.since.elapsed() >= TURN {
            self.without(std::future::ready(()));
        }
    }

    /// Lets other callers go on, but no other work of the same one.
    fn pause_for_others(&mut self) {
        if self.since.elapsed() < TURN {
            return;
        }
        self.charge();
        if self.workers.is_wanted_by_others(self.caller) {
            self.permit = None;
            let next = self.workers.take(self.caller, Rank::First);
            self.permit = Some(self.runtime.block_on(next));
        }
        self.enter();
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.charge();
    }
}

/// The caller that waits for work; without it, the work is cancelled.
#[derive(Default)]
struct Waiter(Arc<Progress>);

impl Waiter {
    /// Leaves the work uncancelled.
    fn release(mut self) {
        self.0 = Arc::default();
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let _it_may_have_written = self.0.cancel();
    }
}

//! Bounded worker pool for blocking work: limits on concurrency, queue length and time.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use super::channel_body::{BodyWriter, channel_body};

use crate::cancel::{self, Progress};
use crate::http::error::code::Code;
use crate::http::error::problem::Problem;
use crate::http::error::rejected::Reason;

/// Time after which a worker that computes a large response lets another request have its turn.
pub const TURN: Duration = Duration::from_millis(50);

/// A bounded pool of threads that may block.
#[derive(Debug)]
pub struct WorkerPool {
    /// Runtime whose threads for blocking work are the workers.
    threads: Handle,
    workers: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// Numbers of workers and of places, running work included.
    size: (usize, usize),
    limit: Duration,
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
    workers: Arc<Semaphore>,
    limit: Duration,
    held: Arc<OwnedSemaphorePermit>,
}

impl WorkerPool {
    /// Creates a pool of `workers` with a queue of `waiting`, on the threads of a runtime that may
    /// block; each request may take at most `limit`.
    #[must_use]
    pub fn new(threads: &Handle, workers: usize, waiting: usize, limit: Duration) -> WorkerPool {
        let workers = workers.max(1);
        WorkerPool {
            threads: threads.clone(),
            workers: Arc::new(Semaphore::new(workers)),
            places: Arc::new(Semaphore::new(workers + waiting)),
            size: (workers, workers + waiting),
            limit,
        }
    }

    /// Creates a queue of its own for these workers, of at most `places` requests at once.
    #[must_use]
    pub fn with_places(&self, places: usize) -> WorkerPool {
        WorkerPool {
            threads: self.threads.clone(),
            workers: Arc::clone(&self.workers),
            places: Arc::new(Semaphore::new(places)),
            size: (self.size.0, places),
            limit: self.limit,
        }
    }

    /// Returns the present load. The two numbers are not read atomically.
    #[must_use]
    pub fn load(&self) -> PoolLoad {
        let (workers, places) = self.size;
        let working = workers.saturating_sub(self.workers.available_permits());
        let held = places.saturating_sub(self.places.available_permits());
        PoolLoad { waiting: held.saturating_sub(working), working }
    }

    /// Takes a place in the queue.
    ///
    /// # Errors
    /// The queue is full.
    pub fn enqueue(&self) -> Result<QueuePlace, Problem> {
        match Arc::clone(&self.places).try_acquire_owned() {
            Ok(held) => Ok(QueuePlace {
                threads: self.threads.clone(),
                workers: Arc::clone(&self.workers),
                limit: self.limit,
                held: Arc::new(held),
            }),
            Err(_) => {
                let detail = "more requests are waiting than can be served in time: try again";
                let full = Problem::new(Code::Overloaded, detail).retry_after(1);
                Err(full.with_reason(Reason::QueueFull))
            }
        }
    }
}

impl QueuePlace {
    /// Runs blocking work as soon as a worker is free. It is cancelled at the time limit, and when
    /// the returned future is dropped, as it is when the client is gone.
    ///
    /// # Errors
    /// The work timed out or panicked. Work that has started keeps its place until it ends.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (workers, held) = (Arc::clone(&self.workers), Arc::clone(&self.held));
        let threads = self.threads.clone();
        let caller = Caller::default();
        let progress = Arc::clone(&caller.0);
        let turn = async move {
            let worker = workers.acquire_owned().await;
            let done = threads.spawn_blocking(move || {
                let _until_done = (held, worker);
                cancel::run(progress, None, work)
            });
            done.await
        };
        match timeout(self.limit, turn).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(error)) => Err(Problem::internal(&error)),
            Err(_) if caller.0.cancel() => Err(Problem::timeout()),
            Err(_) => {
                let detail = "the request timed out while it was writing: check whether the change was made before you send it again";
                Err(Problem::new(Code::OutcomeUnknown, detail).retry_after(5))
            }
        }
    }
}

impl QueuePlace {
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
        let QueuePlace { threads, workers, limit, held, .. } = self;
        let caller = Caller::default();
        let progress = Arc::clone(&caller.0);
        let (tell, head) = oneshot::channel();
        let (body, sender) = channel_body();
        let begun = async move {
            let permit = Arc::clone(&workers).acquire_owned().await.ok();
            let runtime = Handle::current();
            drop(threads.spawn_blocking(move || {
                let _until_done = held;
                let turn = Turn { workers, permit, since: Instant::now(), runtime };
                let turn = Rc::new(RefCell::new(turn));
                let pausing = Rc::clone(&turn);
                let pause = Box::new(move || pausing.borrow_mut().pause());
                let mut writer = BodyWriter::new(tell, sender, turn, write_timeout);
                cancel::run(progress, Some(pause), || {
                    let done = work(&mut writer);
                    writer.end(done);
                });
            }));
            head.await
        };
        match timeout(limit, begun).await {
            Ok(Ok(head)) => {
                caller.release();
                Ok((head?, body))
            }
            Ok(Err(_)) => Err(Problem::internal(&"the work ended without a response")),
            Err(_) => Err(Problem::timeout()),
        }
    }
}

/// The turn of a thread at a worker.
pub struct Turn {
    workers: Arc<Semaphore>,
    permit: Option<OwnedSemaphorePermit>,
    since: Instant,
    runtime: Handle,
}

impl Turn {
    /// Runs something without a worker.
    pub fn without<T>(&mut self, wait: impl Future<Output = T>) -> T {
        self.permit = None;
        let done = self.runtime.block_on(wait);
        // The semaphore is never closed.
        self.permit = self.runtime.block_on(Arc::clone(&self.workers).acquire_owned()).ok();
        self.since = Instant::now();
        done
    }

    fn pause(&mut self) {
        if self.since.elapsed() >= TURN {
            self.without(std::future::ready(()));
        }
    }
}

/// Whoever waits for work; without it, the work is cancelled.
#[derive(Default)]
struct Caller(Arc<Progress>);

impl Caller {
    /// Leaves the work uncancelled.
    fn release(mut self) {
        self.0 = Arc::default();
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        let _it_may_have_written = self.0.cancel();
    }
}

//! Bounded worker pool for blocking work: limits on concurrency, queue length and time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::http::error::code::Code;
use crate::http::error::problem::Problem;
use crate::http::error::rejected::Reason;

/// A bounded pool of threads that may block.
#[derive(Debug)]
pub struct WorkerPool {
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

/// A place in the queue of a [`WorkerPool`].
#[derive(Debug)]
pub struct QueuePlace {
    workers: Arc<Semaphore>,
    limit: Duration,
    held: Arc<OwnedSemaphorePermit>,
}

impl WorkerPool {
    /// Creates a pool of `workers` with a queue of `waiting`; each request may take at most
    /// `limit`.
    #[must_use]
    pub fn new(workers: usize, waiting: usize, limit: Duration) -> WorkerPool {
        let workers = workers.max(1);
        WorkerPool {
            workers: Arc::new(Semaphore::new(workers)),
            places: Arc::new(Semaphore::new(workers + waiting)),
            size: (workers, workers + waiting),
            limit,
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
    /// Runs blocking work as soon as a worker is free.
    ///
    /// # Errors
    /// The work timed out or panicked. Work that has started continues, and keeps its place until
    /// it ends.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (workers, held) = (Arc::clone(&self.workers), Arc::clone(&self.held));
        let turn = async move {
            let worker = workers.acquire_owned().await;
            let done = tokio::task::spawn_blocking(move || {
                let _until_done = (held, worker);
                work()
            });
            done.await
        };
        match timeout(self.limit, turn).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(error)) => Err(Problem::internal(&error)),
            Err(_) => {
                let detail = "the request timed out: check the book before you send a write again";
                Err(Problem::new(Code::Timeout, detail).retry_after(5))
            }
        }
    }
}

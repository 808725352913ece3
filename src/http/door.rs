//! The bounded door to work that blocks: so many at a time, so many waiting, so long.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::code::Code;
use super::problem::Problem;
use super::rejected::Reason;

/// A door to the threads that may block.
#[derive(Debug)]
pub struct Door {
    workers: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// How many workers and places there are.
    size: (usize, usize),
    limit: Duration,
}

/// How much is done and waits at a [`Door`].
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Those with a place and without a worker.
    pub waiting: usize,
    /// Those with a worker.
    pub working: usize,
}

/// A place in the queue of a [`Door`].
#[derive(Debug)]
pub struct Place<'a> {
    door: &'a Door,
    held: Arc<OwnedSemaphorePermit>,
}

impl Door {
    /// A door for `workers` at a time and as many as `waiting` before it, each for at most `limit`.
    #[must_use]
    pub fn new(workers: usize, waiting: usize, limit: Duration) -> Door {
        let workers = workers.max(1);
        Door {
            workers: Arc::new(Semaphore::new(workers)),
            places: Arc::new(Semaphore::new(workers + waiting)),
            size: (workers, workers + waiting),
            limit,
        }
    }

    /// How much is done and waits. The two are not read at one moment.
    #[must_use]
    pub fn load(&self) -> Load {
        let (workers, places) = self.size;
        let working = workers.saturating_sub(self.workers.available_permits());
        let held = places.saturating_sub(self.places.available_permits());
        Load {
            waiting: held.saturating_sub(working),
            working,
        }
    }

    /// Takes a place in the queue.
    ///
    /// # Errors
    /// There is none left.
    pub fn enter(&self) -> Result<Place<'_>, Problem> {
        match Arc::clone(&self.places).try_acquire_owned() {
            Ok(held) => Ok(Place {
                door: self,
                held: Arc::new(held),
            }),
            Err(_) => {
                let detail = "more requests are waiting than can be answered in time: try again";
                let full = Problem::new(Code::Overloaded, detail).retry_after(1);
                Err(full.because(Reason::QueueFull))
            }
        }
    }

    /// Does blocking work: [`Door::enter`] and [`Place::run`].
    ///
    /// # Errors
    /// As they have.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.enter()?.run(work).await
    }
}

impl Place<'_> {
    /// Does blocking work when a worker is free.
    ///
    /// # Errors
    /// It took too long, or it panicked. Work that was begun goes on, and keeps its place until it
    /// ends.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Place { door, held } = self;
        let (workers, held) = (Arc::clone(&door.workers), Arc::clone(held));
        let turn = async move {
            let worker = workers.acquire_owned().await;
            let done = tokio::task::spawn_blocking(move || {
                let _until_done = (held, worker);
                work()
            });
            done.await
        };
        match timeout(door.limit, turn).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(error)) => Err(Problem::internal(&error)),
            Err(_) => {
                let detail = "this took too long; look at the book before sending a write again";
                Err(Problem::new(Code::Timeout, detail).retry_after(5))
            }
        }
    }
}

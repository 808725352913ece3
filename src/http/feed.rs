//! Who follows the log of changes: woken by every change, bounded in number, ended with the server.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::code::Code;
use super::problem::Problem;
use super::rejected::Reason;

/// What wakes those who follow.
pub struct Feed {
    changed: watch::Sender<u64>,
    ended: watch::Sender<bool>,
    places: Arc<Semaphore>,
}

/// Somebody who follows; its place is free again when it is dropped.
pub struct Follower {
    changed: watch::Receiver<u64>,
    ended: watch::Receiver<bool>,
    _place: OwnedSemaphorePermit,
}

impl Feed {
    /// For so many at a time.
    #[must_use]
    pub fn new(places: usize) -> Feed {
        Feed {
            changed: watch::Sender::new(0),
            ended: watch::Sender::new(false),
            places: Arc::new(Semaphore::new(places)),
        }
    }

    /// Says that the log may have grown.
    pub fn wake(&self) {
        self.changed
            .send_modify(|times| *times = times.wrapping_add(1));
    }

    /// Ends all who follow, now and later.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }

    /// Takes a place among those who follow.
    ///
    /// # Errors
    /// There is none left.
    pub fn follow(&self) -> Result<Follower, Problem> {
        match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => Ok(Follower {
                changed: self.changed.subscribe(),
                ended: self.ended.subscribe(),
                _place: place,
            }),
            Err(_) => {
                let detail = "as many follow the changes as can be served: try again later, or ask for pages";
                let full = Problem::new(Code::Overloaded, detail).retry_after(5);
                Err(full.because(Reason::StreamsFull))
            }
        }
    }
}

impl Follower {
    /// Forgets that it was woken: what is read from now on has all that woke it.
    pub fn look(&mut self) {
        self.changed.mark_unchanged();
    }

    /// Waits for the next change after [`Follower::look`]; false at the end of the server.
    pub async fn woken(&mut self) -> bool {
        tokio::select! {
            biased;
            _ = self.ended.wait_for(|ended| *ended) => false,
            changed = self.changed.changed() => changed.is_ok(),
        }
    }

    /// Waits for the end of the server.
    pub async fn ended(&mut self) {
        // The sender is gone only with the server.
        drop(self.ended.wait_for(|ended| *ended).await);
    }
}

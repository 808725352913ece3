//! Clients that follow the change log: woken by every change, limited in number, ended at shutdown.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::http::error::code::Code;
use crate::http::error::problem::Problem;
use crate::http::error::rejected::Reason;

/// Notifies the clients that follow the change log.
pub struct Feed {
    changed: watch::Sender<u64>,
    ended: watch::Sender<bool>,
    places: Arc<Semaphore>,
}

/// A client that follows the log; dropping it frees its place.
pub struct Follower {
    changed: watch::Receiver<u64>,
    ended: watch::Receiver<bool>,
    _place: OwnedSemaphorePermit,
}

impl Feed {
    /// Creates a feed with a maximum number of followers.
    #[must_use]
    pub fn new(places: usize) -> Feed {
        Feed {
            changed: watch::Sender::new(0),
            ended: watch::Sender::new(false),
            places: Arc::new(Semaphore::new(places)),
        }
    }

    /// Notifies the followers that the log may have grown.
    pub fn wake(&self) {
        self.changed.send_modify(|times| *times = times.wrapping_add(1));
    }

    /// Ends all present and later followers.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }

    /// Takes a follower's place.
    ///
    /// # Errors
    /// All places are taken.
    pub fn follow(&self) -> Result<Follower, Problem> {
        match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => Ok(Follower {
                changed: self.changed.subscribe(),
                ended: self.ended.subscribe(),
                _place: place,
            }),
            Err(_) => {
                let detail = "too many clients follow the changes: try again later, or poll the pages of /v1/changes";
                let full = Problem::new(Code::Overloaded, detail).retry_after(5);
                Err(full.with_reason(Reason::StreamsFull))
            }
        }
    }
}

impl Follower {
    /// Marks all notifications so far as handled. A read after this call sees all they announced.
    pub fn mark_seen(&mut self) {
        self.changed.mark_unchanged();
    }

    /// Waits for the next change after [`Follower::mark_seen`]; false at shutdown.
    pub async fn changed(&mut self) -> bool {
        tokio::select! {
            biased;
            _ = self.ended.wait_for(|ended| *ended) => false,
            changed = self.changed.changed() => changed.is_ok(),
        }
    }

    /// Waits for shutdown.
    pub async fn ended(&mut self) {
        // The sender lives as long as the server.
        drop(self.ended.wait_for(|ended| *ended).await);
    }
}

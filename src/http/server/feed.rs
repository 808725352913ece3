//! Clients that follow the change log: woken by every change, limited in number, ended at shutdown.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::error::problem::Problem;
use crate::error::rejected::Reason;
use crate::server::client::network;
use joseki_service::Code;

/// Notifies the clients that follow the change log.
pub struct Feed {
    changed: watch::Sender<u64>,
    ended: watch::Sender<bool>,
    followers: Arc<Mutex<Vec<IpAddr>>>,
    most: usize,
    most_per_address: usize,
}

/// A client that follows the log; dropping it frees its place.
pub struct Follower {
    changed: watch::Receiver<u64>,
    ended: watch::Receiver<bool>,
    network: IpAddr,
    followers: Arc<Mutex<Vec<IpAddr>>>,
}

impl Feed {
    /// Creates a feed with a maximum number of followers, in all and at one address.
    #[must_use]
    pub fn new(most: usize, most_per_address: usize) -> Feed {
        Feed {
            changed: watch::Sender::new(0),
            ended: watch::Sender::new(false),
            followers: Arc::default(),
            most,
            most_per_address,
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

    /// Adds a follower at an address.
    ///
    /// # Errors
    /// There are too many, in all or at this address.
    pub fn follow(&self, address: IpAddr) -> Result<Follower, Problem> {
        let network = network(address);
        let mut followers = self.followers.lock().unwrap_or_else(PoisonError::into_inner);
        let (reason, detail) = if followers.len() >= self.most {
            let detail = "too many clients follow the changes: try again later, or poll the pages of /v1/changes";
            (Reason::StreamsFull, detail)
        } else if followers.iter().filter(|held| **held == network).count() >= self.most_per_address
        {
            let detail = "too many clients at your address follow the changes: close one, or poll the pages of /v1/changes";
            (Reason::AddressStreams, detail)
        } else {
            followers.push(network);
            return Ok(Follower {
                changed: self.changed.subscribe(),
                ended: self.ended.subscribe(),
                network,
                followers: Arc::clone(&self.followers),
            });
        };
        Err(Problem::new(Code::Overloaded, detail).retry_after(5).with_reason(reason))
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut followers = self.followers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = followers.iter().position(|held| *held == self.network) {
            followers.swap_remove(place);
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

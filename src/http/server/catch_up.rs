//! Requests that wait until this node has what another node wrote. They hold no thread, and share
//! the looks at the store with each other and with the regular refresh.

use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until, timeout};

use super::app::App;
use crate::error::problem::Problem;
use joseki_service::MinVersions;

/// Time that a request waits at most.
const LONGEST: Duration = Duration::from_secs(1);
/// Time between two looks at the store, at least, however many requests wait.
const PAUSE: Duration = Duration::from_millis(50);

/// Wakes the refresh for requests that wait, and the requests after each look at the store.
#[derive(Debug, Default)]
pub struct CatchUp {
    wanted: Notify,
    looks: watch::Sender<()>,
}

impl CatchUp {
    /// Waits until a request wants a look at the store, and the last one, with its start and
    /// duration, ended long enough ago: looks take at most half of one processor.
    pub async fn wanted(&self, began: Instant, took: Duration) {
        self.wanted.notified().await;
        sleep_until(began + took + took.max(PAUSE)).await;
    }

    /// Reports a look at the store.
    pub fn looked(&self) {
        self.looks.send_replace(());
    }
}

/// Waits until books and results in memory have the least versions that a read must include.
///
/// Another node acknowledges its write after the commit, so a look at the primary that begins later
/// finds it, and nearly all requests wait for one look only. But a database may be a standby that
/// lags, and a look that is under way may have begun too early. So this waits for its whole time
/// before it refuses, also for a version that never was.
///
/// # Errors
/// They are still older after a second, or too many requests wait.
pub async fn catch_up(app: &App, least: MinVersions) -> Result<(), Problem> {
    if app.service.check_versions(&least).is_ok() {
        return Ok(());
    }
    let _place = app.enqueue_catch_up()?;
    let mut looks = app.catch_up.looks.subscribe();
    let mut look = async || {
        app.catch_up.wanted.notify_one();
        // The sender lives as long as the server.
        drop(looks.changed().await);
    };
    let waiting = async {
        look().await;
        let held = least.clone();
        let least = app.read(move |service| service.versions_of_present_books(held)).await?;
        while app.service.check_versions(&least).is_err() {
            look().await;
        }
        Ok(())
    };
    match timeout(LONGEST, waiting).await {
        Ok(done) => done,
        Err(_) => Ok(app.service.check_versions(&least)?),
    }
}

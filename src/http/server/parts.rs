//! Responses computed in parts, in turns with other requests. Each part is computed when the client
//! has received the one before the last, so that few wait in memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::response::Response;
use bytes::Bytes;
use tokio::sync::mpsc;

use super::app::App;
use super::channel_body::{BodyPart, channel_body, log_interrupted};
use super::worker_pool::{QueuePlace, TURN};
use crate::error::problem::Problem;
use crate::etag::Preconditions;
use joseki_service::Service;

/// Size at which a part is sent, in bytes.
const PART_BYTES: usize = 256 << 10;

/// A response whose items are computed one by one.
pub trait Items: Send + 'static {
    /// Appends the next item to the response; returns whether others follow.
    ///
    /// # Errors
    /// The rest of the response cannot be computed.
    fn append(&mut self, service: &Service, text: &mut Vec<u8>) -> Result<bool, Problem>;

    /// Ends the work: each item that follows is this problem.
    fn stop(&mut self, problem: Problem);
}

/// Computes a JSON response in the queue of heavy work. The first part is computed before the head,
/// so that a problem in it still determines the status.
///
/// # Errors
/// The queue is full, or the first part cannot be computed.
pub async fn in_parts<I: Items>(
    app: Arc<App>,
    conditions: &Preconditions,
    begin: impl FnOnce(&Service) -> Result<I, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let mut parts = Parts { place: app.enqueue_heavy()?, app, spent: Duration::ZERO };
    let (text, rest) = parts.compute(begin).await?;
    // What follows is ended by its items, so that the response stays whole.
    parts.place = parts.place.without_limit();
    let Some(rest) = rest else {
        return Ok(conditions.serialized(None, text));
    };
    let (body, sender) = channel_body();
    // The channel has room.
    drop(sender.try_send(BodyPart::Data(text)));
    tokio::spawn(async move { parts.send(rest, &sender).await });
    let mut response = conditions.serialized(None, Bytes::new());
    *response.body_mut() = body;
    Ok(response)
}

struct Parts {
    app: Arc<App>,
    /// Kept until the last part.
    place: QueuePlace,
    /// Time spent on the parts so far, that in the queue included and that of the client not.
    spent: Duration,
}

impl Parts {
    /// Computes one part; returns it and the items that follow.
    async fn compute<I: Items>(
        &mut self,
        begin: impl FnOnce(&Service) -> Result<I, Problem> + Send + 'static,
    ) -> Result<(Bytes, Option<I>), Problem> {
        let service = Arc::clone(&self.app.service);
        let (asked, left) = (Instant::now(), self.left());
        let over_budget = self.place.over_budget(left);
        let place = match over_budget {
            None => self.place.clone(),
            Some(_) => self.place.without_budget(),
        };
        let work = move || {
            let mut items = begin(&service)?;
            let (started, mut text) = (Instant::now(), Vec::new());
            let mut is_stopped = over_budget.is_some();
            if let Some(problem) = over_budget {
                items.stop(problem);
            }
            loop {
                if !is_stopped && asked.elapsed() >= left {
                    items.stop(Problem::timeout());
                    is_stopped = true;
                }
                if !items.append(&service, &mut text)? {
                    return Ok((text.into(), None));
                }
                if started.elapsed() >= TURN || text.len() >= PART_BYTES {
                    return Ok((text.into(), Some(items)));
                }
            }
        };
        let done = place.run(work).await;
        self.spent += asked.elapsed();
        done?
    }

    /// Returns the time that is left for the response.
    fn left(&self) -> Duration {
        self.app.options.handler_timeout.saturating_sub(self.spent)
    }

    async fn send<I: Items>(&mut self, items: I, sender: &mpsc::Sender<BodyPart>) {
        let mut rest = Some(items);
        while let Some(items) = rest {
            let Ok(space) = sender.reserve().await else {
                return;
            };
            match self.compute(|_| Ok(items)).await {
                Ok((text, following)) => {
                    rest = following;
                    space.send(BodyPart::Data(text));
                }
                Err(problem) => return log_interrupted(&problem),
            }
        }
        // If this fails, the client is gone.
        drop(sender.send(BodyPart::End).await);
    }
}

//! Budget for what requests hold in memory: bodies until the work on them is done, and responses
//! until they are sent.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use hyper::body::{Body as _, Frame};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::app::{App, has_key};
use super::tapped_body::{Tap, TappedBody};
use crate::http::error::code::Code;
use crate::http::error::problem::Problem;
use crate::http::error::rejected::Reason;

/// Unit of the budget, in bytes.
const PAGE: usize = 4096;
/// Less than this is not counted, in bytes: the number of connections bounds it, and small requests
/// succeed when the budget is used up.
const UNCOUNTED: usize = 64 << 10;

/// A number of bytes that all requests together may hold, half of it those without a key.
pub struct MemoryBudget {
    free: Arc<Semaphore>,
    unkeyed: Arc<Semaphore>,
    pages: usize,
}

/// Part of a [`MemoryBudget`], returned when it is dropped.
pub struct MemoryPermit {
    all: OwnedSemaphorePermit,
    /// Without a key.
    unkeyed: Option<OwnedSemaphorePermit>,
}

impl MemoryBudget {
    /// Creates a budget.
    #[must_use]
    pub fn new(bytes: usize) -> MemoryBudget {
        let pages = (bytes / PAGE).min(Semaphore::MAX_PERMITS);
        let unkeyed = Arc::new(Semaphore::new(pages / 2));
        MemoryBudget { free: Arc::new(Semaphore::new(pages)), unkeyed, pages }
    }

    /// Returns the number of bytes that are held.
    #[must_use]
    pub fn held(&self) -> usize {
        self.pages.saturating_sub(self.free.available_permits()) * PAGE
    }

    /// Takes part of the budget for the running request.
    ///
    /// # Errors
    /// Too little of it is left.
    pub fn take(&self, bytes: usize) -> Result<MemoryPermit, Problem> {
        self.take_pages(pages_of(bytes))
    }

    fn take_pages(&self, pages: usize) -> Result<MemoryPermit, Problem> {
        let pages = u32::try_from(pages).unwrap_or(u32::MAX);
        let from = |semaphore: &Arc<Semaphore>| Arc::clone(semaphore).try_acquire_many_owned(pages);
        let unkeyed = (!has_key()).then(|| from(&self.unkeyed)).transpose();
        let taken =
            unkeyed.and_then(|unkeyed| Ok(MemoryPermit { all: from(&self.free)?, unkeyed }));
        taken.map_err(|_| {
            let detail = "other requests hold the memory that this one needs: try again";
            let full = Problem::new(Code::Overloaded, detail).retry_after(1);
            full.with_reason(Reason::Memory)
        })
    }
}

const fn pages_of(bytes: usize) -> usize {
    if bytes < UNCOUNTED { 0 } else { bytes / PAGE }
}

impl MemoryPermit {
    /// Takes more of the budget until the permit is for at least `bytes`.
    ///
    /// # Errors
    /// Too little of it is left.
    pub fn grow(&mut self, budget: &MemoryBudget, bytes: usize) -> Result<(), Problem> {
        let more = pages_of(bytes).saturating_sub(self.all.num_permits());
        if more > 0 {
            let MemoryPermit { all, unkeyed } = budget.take_pages(more)?;
            self.all.merge(all);
            if let (Some(held), Some(more)) = (&mut self.unkeyed, unkeyed) {
                held.merge(more);
            }
        }
        Ok(())
    }

    /// Returns the bytes; the permit is dropped with the last copy of them.
    #[must_use]
    pub fn hold(self, bytes: Bytes) -> Bytes {
        Bytes::from_owner(HeldBytes { bytes, _permit: self })
    }
}

struct HeldBytes {
    bytes: Bytes,
    _permit: MemoryPermit,
}

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Counts complete responses without a key towards the budget until they are sent, or refuses them.
pub async fn hold_response(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let size = response.body().size_hint().exact().and_then(|size| usize::try_from(size).ok());
    match size.filter(|size| *size >= UNCOUNTED && !has_key()).map(|size| app.memory.take(size)) {
        None => response,
        Some(Ok(permit)) => {
            response.map(|body| Body::new(TappedBody::new(body, HeldUntilSent(Some(permit)))))
        }
        Some(Err(problem)) => problem.into_response(),
    }
}

/// Keeps a permit until the first frame of a complete body, which is all of it, is sent.
struct HeldUntilSent(Option<MemoryPermit>);

impl Tap for HeldUntilSent {
    fn pass(&mut self, frame: Frame<Bytes>) -> Frame<Bytes> {
        match self.0.take() {
            Some(permit) => frame.map_data(|bytes| permit.hold(bytes)),
            None => frame,
        }
    }
}

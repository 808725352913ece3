//! Budget for what requests hold in memory: bodies until the work on them is done, and responses
//! until they are sent.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use hyper::body::{Body as _, Frame};

use super::app::App;
use super::client::{Caller, caller, has_key};
use super::tapped_body::{Tap, TappedBody};
use super::turns::{HeldPlaces, Places};
use crate::error::problem::Problem;
use crate::error::rejected::Reason;
use joseki_service::Code;

/// Unit of the budget, in bytes.
const PAGE: usize = 4096;
/// Less than this is not counted, in bytes: the number of connections bounds it, and small requests
/// succeed when the budget is used up.
const UNCOUNTED: usize = 64 << 10;

/// Approximate memory of a node that is read from the store, in bytes.
const NODE_BYTES: usize = 1000;

/// A number of bytes that all requests together may hold, half of it those without a key. Callers
/// leave some to others, see [`Places`].
pub struct MemoryBudget {
    all: Arc<Places>,
    unkeyed: Arc<Places>,
}

/// Part of a [`MemoryBudget`], returned when it is dropped.
pub struct MemoryPermit {
    all: HeldPlaces,
    /// Without a key.
    unkeyed: Option<HeldPlaces>,
}

impl MemoryBudget {
    /// Creates a budget.
    #[must_use]
    pub fn new(bytes: usize) -> MemoryBudget {
        let pages = bytes / PAGE;
        MemoryBudget { all: Places::new(pages), unkeyed: Places::new(pages / 2) }
    }

    /// Returns the number of bytes that are held.
    #[must_use]
    pub fn held(&self) -> usize {
        self.all.taken() * PAGE
    }

    /// Takes part of the budget for the running request.
    ///
    /// # Errors
    /// Too little of it is left.
    pub fn take(&self, bytes: usize) -> Result<MemoryPermit, Problem> {
        self.take_pages(caller(), pages_of(bytes))
    }

    /// Takes the part for a book of this many nodes that is read from the store; an eighth of the
    /// budget at most, so that large books can be read at all.
    ///
    /// # Errors
    /// Too little of it is left.
    pub fn take_for_nodes(&self, nodes: usize) -> Result<MemoryPermit, Problem> {
        let most = self.all.size() * PAGE / 8;
        self.take(nodes.saturating_mul(NODE_BYTES).min(most))
    }

    fn take_pages(&self, caller: Caller, pages: usize) -> Result<MemoryPermit, Problem> {
        let take = || {
            let unkeyed = match caller {
                Caller::Address(_) => Some(self.unkeyed.take(caller, pages)?),
                Caller::Key(_) | Caller::Server => None,
            };
            Some(MemoryPermit { all: self.all.take(caller, pages)?, unkeyed })
        };
        take().ok_or_else(|| {
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
        let more = pages_of(bytes).saturating_sub(self.all.count());
        if more > 0 {
            let MemoryPermit { all, unkeyed } = budget.take_pages(self.all.caller(), more)?;
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

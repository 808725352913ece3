//! Middleware that counts and logs every request and gives it an id. Logs contain the route pattern
//! instead of the URL, so that no key in a URL is logged.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Body as _;
use tracing::Instrument;

use super::app::App;
use super::client::Client;
use super::metrics::method_name;
use crate::error::rejected::Reason;

/// Header with the request id, in requests and responses.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Maximum length of an id accepted from a client; keys are longer.
const MAX_ID_LENGTH: usize = 64;

/// Counts and logs a request around its handler.
pub async fn observe_request(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let id = request_id(&request);
    let method = request.method().clone();
    let client = request.extensions().get::<Client>().cloned();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or("unmatched", MatchedPath::as_str);
    let text = id.to_str().unwrap_or_default();
    // At the highest level, so that every log filter keeps it: errors are found by the id.
    let span = tracing::error_span!("request", id = %text);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status(), started.elapsed());
    app.metrics.count(route, &method, status, took);
    if let Some(reason) = response.extensions().get::<Reason>() {
        app.metrics.count_rejected(*reason);
    }
    span.in_scope(|| {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let (method, status) = (method_name(&method), status.as_u16());
        let bytes = response.body().size_hint().exact();
        let (client, key) = client.map(|client| (client.address, client.key)).unzip();
        let (client, key) = (client.map(tracing::field::display), key.flatten());
        tracing::info!(method, route, status, micros, bytes, client, key, "request completed");
    });
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// Returns the client's id if it is valid, else a new one.
fn request_id(request: &Request) -> HeaderValue {
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    match request.headers().get(REQUEST_ID) {
        Some(id)
            if (1..=MAX_ID_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(allowed) =>
        {
            id.clone()
        }
        _ => new_id(),
    }
}

/// Returns an id that is unique among all servers: a random start, and a number.
fn new_id() -> HeaderValue {
    static START: OnceLock<u64> = OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let start = START.get_or_init(|| getrandom::u64().unwrap_or_default());
    let id = format!("{start:016x}-{:x}", NEXT.fetch_add(1, Relaxed));
    HeaderValue::try_from(id).unwrap_or(HeaderValue::from_static("-"))
}

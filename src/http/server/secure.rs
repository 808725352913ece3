//! Checks of request heads, and response headers that restrict what a browser may do with a
//! response.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Body as _;

use super::app::App;
use super::framing;
use super::tapped_body::{Tap, TappedBody};
use crate::web;

/// Policy of API responses: they load nothing, and no page may frame them.
const STRICT: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Policy of the documentation page: it loads its own scripts and calls its own server. Its scripts
/// set inline styles, and its icons are data URLs in its style sheet.
const DOCUMENTATION: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Rejects ambiguous and misdirected request heads, and adds the headers to every response.
pub async fn check_head_and_add_headers(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let policy = policy(request.uri().path());
    let in_chunks = request.headers().contains_key(header::TRANSFER_ENCODING);
    let body_ended = watch_body(&mut request);
    let mut response = match framing::refuse(&request, &app.options) {
        Some(refusal) => refusal,
        None => next.run(request).await,
    };
    // After a body in chunks, what follows on the connection cannot be trusted (RFC 9112, 6.1).
    // hyper closes a connection with an unread body, so the client must not send another request.
    if in_chunks || body_ended.is_some_and(|ended| !ended.load(Relaxed)) {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    let headers: [(HeaderName, &'static str); 4] = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn policy(path: &str) -> &'static str {
    match path {
        "/" => web::POLICY,
        path if path.starts_with("/assets/") => web::POLICY,
        path if path.starts_with("/docs/") => DOCUMENTATION,
        _ => STRICT,
    }
}

/// Whether a body was read to its end.
struct ReadToEnd(Arc<AtomicBool>);

impl Tap for ReadToEnd {
    fn end(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Watches the body of a request; `None` if it has none.
fn watch_body(request: &mut Request) -> Option<Arc<AtomicBool>> {
    if request.body().is_end_stream() {
        return None;
    }
    let ended = Arc::new(AtomicBool::new(false));
    let body = std::mem::take(request.body_mut());
    *request.body_mut() = Body::new(TappedBody::new(body, ReadToEnd(Arc::clone(&ended))));
    Some(ended)
}

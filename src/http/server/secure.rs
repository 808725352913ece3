//! Checks of request heads, and response headers that restrict what a browser may do with a
//! response.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Body as _;

use super::app::App;
use super::framing;
use super::tapped_body::{Tap, TappedBody};
use joseki_web as web;

/// Policy of API responses: they load nothing, and no page may frame them.
const STRICT: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Which pages may show a response without asking, as they do pictures.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// No page may frame it.
const NOT_FRAMED: &str = "frame-ancestors 'none'";
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
    let frames = framed_by(request.uri(), &app.options.embed_origins);
    let policy = policy(request.uri().path(), frames.as_deref());
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
    let is_shared = app.options.reading_is_public() || !app.options.cors_origins.is_empty();
    let shared = if is_shared { "cross-origin" } else { "same-origin" };
    let headers: [(HeaderName, HeaderValue); 4] = [
        (RESOURCE_POLICY, HeaderValue::from_static(shared)),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    response.headers_mut().extend(headers);
    // Browsers that know the policy ignore it, and it cannot name origins.
    if frames.is_none() {
        let deny = HeaderValue::from_static("DENY");
        response.headers_mut().insert(header::X_FRAME_OPTIONS, deny);
    }
    response
}

/// Returns the policy of a path, and of the page if these origins may frame it.
fn policy(path: &str, frames: Option<&str>) -> HeaderValue {
    let policy = match path {
        "/" => web::POLICY,
        path if path.starts_with("/assets/") => web::POLICY,
        path if path.starts_with("/docs/") => DOCUMENTATION,
        _ => STRICT,
    };
    let framed =
        frames.map(|origins| policy.replace(NOT_FRAMED, &format!("frame-ancestors {origins}")));
    let framed = framed.and_then(|policy| HeaderValue::try_from(policy).ok());
    framed.unwrap_or(HeaderValue::from_static(policy))
}

/// Returns the origins that may frame the page at this address; `None` if there are none.
fn framed_by(address: &Uri, origins: &[String]) -> Option<String> {
    let mut parameters = address.query().unwrap_or_default().split('&');
    let is_embedded = address.path() == "/" && parameters.any(|parameter| parameter == "embed=1");
    (is_embedded && !origins.is_empty()).then(|| origins.join(" "))
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

//! Reads request bodies and limits their media type, size and time.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::Body as _;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::understand;
use crate::http::error::code::Code;
use crate::http::error::problem::Problem;
use crate::http::server::app::App;
use crate::http::server::memory::MemoryBudget;

/// Limits of a JSON body.
pub trait Payload: DeserializeOwned {
    /// Maximum size, in bytes.
    const BYTES: usize;
}

/// Extractor for a JSON body. It rejects other media types, a body that is too large or late, and
/// unknown or invalid fields.
#[derive(Debug)]
pub struct Json<T>(pub T);

/// Extractor for a JSON body that is read but not yet parsed.
#[derive(Debug)]
pub struct RawJson<T> {
    /// The raw body.
    pub bytes: Bytes,
    kind: PhantomData<fn() -> T>,
}

impl<T: Payload> RawJson<T> {
    /// Parses the body.
    ///
    /// # Errors
    /// Malformed JSON, or an unknown or invalid field.
    pub fn parse(&self) -> Result<T, Problem> {
        understand::json(&self.bytes)
    }
}

impl<T: Payload> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Json<T>, Problem> {
        let unread = RawJson::<T>::from_request(request, app).await?;
        unread.parse().map(Json)
    }
}

impl<T: Payload> FromRequest<Arc<App>> for RawJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<RawJson<T>, Problem> {
        check_encoding(request.headers())?;
        match media_type(request.headers()).as_deref() {
            Some("application/json") => {}
            Some(other) if other.starts_with("application/") && other.ends_with("+json") => {}
            found => return Err(unsupported_type(found, "application/json")),
        }
        let bytes = read(app, request.into_body(), T::BYTES, app.options.body_timeout).await?;
        let kind = PhantomData;
        Ok(RawJson { bytes, kind })
    }
}

/// Reads a whole body. It counts towards the server's memory budget until it is dropped.
///
/// # Errors
/// The body is larger than `limit`, does not arrive in time, or ends early, or the budget is used
/// up.
pub async fn read(app: &App, body: Body, limit: usize, time: Duration) -> Result<Bytes, Problem> {
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    match timeout(time, collect(&app.memory, body, limit)).await {
        Ok(read) => read,
        Err(_) => Err(body_timeout(time)),
    }
}

async fn collect(budget: &MemoryBudget, mut body: Body, limit: usize) -> Result<Bytes, Problem> {
    let (mut text, mut permit) = (Vec::new(), budget.take(0)?);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| incomplete_body())?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        if data.len() > limit - text.len() {
            return Err(too_large(limit));
        }
        text.reserve(data.len());
        permit.grow(budget, text.capacity())?;
        text.extend_from_slice(&data);
    }
    Ok(permit.hold(text.into()))
}

/// Problem of a body over the size limit.
pub fn too_large(limit: usize) -> Problem {
    let detail = format!("body too large: expected at most {limit} bytes");
    Problem::new(Code::BodyTooLarge, detail)
}

/// Problem of a body that ends early.
pub fn incomplete_body() -> Problem {
    let detail = "the body ended early or does not match its framing headers: send it again";
    Problem::new(Code::IncompleteBody, detail)
}

/// Problem of a body that does not arrive in time.
pub fn body_timeout(time: Duration) -> Problem {
    let detail = format!("the body did not arrive within {} s", time.as_secs_f64());
    Problem::new(Code::BodyTimeout, detail)
}

/// Returns the body's media type in lower case, without parameters.
pub fn media_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let essence = value.split(';').next()?.trim();
    Some(essence.to_ascii_lowercase())
}

/// Problem of an unsupported media type.
pub fn unsupported_type(found: Option<&str>, expected: &str) -> Problem {
    let found = match found {
        Some(found) => format!("unsupported media type {found}"),
        None => "missing or invalid Content-Type".to_owned(),
    };
    Problem::new(Code::UnsupportedType, format!("{found}: send the body as {expected}"))
}

/// Rejects compressed bodies: their size does not bound the size of their content.
///
/// # Errors
/// The body has a content encoding.
pub fn check_encoding(headers: &HeaderMap) -> Result<(), Problem> {
    let plain =
        |value: &axum::http::HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"identity");
    if headers.get_all(header::CONTENT_ENCODING).iter().all(plain) {
        return Ok(());
    }
    Err(Problem::new(
        Code::UnsupportedEncoding,
        "compressed bodies are not supported: send the body without Content-Encoding",
    ))
}

//! Reads request bodies and limits their media type, size and time.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::Body as _;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::idempotency::add_body;
use super::min_version::await_version_of_body;
use super::understand;
use crate::error::problem::Problem;
use crate::server::app::App;
use joseki_service::{Code, DEFAULT_BOOK};

/// Limits of a JSON body.
pub trait Payload: DeserializeOwned {
    /// Maximum size, in bytes.
    const BYTES: usize;

    /// Returns the book that it names, if it names one.
    fn book(&self) -> Option<&str> {
        None
    }
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
        let (parts, body) = request.into_parts();
        let bytes = read(app, body, T::BYTES, app.options.body_timeout).await?;
        add_body(&parts.extensions, &bytes);
        let unparsed: RawJson<T> = RawJson { bytes, kind: PhantomData };
        let book = || Ok(unparsed.parse()?.book().unwrap_or(DEFAULT_BOOK).to_owned());
        await_version_of_body(&parts.extensions, app, book).await?;
        Ok(unparsed)
    }
}

/// Least rate of a body, in bytes a second, after a third of its time.
const LEAST_RATE: usize = 4096;

/// Reads a whole body. It counts towards the server's memory budget until it is dropped.
///
/// # Errors
/// The body is larger than `limit`, does not arrive in time, or ends early, or the budget is used
/// up.
pub async fn read(app: &App, body: Body, limit: usize, time: Duration) -> Result<Bytes, Problem> {
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    let budget = &app.memory;
    let mut arrival = Arrival::new(body, time);
    let (mut text, mut permit) = (Vec::new(), budget.take(0)?);
    while let Some(data) = arrival.next().await? {
        if data.len() > limit - text.len() {
            return Err(too_large(limit));
        }
        text.reserve(data.len());
        permit.grow(budget, text.capacity())?;
        text.extend_from_slice(&data);
    }
    Ok(permit.hold(text.into()))
}

/// A body that must arrive within a time, and not too slowly.
pub struct Arrival {
    body: Body,
    time: Duration,
    waited: Duration,
    received: usize,
}

impl Arrival {
    /// Creates a body that must arrive within `time`. Only time spent waiting counts.
    pub fn new(body: Body, time: Duration) -> Arrival {
        Arrival { body, time, waited: Duration::ZERO, received: 0 }
    }

    /// Waits for more data; none at the end.
    ///
    /// # Errors
    /// It does not arrive in time, or the body ends early.
    pub async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let grace = self.time / 3;
        let expected = grace + Duration::from_secs((self.received / LEAST_RATE) as u64);
        let started = Instant::now();
        let left = expected.min(self.time).saturating_sub(self.waited);
        let frame = timeout(left, self.body.frame()).await;
        self.waited += started.elapsed();
        match frame {
            Err(_) if expected < self.time => Err(too_slow(grace)),
            Err(_) => Err(body_timeout(self.time)),
            Ok(None) => Ok(None),
            Ok(Some(Err(_))) => Err(incomplete_body()),
            Ok(Some(Ok(frame))) => {
                let data = frame.into_data().unwrap_or_default();
                self.received += data.len();
                Ok(Some(data))
            }
        }
    }
}

fn too_slow(grace: Duration) -> Problem {
    let detail = format!(
        "the body arrives too slowly: expected {LEAST_RATE} bytes a second after the first {} s",
        grace.as_secs_f64()
    );
    Problem::new(Code::BodyTimeout, detail)
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

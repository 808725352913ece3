//! `/v1/books/{book}/patterns`: finds patterns in the games of a book.

use std::io::{self, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;

use super::error::codes;
use super::error::problem::Problem;
use super::etag::{to_json, without_compression};
use super::request::access::ReadAccess;
use super::request::address::{NoParameters, Path, Query};
use super::request::body::{Payload, RawJson};
use super::server::app::App;
use super::server::channel_body::BodyWriter;
use super::server::client::has_key;
use super::server::response_cache::SerializedResponse;
use super::server::thread_time::thread_time;
use joseki_service::{
    Code, Service, ServiceError,
    patterns::{PatternAnswer, PatternGamesError, PatternLimits, PatternQuery},
};
use joseki_wire::{PatternRequest, PatternResponse, RequestError};

/// Time of a search with a key, unless the request says otherwise.
const WITH_KEY: Duration = Duration::from_secs(2);
/// Longest time of a search with a key. Half of the time of a request is the limit, too.
const MAX_MS: u32 = 10_000;
/// Processor time of a search without a key.
const WITHOUT_KEY: Duration = Duration::from_millis(250);
/// Time of each part of a stream.
const PART: Duration = Duration::from_millis(150);

impl Payload for PatternRequest {
    const BYTES: usize = 256 << 10;
}

/// Finds a pattern of stones, or of pieces of xiangqi, in the games of a book.
///
/// All games with kept moves are searched, exactly and with captures, under all symmetries. A search
/// that takes too long answers what it has, with `complete: false`.
#[utoipa::path(
    post, path = "/v1/books/{book}/patterns", tag = "books", operation_id = "find_patterns", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main")), request_body = PatternRequest,
    responses(
        (status = 200, description = "What was found; with `stream` one such answer a line, each with more games than the one before",
         content((PatternResponse = "application/json"), (String = "application/x-ndjson"))),
        codes::Common, codes::Book, codes::Body, codes::Patterns
    )
)]
pub async fn post(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    asked: RawJson<PatternRequest>,
) -> Result<Response, Problem> {
    let cached_as = [b"patterns ", name.as_bytes(), b"\n", &asked.bytes].concat();
    if let Some(kept) = app.response_cache.get_for_body(&cached_as, &app.service) {
        return Ok(reader.conditions.serialized(None, kept.text));
    }
    let request = asked.parse()?;
    let (stream, by_year) = (request.stream, request.years);
    let time = time_limit(request.timeout_ms)?.min(app.options.handler_timeout / 2);
    let variant = app.variant_of(&name).await?;
    let query = request.into_query(&name, variant)?;
    let search = Search {
        query,
        by_year,
        has_key: has_key(),
        is_preloaded: !app.options.patterns_on_demand,
    };
    if stream {
        return search.stream(&app).await;
    }
    let place = app.enqueue_search()?;
    let service = Arc::clone(&app.service);
    let found = place.run(move || search.run(&service, time)).await??;
    app.response_cache.insert_for_body(&cached_as, &found);
    Ok(reader.conditions.serialized(None, found.text))
}

fn time_limit(asked: Option<u32>) -> Result<Duration, RequestError> {
    let usual = if has_key() { WITH_KEY } else { WITHOUT_KEY };
    match asked {
        None => Ok(usual),
        Some(time) if (1..=MAX_MS).contains(&time) => {
            let time = Duration::from_millis(time.into());
            Ok(if has_key() { time } else { time.min(usual) })
        }
        Some(time) => {
            let message = format!("{time}: expected 1 to {MAX_MS}");
            Err(RequestError::new(Code::InvalidValue, "timeout_ms", message))
        }
    }
}

struct Search {
    query: PatternQuery,
    by_year: bool,
    has_key: bool,
    /// Whether the server reads the games by itself.
    is_preloaded: bool,
}

impl Search {
    fn run(self, service: &Service, time: Duration) -> Result<SerializedResponse, Problem> {
        let stamp = service.learning().stamp(&self.query.book);
        let mut last = None;
        self.find(service, time, |answer| {
            last = Some((PatternResponse::new(&answer, self.by_year), answer.is_current));
            Ok(false)
        })?;
        let Some((answer, is_current)) = last else {
            return Err(Problem::internal(&"a search without an answer"));
        };
        let text = to_json(&answer)?;
        let stamp = stamp.filter(|before| {
            is_current
                && answer.complete
                && service.learning().stamp(&self.query.book) == Some(*before)
        });
        Ok(SerializedResponse::of_book(&self.query.book, text, stamp))
    }

    /// Sends answers as they grow.
    async fn stream(self, app: &App) -> Result<Response, Problem> {
        let service = Arc::clone(&app.service);
        let place = app.enqueue_search()?;
        let made = place.produce(app.options.write_timeout, move |writer: &mut BodyWriter<()>| {
            self.find(&service, PART, |answer| {
                let write = |writer: &mut BodyWriter<()>| -> io::Result<()> {
                    writer.begin(())?;
                    let line = serde_json::to_vec(&PatternResponse::new(&answer, self.by_year))?;
                    writer.write_all(&line)?;
                    writer.write_all(b"\n")?;
                    Ok(writer.send_now()?)
                };
                // The client is gone.
                Ok(write(writer).is_ok())
            })
        });
        let ((), body) = made.await?;
        // Compression would hold lines back until there is enough of them.
        let mut response = without_compression(Response::new(body));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Ok(response)
    }

    /// Searches for `time` at a time: by the clock with a key, and by this thread's work without.
    fn find(
        &self,
        service: &Service,
        time: Duration,
        each: impl FnMut(PatternAnswer) -> Result<bool, ServiceError>,
    ) -> Result<(), Problem> {
        let began = Instant::now();
        let (threads, clock): (usize, &(dyn Fn() -> Duration + Sync)) = if self.has_key {
            (available_parallelism().map_or(1, NonZero::get), &|| began.elapsed())
        } else {
            (1, &thread_time)
        };
        let limits = PatternLimits { threads, may_load: self.has_key, time: Some(time), clock };
        let found = service.patterns().find_patterns(&self.query, &limits, each);
        found.map_err(|error| match error.of() {
            Some(PatternGamesError::NotLoaded { .. }) if self.is_preloaded => {
                let detail = "the games of the book are being read into memory, or do not fit: try again, or use a key";
                Problem::new(Code::GamesNotLoaded, detail).retry_after(5)
            }
            _ => Problem::from(error).rename_field("id", "after"),
        })
    }
}

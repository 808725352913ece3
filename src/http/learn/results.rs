//! `/v1/results`: enters, returns, corrects and withdraws results of games.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use hyper::body::Body as _;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::entering::{OutcomeCounts, ParsedResult, ResultOutcome, count, enter};
use super::result_stream;
use crate::error::codes;
use crate::error::problem::{Problem, ProblemJson};
use crate::etag::json;
use crate::request::access::{FeedbackAccess, ReadAccess, result_sender};
use crate::request::address::{NoParameters, Path, Query};
use crate::request::body::{Json, Payload, check_encoding, media_type, read, unsupported_type};
use crate::request::understand;
use crate::server::app::App;
use crate::server::worker_pool::QueuePlace;
use joseki_service::Code;
use joseki_store::ResultSender;
use joseki_wire::{Coords, PostedJson, ResultJson, ResultRequest, WithdrawnJson};

/// Maximum number of results in one JSON text.
const MAX: usize = 10_000;
/// Largest body, in bytes, that is read without a place in the import queue.
const SMALL: usize = 1 << 20;

/// One result or many.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "for the documentation")]
pub enum ResultsBody {
    /// One result.
    One(Box<ResultRequest>),
    /// Many results.
    Many(ResultsRequest),
}

/// A [`ResultRequest`] whose `game_id` is in the URL.
struct CorrectionBody;

impl PartialSchema for CorrectionBody {
    fn schema() -> RefOr<Schema> {
        let mut schema = ResultRequest::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required.retain(|field| field != "game_id");
        }
        schema
    }
}

impl ToSchema for CorrectionBody {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ResultCorrection")
    }
}

/// Results. Each is parsed on its own, so an invalid one does not affect the others.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultsRequest {
    /// Up to 10,000 results.
    #[schema(value_type = Vec<ResultRequest>, max_items = 10_000)]
    results: Vec<Box<RawValue>>,
}

/// Results as NDJSON: one JSON object per line; blank lines are allowed.
#[derive(ToSchema)]
#[schema(value_type = String, example = "{\"game_id\":\"1\",\"opponent\":\"gnugo\",\"color\":\"B\",\"result\":\"loss\",\"sgf\":\"(;SZ[19];B[pd])\"}\n")]
#[expect(dead_code, reason = "for the documentation")]
pub struct ResultLines(String);

/// Outcome of one result, of many, or of a stream.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "for the documentation")]
pub enum ResultsAnswer {
    /// Of one result.
    One(PostedJson),
    /// Of many results.
    Many(PostedResultsJson),
    /// Of a stream.
    Stream(result_stream::StreamedJson),
}

/// Outcome of many results.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostedResultsJson {
    /// Newly counted results.
    pub counted: u64,
    /// Results that are stored and teach nothing, because of the terms of their games.
    pub kept: u64,
    /// Results that are stored and do not count, because the same games do under other ids.
    pub duplicates: u64,
    /// Results already entered with the same content.
    pub unchanged: u64,
    /// Rejected results.
    pub refused: u64,
    /// One outcome for each result, in the order of the request.
    pub results: Vec<PostedItemJson>,
}

/// Outcome of one of many results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PostedItemJson {
    /// It was accepted.
    Taken(PostedJson),
    /// It was rejected.
    Refused {
        /// Index of the result, from 0.
        index: usize,
        /// The problem; lines and columns are relative to the result.
        error: Box<ProblemJson>,
    },
}

/// Notation of a result.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ResultParameters {
    /// Notation of points: `gtp` or `sgf`.
    #[param(inline)]
    pub coords: Coords,
}

impl Payload for ResultRequest {
    const BYTES: usize = SMALL;
}

/// Enters results of games: one, many, or a stream.
///
/// The service finds the moves of all books in a game and learns from them, each corner on its own.
/// The `game_id` identifies a game: repeating a result changes nothing, and a different result
/// under the same id is rejected. So it is safe to retry a request without a response. A rejected
/// result does not affect the others, and a result reported as counted survives a power failure.
///
/// A game whose handicap, komi or rules cannot be judged is `kept` and teaches nothing; so is the
/// same game under another id, a `duplicate_game`: the same moves against the same opponent on the
/// same day. A `result` that contradicts the `RE` of its `sgf` is rejected.
///
/// Many results are sent as `{"results": […]}`, up to 10,000 in 64 MiB. A stream is sent as
/// `application/x-ndjson`, up to 1 GiB with lines up to 1 MiB; it is read in parts, and each part
/// is durable before the next is read. If it breaks off or is rejected midway, the results before
/// that count, and the client can send the whole stream again.
#[utoipa::path(
    post, path = "/v1/results", tag = "results", operation_id = "post_results",
    request_body(description = "One result, up to 10,000 results, or a stream of one result per line",
        content((ResultsBody = "application/json"), (ResultLines = "application/x-ndjson"))),
    responses(
        (status = 201, description = "The result was stored; its status says whether it counts", body = PostedJson),
        (status = 200, description = "The same result was already entered; or the outcome of many results or of a stream", body = ResultsAnswer),
        codes::Common, codes::Body, codes::Result, codes::Results, codes::Write
    ),
    security(("key" = ["feedback"]))
)]
pub async fn post(
    FeedbackAccess(key): FeedbackAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    request: Request,
) -> Result<Response, Problem> {
    check_encoding(request.headers())?;
    let sender = result_sender(&key);
    match media_type(request.headers()).as_deref() {
        Some("application/json") => {}
        Some("application/x-ndjson") => {
            return result_stream::post(&app, request.into_body(), &sender).await;
        }
        Some(other) if other.starts_with("application/") && other.ends_with("+json") => {}
        found => {
            return Err(unsupported_type(found, "application/json or application/x-ndjson"));
        }
    }
    let body = request.into_body();
    let small = body.size_hint().upper().is_some_and(|most| most <= SMALL as u64);
    if small {
        let bytes = read(&app, body, SMALL, app.options.body_timeout).await?;
        let place = app.enqueue()?;
        return post_json(&app, &place, bytes, sender).await;
    }
    let options = &app.options;
    let bytes = read(&app, body, options.import_bytes, options.import_timeout).await?;
    let place = app.enqueue_import()?;
    post_json(&app, &place, bytes, sender).await
}

/// One parsed result, or many.
enum ParsedBody {
    One(Box<ParsedResult>),
    Many(Vec<Result<ParsedResult, Problem>>),
}

async fn post_json(
    app: &App,
    place: &QueuePlace,
    bytes: Bytes,
    sender: ResultSender,
) -> Result<Response, Problem> {
    match place.run(move || parse_body(&bytes)).await?? {
        ParsedBody::One(sent) => {
            let judged = enter_and_count(app, place, vec![Ok(*sent)], sender).await?.pop();
            let judged = judged.unwrap_or_else(|| Err(Problem::internal(&"no answer")));
            let posted = judged?;
            let new = ["counted", "kept", "duplicate_game"].contains(&posted.status);
            let status = if new { StatusCode::CREATED } else { StatusCode::OK };
            json(status, &posted)
        }
        ParsedBody::Many(sent) => {
            let judged = enter_and_count(app, place, sent, sender).await?;
            json(StatusCode::OK, &PostedResultsJson::from(judged))
        }
    }
}

/// Enters results from a place in a queue, and counts their outcomes.
///
/// # Errors
/// The store accepts none, or the work timed out.
pub async fn enter_and_count(
    app: &App,
    place: &QueuePlace,
    sent: Vec<Result<ParsedResult, Problem>>,
    sender: ResultSender,
) -> Result<Vec<ResultOutcome>, Problem> {
    let judged = if sent.iter().all(Result::is_err) {
        // Nothing is written, so this does not show whether the disk works.
        let refused = sent.into_iter().filter_map(Result::err);
        refused.map(Err).collect()
    } else {
        let judged = app.write_in(place, move |service| enter(service, sent, &sender));
        judged.await?
    };
    count(&app.metrics, &judged);
    Ok(judged)
}

fn parse_body(bytes: &[u8]) -> Result<ParsedBody, Problem> {
    /// Distinguishes many results from one.
    #[derive(Deserialize)]
    struct ResultsHead {
        results: Option<IgnoredAny>,
    }
    let head: ResultsHead = understand::json(bytes)?;
    if head.results.is_none() {
        return Ok(ParsedBody::One(Box::new(ParsedResult::from_json(bytes)?)));
    }
    let many: ResultsRequest = understand::json(bytes)?;
    let found = many.results.len();
    if found > MAX {
        let detail =
            format!("too many results: {found}, at most {MAX} are allowed: split the request");
        return Err(Problem::new(Code::TooMany, detail).field("results"));
    }
    let sent = many.results.iter();
    let sent = sent.map(|one| ParsedResult::from_json(one.get().as_bytes()));
    Ok(ParsedBody::Many(sent.collect()))
}

impl From<Vec<ResultOutcome>> for PostedResultsJson {
    fn from(judged: Vec<ResultOutcome>) -> PostedResultsJson {
        let mut account = OutcomeCounts::default();
        judged.iter().for_each(|judged| account.add(judged));
        let results = judged.into_iter().enumerate();
        let results = results.map(|(index, judged)| match judged {
            Ok(posted) => PostedItemJson::Taken(posted),
            Err(problem) => PostedItemJson::Refused { index, error: Box::new(problem.into_json()) },
        });
        PostedResultsJson {
            counted: account.counted,
            kept: account.kept,
            duplicates: account.duplicates,
            unchanged: account.unchanged,
            refused: account.refused,
            results: results.collect(),
        }
    }
}

/// Returns a result as last entered or corrected, even if withdrawn.
#[utoipa::path(
    get, path = "/v1/results/{game_id}", tag = "results", operation_id = "get_result", security((), ("key" = ["read"])),
    params(("game_id" = String, Path, description = "The game's id, percent-encoded", example = "2026-01-31-17"), ResultParameters),
    responses((status = 200, description = "The result", body = ResultJson), codes::Common, codes::Entered)
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(parameters): Query<ResultParameters>,
) -> Result<Response, Problem> {
    let row = app.read(move |service| service.learning().result(&game)).await?;
    reader.conditions.fresh(&ResultJson::new(&row, parameters.coords))
}

/// Replaces the result entered under this id, even if withdrawn.
///
/// A key with the scope `feedback` alone replaces only results that were entered with it.
#[utoipa::path(
    put, path = "/v1/results/{game_id}", tag = "results", operation_id = "correct_result", request_body = CorrectionBody,
    params(("game_id" = String, Path, description = "The game's id, percent-encoded; optional in the body", example = "2026-01-31-17")),
    responses(
        (status = 200, description = "The result counts instead, or was already entered", body = PostedJson),
        codes::Common, codes::Body, codes::Result, codes::Entered, codes::Owned, codes::Write
    ),
    security(("key" = ["feedback"]))
)]
pub async fn put(
    FeedbackAccess(key): FeedbackAccess,
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<ResultRequest>,
) -> Result<Response, Problem> {
    let sender = result_sender(&key);
    let sent = ParsedResult::new(request, Some(&game))?;
    let judged = app.write(move |service| sent.correct(service, &sender)).await?;
    count(&app.metrics, std::slice::from_ref(&judged));
    json(StatusCode::OK, &judged?)
}

/// Withdraws a result.
///
/// It no longer counts, and its id stays in use. Only a correction makes it count again. A key with
/// the scope `feedback` alone withdraws only results that were entered with it.
#[utoipa::path(
    delete, path = "/v1/results/{game_id}", tag = "results", operation_id = "withdraw_result",
    params(("game_id" = String, Path, description = "The game's id, percent-encoded", example = "2026-01-31-17")),
    responses(
        (status = 200, description = "The result no longer counts", body = WithdrawnJson),
        codes::Common, codes::Entered, codes::Owned, codes::Write
    ),
    security(("key" = ["feedback"]))
)]
pub async fn withdraw(
    FeedbackAccess(key): FeedbackAccess,
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let sender = result_sender(&key);
    let withdrawn = app.write(move |service| {
        let done = service.learning().withdraw_result(&game, &sender)?;
        Ok(WithdrawnJson::new(game, done))
    });
    let withdrawn = withdrawn.await?;
    app.metrics.count_results(withdrawn.status, 1);
    json(StatusCode::OK, &withdrawn)
}

//! `/v1/next/batch`: many queries in one request.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::answer_query;
use crate::http::error::code::Code;
use crate::http::error::codes;
use crate::http::error::problem::{Problem, ProblemJson};
use crate::http::request::access::ReadAccess;
use crate::http::request::address::{NoParameters, Query};
use crate::http::request::body::{Json, Payload};
use crate::http::request::understand;
use crate::http::server::app::App;
use crate::http::server::channel_body::{BodyPart, channel_body, log_interrupted};
use crate::http::server::worker_pool::QueuePlace;
use crate::service::Service;
use crate::wire::{NextRequest, NextResponse};

/// Maximum number of queries in one request.
const MOST: usize = 1000;
/// Time after which a part of the answers is sent, and the next caller has its turn.
const PART_TIME: Duration = Duration::from_millis(50);
/// Size at which a part of the answers is sent, in bytes.
const PART_BYTES: usize = 256 << 10;

/// Queries. Each is parsed on its own, so an invalid one does not affect the others.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"queries": [{"moves": [["B", "Q16"]]}, {"moves": [["B", "D4"], ["W", "D4"]]}]}))]
pub struct BatchRequest {
    /// Up to 1000 queries.
    #[schema(value_type = Vec<NextRequest>, max_items = 1000)]
    queries: Vec<Box<RawValue>>,
}

/// Answers, in the order of the queries.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchResponse {
    /// One answer for each query.
    pub answers: Vec<BatchAnswer>,
}

/// Answer to one query.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum BatchAnswer {
    /// The query was answered.
    Answered(Box<NextResponse>),
    /// The query was rejected.
    Refused {
        /// The problem; lines and columns are relative to the query.
        error: Box<ProblemJson>,
    },
}

impl Payload for BatchRequest {
    const BYTES: usize = 8 << 20;
}

/// Returns the next joseki moves on many boards.
///
/// An invalid query gets its own problem and does not affect the others.
#[utoipa::path(
    post, path = "/v1/next/batch", tag = "next", operation_id = "next_batch", security((), ("key" = ["read"])), request_body = BatchRequest,
    responses(
        (status = 200, description = "An answer or a problem for each query", body = BatchResponse),
        codes::Common, codes::Body, codes::Batch
    )
)]
pub async fn post(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<BatchRequest>,
) -> Result<Response, Problem> {
    let found = request.queries.len();
    if found > MOST {
        let detail =
            format!("too many queries: {found}, at most {MOST} are allowed: split the request");
        return Err(Problem::new(Code::TooMany, detail).field("queries"));
    }
    let mut batch = Batch { place: app.enqueue_heavy()?, app, queries: request.queries.into() };
    // The first part is answered before the head, so that an overload has a status of its own.
    let (text, next) = batch.part(0).await?;
    if next == found {
        return Ok(reader.conditions.serialized(None, text));
    }
    let (body, sender) = channel_body();
    // The channel has room.
    drop(sender.try_send(BodyPart::Data(text)));
    tokio::spawn(async move { batch.send_rest(next, &sender).await });
    let mut response = reader.conditions.serialized(None, Bytes::new());
    *response.body_mut() = body;
    Ok(response)
}

/// A batch whose answers are computed in parts, so that others get their turn, and none waits in
/// memory for long: each part is computed when the client has taken the one before the last.
struct Batch {
    app: Arc<App>,
    /// Kept until the last part.
    place: QueuePlace,
    queries: Arc<[Box<RawValue>]>,
}

impl Batch {
    /// Answers the queries from a number on, and returns the part of the response and the number of
    /// the next query.
    async fn part(&mut self, from: usize) -> Result<(Bytes, usize), Problem> {
        let (service, queries) = (Arc::clone(&self.app.service), Arc::clone(&self.queries));
        self.place.run(move || part(&service, &queries, from)).await?
    }

    async fn send_rest(&mut self, mut next: usize, sender: &mpsc::Sender<BodyPart>) {
        while next < self.queries.len() {
            let Ok(space) = sender.reserve().await else {
                return;
            };
            match self.part(next).await {
                Ok((text, after)) => {
                    next = after;
                    space.send(BodyPart::Data(text));
                }
                Err(problem) => return log_interrupted(&problem),
            }
        }
        // If this fails, the client is gone.
        drop(sender.send(BodyPart::End).await);
    }
}

fn part(
    service: &Service,
    queries: &[Box<RawValue>],
    from: usize,
) -> Result<(Bytes, usize), Problem> {
    let started = Instant::now();
    let mut text = Vec::new();
    if from == 0 {
        text.extend_from_slice(b"{\"answers\":[");
    }
    let mut next = from;
    while next < queries.len() {
        if next > 0 {
            text.push(b',');
        }
        let answer = answer(service, &queries[next]);
        serde_json::to_writer(&mut text, &answer).map_err(|error| Problem::internal(&error))?;
        next += 1;
        if started.elapsed() >= PART_TIME || text.len() >= PART_BYTES {
            break;
        }
    }
    if next == queries.len() {
        text.extend_from_slice(b"]}");
    }
    Ok((text.into(), next))
}

fn answer(service: &Service, query: &RawValue) -> BatchAnswer {
    let request: Result<NextRequest, Problem> = understand::json(query.get().as_bytes());
    match request.and_then(|request| answer_query(service, request)) {
        Ok(answer) => BatchAnswer::Answered(Box::new(answer)),
        Err(problem) => BatchAnswer::Refused { error: Box::new(problem.into_json()) },
    }
}

//! `/v1/next/batch`: many queries in one request.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::append_answer;
use crate::error::codes;
use crate::error::problem::{Problem, ProblemJson};
use crate::etag::append_json;
use crate::request::access::ReadAccess;
use crate::request::address::{NoParameters, Query};
use crate::request::body::{Payload, RawJson};
use crate::request::understand;
use crate::server::app::{Allowance, App};
use crate::server::memory::MemoryPermit;
use crate::server::parts::{Items, in_parts};
use joseki_service::{Code, Service};
use joseki_wire::{NextRequest, NextResponse};

/// Maximum number of queries in one request.
const MAX: usize = 1000;

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
    #[expect(dead_code, reason = "answers are JSON already")]
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
    body: RawJson<BatchRequest>,
) -> Result<Response, Problem> {
    // The queries are copies of the body's bytes.
    let held = app.memory.take(body.bytes.len())?;
    let allowance = app.allowance();
    in_parts(app, &reader.conditions, move |_| {
        let BatchRequest { queries } = body.parse()?;
        let found = queries.len();
        if found > MAX {
            let detail =
                format!("too many queries: {found}, at most {MAX} are allowed: split the request");
            return Err(Problem::new(Code::TooMany, detail).field("queries"));
        }
        Ok(Batch { queries, next: 0, allowance, stopped: None, _held: held })
    })
    .await
}

struct Batch {
    queries: Vec<Box<RawValue>>,
    next: usize,
    allowance: Allowance,
    /// Why the rest is not answered.
    stopped: Option<ProblemJson>,
    _held: MemoryPermit,
}

impl Items for Batch {
    fn append(&mut self, service: &Service, text: &mut Vec<u8>) -> Result<bool, Problem> {
        text.extend_from_slice(if self.next == 0 { b"{\"answers\":[" } else { b"," });
        if let Some(query) = self.queries.get(self.next) {
            let started = text.len();
            let answered = match &self.stopped {
                None => append(service, query, self.allowance, text).map_err(Problem::into_json),
                Some(problem) => Err(problem.clone()),
            };
            if let Err(problem) = answered {
                text.truncate(started);
                append_json(text, &BatchAnswer::Refused { error: Box::new(problem) })?;
            }
            self.next += 1;
        }
        let goes_on = self.next < self.queries.len();
        if !goes_on {
            text.extend_from_slice(b"]}");
        }
        Ok(goes_on)
    }

    fn stop(&mut self, problem: Problem) {
        self.stopped = Some(problem.into_json());
    }
}

fn append(
    service: &Service,
    query: &RawValue,
    allowance: Allowance,
    text: &mut Vec<u8>,
) -> Result<(), Problem> {
    let request: NextRequest = understand::json(query.get().as_bytes())?;
    append_answer(service, request, allowance, text)
}

//! `/v1/next/batch`: many questions at once.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::access::Reader;
use super::address::{NoParameters, Query};
use super::app::App;
use super::body::{Json, Payload};
use super::code::Code;
use super::next::ask;
use super::problem::{Problem, ProblemJson};
use super::refusals::Batching;
use super::understand;
use crate::service::Service;
use crate::wire::{NextRequest, NextResponse};

/// The most questions of one request.
const MOST: usize = 1000;

/// Questions, each understood by itself so that a wrong one spoils no other.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"queries": [{"moves": [["B", "Q16"]]}, {"moves": [["B", "D4"], ["W", "D4"]]}]}))]
pub struct BatchRequest {
    /// Up to 1000 questions.
    #[schema(value_type = Vec<NextRequest>, max_items = 1000)]
    queries: Vec<Box<RawValue>>,
}

/// The answers, in the order of the questions.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchResponse {
    /// One for each question.
    pub answers: Vec<BatchAnswer>,
}

/// The answer to one question.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum BatchAnswer {
    /// It was answered.
    Answered(Box<NextResponse>),
    /// It was refused.
    Refused {
        /// Why; lines and columns are counted in the question.
        error: Box<ProblemJson>,
    },
}

impl Payload for BatchRequest {
    const BYTES: usize = 8 << 20;
}

/// The next joseki moves on many boards.
///
/// One wrong question is answered with its own problem and spoils no other.
#[utoipa::path(
    post, path = "/v1/next/batch", tag = "next", operation_id = "next_batch", security((), ("key" = ["read"])), request_body = BatchRequest,
    responses(
        (status = 200, description = "An answer or a problem for each question", body = BatchResponse),
        Batching
    )
)]
pub async fn post(
    reader: Reader,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<BatchRequest>,
) -> Result<Response, Problem> {
    let found = request.queries.len();
    if found > MOST {
        let detail = format!("{found} questions are more than {MOST}: send them in parts");
        return Err(Problem::new(Code::TooMany, detail).field("queries"));
    }
    let answers = app.work(move |service| Ok(answers(service, &request.queries)));
    let answers = answers.await?;
    reader.conditions.fresh(&BatchResponse { answers })
}

fn answers(service: &Service, queries: &[Box<RawValue>]) -> Vec<BatchAnswer> {
    let answer = |query: &RawValue| {
        let request: Result<NextRequest, Problem> = understand::json(query.get().as_bytes());
        match request.and_then(|request| ask(service, request)) {
            Ok(answer) => BatchAnswer::Answered(Box::new(answer)),
            Err(problem) => BatchAnswer::Refused {
                error: Box::new(problem.into_json()),
            },
        }
    };
    queries.iter().map(|query| answer(query)).collect()
}

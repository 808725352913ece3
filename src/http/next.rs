//! `/v1/next`: the next joseki moves on a board.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::access::Reader;
use super::address::{NoParameters, Query};
use super::app::App;
use super::blame::Notation;
use super::body::{Json, Payload};
use super::cache::Tag;
use super::problem::Problem;
use super::refusals::{Asking, Posting};
use crate::game::go::BoardSize;
use crate::service::{DEFAULT_BOOK, NextQuery, Service};
use crate::wire::{Coords, NextParameters, NextRequest, NextResponse};

impl Payload for NextRequest {
    const BYTES: usize = 256 << 10;
}

/// The next joseki moves on a board, asked in the address.
///
/// Moves are answered for all four corners, best first. The same answer as that of `POST`.
#[utoipa::path(
    get, path = "/v1/next", tag = "next", operation_id = "next", security((), ("key" = ["read"])), params(NextParameters),
    responses(
        (status = 200, description = "The candidates and what became of each corner", body = NextResponse,
         headers(("ETag" = String, description = "The book's version and the last change of the results, as in `\"main-12-r345\"`; `\"main-12\"` while there are no results"))),
        (status = 304, description = "The caller has this version already (`If-None-Match`)"),
        Asking
    )
)]
pub async fn get(
    reader: Reader,
    State(app): State<Arc<App>>,
    Query(parameters): Query<NextParameters>,
) -> Result<Response, Problem> {
    let answer = answer(&app, parameters.into()).await;
    let answer = answer.map_err(|problem| problem.rename_field("initial_stones", "stones"))?;
    match &answer.tag {
        Some(tag) => reader.conditions.versioned(tag, &answer.response),
        None => reader.conditions.fresh(&answer.response),
    }
}

/// The next joseki moves on a board, asked in the body.
#[utoipa::path(
    post, path = "/v1/next", tag = "next", operation_id = "next_on_board", security((), ("key" = ["read"])), request_body = NextRequest,
    responses(
        (status = 200, description = "The candidates and what became of each corner", body = NextResponse),
        Posting
    )
)]
pub async fn post(
    reader: Reader,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<NextRequest>,
) -> Result<Response, Problem> {
    let answer = answer(&app, request).await?;
    reader.conditions.fresh(&answer.response)
}

/// A question understood, asked, and its answer as it is sent.
///
/// # Errors
/// A field makes no sense, the board is refused, or there is no such book.
pub fn ask(service: &Service, request: NextRequest) -> Result<NextResponse, Problem> {
    let answer = Question::new(request)?.ask(service)?;
    Ok(answer.response)
}

/// Answers at once if the book is in memory, as that takes microseconds and waits for nobody; examples
/// and earlier states are read from the store, and lines played out on the whole board take milliseconds.
async fn answer(app: &App, request: NextRequest) -> Result<Answer, Problem> {
    let question = Question::new(request)?;
    let query = &question.query;
    let at_once = query.examples == 0 && query.as_of.is_none() && !query.whole_board;
    if at_once && app.service.held().contains_key(question.book()) {
        return question.ask(&app.service);
    }
    app.work(move |service| question.ask(service)).await
}

struct Answer {
    response: NextResponse,
    tag: Option<Tag>,
}

struct Question {
    query: NextQuery,
    coords: Coords,
}

impl Question {
    fn new(request: NextRequest) -> Result<Question, Problem> {
        let coords = request.coords;
        let query = request.into_query()?;
        Ok(Question { query, coords })
    }

    fn book(&self) -> &str {
        self.query.book.as_deref().unwrap_or(DEFAULT_BOOK)
    }

    fn ask(&self, service: &Service) -> Result<Answer, Problem> {
        let (coords, size): (Coords, BoardSize) = (self.coords, self.query.size);
        match service.next(&self.query) {
            Ok(answer) => Ok(Answer {
                response: NextResponse::new(&answer, coords, size),
                tag: Tag::of_answer(&answer),
            }),
            Err(error) => Err(Problem::of(error, Notation { coords, size })),
        }
    }
}

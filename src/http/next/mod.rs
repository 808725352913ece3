//! `/v1/next`: returns the next joseki moves on a board.

pub mod batch;
pub mod best;
pub mod cloud;
pub mod picture;

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::Response;

use super::error::codes;
use super::error::problem::Problem;
use super::etag::{Tag, TaggedJson};
use super::request::access::ReadAccess;
use super::request::address::{NoParameters, Query};
use super::request::body::{Payload, RawJson};
use super::request::understand;
use super::server::app::{Allowance, App};
use super::server::response_cache::SerializedResponse;
use joseki_game::{BoardSize, Variant};
use joseki_service::{
    DEFAULT_BOOK, Service,
    next::{NextAnswer, NextQuery},
};
use joseki_wire::{Coords, NextParameters, NextRequest, NextResponse, PointWriter, ResponseFields};

impl Payload for NextRequest {
    const BYTES: usize = 256 << 10;

    fn book(&self) -> Option<&str> {
        self.book.as_deref()
    }
}

/// Returns the next joseki moves on a board given in the URL.
///
/// Moves cover all four corners, best first. The response equals that of `POST`.
#[utoipa::path(
    get, path = "/v1/next", tag = "next", operation_id = "next", security((), ("key" = ["read"])), params(NextParameters),
    responses(
        (status = 200, description = "The candidates and the state of each corner", body = NextResponse,
         headers(("ETag" = String, description = "The book's version and the last change of the results, for example `\"main-12-r345@5f70bf18a0860070\"`; without results `\"main-12@5f70bf18a0860070\"`"))),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Board, codes::Past
    )
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    RawQuery(asked): RawQuery,
) -> Result<Response, Problem> {
    let asked = asked.unwrap_or_default();
    let answer = match app.response_cache.get_for_url(&asked, &app.service) {
        Some(kept) => kept,
        None => {
            let parameters: NextParameters = understand::query(&asked)?;
            let answer = run_query(&app, parameters.into()).await;
            let answer =
                answer.map_err(|problem| problem.rename_field("initial_stones", "stones"))?;
            app.response_cache.insert_for_url(&asked, &answer);
            answer
        }
    };
    Ok(reader.conditions.response(TaggedJson { tag: answer.tag, text: answer.text }))
}

/// Returns the next joseki moves on a board given in the body.
#[utoipa::path(
    post, path = "/v1/next", tag = "next", operation_id = "next_on_board", security((), ("key" = ["read"])), request_body = NextRequest,
    responses(
        (status = 200, description = "The candidates and the state of each corner", body = NextResponse),
        codes::Common, codes::Board, codes::Body, codes::Past
    )
)]
pub async fn post(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    asked: RawJson<NextRequest>,
) -> Result<Response, Problem> {
    let answer = match app.response_cache.get_for_body(&asked.bytes, &app.service) {
        Some(kept) => kept,
        None => {
            let answer = run_query(&app, asked.parse()?).await?;
            app.response_cache.insert_for_body(&asked.bytes, &answer);
            answer
        }
    };
    Ok(reader.conditions.serialized(None, answer.text))
}

/// Runs a query, and appends its answer as JSON.
///
/// # Errors
/// An invalid field or board, or an unknown book.
pub fn append_answer(
    service: &Service,
    request: NextRequest,
    allowance: Allowance,
    text: &mut Vec<u8>,
) -> Result<(), Problem> {
    let variant = service.variant_of(request.book.as_deref().unwrap_or(DEFAULT_BOOK))?;
    let mut question = ParsedQuery::new(request, variant)?;
    question.admit(service, allowance)?;
    question.ask(service, text).map(drop)
}

/// Runs a query inline if the book is in memory, since that takes microseconds and never blocks.
/// Examples and earlier states are read from the store, and whole-board evaluation and a search take
/// milliseconds: these use a worker pool.
async fn run_query(app: &App, request: NextRequest) -> Result<SerializedResponse, Problem> {
    let variant = app.variant_of(request.book.as_deref().unwrap_or(DEFAULT_BOOK)).await?;
    let mut question = ParsedQuery::new(request, variant)?;
    question.admit(&app.service, app.allowance())?;
    if question.is_quick(app) {
        return question.serialized(&app.service, true);
    }
    app.compute(move |service| question.serialized(service, false)).await
}

struct ParsedQuery {
    query: NextQuery,
    coords: Coords,
    fields: ResponseFields,
    /// Whether it is answered with less work than was asked for. With a key the answer may differ.
    is_cut: bool,
}

impl ParsedQuery {
    fn new(request: NextRequest, variant: Variant) -> Result<ParsedQuery, Problem> {
        let coords = request.coords.for_game(variant.game());
        let fields = ResponseFields::parse(&request.fields)?;
        let query = request.into_query(variant)?;
        Ok(ParsedQuery { query, coords, fields, is_cut: false })
    }

    fn book(&self) -> &str {
        self.query.book.as_deref().unwrap_or(DEFAULT_BOOK)
    }

    /// Admits it, with as much work as the running request may ask for.
    ///
    /// # Errors
    /// As [`Allowance::admit`].
    fn admit(&mut self, service: &Service, allowance: Allowance) -> Result<(), Problem> {
        allowance.admit_as_of(service, self.book(), self.query.as_of.as_ref())?;
        if let Some(asked) = &mut self.query.search {
            let given = allowance.search(*asked);
            self.is_cut = given < *asked;
            *asked = given;
        }
        Ok(())
    }

    /// Returns the tag of its answer, if its address says all that the answer depends on.
    fn tag(&self, service: &Service, answer: &NextAnswer) -> Option<Tag> {
        Tag::for_answer(answer, &service.history()).filter(|_| !self.is_cut)
    }

    /// Whether it takes microseconds and never blocks: its book is in memory, and nothing is read from
    /// the store, evaluated on the whole board or searched.
    fn is_quick(&self, app: &App) -> bool {
        let query = &self.query;
        query.examples == 0
            && query.as_of.is_none()
            && !query.whole_board
            && query.search.is_none()
            && app.service.loaded_books().contains_key(self.book())
    }

    fn serialized(&self, service: &Service, at_once: bool) -> Result<SerializedResponse, Problem> {
        let mut text = Vec::new();
        let stamp = service.learning().stamp(self.book());
        let answer = self.ask(service, &mut text)?;
        let stamp = stamp.filter(|before| service.learning().stamp(self.book()) == Some(*before));
        let stamp = stamp.filter(|_| !self.is_cut);
        let tag = self.tag(service, &answer);
        Ok(SerializedResponse::new(&answer, text, tag, stamp, at_once))
    }

    /// Appends the answer as JSON.
    fn ask(&self, service: &Service, text: &mut Vec<u8>) -> Result<NextAnswer, Problem> {
        let (coords, size): (Coords, BoardSize) = (self.coords, self.query.size);
        let answer = service.next_moves().next(&self.query);
        let answer =
            answer.map_err(|error| Problem::from_service(error, PointWriter { coords, size }))?;
        let written = NextResponse::append_json(&answer, (coords, size), &self.fields, text);
        written.map_err(|error| Problem::internal(&error))?;
        Ok(answer)
    }
}

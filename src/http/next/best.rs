//! `/v1/best`: the best move of the book, in a small answer.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::ParsedQuery;
use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::address::Query;
use crate::server::app::App;
use joseki_service::{Code, DEFAULT_BOOK, Service, next::NextQuery};
use joseki_wire::{BestJson, NextParameters, NextRequest, PointWriter};

/// Returns the best move of the book on a board, in some 150 bytes.
///
/// It takes the parameters of `/v1/next` but `fields`, and answers with its first move alone.
#[utoipa::path(
    get, path = "/v1/best", tag = "next", operation_id = "best", security((), ("key" = ["read"])), params(NextParameters),
    responses(
        (status = 200, description = "The move", body = BestJson),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Board, codes::Past
    )
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(parameters): Query<NextParameters>,
) -> Result<Response, Problem> {
    let mut request = NextRequest::from(parameters);
    if !request.fields.is_empty() {
        let detail = "fields: this answer is sent as a whole: omit it, or ask /v1/next";
        return Err(Problem::new(Code::InvalidValue, detail).field("fields"));
    }
    // The others are not sent. A win that a search finds may be any move of the book.
    request.limit = Some(if request.search.is_some() { NextQuery::DEFAULT_LIMIT } else { 1 });
    let variant = app.variant_of(request.book.as_deref().unwrap_or(DEFAULT_BOOK)).await?;
    let mut question = ParsedQuery::new(request, variant)
        .map_err(|problem| problem.rename_field("initial_stones", "stones"))?;
    question.admit(&app.service, app.allowance())?;
    let is_quick = question.is_quick(&app);
    let ask = move |service: &Service| {
        let (coords, size) = (question.coords, question.query.size);
        let answer = service.next_moves().next(&question.query);
        let answer =
            answer.map_err(|error| Problem::from_service(error, PointWriter { coords, size }))?;
        let tag = question.tag(service, &answer);
        Ok::<_, Problem>((tag, BestJson::new(&answer, coords, size)))
    };
    let (tag, best) = if is_quick { ask(&app.service)? } else { app.compute(ask).await? };
    match tag {
        Some(tag) => reader.conditions.versioned(&tag, &best),
        None => reader.conditions.fresh(&best),
    }
}

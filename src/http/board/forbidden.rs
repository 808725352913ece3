//! `/v1/forbidden`: the points that renju forbids to Black.

use axum::response::Response;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::address::{NoParameters, Query};
use crate::request::body::{Json, Payload};
use joseki_wire::{ForbiddenRequest, ForbiddenResponse};

impl Payload for ForbiddenRequest {
    const BYTES: usize = 16 << 10;
}

/// Finds the points that renju forbids to Black on a board of 15 lines.
#[utoipa::path(
    post, path = "/v1/forbidden", tag = "next", operation_id = "forbidden", security((), ("key" = ["read"])), request_body = ForbiddenRequest,
    responses((status = 200, description = "The forbidden points by kind", body = ForbiddenResponse), codes::Common, codes::Forbidden, codes::Body)
)]
pub async fn post(
    reader: ReadAccess,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<ForbiddenRequest>,
) -> Result<Response, Problem> {
    let board = request.to_board()?;
    reader.conditions.fresh(&ForbiddenResponse::from(&board))
}

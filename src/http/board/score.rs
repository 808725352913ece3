//! `/v1/score`: scores a board.

use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::address::{NoParameters, Query};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_service::board::score;
use joseki_wire::{PointWriter, ScoreRequest, ScoreResponse};

impl Payload for ScoreRequest {
    const BYTES: usize = 256 << 10;
}

/// Scores a board of 2 to 25 lines by area or by territory.
///
/// Dead stones and seki are either given, or determined here: dead stones by an estimate, seki by a
/// rule. The response says which.
#[utoipa::path(
    post, path = "/v1/score", tag = "board", operation_id = "score", security((), ("key" = ["read"])),
    request_body = ScoreRequest,
    responses((status = 200, description = "The score", body = ScoreResponse), codes::Common, codes::Ladder, codes::Body)
)]
pub async fn post(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<ScoreRequest>,
) -> Result<Response, Problem> {
    let coords = request.coords;
    let query = request.to_query()?;
    let size = query.board.size;
    let answer = app.compute(move |_| {
        score(&query).map_err(|error| Problem::from_service(error, PointWriter { coords, size }))
    });
    let response = ScoreResponse::new(&answer.await?, coords);
    reader.conditions.fresh(&response)
}

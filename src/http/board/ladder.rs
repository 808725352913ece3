//! `/v1/ladder`: reads ladders on a board.

use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::address::{NoParameters, Query};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_service::board::ladders;
use joseki_wire::{LadderRequest, LadderResponse, PointWriter};

impl Payload for LadderRequest {
    const BYTES: usize = 256 << 10;
}

/// Reads the ladders of chains on a board of 2 to 25 lines.
///
/// By default a runner in atari moves first, and with two liberties the chaser does; `first`
/// overrides this.
#[utoipa::path(
    post, path = "/v1/ladder", tag = "next", operation_id = "ladder", security((), ("key" = ["read"])), request_body = LadderRequest,
    responses((status = 200, description = "The ladders with their moves", body = LadderResponse), codes::Common, codes::Ladder, codes::Body)
)]
pub async fn post(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<LadderRequest>,
) -> Result<Response, Problem> {
    let coords = request.coords;
    let query = request.to_query()?;
    let size = query.board.size;
    let answers = app.compute(move |_| {
        ladders(&query).map_err(|error| Problem::from_service(error, PointWriter { coords, size }))
    });
    let response = LadderResponse::new(&answers.await?, coords, size)?;
    reader.conditions.fresh(&response)
}

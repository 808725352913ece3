//! `/v1/influence`: evaluates a board with an influence model.

use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::address::{NoParameters, Query};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_service::board::influence;
use joseki_wire::{InfluenceRequest, InfluenceResponse, PointWriter};

impl Payload for InfluenceRequest {
    const BYTES: usize = 256 << 10;
}

/// Evaluates a board of 2 to 25 lines with an influence model.
///
/// Returns a number for every point, positive in Black's favour, and one for the board. The
/// mechanical model also returns territory, blocks and the effect of a line of moves.
#[utoipa::path(
    post, path = "/v1/influence", tag = "board", operation_id = "influence", security((), ("key" = ["read"])),
    request_body = InfluenceRequest,
    responses((status = 200, description = "The influence field and values derived from it", body = InfluenceResponse), codes::Common, codes::Ladder, codes::Body)
)]
pub async fn post(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<InfluenceRequest>,
) -> Result<Response, Problem> {
    let coords = request.coords;
    let query = request.to_query()?;
    let size = query.board.size;
    let answer = app.compute(move |_| {
        influence(&query)
            .map_err(|error| Problem::from_service(error, PointWriter { coords, size }))
    });
    let response = InfluenceResponse::new(&answer.await?, coords);
    reader.conditions.fresh(&response)
}

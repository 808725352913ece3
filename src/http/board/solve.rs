//! `/v1/solve`: wins by force.

use axum::extract::State;
use axum::response::Response;
use joseki_service::Code;
use std::sync::Arc;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::address::{NoParameters, Query};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_service::board::solve;
use joseki_wire::{RequestError, SolveRequest, SolveResponse};

/// Default number of nodes of a search; a request without a key may have a lower limit.
const NODES: u64 = 200_000;
/// Maximum number of positions.
const MAX_NODES: u64 = 1_000_000;

impl Payload for SolveRequest {
    const BYTES: usize = 16 << 10;
}

/// Finds a mate of xiangqi, or a win by fours or threats in five in a row.
///
/// `line` has the longest defence, and in five in a row `refutation` what wins against every other.
#[utoipa::path(
    post, path = "/v1/solve", tag = "next", operation_id = "solve", security((), ("key" = ["read"])), request_body = SolveRequest,
    responses((status = 200, description = "The win", body = SolveResponse), codes::Common, codes::Forbidden, codes::Body)
)]
pub async fn post(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<SolveRequest>,
) -> Result<Response, Problem> {
    let query = request.to_query()?;
    let nodes = request.nodes.unwrap_or(NODES);
    if !(1..=MAX_NODES).contains(&nodes) {
        let message = format!("{nodes}: expected 1 to {MAX_NODES}");
        return Err(RequestError::new(Code::InvalidValue, "nodes", message).into());
    }
    let nodes = app.allowance().search(nodes);
    let answer = app.compute(move |_| Ok(SolveResponse::new(&solve(query, nodes)?)));
    reader.conditions.fresh(&answer.await?)
}

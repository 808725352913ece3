//! `/v1/opponents`: lists opponents, and returns the statistics of each.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::address::{Path, Query, limit};
use crate::server::app::App;
use joseki_wire::{OpponentAnswerJson, OpponentParameters, OpponentsJson, parse_opponent};

/// Default number of opponents on a page.
const DEFAULT_OPPONENTS: usize = 100;
/// Maximum number of opponents on a page.
const MAX_OPPONENTS: usize = 1000;

/// Selection of opponents.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct OpponentsParameters {
    /// Continue after this name: the `next` of the previous page.
    pub after: Option<String>,
    /// Opponents on the page, 1 to 1000; default 100.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// Lists the opponents against whom results were entered.
#[utoipa::path(
    get, path = "/v1/opponents", tag = "results", operation_id = "list_opponents", security((), ("key" = ["read"])),
    params(OpponentsParameters),
    responses((status = 200, description = "The page, sorted by name", body = OpponentsJson), codes::Common)
)]
pub async fn list(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(parameters): Query<OpponentsParameters>,
) -> Result<Response, Problem> {
    let limit = limit(parameters.limit, DEFAULT_OPPONENTS, MAX_OPPONENTS)?;
    let page =
        app.read(move |service| service.learning().opponents(parameters.after.as_deref(), limit));
    reader.conditions.fresh(&OpponentsJson::from(&page.await?))
}

/// Returns an opponent's games, and the book moves where its results differ most from the overall.
///
/// A name with a version (`gnugo@3.8`) compares the games of that version only.
#[utoipa::path(
    get, path = "/v1/opponents/{opponent}", tag = "results", operation_id = "get_opponent", security((), ("key" = ["read"])),
    params(("opponent" = String, Path, description = "The name, with or without a version, percent-encoded", example = "gnugo"), OpponentParameters),
    responses((status = 200, description = "The opponent", body = OpponentAnswerJson), codes::Common, codes::Opponent)
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(parameters): Query<OpponentParameters>,
) -> Result<Response, Problem> {
    let name = parse_opponent(&name)?;
    let parameters = parameters.into_query()?;
    let answer = app.read(move |service| service.learning().opponent(&name, &parameters));
    reader.conditions.fresh(&OpponentAnswerJson::from(&answer.await?))
}

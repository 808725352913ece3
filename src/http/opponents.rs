//! `/v1/opponents`: opponents, and what was learned of each.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::Reader;
use super::address::{Path, Query};
use super::app::App;
use super::code::Code;
use super::problem::Problem;
use super::refusals::{Reading, ReadingOpponent};
use crate::wire::{OpponentAnswerJson, OpponentParameters, OpponentsJson, parse_opponent};

/// Opponents of a page unless the caller says.
const DEFAULT_OPPONENTS: usize = 100;
/// The most opponents of a page.
const MOST_OPPONENTS: usize = 1000;

/// Which opponents.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct OpponentsParameters {
    /// The page after this name: the `next` of the page before.
    pub after: Option<String>,
    /// Opponents of the page, 1 to 1000; 100 unless said.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// A page of the opponents against whom results were entered.
#[utoipa::path(
    get, path = "/v1/opponents", tag = "results", operation_id = "list_opponents", security((), ("key" = ["read"])),
    params(OpponentsParameters),
    responses((status = 200, description = "The page, in the order of the names", body = OpponentsJson), Reading)
)]
pub async fn list(
    reader: Reader,
    State(app): State<Arc<App>>,
    Query(asked): Query<OpponentsParameters>,
) -> Result<Response, Problem> {
    let limit = asked.limit.unwrap_or(DEFAULT_OPPONENTS);
    if !(1..=MOST_OPPONENTS).contains(&limit) {
        let detail = format!("limit: {limit} is not between 1 and {MOST_OPPONENTS}");
        return Err(Problem::new(Code::InvalidValue, detail).field("limit"));
    }
    let page = app.read(move |service| service.opponents(asked.after.as_deref(), limit));
    reader.conditions.fresh(&OpponentsJson::from(&page.await?))
}

/// One opponent: its games, and the moves of a book at which its results differ most from everybody's.
///
/// A name with a version (`gnugo@3.8`) compares the games of that version only.
#[utoipa::path(
    get, path = "/v1/opponents/{opponent}", tag = "results", operation_id = "get_opponent", security((), ("key" = ["read"])),
    params(("opponent" = String, Path, description = "Its name, with a version or without, percent-encoded", example = "gnugo"), OpponentParameters),
    responses((status = 200, description = "The opponent", body = OpponentAnswerJson), ReadingOpponent)
)]
pub async fn get(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(asked): Query<OpponentParameters>,
) -> Result<Response, Problem> {
    let name = parse_opponent(&name)?;
    let asked = asked.into_query()?;
    let answer = app.read(move |service| service.opponent(&name, &asked));
    reader
        .conditions
        .fresh(&OpponentAnswerJson::from(&answer.await?))
}

//! `/v1/books/{book}/revert`: changes taken back.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{Curator, who};
use super::address::{NoParameters, Path, Query};
use super::app::App;
use super::body::{Json, Payload};
use super::cache::changed;
use super::problem::Problem;
use super::refusals::Reverting;
use crate::service::{Later, RevertRequest, Undo};
use crate::wire::{ImportJson, RequestError, RevertedJson, check_reason, parse_moment};

/// What is to be taken back: a change, or all since a moment.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"since": "1", "reason": "a test"}))]
pub struct RevertAsked {
    /// The number of a change; an import is one. The change that deleted a book makes it again.
    pub change: Option<i64>,
    /// All that came after a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    /// (`2026-01-31T13:05:07Z`).
    pub since: Option<String>,
    /// What to do where later changes touched the same; `refuse` unless said.
    pub later: LaterChoice,
    /// Why, for the history; at most 500 characters.
    pub reason: String,
    /// Whether to say what would happen and change nothing.
    pub dry_run: bool,
}

/// What to do where later changes touched the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LaterChoice {
    /// Take nothing back.
    #[default]
    Refuse,
    /// They stay.
    Keep,
    /// They are lost there.
    Drop,
}

impl Payload for RevertAsked {
    const BYTES: usize = 16 << 10;
}

/// Takes back a change, or everything since a moment.
///
/// It is a change of its own, and can be taken back like any other.
#[utoipa::path(
    post, path = "/v1/books/{book}/revert", tag = "history", operation_id = "revert_book", request_body = RevertAsked,
    params(("book" = String, Path, description = "The book's name; of a deleted book the name it had", example = "main")),
    responses(
        (status = 200, description = "What was taken back, the first 1000 nodes; in a dry run, what would be", body = RevertedJson),
        Reverting
    ),
    security(("key" = ["curate"]))
)]
pub async fn post(
    Curator(key): Curator,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(asked): Json<RevertAsked>,
) -> Result<Response, Problem> {
    let request = asked.understood(book, who(&key))?;
    let place = app.enter_import()?;
    let done = app.change(&place, request.dry_run, move |service| {
        service.revert(&request)
    });
    let reverted = done.await?.map_err(|error| {
        let problem = Problem::from(error);
        problem.rename_field("as_of", "since")
    })?;
    let told = RevertedJson::new(&reverted, ImportJson::DETAILS);
    changed(StatusCode::OK, None, &told)
}

impl RevertAsked {
    fn understood(self, book: String, who: String) -> Result<RevertRequest, RequestError> {
        check_reason(&self.reason)?;
        let undo = match (self.change, self.since) {
            (Some(change), None) => Undo::Change(change),
            (None, Some(since)) => Undo::Since(
                parse_moment(&since)
                    .map_err(|message| RequestError::new("invalid_value", "since", message))?,
            ),
            (None, None) => {
                let message = "say which change is to be taken back, or since when";
                return Err(RequestError::new("missing_field", "change", message));
            }
            (Some(_), Some(_)) => {
                let message = "say either a change or since when, not both";
                return Err(RequestError::new("invalid_value", "since", message));
            }
        };
        Ok(RevertRequest {
            book,
            undo,
            later: match self.later {
                LaterChoice::Refuse => Later::Refuse,
                LaterChoice::Keep => Later::Keep,
                LaterChoice::Drop => Later::Drop,
            },
            dry_run: self.dry_run,
            who,
            reason: self.reason,
        })
    }
}

//! `/v1/books/{book}/revert`: reverts changes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::changed;
use crate::request::access::CurateAccess;
use crate::request::address::{NoParameters, Path, Query};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_service::Code;
use joseki_service::curate::{Author, OnConflict, RevertRequest, Undo};
use joseki_wire::{ImportJson, RequestError, RevertedJson, parse_moment};

/// What to revert: one change, or all changes since a point in time.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"since": "1", "reason": "a test"}))]
pub struct RevertBody {
    /// Number of a change; an import is one change. Reverting the deletion of a book restores the
    /// book.
    pub change: Option<i64>,
    /// Reverts all changes after a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    /// (`2026-01-31T13:05:07Z`).
    pub since: Option<String>,
    /// Handling of later changes to the same lines; default `refuse`.
    pub later: OnConflict,
    /// Reason for the history; at most 500 characters.
    pub reason: String,
    /// Report what would change, and change nothing.
    pub dry_run: bool,
}

impl Payload for RevertBody {
    const BYTES: usize = 16 << 10;
}

/// Reverts a change, or all changes since a point in time.
///
/// The revert is itself a change, and can be reverted.
#[utoipa::path(
    post, path = "/v1/books/{book}/revert", tag = "history", operation_id = "revert_book", request_body = RevertBody,
    params(("book" = String, Path, description = "The book's name; for a deleted book its last name", example = "main")),
    responses(
        (status = 200, description = "The reverted nodes, at most 1000; in a dry run, those that would be", body = RevertedJson),
        codes::Common, codes::Book, codes::Body, codes::Change, codes::Revert, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn post(
    CurateAccess(curator): CurateAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(body): Json<RevertBody>,
) -> Result<Response, Problem> {
    let by = curator.author(body.reason.clone())?;
    let request = body.into_request(book, by)?;
    let place = app.enqueue_import()?;
    let done =
        app.change(&place, request.dry_run, move |service| service.curation().revert(&request));
    let reverted = done.await?.map_err(|error| {
        let problem = Problem::from(error);
        problem.rename_field("as_of", "since")
    })?;
    let report = RevertedJson::new(&reverted, ImportJson::DETAILS);
    changed(StatusCode::OK, None, &report)
}

impl RevertBody {
    fn into_request(self, book: String, by: Author) -> Result<RevertRequest, RequestError> {
        let undo = match (self.change, self.since) {
            (Some(change), None) => Undo::Change(change),
            (None, Some(since)) => Undo::Since(
                parse_moment(&since)
                    .map_err(|message| RequestError::new(Code::InvalidValue, "since", message))?,
            ),
            (None, None) => {
                let message = "missing: give a `change` or `since`";
                return Err(RequestError::new(Code::MissingField, "change", message));
            }
            (Some(_), Some(_)) => {
                let message = "conflicts with `change`: give only one of them";
                return Err(RequestError::new(Code::InvalidValue, "since", message));
            }
        };
        Ok(RevertRequest { book, undo, later: self.later, dry_run: self.dry_run, by })
    }
}

//! `/v1/books/{book}/edits`: applies many edits to a book, all or none.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::edit_node::stale;
use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::changed;
use crate::request::access::CurateAccess;
use crate::request::address::{NoParameters, Path, Query};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_service::{
    Code, ServiceError,
    curate::{ChangeError, ConditionalEdit, EditRequest},
};
use joseki_wire::{ChangedJson, EditItem, EditOp, EditsRequest, ImportJson};

/// Larger requests use the import queue, which allows more time.
const FEW: usize = 100;

impl Payload for EditsRequest {
    const BYTES: usize = 8 << 20;
}

/// Edits a book: applies all edits in order, or none if one fails.
///
/// Every edit that sets, puts, moves or deletes a node states the revision it is based on in
/// `if_match`.
#[utoipa::path(
    post, path = "/v1/books/{book}/edits", tag = "editing", operation_id = "edit_book", request_body = EditsRequest,
    params(("book" = String, Path, description = "The book's name", example = "main")),
    responses(
        (status = 200, description = "The changed nodes, at most 1000; in a dry run, those that would change", body = ChangedJson),
        codes::Common, codes::Book, codes::Body, codes::Edit, codes::Seen, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn post(
    CurateAccess(curator): CurateAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<EditsRequest>,
) -> Result<Response, Problem> {
    let edits = request.parse(app.variant_of(&book).await?)?;
    check_seen(&request.edits, &edits)?;
    let place = match edits.len() {
        0..=FEW => app.enqueue()?,
        _ => app.enqueue_import()?,
    };
    let work = EditRequest {
        book: book.clone(),
        edits,
        dry_run: request.dry_run,
        by: curator.author(request.reason.clone())?,
    };
    let done = app.change(&place, work.dry_run, move |service| service.curation().edit(&work));
    match done.await? {
        Ok(outcome) => {
            let report = ChangedJson::new(&outcome, ImportJson::DETAILS);
            changed(StatusCode::OK, None, &report)
        }
        Err(error) => Err(refusal(&app, error, &book, &request.edits).await?),
    }
}

/// Rejects edits without the required `if_match`.
fn check_seen(items: &[EditItem], edits: &[ConditionalEdit]) -> Result<(), Problem> {
    let mut both = items.iter().zip(edits);
    let unseen = both.position(|(item, edit)| item.op != EditOp::Add && edit.seen.is_none());
    match unseen {
        None => Ok(()),
        Some(index) => {
            let detail = "missing if_match: send the node's revision from the last read, so that no other writer's change is lost";
            let problem = Problem::new(Code::PreconditionRequired, detail);
            Err(problem.field(format!("edits[{index}].if_match")))
        }
    }
}

/// Builds the problem of failed edits, with the present state of a stale node.
async fn refusal(
    app: &App,
    error: ServiceError,
    book: &str,
    items: &[EditItem],
) -> Result<Problem, Problem> {
    let index = match error.of() {
        Some(ChangeError::Stale { index, .. }) => Some(*index),
        _ => None,
    };
    let problem = Problem::from(error);
    match index.and_then(|index| items.get(index)) {
        Some(item) => stale(app, problem, book, &item.orient(app.variant_of(book).await?)?).await,
        None => Ok(problem),
    }
}

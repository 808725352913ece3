//! `/v1/books/{book}/edits`: many edits of a book at once, all of them or none.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::access::{Curator, who};
use super::address::{NoParameters, Path, Query};
use super::app::App;
use super::body::{Json, Payload};
use super::cache::changed;
use super::code::Code;
use super::edit_node::stale;
use super::problem::Problem;
use super::refusals::EditingMany;
use crate::service::{EditRequest, SeenEdit, ServiceError};
use crate::wire::{ChangedJson, EditItem, EditOp, EditsRequest, ImportJson};

/// More edits than these wait with the imports, which may take longer.
const FEW: usize = 100;

impl Payload for EditsRequest {
    const BYTES: usize = 8 << 20;
}

/// Edits a book: all edits are done, in their order, or none if one cannot be.
///
/// Every node that is set, put, moved or deleted says in `if_match` which revision of it was seen.
#[utoipa::path(
    post, path = "/v1/books/{book}/edits", tag = "editing", operation_id = "edit_book", request_body = EditsRequest,
    params(("book" = String, Path, description = "The book's name", example = "main")),
    responses(
        (status = 200, description = "What changed, the first 1000 nodes; in a dry run, what would", body = ChangedJson),
        EditingMany
    ),
    security(("key" = ["curate"]))
)]
pub async fn post(
    Curator(key): Curator,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<EditsRequest>,
) -> Result<Response, Problem> {
    let edits = request.understood()?;
    check_seen(&request.edits, &edits)?;
    let place = match edits.len() {
        0..=FEW => app.enter()?,
        _ => app.enter_import()?,
    };
    let asked = EditRequest {
        book: book.clone(),
        edits,
        dry_run: request.dry_run,
        who: who(&key),
        reason: request.reason.clone(),
    };
    let done = app.change(&place, asked.dry_run, move |service| service.edit(&asked));
    match done.await? {
        Ok(outcome) => {
            let told = ChangedJson::new(&outcome, ImportJson::DETAILS);
            changed(StatusCode::OK, None, &told)
        }
        Err(error) => Err(refusal(&app, error, &book, &request.edits).await?),
    }
}

/// Refuses edits whose author does not say what it has seen.
fn check_seen(items: &[EditItem], edits: &[SeenEdit]) -> Result<(), Problem> {
    let mut both = items.iter().zip(edits);
    let unseen = both.position(|(item, edit)| item.op != EditOp::Add && edit.seen.is_none());
    match unseen {
        None => Ok(()),
        Some(index) => {
            let detail = "say in if_match which revision of the node you have seen, so that nobody's change is lost";
            let problem = Problem::new(Code::PreconditionRequired, detail);
            Err(problem.field(format!("edits[{index}].if_match")))
        }
    }
}

/// What is told of edits that were not done; of a node that was changed meanwhile, what it is now.
async fn refusal(
    app: &App,
    error: ServiceError,
    book: &str,
    items: &[EditItem],
) -> Result<Problem, Problem> {
    let index = match &error {
        ServiceError::StaleNode { index, .. } => Some(*index),
        _ => None,
    };
    let problem = Problem::from(error);
    match index.and_then(|index| items.get(index)) {
        Some(item) => stale(app, problem, book, &item.laid()?).await,
        None => Ok(problem),
    }
}

//! `/v1/books/{book}/nodes`: a node changed, put, and deleted with all that follows it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::access::{Curator, who};
use super::address::{Path, Query};
use super::app::App;
use super::body::{Json, Payload};
use super::edit_node::{EditAnswer, EditParameters, Work, edit_node};
use super::problem::Problem;
use super::refusals::{Deleting, Editing};
use super::seen::{IfMatch, IfMatchOrNone};
use crate::wire::{ChangedJson, PatchJson};

impl Payload for PatchJson {
    const BYTES: usize = 2 << 20;
}

/// Changes fields of a node.
///
/// A field that is left out stays, `null` empties it; `{"tags": {"add": ["a"]}}` changes a list without sending it.
/// `retired` takes the node with all that follows out of use and back.
#[utoipa::path(
    patch, path = "/v1/books/{book}/nodes/{steps}", tag = "editing", operation_id = "patch_node", request_body = PatchJson,
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string of either handedness", example = "DDCF"),
        EditParameters,
        ("If-Match" = String, Header, description = "The `ETag` of the node as it was seen; its revision alone, `\"7\"`; or `*`", example = "*")
    ),
    responses(
        (status = 200, description = "The node as it is now; in a dry run, what would change", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node as it is now"))),
        Editing
    ),
    security(("key" = ["curate"]))
)]
pub async fn patch(
    Curator(key): Curator,
    IfMatch(tags): IfMatch,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(asked): Query<EditParameters>,
    Json(fields): Json<PatchJson>,
) -> Result<Response, Problem> {
    let steps = Some(steps);
    edit_node(
        &app,
        &who(&key),
        book,
        steps,
        asked,
        Work::Patch(fields, tags),
    )
    .await
}

/// Changes fields of the node that moves on a board lead to; of the empty corner without them.
#[utoipa::path(
    patch, path = "/v1/books/{book}/nodes", tag = "editing", operation_id = "patch_node_at", request_body = PatchJson,
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        EditParameters,
        ("If-Match" = String, Header, description = "The `ETag` of the node as it was seen; its revision alone, `\"7\"`; or `*`", example = "*")
    ),
    responses(
        (status = 200, description = "The node as it is now; in a dry run, what would change", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node as it is now"))),
        Editing
    ),
    security(("key" = ["curate"]))
)]
pub async fn patch_at(
    Curator(key): Curator,
    IfMatch(tags): IfMatch,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(asked): Query<EditParameters>,
    Json(fields): Json<PatchJson>,
) -> Result<Response, Problem> {
    let steps = None;
    edit_node(
        &app,
        &who(&key),
        book,
        steps,
        asked,
        Work::Patch(fields, tags),
    )
    .await
}

/// Puts all that is known of a node, or a new node.
///
/// Fields that are left out are emptied. What leads to a new node is made with it.
#[utoipa::path(
    put, path = "/v1/books/{book}/nodes/{steps}", tag = "editing", operation_id = "put_node", request_body = PatchJson,
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string of either handedness", example = "DDCF"),
        EditParameters,
        ("If-Match" = Option<String>, Header, description = "To put it in the place of what was seen: the `ETag`, its revision alone, or `*`", example = "*"),
        ("If-None-Match" = Option<String>, Header, description = "`*` to put what is not there yet", example = "*")
    ),
    responses(
        (status = 200, description = "The node as it is now; in a dry run, what would change", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node as it is now"))),
        (status = 201, description = "The node is new", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node"), ("Location" = String, description = "Its address by its canonical line"))),
        Editing
    ),
    security(("key" = ["curate"]))
)]
pub async fn put(
    Curator(key): Curator,
    seen: IfMatchOrNone,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(asked): Query<EditParameters>,
    Json(fields): Json<PatchJson>,
) -> Result<Response, Problem> {
    let steps = Some(steps);
    edit_node(
        &app,
        &who(&key),
        book,
        steps,
        asked,
        Work::Put(fields, seen),
    )
    .await
}

/// Puts all that is known of the node that moves on a board lead to.
#[utoipa::path(
    put, path = "/v1/books/{book}/nodes", tag = "editing", operation_id = "put_node_at", request_body = PatchJson,
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        EditParameters,
        ("If-Match" = Option<String>, Header, description = "To put it in the place of what was seen: the `ETag`, its revision alone, or `*`", example = "*"),
        ("If-None-Match" = Option<String>, Header, description = "`*` to put what is not there yet", example = "*")
    ),
    responses(
        (status = 200, description = "The node as it is now; in a dry run, what would change", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node as it is now"))),
        (status = 201, description = "The node is new", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node"), ("Location" = String, description = "Its address by its canonical line"))),
        Editing
    ),
    security(("key" = ["curate"]))
)]
pub async fn put_at(
    Curator(key): Curator,
    seen: IfMatchOrNone,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(asked): Query<EditParameters>,
    Json(fields): Json<PatchJson>,
) -> Result<Response, Problem> {
    let steps = None;
    edit_node(
        &app,
        &who(&key),
        book,
        steps,
        asked,
        Work::Put(fields, seen),
    )
    .await
}

/// Deletes a node and all that follows it.
///
/// Refused if what follows was changed since the version of the book in `If-Match`.
#[utoipa::path(
    delete, path = "/v1/books/{book}/nodes/{steps}", tag = "editing", operation_id = "delete_node",
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string of either handedness", example = "DDCF"),
        EditParameters,
        ("If-Match" = String, Header, description = "The `ETag` of the node as it was seen; its revision alone, `\"7\"`; or `*`", example = "*")
    ),
    responses(
        (status = 200, description = "What was deleted; in a dry run, what would be", body = ChangedJson),
        Deleting
    ),
    security(("key" = ["curate"]))
)]
pub async fn delete(
    Curator(key): Curator,
    IfMatch(tags): IfMatch,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(asked): Query<EditParameters>,
) -> Result<Response, Problem> {
    let steps = Some(steps);
    edit_node(&app, &who(&key), book, steps, asked, Work::Delete(tags)).await
}

/// Deletes the node that moves on a board lead to, and all that follows it.
#[utoipa::path(
    delete, path = "/v1/books/{book}/nodes", tag = "editing", operation_id = "delete_node_at",
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        EditParameters,
        ("If-Match" = String, Header, description = "The `ETag` of the node as it was seen; its revision alone, `\"7\"`; or `*`", example = "*")
    ),
    responses(
        (status = 200, description = "What was deleted; in a dry run, what would be", body = ChangedJson),
        Deleting
    ),
    security(("key" = ["curate"]))
)]
pub async fn delete_at(
    Curator(key): Curator,
    IfMatch(tags): IfMatch,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(asked): Query<EditParameters>,
) -> Result<Response, Problem> {
    let steps = None;
    edit_node(&app, &who(&key), book, steps, asked, Work::Delete(tags)).await
}

//! `/v1/books/{book}/nodes`: changes, replaces and deletes nodes.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::edit_node::{EditAnswer, EditParameters, NodeWork, edit_node};
use super::if_match::{IfMatch, IfMatchOrNone};
use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::CurateAccess;
use crate::request::address::{Path, Query};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_wire::{ChangedJson, PatchJson};

impl Payload for PatchJson {
    const BYTES: usize = 2 << 20;
}

/// Changes fields of a node.
///
/// Omitted fields keep their value, `null` clears a field; `{"tags": {"add": ["a"]}}` changes a
/// list without sending all of it. `retired` retires or restores the node with its subtree.
#[utoipa::path(
    patch, path = "/v1/books/{book}/nodes/{steps}", tag = "editing", operation_id = "patch_node", request_body = PatchJson,
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string of either handedness", example = "DDCF"),
        EditParameters,
        ("If-Match" = String, Header, description = "The node's `ETag` from the last read, its revision alone, `\"7\"`, or `*`", example = "*")
    ),
    responses(
        (status = 200, description = "The node's new state; in a dry run, what would change", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node's new state"))),
        codes::Common, codes::Book, codes::Body, codes::Edit, codes::Seen, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn patch(
    CurateAccess(curator): CurateAccess,
    IfMatch(tags): IfMatch,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(parameters): Query<EditParameters>,
    Json(fields): Json<PatchJson>,
) -> Result<Response, Problem> {
    let steps = Some(steps);
    edit_node(&app, &curator, book, steps, parameters, NodeWork::Patch(fields, tags)).await
}

/// Changes fields of the node that moves on a board lead to, or of the empty corner.
#[utoipa::path(
    patch, path = "/v1/books/{book}/nodes", tag = "editing", operation_id = "patch_node_at", request_body = PatchJson,
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        EditParameters,
        ("If-Match" = String, Header, description = "The node's `ETag` from the last read, its revision alone, `\"7\"`, or `*`", example = "*")
    ),
    responses(
        (status = 200, description = "The node's new state; in a dry run, what would change", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node's new state"))),
        codes::Common, codes::Book, codes::Body, codes::Edit, codes::Seen, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn patch_at(
    CurateAccess(curator): CurateAccess,
    IfMatch(tags): IfMatch,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<EditParameters>,
    Json(fields): Json<PatchJson>,
) -> Result<Response, Problem> {
    let steps = None;
    edit_node(&app, &curator, book, steps, parameters, NodeWork::Patch(fields, tags)).await
}

/// Replaces all fields of a node, or creates a node.
///
/// Omitted fields are cleared. Missing nodes on the way to a new node are created with it.
#[utoipa::path(
    put, path = "/v1/books/{book}/nodes/{steps}", tag = "editing", operation_id = "put_node", request_body = PatchJson,
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string of either handedness", example = "DDCF"),
        EditParameters,
        ("If-Match" = Option<String>, Header, description = "To replace an existing node: its `ETag` from the last read, its revision alone, or `*`", example = "*"),
        ("If-None-Match" = Option<String>, Header, description = "`*` to create a new node", example = "*")
    ),
    responses(
        (status = 200, description = "The node's new state; in a dry run, what would change", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node's new state"))),
        (status = 201, description = "The node was created", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node"), ("Location" = String, description = "URL of the node by its canonical line"))),
        codes::Common, codes::Book, codes::Body, codes::Edit, codes::Seen, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn put(
    CurateAccess(curator): CurateAccess,
    seen: IfMatchOrNone,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(parameters): Query<EditParameters>,
    Json(fields): Json<PatchJson>,
) -> Result<Response, Problem> {
    let steps = Some(steps);
    edit_node(&app, &curator, book, steps, parameters, NodeWork::Put(fields, seen)).await
}

/// Replaces all fields of the node that moves on a board lead to.
#[utoipa::path(
    put, path = "/v1/books/{book}/nodes", tag = "editing", operation_id = "put_node_at", request_body = PatchJson,
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        EditParameters,
        ("If-Match" = Option<String>, Header, description = "To replace an existing node: its `ETag` from the last read, its revision alone, or `*`", example = "*"),
        ("If-None-Match" = Option<String>, Header, description = "`*` to create a new node", example = "*")
    ),
    responses(
        (status = 200, description = "The node's new state; in a dry run, what would change", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node's new state"))),
        (status = 201, description = "The node was created", body = EditAnswer,
         headers(("ETag" = String, description = "The tag of the node"), ("Location" = String, description = "URL of the node by its canonical line"))),
        codes::Common, codes::Book, codes::Body, codes::Edit, codes::Seen, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn put_at(
    CurateAccess(curator): CurateAccess,
    seen: IfMatchOrNone,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<EditParameters>,
    Json(fields): Json<PatchJson>,
) -> Result<Response, Problem> {
    let steps = None;
    edit_node(&app, &curator, book, steps, parameters, NodeWork::Put(fields, seen)).await
}

/// Deletes a node and its subtree.
///
/// Rejected if the subtree has changed since the book's version in `If-Match`.
#[utoipa::path(
    delete, path = "/v1/books/{book}/nodes/{steps}", tag = "editing", operation_id = "delete_node",
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string of either handedness", example = "DDCF"),
        EditParameters,
        ("If-Match" = String, Header, description = "The node's `ETag` from the last read, its revision alone, `\"7\"`, or `*`", example = "*")
    ),
    responses(
        (status = 200, description = "What was deleted; in a dry run, what would be", body = ChangedJson),
        codes::Common, codes::Book, codes::Edit, codes::Seen, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn delete(
    CurateAccess(curator): CurateAccess,
    IfMatch(tags): IfMatch,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(parameters): Query<EditParameters>,
) -> Result<Response, Problem> {
    let steps = Some(steps);
    edit_node(&app, &curator, book, steps, parameters, NodeWork::Delete(tags)).await
}

/// Deletes the node that moves on a board lead to, and its subtree.
#[utoipa::path(
    delete, path = "/v1/books/{book}/nodes", tag = "editing", operation_id = "delete_node_at",
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        EditParameters,
        ("If-Match" = String, Header, description = "The node's `ETag` from the last read, its revision alone, `\"7\"`, or `*`", example = "*")
    ),
    responses(
        (status = 200, description = "What was deleted; in a dry run, what would be", body = ChangedJson),
        codes::Common, codes::Book, codes::Edit, codes::Seen, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn delete_at(
    CurateAccess(curator): CurateAccess,
    IfMatch(tags): IfMatch,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<EditParameters>,
) -> Result<Response, Problem> {
    let steps = None;
    edit_node(&app, &curator, book, steps, parameters, NodeWork::Delete(tags)).await
}

//! `/v1/changes`: reads the change log of all books, of one book, or of one node.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::orientation::NodeOrientation;
use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::address::{Path, Query, limit};
use crate::server::app::App;
use joseki_book::Line;
use joseki_store::ChangeQuery;
use joseki_wire::{ChangeDetailsJson, ChangeJson, ChangesJson, Coords, DeltaJson, NodeChangesJson};

/// Default number of changes on a page.
const DEFAULT_CHANGES: usize = 100;
/// Maximum number of changes on a page.
const MAX_CHANGES: usize = 1_000;
/// Default number of nodes of a change.
const DEFAULT_NODES: usize = 1_000;
/// Maximum number of nodes of a change in one response.
const MAX_NODES: usize = 10_000;

/// Selection of changes.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ChangesParameters {
    /// Only changes before this number, newest first: the `next` of the previous page.
    pub before: Option<i64>,
    /// Only changes after this number, oldest first.
    pub after: Option<i64>,
    /// Changes on the page, 1 to 1000; default 100.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// Selection of changes and of a book.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct AllChangesParameters {
    /// Only changes of this book; default all books.
    #[param(example = "main")]
    pub book: Option<String>,
    /// Only changes before this number, newest first: the `next` of the previous page.
    pub before: Option<i64>,
    /// Only changes after this number, oldest first.
    pub after: Option<i64>,
    /// Changes on the page, 1 to 1000; default 100.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// Selection of a change's nodes.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ChangeParameters {
    /// Only nodes after this line: the `difference.next` of the previous response.
    pub after: Option<String>,
    /// Maximum number of nodes, 1 to 10000; default 1000.
    #[param(minimum = 1, maximum = 10_000)]
    pub limit: Option<usize>,
}

/// Selection of a node's changes.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct NodeChangesParameters {
    /// For a path without a line: the moves in one corner that lead to the node, `Q16,O17` or
    /// `W:Q16,B:O17`.
    #[param(example = "Q16,O17")]
    pub moves: Option<String>,
    /// Notation of the moves; default `gtp`.
    #[param(inline)]
    pub coords: Coords,
    /// Only changes before this number: the `next` of the previous page.
    pub before: Option<i64>,
    /// Changes on the page, 1 to 1000; default 100.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// Lists the changes of all books, or of one.
#[utoipa::path(
    get, path = "/v1/changes", tag = "history", operation_id = "list_changes", security((), ("key" = ["read"])),
    params(AllChangesParameters),
    responses((status = 200, description = "The page, newest first; with `after` oldest first", body = ChangesJson), codes::Common, codes::Book)
)]
pub async fn list(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(parameters): Query<AllChangesParameters>,
) -> Result<Response, Problem> {
    let page = ChangeQuery {
        book: parameters.book,
        before: parameters.before,
        after: parameters.after,
        limit: limit(parameters.limit, DEFAULT_CHANGES, MAX_CHANGES)?,
    };
    changes(app, &reader, page).await
}

/// Lists the changes of a book, including those under its earlier names.
///
/// The book may have been deleted.
#[utoipa::path(
    get, path = "/v1/books/{book}/changes", tag = "history", operation_id = "list_book_changes", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), ChangesParameters),
    responses((status = 200, description = "The page, newest first; with `after` oldest first", body = ChangesJson), codes::Common, codes::Book)
)]
pub async fn for_book(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<ChangesParameters>,
) -> Result<Response, Problem> {
    let page = ChangeQuery {
        book: Some(book),
        before: parameters.before,
        after: parameters.after,
        limit: limit(parameters.limit, DEFAULT_CHANGES, MAX_CHANGES)?,
    };
    changes(app, &reader, page).await
}

async fn changes(
    app: Arc<App>,
    reader: &ReadAccess,
    query: ChangeQuery,
) -> Result<Response, Problem> {
    let held = Arc::clone(&app);
    let page = app.read_json(query.limit > DEFAULT_CHANGES, move |service| {
        let mut page = ChangesJson::from(&service.curation().changes(&query)?);
        page.changes.iter_mut().for_each(|change| hide_folders(&held, change));
        Ok((None, page))
    });
    Ok(reader.conditions.response(page.await?))
}

/// Hides where the operator's files are from those who read without a key.
pub fn hide_folders(app: &App, change: &mut ChangeJson) {
    if app.options.anonymous_reads {
        change.remove_folders();
    }
}

/// Returns a change with the nodes that it affected.
#[utoipa::path(
    get, path = "/v1/changes/{id}", tag = "history", operation_id = "get_change", security((), ("key" = ["read"])),
    params(("id" = i64, Path, description = "The change's number", example = 1), ChangeParameters),
    responses((status = 200, description = "The change", body = ChangeDetailsJson), codes::Common, codes::Change)
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
    Query(parameters): Query<ChangeParameters>,
) -> Result<Response, Problem> {
    let limit = limit(parameters.limit, DEFAULT_NODES, MAX_NODES)?;
    let held = Arc::clone(&app);
    // Some thousand nodes are read, however few are wanted.
    let change = app.read_json(true, move |service| {
        let page = service.curation().change_page(id, parameters.after.as_deref(), limit)?;
        let mut entry = ChangeJson::from(&page.change);
        hide_folders(&held, &mut entry);
        Ok((None, ChangeDetailsJson { entry, difference: DeltaJson::from(&page) }))
    });
    Ok(reader.conditions.response(change.await?))
}

/// Lists the changes of a node, by its line in either handedness.
///
/// The node may have been deleted.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes/{steps}/changes", tag = "history", operation_id = "list_node_changes", security((), ("key" = ["read"])),
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string", example = "DDCF"),
        NodeChangesParameters
    ),
    responses((status = 200, description = "The page, newest first", body = NodeChangesJson), codes::Common, codes::Book, codes::Points)
)]
pub async fn for_node(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(parameters): Query<NodeChangesParameters>,
) -> Result<Response, Problem> {
    let orientation = NodeOrientation {
        moves: parameters.moves.clone(),
        steps: Some(steps),
        ..NodeOrientation::default()
    };
    let line = orientation.resolve(app.variant_of(&book).await?)?.line;
    node_changes(app, &reader, book, line, &parameters).await
}

/// Lists the changes of the node that moves on a board lead to, or of the empty corner.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes/changes", tag = "history", operation_id = "list_node_changes_at", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), NodeChangesParameters),
    responses((status = 200, description = "The page, newest first", body = NodeChangesJson), codes::Common, codes::Book, codes::Points)
)]
pub async fn for_node_at(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<NodeChangesParameters>,
) -> Result<Response, Problem> {
    let orientation = NodeOrientation {
        moves: parameters.moves.clone(),
        coords: parameters.coords,
        ..NodeOrientation::default()
    };
    let line = orientation.resolve(app.variant_of(&book).await?)?.line;
    node_changes(app, &reader, book, line, &parameters).await
}

async fn node_changes(
    app: Arc<App>,
    reader: &ReadAccess,
    book: String,
    line: Line,
    parameters: &NodeChangesParameters,
) -> Result<Response, Problem> {
    let limit = limit(parameters.limit, DEFAULT_CHANGES, MAX_CHANGES)?;
    let before = parameters.before;
    let held = Arc::clone(&app);
    let page = app.read_json(limit > DEFAULT_CHANGES, move |service| {
        let mut page =
            NodeChangesJson::from(&service.curation().node_changes(&book, &line, before, limit)?);
        page.changes.iter_mut().for_each(|change| hide_folders(&held, &mut change.entry));
        Ok((None, page))
    });
    Ok(reader.conditions.response(page.await?))
}

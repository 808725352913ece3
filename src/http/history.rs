//! `/v1/changes`: the log of changes, of all books, of one, and of a node.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::Reader;
use super::address::{Path, Query, limit};
use super::app::App;
use super::laying::Laying;
use super::problem::Problem;
use super::refusals::{ReadingChange, ReadingChanges, ReadingNodeChanges};
use crate::book::Line;
use crate::store::ChangesAsked;
use crate::wire::{ChangeDetailsJson, ChangesJson, Coords, DeltaJson, NodeChangesJson};

/// Changes of a page unless the caller says.
const DEFAULT_CHANGES: usize = 100;
/// The most changes of a page.
const MOST_CHANGES: usize = 1_000;
/// Nodes of a change unless the caller says.
const DEFAULT_NODES: usize = 1_000;
/// The most nodes of a change in one answer.
const MOST_NODES: usize = 10_000;

/// Which changes.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ChangesParameters {
    /// Those before the change of this number, the newest first: the `next` of the page before.
    pub before: Option<i64>,
    /// Those after the change of this number; then the oldest come first.
    pub after: Option<i64>,
    /// Changes of the page, 1 to 1000; 100 unless said.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// Which changes, of which book.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct AllChangesParameters {
    /// Those of one book; of all unless said.
    #[param(example = "main")]
    pub book: Option<String>,
    /// Those before the change of this number, the newest first: the `next` of the page before.
    pub before: Option<i64>,
    /// Those after the change of this number; then the oldest come first.
    pub after: Option<i64>,
    /// Changes of the page, 1 to 1000; 100 unless said.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// Which nodes of a change.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ChangeParameters {
    /// Those after this line: the `difference.next` of the answer before.
    pub after: Option<String>,
    /// At most so many, 1 to 10000; 1000 unless said.
    #[param(minimum = 1, maximum = 10_000)]
    pub limit: Option<usize>,
}

/// Which changes of a node.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct NodeChangesParameters {
    /// Where the path has no line: the moves in one corner of a board that lead to the node, `Q16,O17` or
    /// `W:Q16,B:O17`.
    #[param(example = "Q16,O17")]
    pub moves: Option<String>,
    /// How the moves are written; `gtp` unless said.
    #[param(inline)]
    pub coords: Coords,
    /// Those before the change of this number: the `next` of the page before.
    pub before: Option<i64>,
    /// Changes of the page, 1 to 1000; 100 unless said.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// The changes of all books, or of one.
#[utoipa::path(
    get, path = "/v1/changes", tag = "history", operation_id = "list_changes", security((), ("key" = ["read"])),
    params(AllChangesParameters),
    responses((status = 200, description = "The page, the newest first; after a number the oldest first", body = ChangesJson), ReadingChanges)
)]
pub async fn list(
    reader: Reader,
    State(app): State<Arc<App>>,
    Query(asked): Query<AllChangesParameters>,
) -> Result<Response, Problem> {
    let page = ChangesAsked {
        book: asked.book,
        before: asked.before,
        after: asked.after,
        limit: limit("limit", asked.limit, DEFAULT_CHANGES, MOST_CHANGES)?,
    };
    changes(&app, &reader, page).await
}

/// The changes of a book, whatever it was called then.
///
/// Also of one that is gone.
#[utoipa::path(
    get, path = "/v1/books/{book}/changes", tag = "history", operation_id = "list_book_changes", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), ChangesParameters),
    responses((status = 200, description = "The page, the newest first; after a number the oldest first", body = ChangesJson), ReadingChanges)
)]
pub async fn of_book(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(asked): Query<ChangesParameters>,
) -> Result<Response, Problem> {
    let page = ChangesAsked {
        book: Some(book),
        before: asked.before,
        after: asked.after,
        limit: limit("limit", asked.limit, DEFAULT_CHANGES, MOST_CHANGES)?,
    };
    changes(&app, &reader, page).await
}

async fn changes(app: &App, reader: &Reader, asked: ChangesAsked) -> Result<Response, Problem> {
    let page = app.read(move |service| service.changes(&asked)).await?;
    reader.conditions.fresh(&ChangesJson::from(&page))
}

/// One change with the nodes that it concerned.
#[utoipa::path(
    get, path = "/v1/changes/{id}", tag = "history", operation_id = "get_change", security((), ("key" = ["read"])),
    params(("id" = i64, Path, description = "The change's number", example = 1), ChangeParameters),
    responses((status = 200, description = "The change", body = ChangeDetailsJson), ReadingChange)
)]
pub async fn get(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
    Query(asked): Query<ChangeParameters>,
) -> Result<Response, Problem> {
    let limit = limit("limit", asked.limit, DEFAULT_NODES, MOST_NODES)?;
    let (row, delta) = app.read(move |service| service.change(id)).await?;
    reader.conditions.fresh(&ChangeDetailsJson {
        entry: (&row).into(),
        difference: DeltaJson::new(&delta, asked.after.as_deref(), limit),
    })
}

/// The changes of a node, by its line in either handedness.
///
/// Also of one that is gone.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes/{steps}/changes", tag = "history", operation_id = "list_node_changes", security((), ("key" = ["read"])),
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string", example = "DDCF"),
        NodeChangesParameters
    ),
    responses((status = 200, description = "The page, the newest first", body = NodeChangesJson), ReadingNodeChanges)
)]
pub async fn of_node(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(asked): Query<NodeChangesParameters>,
) -> Result<Response, Problem> {
    let laying = Laying {
        moves: asked.moves.clone(),
        steps: Some(steps),
        ..Laying::default()
    };
    node_changes(&app, &reader, book, laying.laid()?.line, &asked).await
}

/// The changes of the node that moves on a board lead to; of the empty corner without them.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes/changes", tag = "history", operation_id = "list_node_changes_at", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), NodeChangesParameters),
    responses((status = 200, description = "The page, the newest first", body = NodeChangesJson), ReadingNodeChanges)
)]
pub async fn of_node_at(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(asked): Query<NodeChangesParameters>,
) -> Result<Response, Problem> {
    let laying = Laying {
        moves: asked.moves.clone(),
        coords: asked.coords,
        ..Laying::default()
    };
    node_changes(&app, &reader, book, laying.laid()?.line, &asked).await
}

async fn node_changes(
    app: &App,
    reader: &Reader,
    book: String,
    line: Line,
    asked: &NodeChangesParameters,
) -> Result<Response, Problem> {
    let limit = limit("limit", asked.limit, DEFAULT_CHANGES, MOST_CHANGES)?;
    let before = asked.before;
    let page = app.read(move |service| service.node_changes(&book, &line, before, limit));
    reader
        .conditions
        .fresh(&NodeChangesJson::from(&page.await?))
}

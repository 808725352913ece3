//! `/v1/books/{book}/nodes`: one node with the moves that follow it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::Reader;
use super::address::{Path, Query};
use super::app::App;
use super::cache::Tag;
use super::code::Code;
use super::problem::Problem;
use super::refusals::ReadingBook;
use crate::book::Line;
use crate::wire::{Coords, CornerChoice, HandednessChoice, NodeJson, NodeView};

/// How a node is laid on the board.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct NodeParameters {
    /// The corner; `upper_right` unless said.
    #[param(inline)]
    pub corner: CornerChoice,
    /// `clockwise` unless said.
    #[param(inline)]
    pub handedness: HandednessChoice,
    /// How points are written; `gtp` unless said.
    #[param(inline)]
    pub coords: Coords,
}

/// The empty corner of a book.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes", tag = "books", operation_id = "get_root", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), NodeParameters),
    responses(
        (status = 200, description = "The node with its children", body = NodeJson),
        (status = 304, description = "The caller has this version already (`If-None-Match`)"),
        ReadingBook
    )
)]
pub async fn root(
    reader: Reader,
    state: State<Arc<App>>,
    Path(book): Path<String>,
    parameters: Query<NodeParameters>,
) -> Result<Response, Problem> {
    let steps = (book, String::new());
    node(reader, state, Path(steps), parameters).await
}

/// One node of a book, by its line in either handedness.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes/{steps}", tag = "books", operation_id = "get_node", security((), ("key" = ["read"])),
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string", example = "DDCF"),
        NodeParameters
    ),
    responses(
        (status = 200, description = "The node with its children", body = NodeJson),
        (status = 304, description = "The caller has this version already (`If-None-Match`)"),
        ReadingBook
    )
)]
pub async fn node(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(asked): Query<NodeParameters>,
) -> Result<Response, Problem> {
    let line: Line = steps
        .parse()
        .map_err(|error: crate::book::ParseLineError| {
            Problem::new(Code::InvalidLine, error.to_string()).field("steps")
        })?;
    let node = app
        .read(move |service| service.node(&book, &line, &crate::service::GamesFilter::default()))
        .await?;
    let view = NodeView {
        frame: asked.corner.frame(asked.handedness),
        coords: asked.coords,
    };
    let tag = Tag::new(&node.book, node.version);
    reader.conditions.versioned(&tag, &view.node(&node))
}

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
use crate::wire::{
    Coords, CornerChoice, GamesAsked, HandednessChoice, NodeJson, NodeView, split_names,
};

/// How a node is laid on the board, and which games are counted.
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
    /// Counts games of this year and later only, 1500 to 2100. Games of unknown years are then left out.
    #[param(minimum = 1500, maximum = 2100)]
    pub since: Option<u32>,
    /// Counts games of this year and earlier only.
    #[param(minimum = 1500, maximum = 2100)]
    pub until: Option<u32>,
    /// Counts games of these collections only, separated by commas.
    pub source: String,
    /// Counts games of players of this strength only: `unknown`, `kyu`, `dan`, `high_dan`, `pro` and
    /// `engine`, separated by commas.
    #[param(example = "pro,high_dan")]
    pub strength: String,
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
    let asked_games = GamesAsked {
        since: asked.since,
        until: asked.until,
        source: split_names(&asked.source),
        strength: split_names(&asked.strength),
    };
    let games = asked_games.understood()?;
    let node = app.read(move |service| service.node(&book.as_str().into(), &line, &games));
    let node = node.await?;
    let view = NodeView {
        frame: asked.corner.frame(asked.handedness),
        coords: asked.coords,
    };
    let tag = Tag::new(&node.book, node.version);
    reader.conditions.versioned(&tag, &view.node(&node))
}

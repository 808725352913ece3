//! `/v1/books/{book}/nodes`: one node with the moves that follow it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::Reader;
use super::address::{Path, Query};
use super::app::App;
use super::cache::{Tag, verbatim};
use super::export::FirstMover;
use super::laying::Laying;
use super::problem::Problem;
use super::refusals::ReadingBook;
use crate::service::{BookRef, GamesFilter};
use crate::wire::{
    Coords, CornerChoice, GamesAsked, HandednessChoice, NodeJson, NodeView, RequestError,
    parse_as_of, split_names,
};

/// How a node is laid on the board, when it is looked at, and which games are counted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct NodeParameters {
    /// The corner; `upper_right` unless said.
    #[param(inline)]
    pub corner: Option<CornerChoice>,
    /// Which way the line lies as it is written; `clockwise` unless said.
    #[param(inline)]
    pub handedness: Option<HandednessChoice>,
    /// Who makes the first move; `B` unless said.
    #[param(inline)]
    pub color: Option<FirstMover>,
    /// How points are written; `gtp` unless said.
    #[param(inline)]
    pub coords: Coords,
    /// The book as it was: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or at a time
    /// (`2026-01-31T13:05:07Z`). What games say is that of today.
    #[param(example = "1")]
    pub as_of: Option<String>,
    /// Where the path has no line: the moves in one corner of a board that lead to the node, `Q16,O17` or
    /// `W:Q16,B:O17`. They say corner, handedness and colour.
    #[param(example = "Q16,O17")]
    pub moves: Option<String>,
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

/// A node of a book by its moves on a board; the empty corner without them.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes", tag = "books", operation_id = "get_root", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), NodeParameters),
    responses(
        (status = 200, description = "The node with its children", body = NodeJson,
         headers(("ETag" = String, description = "The book's version and the node's revision, as in `\"main-12.7\"`: what `If-Match` takes"))),
        (status = 304, description = "The caller has this version already (`If-None-Match`)"),
        ReadingBook
    )
)]
pub async fn root(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(asked): Query<NodeParameters>,
) -> Result<Response, Problem> {
    answer(&app, &reader, book, None, asked).await
}

/// One node of a book, by its line in either handedness.
///
/// Points, marks, the comment and the letters in `conditions` follow the line as it is written in the path; `line`,
/// `transpositions` and the children's lines are canonical.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes/{steps}", tag = "books", operation_id = "get_node", security((), ("key" = ["read"])),
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string", example = "DDCF"),
        NodeParameters
    ),
    responses(
        (status = 200, description = "The node with its children", body = NodeJson,
         headers(("ETag" = String, description = "The book's version and the node's revision, as in `\"main-12.7\"`: what `If-Match` takes"))),
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
    answer(&app, &reader, book, Some(steps), asked).await
}

async fn answer(
    app: &App,
    reader: &Reader,
    book: String,
    steps: Option<String>,
    asked: NodeParameters,
) -> Result<Response, Problem> {
    let laid = asked.laying(steps).laid()?;
    let as_of = asked.as_of.as_deref().map(parse_as_of).transpose()?;
    let games = asked.games()?;
    let line = laid.line.clone();
    let node = app.read(move |service| service.node(&BookRef::at(book, as_of), &line, &games));
    let node = node.await?;
    let tag = Tag::of_node(&node);
    let answer = reader
        .conditions
        .versioned(&tag, &NodeView(&laid).node(&node));
    answer.map(verbatim)
}

impl NodeParameters {
    fn laying(&self, steps: Option<String>) -> Laying {
        Laying {
            steps,
            moves: self.moves.clone(),
            corner: self.corner,
            handedness: self.handedness,
            color: self.color,
            coords: self.coords,
        }
    }

    fn games(&self) -> Result<GamesFilter, RequestError> {
        let asked = GamesAsked {
            since: self.since,
            until: self.until,
            source: split_names(&self.source),
            strength: split_names(&self.strength),
        };
        asked.understood()
    }
}

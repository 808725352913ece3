//! `/v1/books/{book}/nodes`: returns a node with its children.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::orientation::NodeOrientation;
use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::{Tag, without_compression};
use crate::request::access::ReadAccess;
use crate::request::address::{Path, Query};
use crate::server::app::App;
use joseki_game::go::Handedness;
use joseki_game::{Color, Corner};
use joseki_service::{BookRef, next::GamesFilter};
use joseki_wire::named::{CornerChoice, FirstMover, HandednessChoice};
use joseki_wire::{
    Coords, GamesFilterParameters, NodeJson, NodeView, RequestError, parse_as_of, split_names,
};

/// Orientation of a node on the board, point in time, and filter of the counted games.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct NodeParameters {
    /// The corner; default `upper_right`.
    #[param(inline, value_type = Option<CornerChoice>)]
    #[serde(with = "joseki_wire::named::optional")]
    pub corner: Option<Corner>,
    /// Orientation of the line as written; default `clockwise`.
    #[param(inline, value_type = Option<HandednessChoice>)]
    #[serde(with = "joseki_wire::named::optional")]
    pub handedness: Option<Handedness>,
    /// Colour of the first move; default `B`.
    #[param(inline, value_type = Option<FirstMover>)]
    #[serde(with = "joseki_wire::named::optional")]
    pub color: Option<Color>,
    /// Notation of points; default `gtp`.
    #[param(inline)]
    pub coords: Coords,
    /// The book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or
    /// at a time (`2026-01-31T13:05:07Z`). Game counts are always current.
    #[param(example = "1")]
    pub as_of: Option<String>,
    /// For a path without a line: the moves in one corner that lead to the node, `Q16,O17` or
    /// `W:Q16,B:O17`. They determine corner, handedness and colour.
    #[param(example = "Q16,O17")]
    pub moves: Option<String>,
    /// Counts only games of this year and later, 1500 to 2100. Games of unknown years are then left
    /// out.
    #[param(minimum = 1500, maximum = 2100)]
    pub since: Option<u32>,
    /// Counts only games of this year and earlier.
    #[param(minimum = 1500, maximum = 2100)]
    pub until: Option<u32>,
    /// Counts only games of these collections, separated by commas.
    pub source: String,
    /// Counts only games of players of this strength: `unknown`, `kyu`, `dan`, `high_dan`, `pro`
    /// and `engine`, separated by commas.
    #[param(example = "pro,high_dan")]
    pub strength: String,
}

/// Returns a node of a book by its moves on a board, or the empty corner.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes", tag = "books", operation_id = "get_root", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), NodeParameters),
    responses(
        (status = 200, description = "The node with its children", body = NodeJson,
         headers(("ETag" = String, description = "The book's version and the node's revision, for example `\"main-12.7\"`, for `If-Match`"))),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Book, codes::Past, codes::Points
    )
)]
pub async fn root(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<NodeParameters>,
) -> Result<Response, Problem> {
    answer(&app, &reader, book, None, parameters).await
}

/// Returns a node of a book by its line in either handedness.
///
/// Points, marks, the comment and the letters in `conditions` have the orientation of the line in
/// the path; `line`, `transpositions` and the children's lines are canonical.
#[utoipa::path(
    get, path = "/v1/books/{book}/nodes/{steps}", tag = "books", operation_id = "get_node", security((), ("key" = ["read"])),
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("steps" = String, Path, description = "The line as a step string", example = "DDCF"),
        NodeParameters
    ),
    responses(
        (status = 200, description = "The node with its children", body = NodeJson,
         headers(("ETag" = String, description = "The book's version and the node's revision, for example `\"main-12.7\"`, for `If-Match`"))),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Book, codes::Past, codes::Points
    )
)]
pub async fn node(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path((book, steps)): Path<(String, String)>,
    Query(parameters): Query<NodeParameters>,
) -> Result<Response, Problem> {
    answer(&app, &reader, book, Some(steps), parameters).await
}

async fn answer(
    app: &App,
    reader: &ReadAccess,
    book: String,
    steps: Option<String>,
    parameters: NodeParameters,
) -> Result<Response, Problem> {
    let oriented = parameters.orientation(steps).resolve(app.variant_of(&book).await?)?;
    let as_of = parameters.as_of.as_deref().map(parse_as_of).transpose()?;
    app.allowance().admit_as_of(&app.service, &book, as_of.as_ref())?;
    let games = parameters.games()?;
    let line = oriented.line.clone();
    let node = app.read_maybe_long(as_of.is_some(), move |service| {
        service.curation().node(&BookRef::at(book, as_of), &line, &games)
    });
    let node = node.await?;
    let tag = Tag::for_node(&node, &app.service.history());
    let answer = reader.conditions.versioned(&tag, &NodeView(&oriented).node(&node));
    answer.map(without_compression)
}

impl NodeParameters {
    fn orientation(&self, steps: Option<String>) -> NodeOrientation {
        NodeOrientation {
            steps,
            moves: self.moves.clone(),
            corner: self.corner,
            handedness: self.handedness,
            color: self.color,
            coords: self.coords,
        }
    }

    fn games(&self) -> Result<GamesFilter, RequestError> {
        let asked = GamesFilterParameters {
            since: self.since,
            until: self.until,
            source: split_names(&self.source),
            strength: split_names(&self.strength),
        };
        asked.parse()
    }
}

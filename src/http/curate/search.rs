//! `/v1/books/{book}/search`: finds nodes by names, tags and comments.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::Tag;
use crate::request::access::ReadAccess;
use crate::request::address::{Path, Query, limit};
use crate::server::app::App;
use joseki_game::go::Handedness;
use joseki_game::{Color, Corner};
use joseki_service::BookRef;
use joseki_wire::named::{CornerChoice, FirstMover, HandednessChoice};
use joseki_wire::{Coords, FoundNodesJson, frame_of, parse_text_query};

/// Default number of nodes.
const DEFAULT_NODES: usize = 20;
/// Maximum number of nodes.
const MAX_NODES: usize = 200;
/// Number of nodes of a book above which a search is done by the workers for long work.
const QUICK: u64 = 20_000;

/// What is looked for, and the orientation of what is found.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct SearchParameters {
    /// Words, at most 200 bytes: all must be in a node's names, tags and comment, or in the names of
    /// its opening. Case, accents, widths of letters and apostrophes make no difference.
    #[param(example = "small low pincer", required = true)]
    pub q: String,
    /// Maximum number of nodes, 1 to 200; default 20.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<usize>,
    /// The corner; default `upper_right`.
    #[param(inline, value_type = Option<CornerChoice>)]
    #[serde(with = "joseki_wire::named::optional")]
    pub corner: Option<Corner>,
    /// Orientation of the canonical line; default `clockwise`.
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
}

/// Finds nodes of a book by words of their names, tags and comments.
///
/// Retired nodes are not found.
#[utoipa::path(
    get, path = "/v1/books/{book}/search", tag = "books", operation_id = "search_book", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), SearchParameters),
    responses(
        (status = 200, description = "The nodes, best first", body = FoundNodesJson),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Book, codes::Points
    )
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(parameters): Query<SearchParameters>,
) -> Result<Response, Problem> {
    let most = limit(parameters.limit, DEFAULT_NODES, MAX_NODES)?;
    let query = parse_text_query("q", &parameters.q)?;
    let variant = app.variant_of(&name).await?;
    let frame = frame_of(variant, parameters.corner, parameters.handedness)?;
    let (first, coords) = (parameters.color.unwrap_or_default(), parameters.coords);
    let nodes = app.service.known_nodes(&name);
    let page = app.read_json(nodes > QUICK, move |service| {
        let found = service.curation().search_text(
            &BookRef::from(name.as_str()),
            &query,
            (frame, first),
            most,
        )?;
        let tag = Tag::new(&found.book.name, found.book.version, &service.history());
        Ok((Some(tag), FoundNodesJson::new(&found, &query, (frame, first, coords))))
    });
    Ok(reader.conditions.response(page.await?))
}

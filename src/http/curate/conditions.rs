//! `/v1/books/{book}/conditions`: conditions of a book's moves, both recorded and proposed.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::{Tag, to_json};
use crate::request::access::ReadAccess;
use crate::request::address::{Path, Query, limit};
use crate::request::body::{check_encoding, media_type, read, unsupported_type};
use crate::request::understand;
use crate::server::app::App;
use crate::server::client::has_key;
use joseki_game::go::Handedness;
use joseki_game::{Color, Corner};
use joseki_service::curate::ConditionsQuery;
use joseki_wire::named::{CornerChoice, FirstMover, HandednessChoice};
use joseki_wire::{ConditionsJson, ConditionsOrientation, Coords};

/// Default number of lines on a page.
const DEFAULT_LINES: usize = 100;
/// Maximum number of lines on a page.
const MAX_LINES: usize = 1_000;
/// Maximum number of games in one body with a key.
const MAX_GAMES: u64 = 5_000;
/// Maximum number of games in one body without a key: about 0.2 s of work.
const MAX_GAMES_UNKEYED: u64 = 200;
/// Maximum size of a body without a key, in bytes.
const BYTES_UNKEYED: usize = 8 << 20;
const TYPES: &str =
    "application/x-go-sgf, application/octet-stream, text/plain or application/json";

/// Selection of conditions, and their orientation on the board.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ConditionsParameters {
    /// Only conditions of lines with this prefix.
    #[param(example = "DDCF")]
    pub prefix: String,
    /// Include proposed conditions that may not matter: those with a `doubt`.
    pub all: bool,
    /// Continue after this line: the `next` of the previous page.
    pub after: Option<String>,
    /// Lines on the page, 1 to 1000; default 100. All conditions of one line are on the same page.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
    /// Corner of the points in the response; default `upper_right`.
    #[param(inline, value_type = CornerChoice)]
    #[serde(with = "joseki_wire::named")]
    pub corner: Corner,
    /// Orientation of the lines in that corner; default `clockwise`.
    #[param(inline, value_type = HandednessChoice)]
    #[serde(with = "joseki_wire::named")]
    pub handedness: Handedness,
    /// Colour of the first move; default `B`.
    #[param(inline, value_type = FirstMover)]
    #[serde(with = "joseki_wire::named")]
    pub color: Color,
    /// Notation of points; default `gtp`.
    #[param(inline)]
    pub coords: Coords,
}

/// Game records in SGF, one tree after another.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary, example = "(;SZ[19]RE[B+R];B[pd];W[nc])")]
#[expect(dead_code, reason = "for the documentation")]
pub struct GameRecords(Vec<u8>);

/// Game records as JSON.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"games": ["(;SZ[19]RE[B+R];B[pd];W[nc])"]}))]
pub struct ConditionGamesRequest {
    /// Records in SGF.
    games: Vec<String>,
}

/// Lists the conditions of a book, and those proposed for moves that depend on a ladder.
#[utoipa::path(
    get, path = "/v1/books/{book}/conditions", tag = "books", operation_id = "list_conditions", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), ConditionsParameters),
    responses(
        (status = 200, description = "The page, sorted by the text of the lines", body = ConditionsJson),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Book
    )
)]
pub async fn list(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<ConditionsParameters>,
) -> Result<Response, Problem> {
    app.allowance().admit(&app.service, &book)?;
    let (query, laid) = parameters.parse(book)?;
    // All of the book is searched, however few conditions are wanted.
    let page = app.read_json(true, move |service| {
        let page = service.curation().conditions(&query)?;
        let tag = Tag::new(&page.book.name, page.book.version, &service.history());
        Ok((Some(tag), ConditionsJson::new(&page, laid)))
    });
    Ok(reader.conditions.response(page.await?))
}

/// Checks the conditions against games.
///
/// The page also has the results of each move where its condition held and where it did not. The
/// games are not stored.
#[utoipa::path(
    post, path = "/v1/books/{book}/conditions", tag = "books", operation_id = "weigh_conditions", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), ConditionsParameters),
    request_body(description = "Up to 5000 game records, up to 64 MiB; without a key up to 200, up to 8 MiB",
        content((GameRecords = "application/x-go-sgf"), (GameRecords = "application/octet-stream"), (GameRecords = "text/plain"),
            (ConditionGamesRequest = "application/json"))),
    responses(
        (status = 200, description = "The page with the evidence of the games", body = ConditionsJson),
        codes::Common, codes::Book, codes::Body, codes::Games
    )
)]
pub async fn check(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<ConditionsParameters>,
    request: Request,
) -> Result<Response, Problem> {
    check_encoding(request.headers())?;
    let is_json = match media_type(request.headers()).as_deref() {
        Some("application/x-go-sgf" | "application/octet-stream" | "text/plain") => false,
        Some("application/json") => true,
        found => return Err(unsupported_type(found, TYPES)),
    };
    app.allowance().admit(&app.service, &book)?;
    let (query, laid) = parameters.parse(book)?;
    let options = &app.options;
    let (bytes, most) = if has_key() {
        (options.import_bytes, MAX_GAMES)
    } else {
        (options.import_bytes.min(BYTES_UNKEYED), MAX_GAMES_UNKEYED)
    };
    let text = read(&app, request.into_body(), bytes, options.import_timeout).await?;
    let place = app.enqueue_heavy()?;
    let service = Arc::clone(&app.service);
    let weighed = place.run(move || {
        let text = if is_json {
            understand::json::<ConditionGamesRequest>(&text)?.games.join("\n").into()
        } else {
            text
        };
        let outcome = service.curation().conditions_in_text(&query, &text, most)?;
        to_json(&ConditionsJson::with_games(&outcome, laid))
    });
    Ok(reader.conditions.serialized(None, weighed.await??))
}

impl ConditionsParameters {
    fn parse(self, book: String) -> Result<(ConditionsQuery, ConditionsOrientation), Problem> {
        let query = ConditionsQuery {
            book,
            prefix: self.prefix,
            all: self.all,
            after: self.after,
            limit: limit(self.limit, DEFAULT_LINES, MAX_LINES)?,
        };
        let laid = ConditionsOrientation {
            corner: self.corner,
            handedness: self.handedness,
            first: Some(self.color),
            coords: self.coords,
        };
        Ok((query, laid))
    }
}

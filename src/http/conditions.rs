//! `/v1/books/{book}/conditions`: what the moves of a book depend on, as it says and as was found.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::access::Reader;
use super::address::{Path, Query, limit};
use super::app::App;
use super::body::{check_encoding, media_type, read, wrong_type};
use super::cache::Tag;
use super::export::FirstMover;
use super::problem::Problem;
use super::refusals::{ReadingConditions, WeighingConditions};
use crate::service::ConditionsQuery;
use crate::wire::{ConditionsJson, ConditionsLaid, Coords, CornerChoice, HandednessChoice};

/// Lines of a page unless the caller says.
const DEFAULT_LINES: usize = 100;
/// The most lines of a page.
const MOST_LINES: usize = 1_000;
/// The most games of one body.
const MOST_GAMES: u64 = 5_000;
const TYPES: &str = "application/x-go-sgf, application/octet-stream or text/plain";

/// Which conditions, and how they are laid on the board.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ConditionsParameters {
    /// Only those of lines that start so.
    #[param(example = "DDCF")]
    pub prefix: String,
    /// Also proposed ones that may not matter: those with a `doubt`.
    pub all: bool,
    /// Those of lines after this one: the `next` of the page before.
    pub after: Option<String>,
    /// Lines of the page, 1 to 1000; 100 unless said. All conditions of one line come together.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
    /// The corner in which points are told; `upper_right` unless said.
    #[param(inline)]
    pub corner: CornerChoice,
    /// Which way the lines lie there; `clockwise` unless said.
    #[param(inline)]
    pub handedness: HandednessChoice,
    /// Who makes the first move; `B` unless said.
    #[param(inline)]
    pub color: FirstMover,
    /// How points are written; `gtp` unless said.
    #[param(inline)]
    pub coords: Coords,
}

/// Game records as SGF, one tree after the other.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary, example = "(;SZ[19]RE[B+R];B[pd];W[nc])")]
#[expect(dead_code, reason = "for the documentation")]
pub struct GameRecords(Vec<u8>);

/// The conditions that a book has, and those that are proposed for moves which depend on a ladder.
#[utoipa::path(
    get, path = "/v1/books/{book}/conditions", tag = "books", operation_id = "list_conditions", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), ConditionsParameters),
    responses(
        (status = 200, description = "The page, in the order of the lines' texts", body = ConditionsJson),
        (status = 304, description = "The caller has this version already (`If-None-Match`)"),
        ReadingConditions
    )
)]
pub async fn list(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(asked): Query<ConditionsParameters>,
) -> Result<Response, Problem> {
    let (query, laid) = asked.understood(book)?;
    let page = app.read(move |service| service.conditions(&query)).await?;
    let tag = Tag::new(&page.book.name, page.book.version);
    reader
        .conditions
        .versioned(&tag, &ConditionsJson::new(&page, laid))
}

/// The same with what games say of each: how the move fared where the condition held, and where it did not.
///
/// Nothing is kept of the games.
#[utoipa::path(
    post, path = "/v1/books/{book}/conditions", tag = "books", operation_id = "weigh_conditions", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), ConditionsParameters),
    request_body(description = "Up to 5000 game records, up to 64 MiB",
        content((GameRecords = "application/x-go-sgf"), (GameRecords = "application/octet-stream"), (GameRecords = "text/plain"))),
    responses(
        (status = 200, description = "The page with what the games say", body = ConditionsJson),
        WeighingConditions
    )
)]
pub async fn weigh(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(asked): Query<ConditionsParameters>,
    request: Request,
) -> Result<Response, Problem> {
    check_encoding(request.headers())?;
    match media_type(request.headers()).as_deref() {
        Some("application/x-go-sgf" | "application/octet-stream" | "text/plain") => {}
        found => return Err(wrong_type(found, TYPES)),
    }
    let (query, laid) = asked.understood(book)?;
    // Before the body is in memory, so that only a few are.
    let place = app.enter_import()?;
    let options = &app.options;
    let text = read(
        request.into_body(),
        options.import_bytes,
        options.import_timeout,
    )
    .await?;
    let service = Arc::clone(&app.service);
    let weighed = place.run(move || service.conditions_in_text(&query, &text, MOST_GAMES));
    let outcome = weighed.await??;
    reader
        .conditions
        .fresh(&ConditionsJson::with_games(&outcome, laid))
}

impl ConditionsParameters {
    fn understood(self, book: String) -> Result<(ConditionsQuery, ConditionsLaid), Problem> {
        let query = ConditionsQuery {
            book,
            prefix: self.prefix,
            all: self.all,
            after: self.after,
            limit: limit("limit", self.limit, DEFAULT_LINES, MOST_LINES)?,
        };
        let laid = ConditionsLaid {
            corner: self.corner,
            handedness: self.handedness,
            first: Some(self.color.color()),
            coords: self.coords,
        };
        Ok((query, laid))
    }
}

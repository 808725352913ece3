//! `/v1/books`: lists the books, and the lines of a book.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::Tag;
use crate::request::access::ReadAccess;
use crate::request::address::{NoParameters, Path, Query, limit};
use crate::server::app::App;
use joseki_service::{BookRef, LinePage};
use joseki_store::BookInfo;
use joseki_wire::{BooksJson, CountedBookJson, parse_as_of};

/// Default number of lines on a page.
const DEFAULT_LINES: usize = 100;
/// Maximum number of lines on a page.
const MAX_LINES: usize = 1000;
/// Number of nodes of a book above which counting the lines with a prefix may take long.
const MAX_COUNTED: u64 = 1_000_000;

/// Selection of a book's lines.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct LinesParameters {
    /// Prefix of the lines, in either case; it may end in half a step.
    #[param(example = "DDCF")]
    pub prefix: String,
    /// Continue after this line: the `next` of the previous page.
    pub after: Option<String>,
    /// Lines on the page, 1 to 1000; default 100.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
    /// The book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or
    /// at a time (`2026-01-31T13:05:07Z`).
    #[param(example = "1")]
    pub as_of: Option<String>,
}

/// Point in time at which to read a book.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct WhenParameters {
    /// The book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or
    /// at a time (`2026-01-31T13:05:07Z`). The game counts are always current.
    #[param(example = "1")]
    pub as_of: Option<String>,
}

/// Lists all books.
#[utoipa::path(
    get, path = "/v1/books", tag = "books", operation_id = "list_books", security((), ("key" = ["read"])),
    responses((status = 200, description = "The books, sorted by name", body = BooksJson), codes::Common)
)]
pub async fn list(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let books = app.read(|service| {
        let loaded = service.loaded_books();
        let counted = |info: &BookInfo| {
            let counted = service.counted_games(&info.name)?;
            let book = CountedBookJson::new(info, service.games_in(&info.name)?, counted);
            Ok(book.on_disk(!loaded.contains_key(&info.name)))
        };
        service.books()?.iter().map(counted).collect()
    });
    let books = books.await?;
    reader.conditions.fresh(&BooksJson { books })
}

/// Returns a book's name, version and size.
#[utoipa::path(
    get, path = "/v1/books/{book}", tag = "books", operation_id = "get_book", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), WhenParameters),
    responses(
        (status = 200, description = "The book", body = CountedBookJson),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Book, codes::Past, codes::Points
    )
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(parameters): Query<WhenParameters>,
) -> Result<Response, Problem> {
    let as_of = parameters.as_of.as_deref().map(parse_as_of).transpose()?;
    app.allowance().admit_as_of(&app.service, &name, as_of.as_ref())?;
    let book = app.read_maybe_long(as_of.is_some(), move |service| {
        let games = service.games_in(&name)?;
        let counted = service.counted_games(&name)?;
        Ok((service.head_of(&BookRef::at(name, as_of))?, games, counted))
    });
    let (book, games, counted) = book.await?;
    let tag = Tag::new(&book.info.name, book.info.version, &app.service.history());
    let head = CountedBookJson::new(&book.info, games, counted).with_collections(&book.index);
    reader.conditions.versioned(&tag, &head)
}

/// Returns a page of a book's flattened lines.
#[utoipa::path(
    get, path = "/v1/books/{book}/lines", tag = "books", operation_id = "list_lines", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), LinesParameters),
    responses(
        (status = 200, description = "The page, sorted by the text of the lines", body = LinePage),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Book, codes::Past, codes::Points
    )
)]
pub async fn lines(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(parameters): Query<LinesParameters>,
) -> Result<Response, Problem> {
    let limit = limit(parameters.limit, DEFAULT_LINES, MAX_LINES)?;
    let as_of = parameters.as_of.as_deref().map(parse_as_of).transpose()?;
    app.allowance().admit_as_of(&app.service, &name, as_of.as_ref())?;
    let is_counted = !parameters.prefix.is_empty() && app.service.known_nodes(&name) > MAX_COUNTED;
    let is_long = limit > DEFAULT_LINES || as_of.is_some() || is_counted;
    let page = app.read_json(is_long, move |service| {
        let (book, after) = (BookRef::at(name, as_of), parameters.after.as_deref());
        let page = service.lines(&book, &parameters.prefix, after, limit)?;
        let tag = Tag::new(&page.book.name, page.book.version, &service.history());
        Ok((Some(tag), page))
    });
    Ok(reader.conditions.response(page.await?))
}

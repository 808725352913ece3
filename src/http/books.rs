//! `/v1/books`: what there is, and the lines of a book.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::Reader;
use super::address::{NoParameters, Path, Query, limit};
use super::app::App;
use super::cache::Tag;
use super::problem::Problem;
use super::refusals::{Reading, ReadingBook};
use crate::service::BookRef;
use crate::store::BookInfo;
use crate::wire::{BooksJson, CountedBookJson, LinesJson, parse_as_of};

/// Lines of a page unless the caller says.
const DEFAULT_LINES: usize = 100;
/// The most lines of a page.
const MOST_LINES: usize = 1000;

/// Which lines of a book.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct LinesParameters {
    /// How the lines start, in either case; it may end in half a step.
    #[param(example = "DDCF")]
    pub prefix: String,
    /// The page after this line: the `next` of the page before.
    pub after: Option<String>,
    /// Lines of the page, 1 to 1000; 100 unless said.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
    /// The book as it was: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or at a time
    /// (`2026-01-31T13:05:07Z`).
    #[param(example = "1")]
    pub as_of: Option<String>,
}

/// When a book is looked at.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct WhenParameters {
    /// The book as it was: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or at a time
    /// (`2026-01-31T13:05:07Z`). The games are those of today.
    #[param(example = "1")]
    pub as_of: Option<String>,
}

/// All books.
#[utoipa::path(
    get, path = "/v1/books", tag = "books", operation_id = "list_books", security((), ("key" = ["read"])),
    responses((status = 200, description = "The books, in the order of their names", body = BooksJson), Reading)
)]
pub async fn list(
    reader: Reader,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let books = app.read(|service| {
        let counted =
            |info: &BookInfo| Ok(CountedBookJson::new(info, service.games_in(&info.name)?));
        service.books()?.iter().map(counted).collect()
    });
    let books = books.await?;
    reader.conditions.fresh(&BooksJson { books })
}

/// One book's name, version and size.
#[utoipa::path(
    get, path = "/v1/books/{book}", tag = "books", operation_id = "get_book", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), WhenParameters),
    responses(
        (status = 200, description = "The book", body = CountedBookJson),
        (status = 304, description = "The caller has this version already (`If-None-Match`)"),
        ReadingBook
    )
)]
pub async fn get(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(asked): Query<WhenParameters>,
) -> Result<Response, Problem> {
    let as_of = asked.as_of.as_deref().map(parse_as_of).transpose()?;
    let book = app.read(move |service| {
        let games = service.games_in(&name)?;
        Ok((service.book_of(&BookRef::at(name, as_of))?, games))
    });
    let (book, games) = book.await?;
    let tag = Tag::new(&book.info.name, book.info.version);
    let head = CountedBookJson::new(&book.info, games);
    reader.conditions.versioned(&tag, &head)
}

/// A page of a book's flattened lines.
#[utoipa::path(
    get, path = "/v1/books/{book}/lines", tag = "books", operation_id = "list_lines", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), LinesParameters),
    responses(
        (status = 200, description = "The page, in the order of the lines' texts", body = LinesJson),
        (status = 304, description = "The caller has this version already (`If-None-Match`)"),
        ReadingBook
    )
)]
pub async fn lines(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(asked): Query<LinesParameters>,
) -> Result<Response, Problem> {
    let limit = limit("limit", asked.limit, DEFAULT_LINES, MOST_LINES)?;
    let as_of = asked.as_of.as_deref().map(parse_as_of).transpose()?;
    let page = app.read(move |service| {
        service.lines(
            &BookRef::at(name, as_of),
            &asked.prefix,
            asked.after.as_deref(),
            limit,
        )
    });
    let page = page.await?;
    let tag = Tag::new(&page.book.name, page.book.version);
    reader.conditions.versioned(&tag, &LinesJson::from(&page))
}

//! `/v1/books`: what there is, and the lines of a book.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::Reader;
use super::address::{NoParameters, Path, Query};
use super::app::App;
use super::cache::Tag;
use super::code::Code;
use super::problem::Problem;
use super::refusals::{Reading, ReadingBook};
use crate::store::BookInfo;
use crate::wire::{BooksJson, CountedBookJson, LinesJson};

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
    params(("book" = String, Path, description = "The book's name", example = "main")),
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
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let book = app.read(move |service| {
        let games = service.games_in(&name)?;
        Ok((service.book(&name)?, games))
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
    let limit = asked.limit.unwrap_or(DEFAULT_LINES);
    if !(1..=MOST_LINES).contains(&limit) {
        let detail = format!("limit: {limit} is not between 1 and {MOST_LINES}");
        return Err(Problem::new(Code::InvalidValue, detail).field("limit"));
    }
    let page = app.read(move |service| {
        service.lines(
            &name.as_str().into(),
            &asked.prefix,
            asked.after.as_deref(),
            limit,
        )
    });
    let page = page.await?;
    let tag = Tag::new(&page.book.name, page.book.version);
    reader.conditions.versioned(&tag, &LinesJson::from(&page))
}

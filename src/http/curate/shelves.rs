//! `/v1/books/{book}`: creates, copies, renames and deletes whole books.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::if_match::{IfMatch, IfMatchTags, OptionalIfMatch};
use super::orientation::location;
use crate::error::codes;
use crate::error::problem::{CurrentJson, Problem};
use crate::etag::{Tag, changed};
use crate::request::access::CurateAccess;
use crate::request::address::{NoParameters, Path, Query};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_game::Game;
use joseki_service::{Code, Service, ServiceError};
use joseki_store::{BookInfo, ChangeQuery, StoreError};
use joseki_wire::{BookJson, ChangeJson, parse_starter, parse_variant};

/// Reason for deleting a book.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ReasonParameters {
    /// Reason for the history; at most 500 characters.
    #[param(max_length = 500)]
    pub reason: String,
}

/// What a new book is about.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct NewBookParameters {
    /// Game that the book is about.
    #[param(default = "go", example = "go")]
    pub game: String,
    /// Lines of its boards, for a game that has books for several sizes; by default its usual size.
    pub board_size: Option<u8>,
    /// Whether it begins as the starter book of its game: for Go the joseki of a new database with
    /// their counts, for renju the 26 openings.
    pub starter: bool,
    /// Reason for the history; at most 500 characters.
    #[param(max_length = 500)]
    pub reason: String,
}

impl Default for NewBookParameters {
    fn default() -> NewBookParameters {
        let game = Game::default().to_string();
        NewBookParameters { game, board_size: None, starter: false, reason: String::new() }
    }
}

/// New name of a book.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"to": "drafts"}))]
pub struct ToBook {
    /// The name; it must be unused.
    pub to: String,
    /// Reason for the history; at most 500 characters.
    #[serde(default)]
    pub reason: String,
}

impl Payload for ToBook {
    const BYTES: usize = 16 << 10;
}

/// Creates a book, empty or as the starter book of its game.
#[utoipa::path(
    put, path = "/v1/books/{book}", tag = "books", operation_id = "create_book",
    params(("book" = String, Path, description = "The new book's name", example = "drafts"), NewBookParameters),
    responses(
        (status = 201, description = "The book", body = BookJson,
         headers(("Location" = String, description = "URL of the book"), ("ETag" = String, description = "Version of the book"))),
        codes::Common, codes::Name, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn create(
    CurateAccess(curator): CurateAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<NewBookParameters>,
) -> Result<Response, Problem> {
    let variant = parse_variant(&parameters.game, parameters.board_size)?;
    let starter = parameters.starter.then(|| parse_starter(variant)).transpose()?;
    let by = curator.author(parameters.reason)?;
    let place = app.enqueue()?;
    let made = app.change(&place, false, move |service| {
        service.curation().create_book(&book, variant, starter, &by)
    });
    new_book(&app, &made.await??)
}

/// Deletes a book with its counts and games.
///
/// The lines stay in the change log: reverting the deletion restores them.
#[utoipa::path(
    delete, path = "/v1/books/{book}", tag = "books", operation_id = "delete_book",
    params(("book" = String, Path, description = "The book's name", example = "drafts"), ReasonParameters,
        ("If-Match" = String, Header, description = "The book's `ETag` from the last read, its version alone, `\"12\"`, or `*`", example = "*")),
    responses((status = 200, description = "The change", body = ChangeJson), codes::Common, codes::Book, codes::Seen, codes::Write),
    security(("key" = ["curate"]))
)]
pub async fn delete(
    CurateAccess(curator): CurateAccess,
    IfMatch(tags): IfMatch,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<ReasonParameters>,
) -> Result<Response, Problem> {
    let by = curator.author(parameters.reason)?;
    let expected = seen(&app, &book, Some(&tags)).await?;
    let (place, name) = (app.enqueue()?, book.clone());
    let deleted = app.change(&place, false, move |service| {
        let change = service.curation().delete_book(&name, expected, &by)?;
        entry(service, change)
    });
    match deleted.await? {
        Ok(change) => changed(StatusCode::OK, None, &change),
        Err(error) => Err(refusal(&app, error, &book, expected).await?),
    }
}

/// Copies a book, with its counts, to a new name.
#[utoipa::path(
    post, path = "/v1/books/{book}/copy", tag = "books", operation_id = "copy_book", request_body = ToBook,
    params(("book" = String, Path, description = "The book's name", example = "main")),
    responses(
        (status = 201, description = "The copy", body = BookJson,
         headers(("Location" = String, description = "URL of the copy"), ("ETag" = String, description = "Version of the copy"))),
        codes::Common, codes::Book, codes::Body, codes::Name, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn copy(
    CurateAccess(curator): CurateAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(asked): Json<ToBook>,
) -> Result<Response, Problem> {
    let by = curator.author(asked.reason)?;
    let place = app.enqueue_import()?;
    let made = app
        .change(&place, false, move |service| service.curation().copy_book(&book, &asked.to, &by));
    let made = made.await?.map_err(to_field)?;
    new_book(&app, &made)
}

/// Renames a book; its history is kept.
#[utoipa::path(
    post, path = "/v1/books/{book}/rename", tag = "books", operation_id = "rename_book", request_body = ToBook,
    params(("book" = String, Path, description = "The book's name", example = "drafts"),
        ("If-Match" = Option<String>, Header, description = "The book's `ETag` from the last read, or its version alone, `\"12\"`", example = "*")),
    responses(
        (status = 200, description = "The book", body = BookJson,
         headers(("Location" = String, description = "URL of the book"), ("ETag" = String, description = "Version of the book"))),
        codes::Common, codes::Book, codes::Body, codes::Name, codes::Write, codes::Stale
    ),
    security(("key" = ["curate"]))
)]
pub async fn rename(
    CurateAccess(curator): CurateAccess,
    OptionalIfMatch(tags): OptionalIfMatch,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(asked): Json<ToBook>,
) -> Result<Response, Problem> {
    let by = curator.author(asked.reason)?;
    let expected = seen(&app, &book, tags.as_ref()).await?;
    let (place, name) = (app.enqueue()?, book.clone());
    let renamed = app.change(&place, false, move |service| {
        service.curation().rename_book(&name, &asked.to, expected, &by)
    });
    match renamed.await? {
        Ok(info) => placed(&app, StatusCode::OK, &info),
        Err(error) => Err(refusal(&app, error, &book, expected).await?),
    }
}

/// Maps errors about the new name to the field `to`.
pub fn to_field(error: ServiceError) -> Problem {
    let names_new = matches!(
        error,
        ServiceError::InvalidBookName { .. }
            | ServiceError::Store(StoreError::AlreadyExists { .. })
    );
    let problem = Problem::from(error);
    if names_new { problem.field("to") } else { problem }
}

fn new_book(app: &App, info: &BookInfo) -> Result<Response, Problem> {
    placed(app, StatusCode::CREATED, info)
}

fn placed(app: &App, status: StatusCode, info: &BookInfo) -> Result<Response, Problem> {
    let tag = Tag::new(&info.name, info.version, &app.service.history());
    let mut response = changed(status, Some(&tag), info)?;
    let path = format!("/v1/books/{}", info.name);
    let headers = response.headers_mut();
    headers.extend(location(&path).map(|path| (header::LOCATION, path)));
    Ok(response)
}

/// Returns the version that the tags require, or `None` if any will do. Of several tags, the one of
/// the book's present version counts, if it is among them.
async fn seen(app: &App, book: &str, tags: Option<&IfMatchTags>) -> Result<Option<u64>, Problem> {
    let Some(tags @ IfMatchTags::These(_)) = tags else {
        return Ok(None);
    };
    match tags.versions(book).as_slice() {
        [only] => Ok(Some(*only)),
        versions => {
            let now = head(app, book).await?.version;
            let seen = versions.iter().find(|seen| **seen == now);
            match seen.or(versions.first()) {
                Some(seen) => Ok(Some(*seen)),
                None => {
                    let detail =
                        "If-Match: none of these tags belongs to this book: read the book again";
                    let problem = Problem::new(Code::PreconditionFailed, detail);
                    Err(stale(app, problem.field("If-Match"), book).await?)
                }
            }
        }
    }
}

/// Builds the problem of a failed change, with the present state of a stale book.
async fn refusal(
    app: &App,
    error: ServiceError,
    book: &str,
    expected: Option<u64>,
) -> Result<Problem, Problem> {
    match (error, expected) {
        (ServiceError::Store(error @ StoreError::Conflict { .. }), Some(_)) => {
            let problem = Problem::new(Code::PreconditionFailed, error.to_string());
            stale(app, problem.field("If-Match"), book).await
        }
        (error, _) => Ok(to_field(error)),
    }
}

async fn stale(app: &App, problem: Problem, book: &str) -> Result<Problem, Problem> {
    let info = head(app, book).await?;
    let tag = Tag::new(&info.name, info.version, &app.service.history());
    Ok(problem.current(CurrentJson::Book(info), tag.header()))
}

async fn head(app: &App, book: &str) -> Result<BookInfo, Problem> {
    let book = book.to_owned();
    app.read(move |service| service.book_info(&book)).await
}

/// Returns the log entry of a change just made.
fn entry(service: &Service, change: i64) -> Result<Option<ChangeJson>, ServiceError> {
    let page = service.curation().changes(&ChangeQuery {
        after: Some(change - 1),
        limit: 1,
        ..ChangeQuery::default()
    })?;
    Ok(page.changes.first().map(ChangeJson::from))
}

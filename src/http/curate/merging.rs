//! `/v1/books/{book}/diff`, `/merge` and `/split`: compares, merges and splits books.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::orientation::location;
use super::shelves::to_field;
use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::changed;
use crate::request::access::{CurateAccess, ReadAccess};
use crate::request::address::{NoParameters, Path, Query, limit};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_book::{Line, MergeRules};
use joseki_service::{
    BookRef, Code,
    curate::{MergeRequest, SplitRequest},
};
use joseki_wire::{
    DeltaJson, ImportJson, MergedBookJson, RequestError, SplitJson, parse_as_of, parse_book_ref,
};

/// Default number of nodes of a difference.
const DEFAULT_NODES: usize = 1_000;
/// Maximum number of nodes of a difference in one response.
const MAX_NODES: usize = 10_000;
/// Maximum number of lines to split off.
const MAX_LINES: usize = 10_000;

/// What to compare a book with: one of `with` and `as_of` is required.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct DiffParameters {
    /// Another book, `other`, or its earlier state, `other@12`.
    pub with: Option<String>,
    /// This book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC)
    /// or at a time (`2026-01-31T13:05:07Z`).
    #[param(example = "1")]
    pub as_of: Option<String>,
    /// Continue after this line: the `next` of the previous response.
    pub after: Option<String>,
    /// Maximum number of nodes, 1 to 10000; default 1000.
    #[param(minimum = 1, maximum = 10_000)]
    pub limit: Option<usize>,
}

/// A book whose changes are merged.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"from": "drafts", "rules": "verdict=take", "dry_run": true}))]
pub struct MergeBody {
    /// The book, `other`, or its earlier state, `other@12`.
    pub from: String,
    /// Common base of both books, `main@3`. By default it is taken from the change log, and is the
    /// empty book if the log has none.
    #[serde(default)]
    pub base: Option<String>,
    /// Merge rules for fields that both changed: `verdict=take,comment=both`; `all=` sets the rule
    /// of every field. The rules are `keep`, `take`, `both` and `confident`.
    #[serde(default)]
    pub rules: String,
    /// Reason for the history; at most 500 characters.
    #[serde(default)]
    pub reason: String,
    /// Report what would change, and change nothing.
    #[serde(default)]
    pub dry_run: bool,
}

/// Lines to split off into a new book.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"to": "kakari", "lines": ["DDCF"], "dry_run": true}))]
pub struct SplitBody {
    /// Name of the new book.
    pub to: String,
    /// Roots of the moved subtrees, as step strings of either handedness. At most 10,000.
    #[schema(max_items = 10_000)]
    pub lines: Vec<String>,
    /// Reason for the history; at most 500 characters.
    #[serde(default)]
    pub reason: String,
    /// Report what would change, and change nothing.
    #[serde(default)]
    pub dry_run: bool,
}

impl Payload for MergeBody {
    const BYTES: usize = 16 << 10;
}

impl Payload for SplitBody {
    const BYTES: usize = 8 << 20;
}

/// Returns the difference from another book, or from an earlier state of this one.
#[utoipa::path(
    get, path = "/v1/books/{book}/diff", tag = "history", operation_id = "diff_books", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), DiffParameters),
    responses((status = 200, description = "The difference, by default its first 1000 nodes", body = DeltaJson), codes::Common, codes::Book, codes::Missing, codes::Past)
)]
pub async fn diff(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<DiffParameters>,
) -> Result<Response, Problem> {
    let limit = limit(parameters.limit, DEFAULT_NODES, MAX_NODES)?;
    let other = parameters.other(&book)?;
    let mut nodes = 0;
    for book in [&book, &other.name] {
        nodes += app.allowance().admit(&app.service, book)?;
    }
    let held = app.memory.take_for_nodes(nodes)?;
    let difference = app.read_json(true, move |service| {
        let _until_done = held;
        let delta = service.curation().diff(&other, &BookRef::current(book))?;
        Ok((None, DeltaJson::new(&delta, parameters.after.as_deref(), limit)))
    });
    Ok(reader.conditions.response(difference.await?))
}

/// Merges the changes of another book since the common base.
#[utoipa::path(
    post, path = "/v1/books/{book}/merge", tag = "books", operation_id = "merge_books", request_body = MergeBody,
    params(("book" = String, Path, description = "Name of the book that receives the changes", example = "main")),
    responses(
        (status = 200, description = "The changed nodes, at most 1000; in a dry run, those that would change", body = MergedBookJson),
        codes::Common, codes::Book, codes::Body, codes::Past, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn merge(
    CurateAccess(curator): CurateAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(asked): Json<MergeBody>,
) -> Result<Response, Problem> {
    let base = asked.base.as_deref().map(|base| book_ref("base", base));
    let request = MergeRequest {
        book,
        from: book_ref("from", &asked.from)?,
        base: base.transpose()?,
        rules: parse_rules(&asked.rules)?,
        dry_run: asked.dry_run,
        by: curator.author(asked.reason)?,
    };
    let place = app.enqueue_import()?;
    let done =
        app.change(&place, asked.dry_run, move |service| service.curation().merge_books(&request));
    let report = MergedBookJson::new(&done.await??, ImportJson::DETAILS);
    changed(StatusCode::OK, None, &report)
}

/// Moves lines with everything recorded about them into a new book.
///
/// Counts of games stay in the old book.
#[utoipa::path(
    post, path = "/v1/books/{book}/split", tag = "books", operation_id = "split_book", request_body = SplitBody,
    params(("book" = String, Path, description = "Name of the book that contains the lines", example = "main")),
    responses(
        (status = 200, description = "Dry run: what would change", body = SplitJson),
        (status = 201, description = "Both books, the first 1000 nodes of each", body = SplitJson,
         headers(("Location" = String, description = "URL of the new book"))),
        codes::Common, codes::Book, codes::Body, codes::Name, codes::Split, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn split(
    CurateAccess(curator): CurateAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(asked): Json<SplitBody>,
) -> Result<Response, Problem> {
    let request = SplitRequest {
        book,
        lines: parse_lines(&asked.lines)?,
        to: asked.to,
        dry_run: asked.dry_run,
        by: curator.author(asked.reason)?,
    };
    let place = app.enqueue_import()?;
    let done =
        app.change(&place, asked.dry_run, move |service| service.curation().split_book(&request));
    let split = done.await?.map_err(|error| {
        let problem = to_field(error);
        problem.rename_field("steps", "lines")
    })?;
    let report = SplitJson::new(&split, ImportJson::DETAILS);
    if asked.dry_run {
        return changed(StatusCode::OK, None, &report);
    }
    let mut response = changed(StatusCode::CREATED, None, &report)?;
    let path = location(&format!("/v1/books/{}", split.to.book.name));
    let headers = response.headers_mut();
    headers.extend(path.map(|path| (header::LOCATION, path)));
    Ok(response)
}

/// Parses the rules of a parameter or field `rules`.
///
/// # Errors
/// A rule is invalid.
pub fn parse_rules(text: &str) -> Result<MergeRules, RequestError> {
    text.parse().map_err(|error| RequestError::new(Code::InvalidValue, "rules", error))
}

impl DiffParameters {
    fn other(&self, book: &str) -> Result<BookRef, RequestError> {
        match (&self.with, &self.as_of) {
            (Some(with), None) => book_ref("with", with),
            (None, Some(as_of)) => Ok(BookRef::at(book, Some(parse_as_of(as_of)?))),
            (Some(_), Some(_)) => {
                let message = "conflicts with `with`: write the other book's version as other@12, or omit `with`";
                Err(RequestError::new(Code::InvalidValue, "as_of", message))
            }
            (None, None) => {
                let message = "missing: give `with` (another book) or `as_of` (an earlier state)";
                Err(RequestError::new(Code::MissingField, "with", message))
            }
        }
    }
}

fn book_ref(field: &str, text: &str) -> Result<BookRef, RequestError> {
    parse_book_ref(text).map_err(|message| RequestError::new(Code::InvalidValue, field, message))
}

fn parse_lines(lines: &[String]) -> Result<Vec<Line>, RequestError> {
    if lines.is_empty() || lines.len() > MAX_LINES {
        let message = format!("expected 1 to {MAX_LINES} lines, found {}", lines.len());
        return Err(RequestError::new(Code::InvalidValue, "lines", message));
    }
    let read = lines.iter().enumerate().map(|(index, line)| {
        let field = format!("lines[{index}]");
        line.parse().map_err(|error| RequestError::new(Code::InvalidValue, field, error))
    });
    read.collect()
}

//! The parameters `min_version` and `min_results` of reads. They are taken from the URL before its
//! other parameters are read, so that handlers and the response cache ignore them.

use axum::extract::{FromRequestParts, MatchedPath, RawPathParams};
use axum::http::Uri;
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use serde::Deserialize;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::path::ParameterIn;
use utoipa::{IntoParams, IntoResponses};

use super::understand;
use crate::error::codes;
use crate::error::problem::Problem;
use crate::server::app::App;
use crate::server::catch_up::catch_up;
use joseki_service::{Code, DEFAULT_BOOK, MinVersions, XIANGQI_BOOK};

const MIN_VERSION: &str = "min_version";
const MIN_RESULTS: &str = "min_results";
/// Maximum number of books in a request.
const MAX_BOOKS: usize = 32;

/// What the answer must include at least.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MinParameters {
    /// Least version of the book to answer from: that of the answer to a write, perhaps on another
    /// node. A node that lags behind it for a second answers `node_behind`. With the name of
    /// the book, or of several: `main:12,club:3`.
    #[param(example = "1")]
    min_version: Option<String>,
    /// Least last change of the results to answer from: `results` of the answer to a write.
    #[param(example = 1)]
    min_results: Option<u64>,
}

/// Where an operation names the book that a version alone is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BookPlace {
    /// In the path.
    Path,
    /// In the parameter `book`, with this default.
    Query(Option<&'static str>),
    /// In the body.
    Body,
}

/// A version without a name, for the book that the body names.
#[derive(Clone, Copy, Debug)]
struct VersionOfBody(u64);

/// Returns where a read names its book; `None` for what depends on no book and no results.
fn book_place(method: &str, route: &str) -> Option<BookPlace> {
    let get = matches!(method, "GET" | "HEAD");
    match route {
        "/v1/next" | "/v1/quiz" if method == "POST" => Some(BookPlace::Body),
        // The body of a review may name the book, too.
        "/v1/next/batch" | "/v1/review" => Some(BookPlace::Query(None)),
        "/chessdb.php" => Some(BookPlace::Query(Some(XIANGQI_BOOK))),
        "/v1/next"
        | "/v1/best"
        | "/v1/next/picture"
        | "/v1/opponents/{opponent}"
        | "/v1/quiz/players/{player}"
            if get =>
        {
            Some(BookPlace::Query(Some(DEFAULT_BOOK)))
        }
        "/v1/books" | "/v1/opponents" | "/v1/results/{game_id}" if get => {
            Some(BookPlace::Query(None))
        }
        _ if get && route.starts_with("/v1/changes") => Some(BookPlace::Query(None)),
        _ if get && route.starts_with("/v1/books/") => Some(BookPlace::Path),
        "/v1/books/{book}/conditions" | "/v1/books/{book}/patterns" => Some(BookPlace::Path),
        _ => None,
    }
}

/// Removes the parameters from the URL of a read, and waits until this node has what they ask for.
///
/// # Errors
/// Invalid values, or the node is behind.
pub async fn take_min_versions(parts: &mut Parts, app: &App) -> Result<(), Problem> {
    let query = parts.uri.query().unwrap_or_default();
    if !query.contains("min_version") && !query.contains("min_results") {
        return Ok(());
    }
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let Some(place) = book_place(parts.method.as_str(), route) else {
        return Ok(());
    };
    let (own, other): (Vec<&str>, Vec<&str>) = query.split('&').partition(|pair| is_own(pair));
    let parameters: MinParameters = understand::query(&own.join("&"))?;
    let other = other.join("&");
    let items = parse_items(parameters.min_version.as_deref())?;
    let mut least =
        MinVersions { results: parameters.min_results.unwrap_or_default(), ..Default::default() };
    for (book, version) in items {
        let book = match (book, place) {
            (Some(book), _) => book,
            (None, BookPlace::Path) => book_in_path(parts).await,
            (None, BookPlace::Query(usual)) => book_in_query(&other, usual)?,
            (None, BookPlace::Body) => {
                parts.extensions.insert(VersionOfBody(version));
                continue;
            }
        };
        least.books.push((book, version));
    }
    parts.uri = with_query(&parts.uri, &other);
    // On the heap: the futures of all handlers contain this one.
    Box::pin(catch_up(app, least)).await
}

/// Waits for the version that was given without a name, now that the body has named the book.
///
/// # Errors
/// The node is behind.
pub async fn await_version_of_body(
    extensions: &axum::http::Extensions,
    app: &App,
    book: impl FnOnce() -> Result<String, Problem>,
) -> Result<(), Problem> {
    let Some(VersionOfBody(version)) = extensions.get() else {
        return Ok(());
    };
    let least = MinVersions { books: vec![(book()?, *version)], results: 0 };
    Box::pin(catch_up(app, least)).await
}

fn is_own(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default();
    name == MIN_VERSION || name == MIN_RESULTS
}

/// Parses `12` or `main:12,club:3`.
fn parse_items(text: Option<&str>) -> Result<Vec<(Option<String>, u64)>, Problem> {
    let Some(text) = text else {
        return Ok(Vec::new());
    };
    let items = text.split(',').map(|item| {
        let (book, version) = match item.split_once(':') {
            Some((book, version)) => (Some(book.to_owned()), version),
            None => (None, item),
        };
        Some((book, version.parse().ok()?))
    });
    let items: Option<Vec<_>> = items.collect();
    let items = items.filter(|items| {
        let unnamed = items.iter().filter(|(book, _)| book.is_none()).count();
        unnamed <= 1 && items.len() <= MAX_BOOKS
    });
    items.ok_or_else(|| {
        invalid(format!(
            "{MIN_VERSION}: expected the version of the book, such as `12`, or versions with the names of at most {MAX_BOOKS} books, such as `main:12,club:3`"
        ))
    })
}

async fn book_in_path(parts: &mut Parts) -> String {
    let found = RawPathParams::from_request_parts(parts, &()).await;
    let book = found.ok().and_then(|found| {
        let mut found = found.iter();
        found.find(|(name, _)| *name == "book").map(|(_, book)| book.to_owned())
    });
    book.unwrap_or_default()
}

fn book_in_query(query: &str, usual: Option<&str>) -> Result<String, Problem> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let named = pairs.find(|(name, _)| name == "book").map(|(_, book)| book.into_owned());
    named.or_else(|| usual.map(str::to_owned)).ok_or_else(|| {
        invalid(format!(
            "{MIN_VERSION}: the URL does not name one book: write its name before the version, such as `main:12`"
        ))
    })
}

fn invalid(detail: String) -> Problem {
    Problem::new(Code::InvalidValue, detail).field(MIN_VERSION)
}

/// Returns the URL with another query.
fn with_query(uri: &Uri, query: &str) -> Uri {
    let path = match query {
        "" => uri.path().to_owned(),
        query => format!("{}?{query}", uri.path()),
    };
    let mut parts = uri.clone().into_parts();
    match PathAndQuery::try_from(path) {
        Ok(path) => parts.path_and_query = Some(path),
        Err(_) => return uri.clone(),
    }
    Uri::from_parts(parts).unwrap_or_else(|_| uri.clone())
}

/// Adds the parameters to all operations that take them, and the problem of a node that is behind.
pub fn document_min_versions(document: &mut Document) {
    let parameters = MinParameters::into_params(|| Some(ParameterIn::Query));
    for (path, item) in &mut document.paths.paths {
        let methods = [("GET", &mut item.get), ("POST", &mut item.post)];
        for (method, operation) in methods {
            let Some(operation) = operation.as_mut().filter(|_| book_place(method, path).is_some())
            else {
                continue;
            };
            let all = operation.parameters.get_or_insert_default();
            all.extend(parameters.iter().cloned().map(Into::into));
            operation.responses.responses.extend(codes::MinVersion::responses());
        }
    }
}

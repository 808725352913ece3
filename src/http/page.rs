//! `/`, `/assets` and `/licenses.txt`: serves the browser page. It needs no key; the page itself
//! reads the URL's parameters.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use super::error::problem::{Problem, unknown_path};
use super::etag::{Preconditions, Tag};
use super::request::address::Path;
use crate::web::{self, ASSETS, INDEX, LICENSES, PageFile};

/// Cache policy of files named by their content: they never change, so for one year.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Serves the page.
pub async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    serve_file(INDEX, &headers)
}

/// Serves the licence texts of what the page contains.
pub async fn licenses(headers: HeaderMap) -> Result<Response, Problem> {
    serve_file(LICENSES, &headers)
}

/// Serves a file of the page.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let mut response = serve_file(&format!("{ASSETS}{name}"), &headers)?;
    let for_ever = HeaderValue::from_static(IMMUTABLE);
    response.headers_mut().insert(header::CACHE_CONTROL, for_ever);
    Ok(response)
}

fn serve_file(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let file = web::file(name).ok_or_else(unknown_path)?;
    let (conditions, tag) =
        (Preconditions::from_headers(headers, false), Tag::from_hash(&file.hash));
    let held = conditions.not_modified(&tag);
    Ok(held.unwrap_or_else(|| conditions.tagged(&tag, file_response(file))))
}

fn file_response(file: PageFile) -> Response {
    let mut response = Response::new(Body::from(file.bytes));
    let kind = HeaderValue::from_static(file.kind);
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

//! `/v1/books/{book}/snapshots` and `/published`: lists and serves what `joseki publish` wrote.

use std::fs;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use tower_http::services::ServeDir;

use crate::error::codes;
use crate::error::problem::{Problem, unknown_path};
use crate::etag::without_compression;
use crate::page::IMMUTABLE;
use crate::request::access::ReadAccess;
use crate::request::address::{NoParameters, Path, Query};
use crate::server::app::App;
use joseki_service::curate::published::is_published_path;
use joseki_wire::SnapshotsJson;

/// Lists the published snapshots of a book.
///
/// Their files are at `/published/{book}/{folder}/`, among them `manifest.json`.
#[utoipa::path(
    get, path = "/v1/books/{book}/snapshots", tag = "books", operation_id = "list_snapshots",
    security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main")),
    responses(
        (status = 200, description = "The snapshots, oldest first", body = SnapshotsJson),
        codes::Common, codes::Book
    )
)]
pub async fn list(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let folder = app.options.published.clone();
    let snapshots =
        app.read(move |service| service.publishing().snapshots(folder.as_deref(), &name));
    reader.conditions.fresh(&SnapshotsJson { snapshots: snapshots.await? })
}

/// Serves a published file. It needs no key: published files are public.
pub async fn file(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    let folder = app.options.published.clone().filter(|_| is_published_path(&path));
    let folder = folder.ok_or_else(unknown_path)?;
    let (below, name) = (folder.clone(), path.clone());
    if !app.read(move |_| Ok(is_file_below(below, &name))).await? {
        return Err(unknown_path());
    }
    let (mut parts, _) = request.into_parts();
    // The path has no character that an address would encode.
    parts.uri = format!("/{path}").parse().map_err(|_| unknown_path())?;
    let mut files = ServeDir::new(folder).append_index_html_on_directories(false);
    let response = files.try_call(Request::from_parts(parts, Body::empty())).await;
    let mut response = response.map_err(|_| unknown_path())?.map(Body::new);
    if response.status() == StatusCode::NOT_FOUND {
        return Err(unknown_path());
    }
    // Only the file that says what is newest is ever replaced.
    let is_latest = path.split('/').count() == 2;
    let cache = HeaderValue::from_static(if is_latest { "no-cache" } else { IMMUTABLE });
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    Ok(without_compression(response))
}

/// Whether a path is that of a file, and no part of it below the folder a symbolic link.
fn is_file_below(mut path: PathBuf, name: &str) -> bool {
    let kind = |path: &FilePath| fs::symlink_metadata(path).map(|found| found.file_type()).ok();
    let mut is_file = false;
    for part in name.split('/') {
        path.push(part);
        match kind(&path) {
            Some(found) if found.is_dir() || found.is_file() => is_file = found.is_file(),
            _ => return false,
        }
    }
    is_file
}

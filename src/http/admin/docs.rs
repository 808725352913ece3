//! `/docs`: a page to read the OpenAPI document and try it out.

use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use utoipa_swagger_ui::{Config, serve};

use crate::error::problem::{Problem, unknown_path};
use crate::request::address::Path;

/// Path of the documentation page.
const PAGE: &str = "/docs/";

/// Redirects a browser to the documentation.
pub async fn home() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let page = HeaderValue::from_static(PAGE);
    response.headers_mut().insert(header::LOCATION, page);
    response
}

/// Serves the documentation page.
pub async fn index() -> Result<Response, Problem> {
    page("index.html")
}

/// Serves a file of the documentation page.
pub async fn asset(Path(name): Path<String>) -> Result<Response, Problem> {
    page(&name)
}

fn page(name: &str) -> Result<Response, Problem> {
    static CONFIG: OnceLock<Arc<Config<'static>>> = OnceLock::new();
    let config = CONFIG.get_or_init(|| Arc::new(config()));
    match serve(name, Arc::clone(config)) {
        Ok(Some(found)) => Ok(file(&found.content_type, Body::from(found.bytes.into_owned()))),
        Ok(None) => Err(unknown_path()),
        Err(error) => Err(Problem::internal(&error)),
    }
}

/// Disables Swagger UI's external validator, so that the page sends nothing to other servers. Shows
/// extensions, since `x-codes` lists the problems of an operation.
fn config() -> Config<'static> {
    Config::from("/openapi.json").validator_url("none").show_extensions(true)
}

pub fn file(kind: &str, body: Body) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.extend(HeaderValue::try_from(kind).map(|kind| (header::CONTENT_TYPE, kind)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

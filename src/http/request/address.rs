//! Extractors for a URL's path and query parameters.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::understand;
use crate::error::problem::Problem;
use crate::server::app::App;
use joseki_service::Code;

/// Query parameters.
#[derive(Debug)]
pub struct Query<T>(pub T);

/// No query parameters: any parameter is reported as unknown.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoParameters {}

/// Variable parts of the path.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Query<T>, Problem> {
        understand::query(parts.uri.query().unwrap_or_default()).map(Query)
    }
}

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<App>> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Path<T>, Problem> {
        match axum::extract::Path::from_request_parts(parts, app).await {
            Ok(axum::extract::Path(values)) => Ok(Path(values)),
            Err(rejection) => Err(Problem::new(Code::InvalidPath, rejection.body_text())),
        }
    }
}

/// Returns the parameter `limit`, 1 to `most`, or `usual` if it is not given.
///
/// # Errors
/// The limit is out of range.
pub fn limit(asked: Option<usize>, usual: usize, most: usize) -> Result<usize, Problem> {
    match asked.unwrap_or(usual) {
        found if (1..=most).contains(&found) => Ok(found),
        found => {
            let detail = format!("limit: {found} is out of range: expected 1 to {most}");
            Err(Problem::new(Code::InvalidValue, detail).field("limit"))
        }
    }
}

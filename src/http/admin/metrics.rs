//! `/metrics` in the Prometheus text format.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;

use super::gauges::gauges;
use super::process::ProcessStats;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::server::app::App;
use crate::server::exposition::Exposition;

/// Returns the server's metrics in the Prometheus text format.
#[utoipa::path(
    get, path = "/metrics", tag = "server", operation_id = "metrics", security((), ("key" = ["read"])),
    responses((status = 200, description = "Metrics in the Prometheus text format", body = String, content_type = "text/plain"))
)]
pub async fn get(_: ReadAccess, State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let mut text = Exposition::default();
    app.metrics.write(&mut text);
    let service = Arc::clone(&app.service);
    // It stats files, and must not queue behind requests that wait for the disk.
    let looked = move || (service.store_stats(), ProcessStats::read());
    let looked = tokio::task::spawn_blocking(looked).await;
    let (store, process) = looked.map_err(|error| Problem::internal(&error))?;
    gauges(&app, &store, &process, &mut text);
    let mut response = Response::new(Body::from(text.into_text()));
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    Ok(response)
}

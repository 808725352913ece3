//! `/healthz`, `/readyz` and `/problems`: reports the state of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::problem::Problem;
use crate::etag::json;
use crate::server::app::{App, WriteFault};
use joseki_service::Code;

/// Why questions are answered, and nothing else for sure.
const UNREACHABLE: &str = "the database cannot be reached: only questions are answered";
const FAILOVER: &str =
    "the database is in an earlier state than before, or another one: it is being loaded again";

/// Liveness of the server.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct HealthJson {
    /// Always `ok`.
    pub status: &'static str,
}

/// Readiness of the server.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadyJson {
    /// `ready`; `degraded` if reads work and writes do not; `unready` if the store cannot be read.
    pub status: &'static str,
    /// Reason, if it is not ready.
    pub reason: Option<String>,
}

/// A stable problem code and its meaning.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CodeJson {
    /// The code.
    pub code: Code,
    /// HTTP status of the code.
    pub status: u16,
    /// Title of the problem.
    pub title: &'static str,
    /// When the code occurs, and what to do about it.
    pub meaning: String,
}

/// Reports that the server runs.
#[utoipa::path(
    get, path = "/healthz", tag = "server", operation_id = "health",
    responses((status = 200, description = "The server runs", body = HealthJson))
)]
pub async fn live() -> Result<Response, Problem> {
    json(StatusCode::OK, &HealthJson { status: "ok" })
}

/// Reports whether the store can be read and written.
///
/// Writability is that of the last write. If that failed for lack of space or permission, the
/// request tries another write.
#[utoipa::path(
    get, path = "/readyz", tag = "server", operation_id = "ready",
    responses(
        (status = 200, description = "Ready; `degraded` if the store cannot be written, or went back", body = ReadyJson),
        (status = 503, description = "The store cannot be read, or its file was removed or replaced; see `reason`", body = ReadyJson)
    )
)]
pub async fn ready(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let looked = app.read_for_health(|service| {
        let place = service.administration().check_place();
        match place.is_ok().then(|| service.books()).transpose() {
            // Questions are answered from memory, so a balancer need not take the node out.
            Err(error) if error.is_unreachable() => Ok((place, Some(UNREACHABLE))),
            read => read.map(|_| (place, service.is_behind_failover().then_some(FAILOVER))),
        }
    });
    let (status, ready) = match looked.await {
        Ok((_, Some(reason))) => (StatusCode::OK, state("degraded", Some(reason.to_owned()))),
        Ok((place @ Err(_), _)) => {
            app.record_store_file(&place);
            let reason = WriteFault::Displaced.reason().to_owned();
            let unready = state("unready", Some(reason));
            (StatusCode::SERVICE_UNAVAILABLE, unready)
        }
        Ok((place, _)) => {
            app.record_store_file(&place);
            app.probe().await;
            match app.write_fault() {
                None => (StatusCode::OK, state("ready", None)),
                Some(fault) => {
                    let reason = Some(fault.reason().to_owned());
                    (StatusCode::OK, state("degraded", reason))
                }
            }
        }
        Err(problem) => {
            let reason = problem.into_json().detail.into_owned();
            let unready = state("unready", Some(reason));
            (StatusCode::SERVICE_UNAVAILABLE, unready)
        }
    };
    json(status, &ready)
}

/// Lists all problem codes.
#[utoipa::path(
    get, path = "/problems", tag = "server", operation_id = "list_problems",
    responses((status = 200, description = "The codes", body = Vec<CodeJson>))
)]
pub async fn problems() -> Result<Response, Problem> {
    let code = |code: &Code| CodeJson {
        code: *code,
        status: code.status(),
        title: code.title(),
        meaning: code.meaning(),
    };
    let codes: Vec<CodeJson> = Code::ALL.iter().map(code).collect();
    json(StatusCode::OK, &codes)
}

fn state(status: &'static str, reason: Option<String>) -> ReadyJson {
    ReadyJson { status, reason }
}

//! `/healthz`, `/readyz` and `/problems`: how the server is.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::app::{App, WriteFault};
use super::cache::json;
use super::code::Code;
use super::problem::Problem;

/// That the server runs.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct HealthJson {
    /// Always `ok`.
    pub status: &'static str,
}

/// Whether the server can answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadyJson {
    /// `ready`; `degraded` where reading goes on and writing does not; `unready` where the store
    /// cannot be read.
    pub status: &'static str,
    /// Why, if it is not ready.
    pub reason: Option<String>,
}

/// A stable code and what it means.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CodeJson {
    /// The code.
    pub code: Code,
    /// The status that it is answered with.
    pub status: u16,
    /// What it says in a few words.
    pub title: &'static str,
    /// When it is answered, and what to do.
    pub meaning: String,
}

/// That the server runs.
#[utoipa::path(
    get, path = "/healthz", tag = "server", operation_id = "health",
    responses((status = 200, description = "It runs", body = HealthJson))
)]
pub async fn live() -> Result<Response, Problem> {
    json(StatusCode::OK, &HealthJson { status: "ok" })
}

/// Whether the store can be read, and whether the last write went through. If that found no room or had no right, it is
/// tried here whether one would now.
#[utoipa::path(
    get, path = "/readyz", tag = "server", operation_id = "ready",
    responses(
        (status = 200, description = "It answers; `degraded` if nothing can be written", body = ReadyJson),
        (status = 503, description = "The store cannot be read, or is not where it was; the reason says why", body = ReadyJson)
    )
)]
pub async fn ready(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let looked = app.read(|service| {
        let place = service.check_place();
        place.is_ok().then(|| service.books()).transpose()?;
        Ok(place)
    });
    let (status, ready) = match looked.await {
        Ok(place @ Err(_)) => {
            app.note_place(&place);
            let reason = WriteFault::Displaced.reason().to_owned();
            let unready = state("unready", Some(reason));
            (StatusCode::SERVICE_UNAVAILABLE, unready)
        }
        Ok(place) => {
            app.note_place(&place);
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

/// All codes of problems.
#[utoipa::path(
    get, path = "/problems", tag = "server", operation_id = "list_problems",
    responses((status = 200, description = "The codes", body = Vec<CodeJson>))
)]
pub async fn problems() -> Result<Response, Problem> {
    let code = |code: &Code| CodeJson {
        code: *code,
        status: code.status().as_u16(),
        title: code.title(),
        meaning: code.meaning(),
    };
    let codes: Vec<CodeJson> = Code::ALL.iter().map(code).collect();
    json(StatusCode::OK, &codes)
}

fn state(status: &'static str, reason: Option<String>) -> ReadyJson {
    ReadyJson { status, reason }
}

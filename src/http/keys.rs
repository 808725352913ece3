//! `/v1/keys`: keys listed, made, rotated and revoked.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::access::Admin;
use super::address::{NoParameters, Path, Query};
use super::app::App;
use super::body::{Json, Payload};
use super::cache::json;
use super::problem::Problem;
use super::refusals::{MakingKey, Reading, RevokingKey, RotatingKey};
use crate::service::now;
use crate::wire::{CreatedKeyJson, KeyJson, NewKeyJson, RotateKeyJson};

/// All keys, expired and revoked ones too.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeysJson {
    /// In the order in which they were made.
    pub keys: Vec<KeyJson>,
}

impl Payload for NewKeyJson {
    const BYTES: usize = 16 << 10;
}

impl Payload for RotateKeyJson {
    const BYTES: usize = 16 << 10;
}

/// All keys, without what they prove.
#[utoipa::path(
    get, path = "/v1/keys", tag = "keys", operation_id = "list_keys",
    responses((status = 200, description = "The keys", body = KeysJson), Reading),
    security(("key" = ["admin"]))
)]
pub async fn list(
    _: Admin,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let keys = app.read(|service| service.keys()).await?;
    let keys = keys.iter().map(KeyJson::from).collect();
    secret(StatusCode::OK, &KeysJson { keys })
}

/// Makes a key. The answer is the only time that it is shown.
#[utoipa::path(
    post, path = "/v1/keys", tag = "keys", operation_id = "create_key", request_body = NewKeyJson,
    responses((status = 201, description = "The key", body = CreatedKeyJson), MakingKey),
    security(("key" = ["admin"]))
)]
pub async fn create(
    _: Admin,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<NewKeyJson>,
) -> Result<Response, Problem> {
    let key = request.understood(now())?;
    let created =
        app.write(move |service| service.create_key(&key.name, key.scopes, key.expires, key.rate));
    secret(StatusCode::CREATED, &CreatedKeyJson::from(&created.await?))
}

/// Revokes a key from now on.
#[utoipa::path(
    delete, path = "/v1/keys/{prefix}", tag = "keys", operation_id = "revoke_key",
    params(("prefix" = String, Path, description = "How the key starts, not the whole key", example = "jk_1f2e3d4c")),
    responses((status = 200, description = "The key as it is now", body = KeyJson), RevokingKey),
    security(("key" = ["admin"]))
)]
pub async fn revoke(
    _: Admin,
    State(app): State<Arc<App>>,
    Path(prefix): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let record = app
        .write(move |service| service.revoke_key(&prefix))
        .await?;
    secret(StatusCode::OK, &KeyJson::from(&record))
}

/// Makes a key in the place of another, with its name, scopes, end and rate.
///
/// The answer is the only time that the new one is shown. The old one goes on for as long as is said, so that
/// callers can change over.
#[utoipa::path(
    post, path = "/v1/keys/{prefix}/rotate", tag = "keys", operation_id = "rotate_key", request_body = RotateKeyJson,
    params(("prefix" = String, Path, description = "How the key starts, not the whole key", example = "jk_1f2e3d4c")),
    responses((status = 201, description = "The new key", body = CreatedKeyJson), RotatingKey),
    security(("key" = ["admin"]))
)]
pub async fn rotate(
    _: Admin,
    State(app): State<Arc<App>>,
    Path(prefix): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<RotateKeyJson>,
) -> Result<Response, Problem> {
    let overlap = request.understood()?;
    let created = app.write(move |service| service.rotate_key(&prefix, overlap));
    secret(StatusCode::CREATED, &CreatedKeyJson::from(&created.await?))
}

/// JSON that nobody keeps.
fn secret(status: StatusCode, answer: &impl Serialize) -> Result<Response, Problem> {
    let mut response = json(status, answer)?;
    let no_store = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, no_store);
    Ok(response)
}

//! `/v1/keys`: lists, creates, rotates and revokes API keys; `/v1/audit`: who did.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::json;
use crate::request::access::{AdminAccess, key_label};
use crate::request::address::{NoParameters, Path, Query, limit};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_service::admin::{CreatedKey, now};
use joseki_store::KeyRecord;
use joseki_wire::{AuditJson, NewKeyJson, RotateKeyJson};

/// All keys, including expired and revoked ones.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeysJson {
    /// Keys in order of creation.
    pub keys: Vec<KeyRecord>,
}

impl Payload for NewKeyJson {
    const BYTES: usize = 16 << 10;
}

impl Payload for RotateKeyJson {
    const BYTES: usize = 16 << 10;
}

/// Lists all keys, without their secrets.
#[utoipa::path(
    get, path = "/v1/keys", tag = "keys", operation_id = "list_keys",
    responses((status = 200, description = "The keys", body = KeysJson), codes::Common),
    security(("key" = ["admin"]))
)]
pub async fn list(
    _: AdminAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let keys = app.read(|service| service.administration().keys()).await?;
    secret(StatusCode::OK, &KeysJson { keys })
}

/// Creates a key. It is shown only in this response.
#[utoipa::path(
    post, path = "/v1/keys", tag = "keys", operation_id = "create_key", request_body = NewKeyJson,
    responses((status = 201, description = "The key", body = CreatedKey), codes::Common, codes::Body, codes::Write),
    security(("key" = ["admin"]))
)]
pub async fn create(
    AdminAccess(admin): AdminAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<NewKeyJson>,
) -> Result<Response, Problem> {
    let key = request.validate(now())?;
    let by = key_label(&admin);
    let created = app.write(move |service| {
        service.administration().create_key(&key.name, key.scopes, key.expires, key.rate, &by)
    });
    secret(StatusCode::CREATED, &created.await?)
}

/// Revokes a key immediately.
#[utoipa::path(
    delete, path = "/v1/keys/{prefix}", tag = "keys", operation_id = "revoke_key",
    params(("prefix" = String, Path, description = "Prefix of the key, not the whole key", example = "jk_1f2e3d4c")),
    responses((status = 200, description = "The key's new state", body = KeyRecord), codes::Common, codes::Key, codes::Write),
    security(("key" = ["admin"]))
)]
pub async fn revoke(
    AdminAccess(admin): AdminAccess,
    State(app): State<Arc<App>>,
    Path(prefix): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let by = key_label(&admin);
    let record =
        app.write(move |service| service.administration().revoke_key(&prefix, &by)).await?;
    secret(StatusCode::OK, &record)
}

/// Replaces a key with a new one of the same name, scopes, expiry and rate.
///
/// The new key is shown only in this response. The old key remains valid for the requested overlap,
/// so that clients can switch.
#[utoipa::path(
    post, path = "/v1/keys/{prefix}/rotate", tag = "keys", operation_id = "rotate_key", request_body = RotateKeyJson,
    params(("prefix" = String, Path, description = "Prefix of the key, not the whole key", example = "jk_1f2e3d4c")),
    responses((status = 201, description = "The new key", body = CreatedKey), codes::Common, codes::Key, codes::Body, codes::Write),
    security(("key" = ["admin"]))
)]
pub async fn rotate(
    AdminAccess(admin): AdminAccess,
    State(app): State<Arc<App>>,
    Path(prefix): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<RotateKeyJson>,
) -> Result<Response, Problem> {
    let overlap = request.validate()?;
    let by = key_label(&admin);
    let created =
        app.write(move |service| service.administration().rotate_key(&prefix, overlap, &by));
    secret(StatusCode::CREATED, &created.await?)
}

/// Selection of changes in the audit.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct AuditParameters {
    /// Only changes before this number: the `next` of the previous page.
    pub before: Option<i64>,
    /// Changes on the page, 1 to 1000; default 100.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// Lists who changed keys and results, newest first.
///
/// Every key that was created, rotated or revoked, and every result that was corrected or withdrawn,
/// with its state before and after. Entries are written with the change and never altered.
#[utoipa::path(
    get, path = "/v1/audit", tag = "keys", operation_id = "list_audit", params(AuditParameters),
    responses((status = 200, description = "The page, newest first", body = AuditJson), codes::Common),
    security(("key" = ["admin"]))
)]
pub async fn audit(
    _: AdminAccess,
    State(app): State<Arc<App>>,
    Query(parameters): Query<AuditParameters>,
) -> Result<Response, Problem> {
    let limit = limit(parameters.limit, 100, 1000)?;
    let rows =
        app.read(move |service| service.administration().audit(parameters.before, limit)).await?;
    secret(StatusCode::OK, &AuditJson::new(rows, limit))
}

/// Returns JSON that must not be stored.
fn secret(status: StatusCode, answer: &impl Serialize) -> Result<Response, Problem> {
    let mut response = json(status, answer)?;
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, no_store);
    Ok(response)
}

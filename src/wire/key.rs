//! Keys, without what they prove.

use serde::Serialize;
use utoipa::ToSchema;

use crate::service::CreatedKey;
use crate::store::KeyRecord;

/// A key as it is kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeyJson {
    /// What it is for.
    pub name: String,
    /// How it starts.
    pub prefix: String,
    /// What it allows.
    pub scopes: Vec<&'static str>,
    /// When it was added, in seconds since 1970 UTC.
    pub created: i64,
    /// When it ends by itself, in seconds since 1970 UTC.
    pub expires: Option<i64>,
    /// When it was revoked, in seconds since 1970 UTC.
    pub revoked: Option<i64>,
}

/// A key that was just made: the only time that it is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedKeyJson {
    /// The whole key.
    pub key: String,
    /// What is kept of it.
    #[serde(flatten)]
    pub record: KeyJson,
}

impl From<&KeyRecord> for KeyJson {
    fn from(record: &KeyRecord) -> KeyJson {
        KeyJson {
            name: record.name.clone(),
            prefix: record.prefix.clone(),
            scopes: record.scopes.names().collect(),
            created: record.created,
            expires: record.expires,
            revoked: record.revoked,
        }
    }
}

impl From<&CreatedKey> for CreatedKeyJson {
    fn from(created: &CreatedKey) -> CreatedKeyJson {
        CreatedKeyJson {
            key: created.secret.clone(),
            record: (&created.record).into(),
        }
    }
}

//! API keys, which authenticate clients. Only a key's hash is stored, never the key itself.

use super::Scopes;

/// A key to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    /// Its purpose, as described by its owner.
    pub name: String,
    /// The start of the key, used for look-up; not secret.
    pub prefix: String,
    /// The SHA-256 of the key.
    pub hash: [u8; 32],
    /// Its permissions.
    pub scopes: Scopes,
    /// When it expires, in seconds since 1970 UTC.
    pub expires: Option<i64>,
    /// Maximum number of requests a minute; `None` for the server's limit.
    pub rate: Option<u32>,
}

/// A key as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRecord {
    /// The id in the store.
    pub id: i64,
    /// Its purpose, as described by its owner.
    pub name: String,
    /// The start of the key, used for look-up; not secret.
    pub prefix: String,
    /// The SHA-256 of the key.
    pub hash: [u8; 32],
    /// Its permissions.
    pub scopes: Scopes,
    /// When it was added, in seconds since 1970 UTC.
    pub created: i64,
    /// When it expires, in seconds since 1970 UTC.
    pub expires: Option<i64>,
    /// Maximum number of requests a minute; `None` for the server's limit.
    pub rate: Option<u32>,
    /// When it was revoked, in seconds since 1970 UTC.
    pub revoked: Option<i64>,
}

impl KeyRecord {
    /// Checks whether the key is valid at a time, in seconds since 1970 UTC.
    #[must_use]
    pub fn is_valid_at(&self, now: i64) -> bool {
        let revoked = self.revoked.is_some_and(|revoked| revoked <= now);
        let expired = self.expires.is_some_and(|expires| expires <= now);
        !(revoked || expired)
    }
}

//! Keys: what a caller proves itself with. The key itself is never kept, only its hash.

use super::Scopes;

/// A key to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    /// What it is for, in the owner's words.
    pub name: String,
    /// The start of the key, by which it is found; it is no secret.
    pub prefix: String,
    /// The SHA-256 of the key.
    pub hash: [u8; 32],
    /// What it allows.
    pub scopes: Scopes,
    /// When it ends by itself, in seconds since 1970 UTC.
    pub expires: Option<i64>,
    /// How many requests a minute it is good for; `None` for as many as the server allows.
    pub rate: Option<u32>,
}

/// A key as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRecord {
    /// The id in the store.
    pub id: i64,
    /// What it is for, in the owner's words.
    pub name: String,
    /// The start of the key, by which it is found; it is no secret.
    pub prefix: String,
    /// The SHA-256 of the key.
    pub hash: [u8; 32],
    /// What it allows.
    pub scopes: Scopes,
    /// When it was added, in seconds since 1970 UTC.
    pub created: i64,
    /// When it ends by itself, in seconds since 1970 UTC.
    pub expires: Option<i64>,
    /// How many requests a minute it is good for; `None` for as many as the server allows.
    pub rate: Option<u32>,
    /// When it was revoked, in seconds since 1970 UTC.
    pub revoked: Option<i64>,
}

impl KeyRecord {
    /// Whether the key opens anything at a time, in seconds since 1970 UTC.
    #[must_use]
    pub fn is_valid_at(&self, now: i64) -> bool {
        let revoked = self.revoked.is_some_and(|revoked| revoked <= now);
        let expired = self.expires.is_some_and(|expires| expires <= now);
        !(revoked || expired)
    }
}

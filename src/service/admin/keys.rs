//! API keys: creating, listing, rotating, revoking and checking them.

use crate::admin::Administration;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use crate::error::{KeyError, ServiceError};
use joseki_store::{AuditRow, KeyRecord, NewKey, Scopes, StoreError};

/// Prefix of every key, so that leaked keys can be searched for.
const MARK: &str = "jk_";
/// Random bytes in the public part of a key, by which it is looked up.
const PREFIX_BYTES: usize = 4;
/// Random bytes in the secret part.
const SECRET_BYTES: usize = 32;

/// New key with its secret, which is shown only once.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CreatedKeyJson)]
pub struct CreatedKey {
    /// The full key.
    #[serde(rename = "key")]
    pub secret: String,
    /// The stored part of the key.
    #[serde(flatten)]
    pub record: KeyRecord,
}

impl Administration<'_> {
    /// Creates a key; `by` is the name of the caller, for the audit.
    ///
    /// # Errors
    /// Failed random number generator or failed write.
    pub fn create_key(
        &self,
        name: &str,
        scopes: Scopes,
        expires: Option<i64>,
        rate: Option<u32>,
        by: &str,
    ) -> Result<CreatedKey, ServiceError> {
        let (secret, key) = new_key(name, scopes, expires, rate)?;
        let record = self.service.store.add_key(&key, by)?;
        self.load_keys();
        Ok(CreatedKey { secret, record })
    }

    /// Replaces a key by a new one with the same name, scopes, expiry and rate. The old one stays
    /// valid for `overlap` seconds, unless it expires earlier.
    ///
    /// # Errors
    /// No such key, revoked or expired key, failed random number generator, failed write.
    pub fn rotate_key(
        &self,
        prefix: &str,
        overlap: u32,
        by: &str,
    ) -> Result<CreatedKey, ServiceError> {
        let prefix = &*whole_prefix(prefix);
        let unknown = || StoreError::NotFound { what: format!("key that starts with {prefix}") };
        let old = self.service.store.key_by_prefix(prefix)?.ok_or_else(unknown)?;
        let (secret, key) = new_key(&old.name, old.scopes, old.expires, old.rate)?;
        let ends = now().saturating_add(i64::from(overlap));
        let record = self.service.store.rotate_key(prefix, &key, ends, by)?;
        self.load_keys();
        Ok(CreatedKey { secret, record })
    }

    /// Creates a key with all scopes if the store has no valid one. It is stored only after `show`
    /// succeeds: a key that nobody saw would prevent another one from being created.
    ///
    /// # Errors
    /// See `Administration::create_key`; also any error of `show`.
    pub fn ensure_key<E: From<ServiceError>>(
        &self,
        show: impl FnOnce(&str) -> Result<(), E>,
    ) -> Result<Option<CreatedKey>, E> {
        let time = now();
        if self.keys()?.iter().any(|key| key.is_valid_at(time)) {
            return Ok(None);
        }
        let (secret, key) = new_key("first key", Scopes::ADMIN, None, None)?;
        show(&secret)?;
        let record = self.service.store.add_key(&key, "first start").map_err(ServiceError::from)?;
        self.load_keys();
        Ok(Some(CreatedKey { secret, record }))
    }

    /// Returns all keys, including expired and revoked ones.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn keys(&self) -> Result<Vec<KeyRecord>, ServiceError> {
        Ok(self.service.store.keys()?)
    }

    /// Revokes the key with that prefix.
    ///
    /// # Errors
    /// No such key, or failed write.
    pub fn revoke_key(&self, prefix: &str, by: &str) -> Result<KeyRecord, ServiceError> {
        let record = self.service.store.revoke_key(&whole_prefix(prefix), by)?;
        self.load_keys();
        Ok(record)
    }

    /// Returns a page of the audit of keys and results, newest first, see [`joseki_store::Store::audit`].
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn audit(&self, before: Option<i64>, limit: usize) -> Result<Vec<AuditRow>, ServiceError> {
        Ok(self.service.store.audit(before, limit)?)
    }

    /// Checks that a key has the needed scopes; `admin` allows everything.
    ///
    /// # Errors
    /// [`KeyError`], or the store cannot be read.
    pub fn authorise(&self, key: Option<&str>, needed: Scopes) -> Result<KeyRecord, ServiceError> {
        let record = self.identify(key.ok_or(KeyError::Missing)?)?;
        allow(&record, needed)?;
        Ok(record)
    }

    /// Returns the record of a valid key.
    ///
    /// # Errors
    /// [`KeyError`], or the store cannot be read.
    pub fn identify(&self, key: &str) -> Result<KeyRecord, ServiceError> {
        if let Some(known) = self.known_key(key) {
            return Ok(known?);
        }
        let record = self.service.store.key_by_prefix(prefix_of(key)?)?.ok_or(KeyError::Unknown)?;
        Ok(check(&record, key)?)
    }

    /// Returns the record of a valid key from memory; `None` if its prefix is unknown there. Another
    /// program may have created it since the last `Service::refresh`, or revoked one that is known.
    ///
    /// # Errors
    /// [`KeyError`]
    #[must_use]
    pub fn known_key(&self, key: &str) -> Option<Result<KeyRecord, KeyError>> {
        let keys = self.service.keys.load();
        let record = prefix_of(key).map(|prefix| keys.get(prefix));
        record.transpose().map(|record| check(record?, key))
    }

    /// Loads all keys into memory. If they cannot be read, each is looked up when it is used.
    pub(crate) fn load_keys(&self) {
        let keys = self.service.store.keys().unwrap_or_default();
        let by_prefix = keys.into_iter().map(|key| (key.prefix.clone(), key)).collect();
        self.service.keys.store(Arc::new(by_prefix));
    }
}

fn prefix_of(key: &str) -> Result<&str, KeyError> {
    key.rsplit_once('_').map(|(prefix, _)| prefix).ok_or(KeyError::Unknown)
}

/// Returns the record if the key is its key, and valid now.
fn check(record: &KeyRecord, key: &str) -> Result<KeyRecord, KeyError> {
    if !bool::from(record.hash.ct_eq(&hash(key))) {
        return Err(KeyError::Unknown);
    }
    if !record.is_valid_at(now()) {
        return Err(KeyError::Ended);
    }
    Ok(record.clone())
}

/// Checks that a key has the needed scopes; `admin` allows everything.
///
/// # Errors
/// The key lacks a needed scope.
pub fn allow(key: &KeyRecord, needed: Scopes) -> Result<(), KeyError> {
    if key.scopes.contains(needed) || key.scopes.contains(Scopes::ADMIN) {
        return Ok(());
    }
    let (held, needed) = (key.scopes.to_string(), needed.to_string());
    Err(KeyError::Scope { held, needed })
}

/// Adds the common prefix of keys if it was omitted.
fn whole_prefix(prefix: &str) -> Cow<'_, str> {
    let is_random =
        prefix.len() == 2 * PREFIX_BYTES && prefix.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_random { Cow::Owned(format!("{MARK}{prefix}")) } else { Cow::Borrowed(prefix) }
}

/// Returns seconds since 1970 UTC.
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn new_key(
    name: &str,
    scopes: Scopes,
    expires: Option<i64>,
    rate: Option<u32>,
) -> Result<(String, NewKey), ServiceError> {
    let prefix = format!("{MARK}{}", random_hex::<PREFIX_BYTES>()?);
    let secret = format!("{prefix}_{}", random_hex::<SECRET_BYTES>()?);
    let key = NewKey { name: name.to_owned(), prefix, hash: hash(&secret), scopes, expires, rate };
    Ok((secret, key))
}

fn hash(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}

/// Returns random bytes as hexadecimal digits.
///
/// # Errors
/// The random number generator failed.
pub fn random_hex<const BYTES: usize>() -> Result<String, ServiceError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| ServiceError::Random(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

//! Keys: made, listed, revoked, and held against what a caller sends.

use std::borrow::Cow;
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::error::{KeyError, ServiceError};
use super::service::Service;
use crate::store::{KeyRecord, NewKey, Scopes, StoreError};

/// What every key starts with, so that leaked ones can be searched for.
const MARK: &str = "jk_";
/// Random bytes in the part of a key by which it is found.
const PREFIX_BYTES: usize = 4;
/// Random bytes in the secret part.
const SECRET_BYTES: usize = 32;

/// A key that was just made. The secret is shown once and kept nowhere.
#[derive(Clone, Debug)]
pub struct CreatedKey {
    /// The whole key.
    pub secret: String,
    /// What is kept of it.
    pub record: KeyRecord,
}

impl Service {
    /// Makes a key.
    ///
    /// # Errors
    /// The system has no random numbers, or the store does not take it.
    pub fn create_key(
        &self,
        name: &str,
        scopes: Scopes,
        expires: Option<i64>,
        rate: Option<u32>,
    ) -> Result<CreatedKey, ServiceError> {
        let (secret, key) = new_key(name, scopes, expires, rate)?;
        let record = self.store.add_key(&key)?;
        Ok(CreatedKey { secret, record })
    }

    /// Makes a key in the place of another, with its name, scopes, expiry and rate. The old one goes on for
    /// `overlap` seconds, unless it ends before.
    ///
    /// # Errors
    /// There is none that starts so, it was revoked or has expired, the system has no random numbers, or the
    /// store does not take it.
    pub fn rotate_key(&self, prefix: &str, overlap: u32) -> Result<CreatedKey, ServiceError> {
        let prefix = &*whole_prefix(prefix);
        let unknown = || StoreError::NotFound {
            what: format!("key that starts with {prefix}"),
        };
        let old = self.store.key_by_prefix(prefix)?.ok_or_else(unknown)?;
        let (secret, key) = new_key(&old.name, old.scopes, old.expires, old.rate)?;
        let ends = now().saturating_add(i64::from(overlap));
        let record = self.store.rotate_key(prefix, &key, ends)?;
        Ok(CreatedKey { secret, record })
    }

    /// Makes a key that allows everything if the store has none that is good. It is kept once `show` has shown it:
    /// a key that nobody saw would be in the way of another one.
    ///
    /// # Errors
    /// As [`Service::create_key`], and what `show` says.
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
        let record = self.store.add_key(&key).map_err(ServiceError::from)?;
        Ok(Some(CreatedKey { secret, record }))
    }

    /// All keys, expired and revoked ones too.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn keys(&self) -> Result<Vec<KeyRecord>, ServiceError> {
        Ok(self.store.keys()?)
    }

    /// Revokes the key that starts so.
    ///
    /// # Errors
    /// There is none, or the store does not take it.
    pub fn revoke_key(&self, prefix: &str) -> Result<KeyRecord, ServiceError> {
        Ok(self.store.revoke_key(&whole_prefix(prefix))?)
    }

    /// Holds a caller's key against what it wants to do; `admin` allows everything.
    ///
    /// # Errors
    /// [`KeyError`], or the store cannot be read.
    pub fn authorise(&self, key: Option<&str>, needed: Scopes) -> Result<KeyRecord, ServiceError> {
        let record = self.identify(key.ok_or(KeyError::Missing)?)?;
        allow(&record, needed)?;
        Ok(record)
    }

    /// What is kept of a caller's key, if it is one that has not ended.
    ///
    /// # Errors
    /// [`KeyError`], or the store cannot be read.
    pub fn identify(&self, key: &str) -> Result<KeyRecord, ServiceError> {
        let prefix = key
            .rsplit_once('_')
            .map(|(prefix, _)| prefix)
            .ok_or(KeyError::Unknown)?;
        let record = self.store.key_by_prefix(prefix)?.ok_or(KeyError::Unknown)?;
        if !bool::from(record.hash.ct_eq(&hash(key))) {
            return Err(KeyError::Unknown.into());
        }
        if !record.is_valid_at(now()) {
            return Err(KeyError::Ended.into());
        }
        Ok(record)
    }
}

/// Whether a key allows something; `admin` allows everything.
///
/// # Errors
/// It does not.
pub fn allow(key: &KeyRecord, needed: Scopes) -> Result<(), KeyError> {
    if key.scopes.contains(needed) || key.scopes.contains(Scopes::ADMIN) {
        return Ok(());
    }
    let (held, needed) = (key.scopes.to_string(), needed.to_string());
    Err(KeyError::Scope { held, needed })
}

/// A prefix with the mark that every key starts with, which people leave out.
fn whole_prefix(prefix: &str) -> Cow<'_, str> {
    let is_random =
        prefix.len() == 2 * PREFIX_BYTES && prefix.bytes().all(|byte| byte.is_ascii_hexdigit());
    match is_random {
        true => Cow::Owned(format!("{MARK}{prefix}")),
        false => Cow::Borrowed(prefix),
    }
}

/// Seconds since 1970 UTC.
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
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
    let key = NewKey {
        name: name.to_owned(),
        prefix,
        hash: hash(&secret),
        scopes,
        expires,
        rate,
    };
    Ok((secret, key))
}

fn hash(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}

fn random_hex<const BYTES: usize>() -> Result<String, ServiceError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| ServiceError::Random(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

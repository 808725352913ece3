//! API keys, which authenticate clients. Only a key's hash is stored, never the key itself.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use serde_json::Value;
use utoipa::ToSchema;

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

/// Stored key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KeyJson)]
pub struct KeyRecord {
    /// The id in the store.
    #[serde(skip)]
    pub id: i64,
    /// Purpose of the key.
    pub name: String,
    /// First characters of the key, which identify it.
    pub prefix: String,
    /// The SHA-256 of the key.
    #[serde(skip)]
    pub hash: [u8; 32],
    /// Scopes: `read`, `feedback`, `curate` and `admin`.
    #[schema(value_type = Vec<String>)]
    pub scopes: Scopes,
    /// Time of creation, in seconds since 1970-01-01 UTC.
    pub created: i64,
    /// Time of expiry, in seconds since 1970-01-01 UTC; null if it does not expire.
    pub expires: Option<i64>,
    /// Rate limit in requests per minute; null for no limit per key.
    pub rate: Option<u32>,
    /// Time of revocation, in seconds since 1970-01-01 UTC; null if it was not revoked.
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

/// Change of a key or a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AuditEntryJson)]
pub struct AuditRow {
    /// Number of the change.
    pub id: i64,
    /// Time, in seconds since 1970-01-01 UTC.
    pub at: i64,
    /// Name and prefix of the key that was used, or the user of the command line.
    pub who: String,
    /// `key_create`, `key_rotate`, `key_revoke`, `result_correct` or `result_withdraw`.
    pub action: String,
    /// Prefix of the key, or id of the game.
    pub subject: String,
    /// State before; null if it was new.
    #[serde(serialize_with = "state")]
    #[schema(value_type = Option<Value>)]
    pub before: Option<String>,
    /// State after.
    #[serde(serialize_with = "state")]
    #[schema(value_type = Option<Value>)]
    pub after: Option<String>,
}

/// Serializes a state that is stored as the text of its JSON.
fn state<S: Serializer>(text: &Option<String>, to: S) -> Result<S::Ok, S::Error> {
    let read = |text: &String| serde_json::from_str::<Value>(text).ok();
    text.as_ref().and_then(read).serialize(to)
}

/// A set of permissions. Its text form is their names separated by commas: `read,feedback`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scopes(u8);

impl Scopes {
    /// No permission.
    pub const NONE: Scopes = Scopes(0);
    /// Queries, where the service is not public.
    pub const READ: Scopes = Scopes(1);
    /// Reporting game results.
    pub const FEEDBACK: Scopes = Scopes(2);
    /// Editing and importing books.
    pub const CURATE: Scopes = Scopes(4);
    /// Keys, backups and everything else.
    pub const ADMIN: Scopes = Scopes(8);

    const NAMED: [(Scopes, &'static str); 4] = [
        (Scopes::READ, "read"),
        (Scopes::FEEDBACK, "feedback"),
        (Scopes::CURATE, "curate"),
        (Scopes::ADMIN, "admin"),
    ];

    /// Checks whether it contains all of these.
    #[must_use]
    pub const fn contains(self, other: Scopes) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the union.
    #[must_use]
    pub const fn with(self, other: Scopes) -> Scopes {
        Scopes(self.0 | other.0)
    }

    /// Checks whether it contains nothing.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the names of its permissions.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let held = Scopes::NAMED.into_iter().filter(move |(scope, _)| self.contains(*scope));
        held.map(|(_, name)| name)
    }
}

/// Serializes the set as a list of names.
impl Serialize for Scopes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.names())
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.names().enumerate() {
            f.write_str(if index == 0 { "" } else { "," })?;
            f.write_str(name)?;
        }
        Ok(())
    }
}

/// Error for a text that is not a scope.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown scope \"{0}\": expected read, feedback, curate or admin, separated by commas")]
pub struct ParseScopesError(pub String);

impl FromStr for Scopes {
    type Err = ParseScopesError;

    fn from_str(text: &str) -> Result<Scopes, ParseScopesError> {
        if text.trim().is_empty() {
            return Ok(Scopes::NONE);
        }
        let scope_of = |text: &str| {
            let found = Scopes::NAMED.into_iter().find(|(_, name)| *name == text);
            found.map(|(scope, _)| scope).ok_or_else(|| ParseScopesError(text.to_owned()))
        };
        text.split(',')
            .try_fold(Scopes::NONE, |so_far, text| Ok(so_far.with(scope_of(text.trim())?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_text_that_reads_back() {
        for bits in 0..16 {
            let scopes = Scopes(bits);
            assert_eq!(scopes.to_string().parse(), Ok(scopes));
            assert_eq!(scopes.names().count(), bits.count_ones() as usize);
        }
        assert_eq!("admin, read".parse(), Ok(Scopes::READ.with(Scopes::ADMIN)));
    }

    #[test]
    fn an_unknown_scope_is_named() {
        let error = "read,write".parse::<Scopes>().unwrap_err();
        assert_eq!(error, ParseScopesError("write".into()));
        assert!("read,".parse::<Scopes>().is_err());
    }

    #[test]
    fn a_set_contains_its_parts() {
        let both = Scopes::READ.with(Scopes::CURATE);
        assert!(both.contains(Scopes::READ) && both.contains(Scopes::NONE));
        assert!(!both.contains(Scopes::ADMIN) && !both.contains(Scopes::READ.with(Scopes::ADMIN)));
    }
}

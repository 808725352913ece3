//! Keys, without what they prove.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::CreatedKey;
use crate::store::{KeyRecord, Scopes};

use super::error::RequestError;

/// The longest name of a key, in characters.
const LONGEST_NAME: usize = 200;
/// The longest life of a key that ends: a hundred years.
const MOST_DAYS: u32 = 36_525;
const SECONDS_A_DAY: i64 = 86_400;
/// The most requests a minute that a key is limited to.
const MOST_RATE: u32 = 100_000;
/// The longest that a key goes on beside the one that takes its place: 90 days, in seconds.
const MOST_OVERLAP: u32 = 90 * 86_400;

/// A key to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "my engine", "scopes": ["read"], "expires_in_days": 90}))]
pub struct NewKeyJson {
    /// What it is for, in up to 200 characters.
    pub name: String,
    /// What it allows: one scope at least.
    pub scopes: Vec<ScopeChoice>,
    /// After how many days it ends by itself, 1 to 36525; never unless said.
    pub expires_in_days: Option<u32>,
    /// How many requests a minute it is good for, 1 to 100000; as many as the server can answer unless said.
    #[schema(minimum = 1, maximum = 100_000)]
    pub rate: Option<u32>,
}

/// What a new key may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKeyAsked {
    /// What it is for.
    pub name: String,
    /// What it allows.
    pub scopes: Scopes,
    /// When it ends by itself, in seconds since 1970 UTC.
    pub expires: Option<i64>,
    /// How many requests a minute it is good for.
    pub rate: Option<u32>,
}

/// A key to be made in the place of another.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"overlap_seconds": 3600}))]
pub struct RotateKeyJson {
    /// How long the old key goes on beside the new one, up to 90 days; not at all unless said.
    #[schema(maximum = 7_776_000)]
    pub overlap_seconds: u32,
}

impl RotateKeyJson {
    /// The seconds that both keys are good for.
    ///
    /// # Errors
    /// They are more than 90 days.
    pub fn understood(self) -> Result<u32, RequestError> {
        match self.overlap_seconds {
            0..=MOST_OVERLAP => Ok(self.overlap_seconds),
            _ => {
                let message = "write at most 7776000, which is 90 days";
                Err(RequestError::new(
                    "invalid_value",
                    "overlap_seconds",
                    message,
                ))
            }
        }
    }
}

/// Something that a key allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScopeChoice {
    /// Asking, where the service does not answer everybody.
    Read,
    /// Reporting results of games.
    Feedback,
    /// Editing and importing books.
    Curate,
    /// Keys and everything else.
    Admin,
}

impl NewKeyJson {
    /// What it may do; `now` is in seconds since 1970 UTC.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn understood(self, now: i64) -> Result<NewKeyAsked, RequestError> {
        let refused =
            |field: &str, message: &str| Err(RequestError::new("invalid_value", field, message));
        let name = self.name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control)
        {
            return refused("name", "write 1 to 200 characters, none of them a control");
        }
        if self.scopes.is_empty() {
            return refused(
                "scopes",
                "name one at least: read, feedback, curate or admin",
            );
        }
        let expires = match self.expires_in_days {
            None => None,
            Some(days @ 1..=MOST_DAYS) => Some(now + i64::from(days) * SECONDS_A_DAY),
            Some(_) => return refused("expires_in_days", "write 1 to 36525, or leave it out"),
        };
        let scopes = self.scopes.iter().fold(Scopes::NONE, |so_far, choice| {
            so_far.with(match choice {
                ScopeChoice::Read => Scopes::READ,
                ScopeChoice::Feedback => Scopes::FEEDBACK,
                ScopeChoice::Curate => Scopes::CURATE,
                ScopeChoice::Admin => Scopes::ADMIN,
            })
        });
        if !self.rate.is_none_or(|rate| (1..=MOST_RATE).contains(&rate)) {
            return refused(
                "rate",
                "write 1 to 100000 requests a minute, or leave it out",
            );
        }
        Ok(NewKeyAsked {
            name: name.to_owned(),
            scopes,
            expires,
            rate: self.rate,
        })
    }
}

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
    /// How many requests a minute it is good for; null for as many as the server can answer.
    pub rate: Option<u32>,
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
            rate: record.rate,
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

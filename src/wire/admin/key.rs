//! Requests for API keys, and the audit.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use joseki_store::{AuditRow, Scopes};

use crate::error::RequestError;
use joseki_service::Code;

/// Maximum length of a key's name, in characters.
const MAX_NAME_LENGTH: usize = 200;
/// Maximum lifetime of a key with an expiry: a hundred years.
const MAX_DAYS: u32 = 36_525;
const SECONDS_A_DAY: i64 = 86_400;
/// Highest configurable rate limit of a key, in requests per minute.
const MAX_RATE: u32 = 100_000;
/// Longest overlap of a rotated key with its replacement: 90 days, in seconds.
const MAX_OVERLAP: u32 = 90 * 86_400;

/// Request for a new key.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "my engine", "scopes": ["read"], "expires_in_days": 90}))]
pub struct NewKeyJson {
    /// Purpose of the key, 1 to 200 characters.
    pub name: String,
    /// Scopes of the key; at least one.
    pub scopes: Vec<ScopeChoice>,
    /// Lifetime in days, 1 to 36525; default: no expiry.
    pub expires_in_days: Option<u32>,
    /// Rate limit in requests per minute, 1 to 100000; default: no limit per key.
    #[schema(minimum = 1, maximum = 100_000)]
    pub rate: Option<u32>,
}

/// Validated request for a new key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidatedNewKey {
    /// Purpose of the key.
    pub name: String,
    /// Scopes of the key.
    pub scopes: Scopes,
    /// Time of expiry, in seconds since 1970-01-01 UTC; none for no expiry.
    pub expires: Option<i64>,
    /// Rate limit in requests per minute, if any.
    pub rate: Option<u32>,
}

/// Request to replace a key with a new one.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"overlap_seconds": 3600}))]
pub struct RotateKeyJson {
    /// Seconds for which the old key stays valid, 0 to 7776000 (90 days); default 0.
    #[schema(maximum = 7_776_000)]
    pub overlap_seconds: u32,
}

impl RotateKeyJson {
    /// Returns the overlap in seconds.
    ///
    /// # Errors
    /// It exceeds 90 days.
    pub fn validate(self) -> Result<u32, RequestError> {
        match self.overlap_seconds {
            0..=MAX_OVERLAP => Ok(self.overlap_seconds),
            _ => {
                let message = "too long: expected at most 7776000 seconds (90 days)";
                Err(RequestError::new(Code::InvalidValue, "overlap_seconds", message))
            }
        }
    }
}

/// Scope of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScopeChoice {
    /// Read access, where the service requires a key for it.
    Read,
    /// Reporting game results.
    Feedback,
    /// Editing and importing books.
    Curate,
    /// Managing keys, and everything else.
    Admin,
}

/// Checks the name of a new key, or of a source and what is known of it; returns it without
/// surrounding white space. They are shown in lists and in the change log, where no name may look
/// like another.
///
/// # Errors
/// What is allowed instead.
pub fn check_label(name: &str) -> Result<String, &'static str> {
    let name = name.trim();
    let hidden = |letter: char| letter.is_control() || is_bidi_format(letter);
    if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH || name.contains(hidden) {
        return Err("expected 1 to 200 characters without control characters and direction marks");
    }
    Ok(name.to_owned())
}

/// Returns whether a character breaks a line or changes the writing direction, and is invisible.
#[must_use]
pub const fn is_bidi_format(letter: char) -> bool {
    matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

impl NewKeyJson {
    /// Validates the request; `now` is in seconds since 1970-01-01 UTC.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn validate(self, now: i64) -> Result<ValidatedNewKey, RequestError> {
        let refused =
            |field: &str, message: &str| Err(RequestError::new(Code::InvalidValue, field, message));
        let name = check_label(&self.name)
            .map_err(|message| RequestError::new(Code::InvalidValue, "name", message))?;
        if self.scopes.is_empty() {
            return refused("scopes", "expected at least one of read, feedback, curate and admin");
        }
        let expires = match self.expires_in_days {
            None => None,
            Some(days @ 1..=MAX_DAYS) => Some(now + i64::from(days) * SECONDS_A_DAY),
            Some(_) => {
                return refused("expires_in_days", "out of range: expected 1 to 36525, or omit it");
            }
        };
        let scopes = self.scopes.iter().fold(Scopes::NONE, |so_far, choice| {
            so_far.with(match choice {
                ScopeChoice::Read => Scopes::READ,
                ScopeChoice::Feedback => Scopes::FEEDBACK,
                ScopeChoice::Curate => Scopes::CURATE,
                ScopeChoice::Admin => Scopes::ADMIN,
            })
        });
        if !self.rate.is_none_or(|rate| (1..=MAX_RATE).contains(&rate)) {
            return refused(
                "rate",
                "out of range: expected 1 to 100000 requests per minute, or omit it",
            );
        }
        Ok(ValidatedNewKey { name, scopes, expires, rate: self.rate })
    }
}

/// Page of the audit, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AuditJson {
    /// The changes.
    pub changes: Vec<AuditRow>,
    /// Value of `before` for the next page; null on the last one.
    pub next: Option<i64>,
}

impl AuditJson {
    /// Returns a page of at most `limit` changes.
    #[must_use]
    pub fn new(changes: Vec<AuditRow>, limit: usize) -> AuditJson {
        let full = changes.len() >= limit;
        AuditJson { next: changes.last().filter(|_| full).map(|row| row.id), changes }
    }
}

//! SQL of API keys.

use super::audit::{AuditEntry, Audited};
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::{OptionalRow, SqlError, SqlResult, params};
use crate::{KeyRecord, NewKey, ParseScopesError, StoreError};

/// The columns of a key, in the order in which [`record`] reads them.
pub(super) const COLUMNS: &str = "id, name, prefix, hash, scopes, created, expires, rate, revoked";

/// Adds a key.
pub(super) fn add(
    conn: SqlConnection<'_>,
    key: &NewKey,
    by: &str,
    now: i64,
) -> Result<KeyRecord, Fault> {
    if key.prefix.is_empty() {
        let detail = "a key needs a prefix".to_owned();
        return Err(StoreError::Invalid { detail }.into());
    }
    let sql = format!(
        "INSERT INTO api_key ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, NULL)
         RETURNING {COLUMNS}"
    );
    let scopes = key.scopes.to_string();
    let id = conn.new_id("api_key")?;
    let values = params![id, key.name, key.prefix, key.hash, scopes, now, key.expires, key.rate];
    let added = conn.query_row(&sql, values, record);
    match added {
        Err(error) if error.is_constraint_violation() => {
            let what = format!("key that starts with {}", key.prefix);
            Err(StoreError::AlreadyExists { what }.into())
        }
        added => {
            let added = added?;
            log(conn, "key_create", &added, None, by, now)?;
            Ok(added)
        }
    }
}

/// Appends a change of a key to the audit.
fn log(
    conn: SqlConnection<'_>,
    action: &'static str,
    key: &KeyRecord,
    before: Option<String>,
    by: &str,
    now: i64,
) -> Result<(), Fault> {
    let entry = AuditEntry { at: now, who: by, action, subject: &key.prefix, before };
    Audited::Key(key.id).append(conn, &entry)
}

/// Returns the first of the keys that a key replaced, or the key itself.
pub(super) fn origin(conn: SqlConnection<'_>, key: i64) -> Result<i64, Fault> {
    let sql = "SELECT origin_id FROM key_origin WHERE key_id = ?1";
    let mut statement = conn.prepare(sql)?;
    Ok(statement.query_row([key], |row| row.get(0)).optional()?.unwrap_or(key))
}

/// Returns the prefix of a key.
pub(super) fn prefix(conn: SqlConnection<'_>, key: i64) -> Result<String, Fault> {
    let sql = "SELECT prefix FROM api_key WHERE id = ?1";
    let prefix = conn.prepare(sql)?.query_row([key], |row| row.get(0)).optional()?;
    Ok(prefix.unwrap_or_default())
}

/// Returns all keys, oldest first.
pub(super) fn all(conn: SqlConnection<'_>) -> Result<Vec<KeyRecord>, Fault> {
    let mut statement = conn.prepare(&format!("SELECT {COLUMNS} FROM api_key ORDER BY id"))?;
    let rows = statement.query_map([], record)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Finds the key with a prefix.
pub(super) fn find(conn: SqlConnection<'_>, prefix: &str) -> Result<Option<KeyRecord>, Fault> {
    let sql = format!("SELECT {COLUMNS} FROM api_key WHERE prefix = ?1");
    let mut statement = conn.prepare(&sql)?;
    Ok(statement.query_row([prefix], record).optional()?)
}

/// Revokes a key, unless it is already revoked.
pub(super) fn revoke(
    conn: SqlConnection<'_>,
    prefix: &str,
    by: &str,
    now: i64,
) -> Result<KeyRecord, Fault> {
    let old = find(conn, prefix)?.ok_or_else(|| not_found(prefix))?;
    if old.revoked.is_some() {
        return Ok(old);
    }
    let before = Audited::Key(old.id).state(conn)?;
    let sql = "UPDATE api_key SET revoked = ?2 WHERE id = ?1";
    conn.prepare(sql)?.execute(params![old.id, now])?;
    log(conn, "key_revoke", &old, Some(before), by, now)?;
    Ok(KeyRecord { revoked: Some(now), ..old })
}

/// Adds a key that replaces another, and lets the old one expire at `ends`, unless it ends earlier.
/// The new key owns the results of the old one.
pub(super) fn rotate(
    conn: SqlConnection<'_>,
    prefix: &str,
    new: &NewKey,
    ends: i64,
    by: &str,
    now: i64,
) -> Result<KeyRecord, Fault> {
    let old = find(conn, prefix)?.ok_or_else(|| not_found(prefix))?;
    if !old.is_valid_at(now) {
        let detail = format!("the key that starts with {prefix} was revoked or has expired");
        return Err(StoreError::Invalid { detail }.into());
    }
    let added = add(conn, new, by, now)?;
    let sql = "INSERT INTO key_origin (key_id, origin_id) VALUES (?1, ?2)";
    conn.prepare(sql)?.execute([added.id, origin(conn, old.id)?])?;
    let before = Audited::Key(old.id).state(conn)?;
    let sql = "UPDATE api_key SET expires = ?2 WHERE id = ?1 AND (expires IS NULL OR expires > ?2)";
    conn.prepare(sql)?.execute(params![old.id, ends])?;
    log(conn, "key_rotate", &old, Some(before), by, now)?;
    Ok(added)
}

fn not_found(prefix: &str) -> Fault {
    let what = format!("key that starts with {prefix}");
    StoreError::NotFound { what }.into()
}

fn record(row: SqlRow<'_>) -> SqlResult<KeyRecord> {
    let scopes: String = row.get(4)?;
    Ok(KeyRecord {
        id: row.get(0)?,
        name: row.get(1)?,
        prefix: row.get(2)?,
        hash: row.get(3)?,
        scopes: scopes.parse().map_err(|error: ParseScopesError| SqlError::Column {
            column: 4,
            detail: error.to_string(),
        })?,
        created: row.get(5)?,
        expires: row.get(6)?,
        rate: row.get(7)?,
        revoked: row.get(8)?,
    })
}

//! SQL of API keys.

use rusqlite::types::Type;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};

use super::fault::Fault;
use crate::store::{KeyRecord, NewKey, StoreError};

/// Adds a key.
pub(super) fn add(conn: &Connection, key: &NewKey, now: i64) -> Result<KeyRecord, Fault> {
    if key.prefix.is_empty() {
        let detail = "a key needs a prefix".to_owned();
        return Err(StoreError::Invalid { detail }.into());
    }
    let sql = "INSERT INTO api_key (name, prefix, hash, scopes, created, expires, rate)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
               RETURNING id, name, prefix, hash, scopes, created, expires, rate, revoked";
    let scopes = key.scopes.to_string();
    let values = params![key.name, key.prefix, key.hash, scopes, now, key.expires, key.rate];
    let added = conn.prepare_cached(sql)?.query_row(values, record);
    match added {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            let what = format!("key that starts with {}", key.prefix);
            Err(StoreError::AlreadyExists { what }.into())
        }
        other => Ok(other?),
    }
}

/// Returns all keys, oldest first.
pub(super) fn all(conn: &Connection) -> Result<Vec<KeyRecord>, Fault> {
    let sql = "SELECT id, name, prefix, hash, scopes, created, expires, rate, revoked
               FROM api_key ORDER BY id";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([], record)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Finds the key with a prefix.
pub(super) fn find(conn: &Connection, prefix: &str) -> Result<Option<KeyRecord>, Fault> {
    let sql = "SELECT id, name, prefix, hash, scopes, created, expires, rate, revoked
               FROM api_key WHERE prefix = ?1";
    let mut statement = conn.prepare_cached(sql)?;
    Ok(statement.query_row([prefix], record).optional()?)
}

/// Revokes a key, unless it is already revoked.
pub(super) fn revoke(conn: &Connection, prefix: &str, now: i64) -> Result<KeyRecord, Fault> {
    let sql = "UPDATE api_key SET revoked = coalesce(revoked, ?2) WHERE prefix = ?1
               RETURNING id, name, prefix, hash, scopes, created, expires, rate, revoked";
    let mut statement = conn.prepare_cached(sql)?;
    let revoked = statement.query_row(params![prefix, now], record).optional()?;
    revoked.ok_or_else(|| not_found(prefix))
}

/// Adds a key that replaces another, and lets the old one expire at `ends`, unless it ends earlier.
pub(super) fn rotate(
    conn: &Connection,
    prefix: &str,
    new: &NewKey,
    ends: i64,
    now: i64,
) -> Result<KeyRecord, Fault> {
    let old = find(conn, prefix)?.ok_or_else(|| not_found(prefix))?;
    if !old.is_valid_at(now) {
        let detail = format!("the key that starts with {prefix} was revoked or has expired");
        return Err(StoreError::Invalid { detail }.into());
    }
    let added = add(conn, new, now)?;
    let sql = "UPDATE api_key SET expires = min(coalesce(expires, ?2), ?2) WHERE id = ?1";
    conn.prepare_cached(sql)?.execute(params![old.id, ends])?;
    Ok(added)
}

fn not_found(prefix: &str) -> Fault {
    let what = format!("key that starts with {prefix}");
    StoreError::NotFound { what }.into()
}

fn record(row: &Row<'_>) -> rusqlite::Result<KeyRecord> {
    let scopes: String = row.get(4)?;
    Ok(KeyRecord {
        id: row.get(0)?,
        name: row.get(1)?,
        prefix: row.get(2)?,
        hash: row.get(3)?,
        scopes: scopes.parse().map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(4, Type::Text, Box::new(error))
        })?,
        created: row.get(5)?,
        expires: row.get(6)?,
        rate: row.get(7)?,
        revoked: row.get(8)?,
    })
}

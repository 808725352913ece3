//! SQL of the audit: who changed keys and results, written in the transaction of the change.

use rusqlite::{Connection, params};

use super::fault::Fault;
use crate::store::AuditRow;

/// The state of a key, without its hash.
const KEY: &str = "SELECT json_object('name', name, 'scopes', scopes, 'created', created,
                       'expires', expires, 'rate', rate, 'revoked', revoked)
                   FROM api_key WHERE id = ?1";

/// The state of a result, with its moves: a correction replaces them.
const RESULT: &str = "SELECT json_object('by', result.by, 'opponent', opponent.name,
                          'version', contender.version, 'class', result.class, 'color', color,
                          'outcome', outcome, 'margin', margin,
                          'game', coalesce(game_name, 'go'), 'size', size, 'initial', initial,
                          'moves', moves, 'revision', revision,
                          'withdrawn', json(iif(withdrawn, 'true', 'false')))
                      FROM result JOIN contender ON contender.id = contender_id
                      JOIN opponent ON opponent.id = opponent_id
                      LEFT JOIN result_variant ON result_id = result.id WHERE result.id = ?1";

/// What a change concerns, with its id.
#[derive(Clone, Copy, Debug)]
pub(super) enum Audited {
    Key(i64),
    Result(i64),
}

impl Audited {
    /// Returns its present state as JSON.
    pub(super) fn state(self, conn: &Connection) -> Result<String, Fault> {
        let (sql, id) = match self {
            Audited::Key(id) => (KEY, id),
            Audited::Result(id) => (RESULT, id),
        };
        Ok(conn.prepare_cached(sql)?.query_row([id], |row| row.get(0))?)
    }

    /// Appends a change to the audit: `before` is its state then, its present one the state after.
    pub(super) fn append(self, conn: &Connection, entry: &AuditEntry<'_>) -> Result<(), Fault> {
        let after = self.state(conn)?;
        let sql = "INSERT INTO audit (at, who, action, subject, before, after)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let AuditEntry { at, who, action, subject, before } = entry;
        let values = params![at, who, action, subject, before, after];
        conn.prepare_cached(sql)?.execute(values)?;
        Ok(())
    }
}

/// A change to be appended.
pub(super) struct AuditEntry<'e> {
    /// In seconds since 1970 UTC.
    pub(super) at: i64,
    pub(super) who: &'e str,
    pub(super) action: &'static str,
    /// A key's prefix or a game's id.
    pub(super) subject: &'e str,
    pub(super) before: Option<String>,
}

/// Returns a page of the audit, newest first.
pub(super) fn page(
    conn: &Connection,
    before: Option<i64>,
    limit: usize,
) -> Result<Vec<AuditRow>, Fault> {
    let sql = "SELECT id, at, who, action, subject, before, after FROM audit WHERE id < ?1
               ORDER BY id DESC LIMIT ?2";
    let mut statement = conn.prepare_cached(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![before.unwrap_or(i64::MAX), limit], |row| {
        Ok(AuditRow {
            id: row.get(0)?,
            at: row.get(1)?,
            who: row.get(2)?,
            action: row.get(3)?,
            subject: row.get(4)?,
            before: row.get(5)?,
            after: row.get(6)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

//! SQL of the audit: who changed keys and results, written in the transaction of the change.

use serde::Serialize;

use super::column_list::insert_sql;
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::{SqlResult, params};
use crate::AuditRow;

/// The columns of a row of the audit.
pub(super) const COLUMNS: &str = "id, at, who, action, subject, before, after";

const KEY: &str = "SELECT name, scopes, created, expires, rate, revoked FROM api_key WHERE id = ?1";

/// The state of a result, with its moves: a correction replaces them.
const RESULT: &str = "SELECT result.by, opponent.name, contender.version, result.class, color, outcome,
                          margin, coalesce(game_name, 'go'), size, initial, moves, revision, withdrawn
                      FROM result JOIN contender ON contender.id = contender_id
                      JOIN opponent ON opponent.id = opponent_id
                      LEFT JOIN result_variant ON result_id = result.id WHERE result.id = ?1";

/// A key, without its hash.
#[derive(Serialize)]
struct KeyState {
    name: String,
    scopes: String,
    created: i64,
    expires: Option<i64>,
    rate: Option<i64>,
    revoked: Option<i64>,
}

#[derive(Serialize)]
struct ResultState {
    by: String,
    opponent: String,
    version: String,
    class: Option<String>,
    color: String,
    outcome: String,
    margin: Option<f64>,
    game: String,
    size: i64,
    initial: String,
    moves: String,
    revision: i64,
    withdrawn: bool,
}

/// What a change concerns, with its id.
#[derive(Clone, Copy, Debug)]
pub(super) enum Audited {
    Key(i64),
    Result(i64),
}

impl Audited {
    /// Returns its present state as JSON.
    pub(super) fn state(self, conn: SqlConnection<'_>) -> Result<String, Fault> {
        let text = match self {
            Audited::Key(id) => serde_json::to_string(&conn.query_row(KEY, [id], key)?),
            Audited::Result(id) => serde_json::to_string(&conn.query_row(RESULT, [id], result)?),
        };
        text.map_err(|error| Fault::Damage(error.to_string()))
    }

    /// Appends a change to the audit: `before` is its state then, its present one the state after.
    pub(super) fn append(
        self,
        conn: SqlConnection<'_>,
        entry: &AuditEntry<'_>,
    ) -> Result<(), Fault> {
        let after = self.state(conn)?;
        let AuditEntry { at, who, action, subject, before } = entry;
        let id = conn.new_id("audit")?;
        let values = params![id, at, who, action, subject, before, after];
        conn.prepare(&insert_sql("audit", COLUMNS))?.send(values)?;
        Ok(())
    }
}

fn key(row: SqlRow<'_>) -> SqlResult<KeyState> {
    Ok(KeyState {
        name: row.get(0)?,
        scopes: row.get(1)?,
        created: row.get(2)?,
        expires: row.get(3)?,
        rate: row.get(4)?,
        revoked: row.get(5)?,
    })
}

fn result(row: SqlRow<'_>) -> SqlResult<ResultState> {
    Ok(ResultState {
        by: row.get(0)?,
        opponent: row.get(1)?,
        version: row.get(2)?,
        class: row.get(3)?,
        color: row.get(4)?,
        outcome: row.get(5)?,
        margin: row.get(6)?,
        game: row.get(7)?,
        size: row.get(8)?,
        initial: row.get(9)?,
        moves: row.get(10)?,
        revision: row.get(11)?,
        withdrawn: row.get(12)?,
    })
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
    conn: SqlConnection<'_>,
    before: Option<i64>,
    limit: usize,
) -> Result<Vec<AuditRow>, Fault> {
    let sql = format!("SELECT {COLUMNS} FROM audit WHERE id < ?1 ORDER BY id DESC LIMIT ?2");
    let mut statement = conn.prepare(&sql)?;
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

//! Numbering of games in order of arrival.

use rusqlite::{Connection, params};

use super::super::fault::Fault;

/// Numbers all games of a contender, including withdrawn ones, in order of arrival; of two received
/// at the same time the smaller identity comes first. Returns whether a number changed.
pub(super) fn renumber(conn: &Connection, contender: i64) -> Result<bool, Fault> {
    let sql = "SELECT id, number FROM result WHERE contender_id = ?1 ORDER BY received, game";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([contender], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(i64, u64)> = rows.collect::<Result<_, _>>()?;
    let entered = rows.len() as u64;
    let mut update = conn.prepare_cached("UPDATE result SET number = ?2 WHERE id = ?1")?;
    let mut changed = 0;
    for ((id, number), right) in rows.into_iter().zip(0..) {
        if number != right {
            changed += update.execute(params![id, right])?;
        }
    }
    let sql = "UPDATE contender SET entered = ?2 WHERE id = ?1 AND entered <> ?2";
    changed += conn
        .prepare_cached(sql)?
        .execute(params![contender, entered])?;
    Ok(changed > 0)
}

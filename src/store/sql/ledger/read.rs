//! Reading games of the ledger.

use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::super::value::params;
use super::columns;
use crate::LedgerRow;

/// The ids of a contender's last games.
const LAST: &str =
    "SELECT id FROM result WHERE contender_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3";

/// Finds a game by its identity.
pub(in super::super) fn row(
    conn: SqlConnection<'_>,
    game: &str,
) -> Result<Option<LedgerRow>, Fault> {
    let sql = format!("{} WHERE game = ?1", columns::ROW);
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query([game])?;
    rows.next()?.map(columns::row).transpose()
}

/// Returns the last games before an id, against one opponent or all, last first.
pub(in super::super) fn rows(
    conn: SqlConnection<'_>,
    opponent: Option<&str>,
    before: Option<i64>,
    limit: usize,
) -> Result<Vec<LedgerRow>, Fault> {
    let before = before.unwrap_or(i64::MAX);
    let limit = limit.min(i64::MAX as usize);
    match opponent {
        None => last(conn, before, limit),
        Some(name) => {
            let ids = last_against(conn, name, before, limit)?;
            let sql = format!("{} WHERE result.id = ?1", columns::ROW);
            let mut statement = conn.prepare(&sql)?;
            let mut read = Vec::with_capacity(ids.len());
            for id in ids {
                let mut rows = statement.query([id])?;
                read.extend(rows.next()?.map(columns::row).transpose()?);
            }
            Ok(read)
        }
    }
}

fn last(conn: SqlConnection<'_>, before: i64, limit: usize) -> Result<Vec<LedgerRow>, Fault> {
    let sql = format!("{} WHERE result.id < ?1 ORDER BY result.id DESC LIMIT ?2", columns::ROW);
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query(params![before, limit])?;
    let mut read = Vec::new();
    while let Some(row) = rows.next()? {
        read.push(columns::row(row)?);
    }
    Ok(read)
}

/// Returns the last games against an opponent. It reads those of each of its few versions and
/// merges them.
fn last_against(
    conn: SqlConnection<'_>,
    opponent: &str,
    before: i64,
    limit: usize,
) -> Result<Vec<i64>, Fault> {
    let sql = "SELECT contender.id FROM contender JOIN opponent ON opponent.id = opponent_id
               WHERE name = ?1";
    let mut statement = conn.prepare(sql)?;
    let contenders = statement.query_map([opponent], |row| row.get(0))?;
    let contenders: Vec<i64> = contenders.collect::<Result<_, _>>()?;
    let mut statement = conn.prepare(LAST)?;
    let mut ids: Vec<i64> = Vec::new();
    for contender in contenders {
        let rows = statement.query_map(params![contender, before, limit], |row| row.get(0))?;
        for id in rows {
            ids.push(id?);
        }
    }
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids.truncate(limit);
    Ok(ids)
}

/// Calls `each` with all games in order of arrival, until it returns false.
pub(in super::super) fn each(
    conn: SqlConnection<'_>,
    each: &mut dyn FnMut(LedgerRow) -> bool,
) -> Result<(), Fault> {
    let sql = format!("{} {LATER}", columns::ROW);
    let mut statement = conn.prepare(&sql)?;
    let mut after = 0;
    loop {
        let mut rows = statement.query([after, PAGE])?;
        let mut read = 0;
        while let Some(row) = rows.next()? {
            let row = columns::row(row)?;
            (after, read) = (row.id, read + 1);
            if !each(row) {
                return Ok(());
            }
        }
        if read < PAGE {
            return Ok(());
        }
    }
}

/// Games after one, in order of arrival.
const LATER: &str = "WHERE result.id > ?1 ORDER BY result.id LIMIT ?2";
/// Number of games that are read at a time: the client of a server holds them in memory.
const PAGE: i64 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn games_are_found_by_indexes_and_never_sorted() {
        let plan = |sql: &str| plan(sql).swap_remove(0);
        assert_eq!(
            plan(LAST),
            "SEARCH result USING COVERING INDEX result_contender (contender_id=? AND rowid<?)"
        );
        let row = columns::ROW;
        assert_eq!(
            plan(&format!("{row} WHERE game = ?1")),
            "SEARCH result USING INDEX result_game (game=?)"
        );
        let page = "WHERE result.id < ?1 ORDER BY result.id DESC LIMIT ?2";
        assert_eq!(
            plan(&format!("{row} {page}")),
            "SEARCH result USING INTEGER PRIMARY KEY (rowid<?)"
        );
        let later = "SEARCH result USING INTEGER PRIMARY KEY (rowid>?)";
        assert_eq!(plan(&format!("{row} {LATER}")), later);
    }
}

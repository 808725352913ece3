//! SQL of tables and of what was done there.

use super::column_list::{insert_sql, split_columns};
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::{OptionalRow, SqlResult, params};
use crate::{TableEventRow, TableRow, TableTokens, TokenHash};
use joseki_game::Color;

/// The columns of a table, in the order in which [`row`] reads them.
pub(super) const COLUMNS: &str = "watch, black, white, setup, node, made, touched, version, result";
/// The columns of an event, the table and its number first.
pub(super) const EVENT_COLUMNS: &str = "watch, number, at, by, action, comment";
/// Number of moves of a game that has hardly begun, about: it gives way to a new table.
const BEGUN: u32 = 4;

/// By how much longer a game that goes on must be untouched to give way, in milliseconds.
const LONGER: i64 = 86_400_000;

/// Adds a table. If there are `most` already, one gives way: the one that was untouched longest of those
/// whose game is over, then of those that have hardly begun, both not touched since a time, and then of
/// the others, not touched for a day before it. False if none can.
pub(super) fn add(
    conn: SqlConnection<'_>,
    table: &TableRow,
    most: u64,
    idle_since: i64,
) -> Result<bool, Fault> {
    let count: u64 = conn.query_row("SELECT count(*) FROM game_table", [], |row| row.get(0))?;
    if count >= most {
        let sql = "SELECT watch FROM game_table
                   WHERE touched < ?1 AND (result IS NOT NULL OR version < ?2 OR touched < ?3)
                   ORDER BY CASE WHEN result IS NOT NULL THEN 0 WHEN version < ?2 THEN 1 ELSE 2 END,
                            touched LIMIT 1";
        let values = params![idle_since, BEGUN, idle_since.saturating_sub(LONGER)];
        match conn.query_row(sql, values, |row| row.get(0)).optional()? {
            Some(idle) => delete(conn, idle)?,
            None => return Ok(false),
        };
    }
    let TableRow { tokens, setup, node, made, touched, version, result } = table;
    let [black, white] = tokens.sides;
    let values = params![tokens.watch, black, white, setup, node, made, touched, version, result];
    conn.prepare(&insert_sql("game_table", COLUMNS))?.execute(values)?;
    Ok(true)
}

/// Returns the table of a token, with what was done there.
pub(super) fn find(
    conn: SqlConnection<'_>,
    token: &TokenHash,
) -> Result<Option<(TableRow, Vec<TableEventRow>)>, Fault> {
    let sql =
        format!("SELECT {COLUMNS} FROM game_table WHERE watch = ?1 OR black = ?1 OR white = ?1");
    let Some(table) = conn.query_row(&sql, params![token], row).optional()? else {
        return Ok(None);
    };
    let (_, columns) = split_columns(EVENT_COLUMNS, 2);
    let sql = format!("SELECT {columns} FROM table_event WHERE watch = ?1 ORDER BY number");
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query(params![table.tokens.watch])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let color = row.get::<String>(1)?.parse::<Color>();
        let by = color.map_err(|error| Fault::Damage(format!("an event at a table: {error}")))?;
        events.push(TableEventRow {
            at: row.get(0)?,
            by,
            action: row.get(2)?,
            comment: row.get(3)?,
        });
    }
    Ok(Some((table, events)))
}

/// Appends events to a table of a node that has `version` of them, and notes its result. False if it
/// has another number of events, or is played at another node.
pub(super) fn append(
    conn: SqlConnection<'_>,
    (table, node): (&TokenHash, &str),
    version: u32,
    events: &[TableEventRow],
    result: Option<&str>,
    now: i64,
) -> Result<bool, Fault> {
    let later = version.saturating_add(events.len() as u32);
    let sql = "UPDATE game_table SET version = ?3, touched = ?4, result = ?5
               WHERE watch = ?1 AND version = ?2 AND node = ?6";
    if conn.execute(sql, params![table, version, later, now, result, node])? == 0 {
        return Ok(false);
    }
    let mut statement = conn.prepare(&insert_sql("table_event", EVENT_COLUMNS))?;
    for (number, event) in (version..).zip(events) {
        let TableEventRow { at, by, action, comment } = event;
        let by = by.letter().to_string();
        statement.execute(params![table, number, at, by, action, comment])?;
    }
    Ok(true)
}

/// Returns the tables of a node whose games go on.
pub(super) fn going_on(conn: SqlConnection<'_>, node: &str) -> Result<Vec<TableRow>, Fault> {
    let sql = format!(
        "SELECT {COLUMNS} FROM game_table WHERE node = ?1 AND result IS NULL ORDER BY made, watch"
    );
    let mut statement = conn.prepare(&sql)?;
    let rows = statement.query_map(params![node], row)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns tables in a range of hashes, those touched last first.
pub(super) fn list(
    conn: SqlConnection<'_>,
    [first, last]: [TokenHash; 2],
    limit: usize,
) -> Result<Vec<TableRow>, Fault> {
    let sql = format!(
        "SELECT {COLUMNS} FROM game_table WHERE watch >= ?1 AND watch <= ?2
         ORDER BY touched DESC, watch LIMIT ?3"
    );
    let mut statement = conn.prepare(&sql)?;
    let rows = statement.query_map(params![first, last, limit], row)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Moves a table from a node to another; false if it is not there.
pub(super) fn take_over(
    conn: SqlConnection<'_>,
    table: &TokenHash,
    from: &str,
    to: &str,
) -> Result<bool, Fault> {
    let sql = "UPDATE game_table SET node = ?3 WHERE watch = ?1 AND node = ?2";
    Ok(conn.execute(sql, params![table, from, to])? > 0)
}

/// Deletes a table; false if there is none.
pub(super) fn delete(conn: SqlConnection<'_>, table: TokenHash) -> Result<bool, Fault> {
    conn.execute("DELETE FROM table_event WHERE watch = ?1", params![table])?;
    Ok(conn.execute("DELETE FROM game_table WHERE watch = ?1", params![table])? > 0)
}

/// Returns whether there are tables that were not touched since a time.
pub(super) fn has_untouched(conn: SqlConnection<'_>, since: i64) -> Result<bool, Fault> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM game_table WHERE touched < ?1 LIMIT 1) AS t";
    Ok(conn.query_row(sql, params![since], |row| row.get::<u64>(0))? > 0)
}

/// Deletes the tables that were not touched since a time; returns their number.
pub(super) fn delete_untouched(conn: SqlConnection<'_>, since: i64) -> Result<u64, Fault> {
    let sql = "DELETE FROM table_event
               WHERE watch IN (SELECT watch FROM game_table WHERE touched < ?1)";
    conn.execute(sql, params![since])?;
    Ok(conn.execute("DELETE FROM game_table WHERE touched < ?1", params![since])? as u64)
}

/// Returns when a node was last known to run, in milliseconds since 1970 UTC.
pub(super) fn node_seen(conn: SqlConnection<'_>, node: &str) -> Result<Option<i64>, Fault> {
    let sql = "SELECT seen FROM table_node WHERE node = ?1";
    Ok(conn.query_row(sql, params![node], |row| row.get(0)).optional()?)
}

/// Notes that a node runs.
pub(super) fn note_node(conn: SqlConnection<'_>, node: &str, now: i64) -> Result<(), Fault> {
    let sql = "INSERT INTO table_node (node, seen) VALUES (?1, ?2)
               ON CONFLICT (node) DO UPDATE SET seen = ?2";
    conn.execute(sql, params![node, now])?;
    Ok(())
}

/// Checks that each table has as many events as it says.
pub(super) fn problems(conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
    let sql = "SELECT count(*) FROM game_table AS t WHERE version <>
                   (SELECT count(*) FROM table_event AS e WHERE e.watch = t.watch)";
    let wrong: u64 = conn.query_row(sql, [], |row| row.get(0))?;
    let problem = || format!("{wrong} tables have other events than they say");
    Ok((wrong > 0).then(problem).into_iter().collect())
}

fn row(row: SqlRow<'_>) -> SqlResult<TableRow> {
    Ok(TableRow {
        tokens: TableTokens { watch: row.get(0)?, sides: [row.get(1)?, row.get(2)?] },
        setup: row.get(3)?,
        node: row.get(4)?,
        made: row.get(5)?,
        touched: row.get(6)?,
        version: row.get(7)?,
        result: row.get(8)?,
    })
}

#[cfg(test)]
mod tests {
    use crate::sqlite::plan;

    #[test]
    fn tables_are_found_by_indexes() {
        let found =
            plan("SELECT setup FROM game_table WHERE watch = ?1 OR black = ?1 OR white = ?1");
        assert!(found.iter().all(|step| !step.starts_with("SCAN")), "{found:?}");
        let events = plan("SELECT at FROM table_event WHERE watch = ?1 ORDER BY number");
        assert!(events.iter().all(|step| step.starts_with("SEARCH")), "{events:?}");
    }
}

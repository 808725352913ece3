//! Conversion of a player's lessons to rows and back.

use super::super::column_list::{insert_sql, split_columns};
use super::super::connection::{SqlConnection, SqlRow};
use super::super::fault::Fault;
use super::super::value::{OptionalRow, SqlResult, params};
use super::rows;
use joseki_ledger::EdgeKey;
use joseki_ledger::training::{Lesson, Lessons, Memory};

/// The columns of a lesson.
pub(in super::super) const COLUMNS: &str =
    "trainee_id, edge, position, rights, wrongs, misplayed, half_life, lapsed, answered";

/// Returns the query for lessons of a player, in the order in which [`lesson`] reads them.
fn select(which: &str) -> String {
    let (_, columns) = split_columns(COLUMNS, 1);
    format!("SELECT {columns} FROM trainee_edge WHERE trainee_id = ?1 {which}")
}

/// Returns a player's lessons; `None` if there is no such player.
pub(in super::super) fn lessons(
    conn: SqlConnection<'_>,
    player: &str,
) -> Result<Option<Lessons>, Fault> {
    let trainee = rows::trainee(conn, player)?;
    trainee.map(|trainee| load_all(conn, trainee)).transpose()
}

/// Returns all stored lessons of a player.
pub(super) fn load_all(conn: SqlConnection<'_>, trainee: i64) -> Result<Lessons, Fault> {
    let mut statement = conn.prepare(&select("ORDER BY edge"))?;
    let rows = statement.query_map([trainee], lesson)?;
    Ok(Lessons(rows.collect::<Result<_, _>>()?))
}

/// Returns the stored lessons of some moves.
pub(super) fn load_edges(
    conn: SqlConnection<'_>,
    trainee: i64,
    edges: impl Iterator<Item = EdgeKey>,
) -> Result<Lessons, Fault> {
    let mut statement = conn.prepare(&select("AND edge = ?2"))?;
    let mut found = Lessons::default();
    for edge in edges {
        let values = params![trainee, edge.0.cast_signed()];
        found.0.extend(statement.query_row(values, lesson).optional()?);
    }
    Ok(found)
}

/// Writes lessons, replacing the stored ones of the same moves.
pub(super) fn write(conn: SqlConnection<'_>, trainee: i64, lessons: &Lessons) -> Result<(), Fault> {
    let sql = insert_sql("trainee_edge", COLUMNS)
        + " ON CONFLICT (trainee_id, edge) DO UPDATE SET position = ?3, rights = ?4, wrongs = ?5,
               misplayed = ?6, half_life = ?7, lapsed = ?8, answered = ?9";
    let mut statement = conn.prepare(&sql)?;
    for (edge, lesson) in &lessons.0 {
        let memory = lesson.memory;
        statement.execute(params![
            trainee,
            edge.0.cast_signed(),
            lesson.position.cast_signed(),
            lesson.right,
            lesson.wrong,
            lesson.misplayed,
            memory.map(|memory| memory.half_life),
            memory.map(|memory| memory.lapsed),
            memory.map(|memory| memory.answered)
        ])?;
    }
    Ok(())
}

/// Deletes a player's lessons.
pub(super) fn clear(conn: SqlConnection<'_>, trainee: i64) -> Result<(), Fault> {
    let sql = "DELETE FROM trainee_edge WHERE trainee_id = ?1";
    conn.prepare(sql)?.execute([trainee])?;
    Ok(())
}

fn lesson(row: SqlRow<'_>) -> SqlResult<(EdgeKey, Lesson)> {
    let key = |column| -> SqlResult<u64> { Ok(row.get::<i64>(column)?.cast_unsigned()) };
    let half_life: Option<i64> = row.get(5)?;
    let memory = |half_life| -> SqlResult<Memory> {
        Ok(Memory { half_life, lapsed: row.get(6)?, answered: row.get(7)? })
    };
    let lesson = Lesson {
        position: key(1)?,
        right: row.get(2)?,
        wrong: row.get(3)?,
        misplayed: row.get(4)?,
        memory: half_life.map(memory).transpose()?,
    };
    Ok((EdgeKey(key(0)?), lesson))
}

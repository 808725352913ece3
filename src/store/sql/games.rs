//! Reads, copies and deletes counted games.

use super::books;
use super::column_list::split_columns;
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::{OptionalRow, SqlError, SqlResult, params};
use crate::{CountedGames, GameKey, GameRow};
use joseki_base::named::Named;
use joseki_book::{Band, Cohort};
use joseki_mine::{Pruning, Settings};

/// The columns of the tables of counted games, the book first.
pub(super) const COHORT_COLUMNS: &str = "book_id, number, source, year, band, imported";
pub(super) const GAME_COLUMNS: &str = "book_id, number, fingerprint, cohort, year, month, day, \
    black, white, black_rank, white_rank, result, komi, event, moves";
pub(super) const TALLY_COLUMNS: &str = "book_id, part, data";
pub(super) const TALLY_START_COLUMNS: &str = "book_id, first, part, encoding";
pub(super) const MINING_COLUMNS: &str = "book_id, games, quiet, min_games, min_share, max_depth";
pub(super) const FLOOR_COLUMNS: &str = "book_id, least";

/// The keys of a book's games, from the covering index `game_key`.
const KEYS: &str = "SELECT number, fingerprint, cohort,
                           coalesce(year, 0) * 10000 + coalesce(month, 0) * 100 + coalesce(day, 0)
                    FROM game WHERE book_id = ?1 ORDER BY number";

/// Conditions on the games of a book: a fingerprint, the first number, the number.
const BY_FINGERPRINT: &str = "fingerprint = ?2";
const FROM_NUMBER: &str = "number >= ?2 ORDER BY number LIMIT ?3";
const BY_NUMBER: &str = "number = ?2";

/// Returns the overview of a book's counted games.
pub(super) fn counted(conn: SqlConnection<'_>, book: &str) -> Result<CountedGames, Fault> {
    let book = books::get(conn, book)?.id;
    let (games, settings) = mining(conn, book)?.unwrap_or_default();
    let sql = "SELECT count(*) FROM tally WHERE book_id = ?1";
    let mut parts = conn.prepare(sql)?;
    Ok(CountedGames {
        cohorts: cohorts(conn, book)?,
        settings,
        games,
        parts: parts.query_row([book], |row| row.get(0))?,
    })
}

/// Returns the cohorts of a book.
pub(super) fn cohorts(conn: SqlConnection<'_>, book: i64) -> Result<Vec<Cohort>, Fault> {
    let (_, columns) = split_columns(COHORT_COLUMNS, 1);
    let sql = format!("SELECT {columns} FROM cohort WHERE book_id = ?1 ORDER BY number");
    let mut statement = conn.prepare(&sql)?;
    let rows = statement.query_map([book], |row| Ok((row.get(0)?, cohort(row)?)))?;
    let mut cohorts = Vec::new();
    for row in rows {
        let (number, cohort): (usize, Cohort) = row?;
        if number != cohorts.len() {
            let detail =
                format!("cohort {} is missing, but there is a cohort {number}", cohorts.len());
            return Err(Fault::Damage(detail));
        }
        cohorts.push(cohort);
    }
    Ok(cohorts)
}

/// Returns the number of games and the settings, if games were ever counted.
pub(super) fn mining(
    conn: SqlConnection<'_>,
    book: i64,
) -> Result<Option<(u64, Option<Settings>)>, Fault> {
    let sql = "SELECT mining.games, quiet, min_games, min_share, max_depth, coalesce(least, 1)
               FROM mining LEFT JOIN counts_floor ON counts_floor.book_id = mining.book_id
               WHERE mining.book_id = ?1";
    let mut statement = conn.prepare(sql)?;
    let found = statement.query_row([book], |row| Ok((row.get(0)?, settings(row)?)));
    Ok(found.optional()?)
}

/// Calls `each` with the keys of all games.
pub(super) fn keys(
    conn: SqlConnection<'_>,
    book: &str,
    each: &mut dyn FnMut(GameKey),
) -> Result<(), Fault> {
    let book = books::get(conn, book)?.id;
    let mut statement = conn.prepare(KEYS)?;
    let mut rows = statement.query([book])?;
    while let Some(row) = rows.next()? {
        each(GameKey {
            number: row.get(0)?,
            fingerprint: row.get::<i64>(1)?.cast_unsigned(),
            cohort: row.get(2)?,
            date: row.get(3)?,
        });
    }
    Ok(())
}

/// Returns a part of the counted lines.
pub(super) fn part(
    conn: SqlConnection<'_>,
    book: &str,
    part: u32,
) -> Result<Option<Vec<u8>>, Fault> {
    let book = books::get(conn, book)?.id;
    let sql = "SELECT data FROM tally WHERE book_id = ?1 AND part = ?2";
    let mut statement = conn.prepare(sql)?;
    let found = statement.query_row(params![book, part], |row| row.get(0));
    Ok(found.optional()?)
}

/// Finds a game by its fingerprint.
pub(super) fn by_fingerprint(
    conn: SqlConnection<'_>,
    book: &str,
    fingerprint: u64,
) -> Result<Option<GameRow>, Fault> {
    let book = books::get(conn, book)?.id;
    let mut statement = conn.prepare(&select("moves", BY_FINGERPRINT))?;
    let found = statement.query_row(params![book, fingerprint.cast_signed()], game);
    Ok(found.optional()?)
}

/// Returns games with their moves, from a number on.
pub(super) fn from_number(
    conn: SqlConnection<'_>,
    book: &str,
    first: u32,
    most: u32,
) -> Result<Vec<GameRow>, Fault> {
    let book = books::get(conn, book)?.id;
    let mut statement = conn.prepare(&select("moves", FROM_NUMBER))?;
    let rows = statement.query_map(params![book, first, most], game)?;
    Ok(rows.collect::<SqlResult<Vec<GameRow>>>()?)
}

/// Finds games by their numbers.
pub(super) fn by_numbers(
    conn: SqlConnection<'_>,
    book: &str,
    numbers: &[u32],
) -> Result<Vec<GameRow>, Fault> {
    let book = books::get(conn, book)?.id;
    let mut statement = conn.prepare(&select("NULL", BY_NUMBER))?;
    let mut games = Vec::with_capacity(numbers.len());
    for number in numbers {
        let found = statement.query_row(params![book, number], game);
        games.extend(found.optional()?);
    }
    Ok(games)
}

/// Copies the counted games of a book to a new book.
pub(super) fn copy(conn: SqlConnection<'_>, from: i64, to: i64) -> Result<(), Fault> {
    let tables = [
        ("cohort", COHORT_COLUMNS),
        ("game", GAME_COLUMNS),
        ("tally", TALLY_COLUMNS),
        ("tally_start", TALLY_START_COLUMNS),
        ("mining", MINING_COLUMNS),
        ("counts_floor", FLOOR_COLUMNS),
    ];
    for (table, columns) in tables {
        let (_, copied) = split_columns(columns, 1);
        let sql = format!(
            "INSERT INTO {table} ({columns})
             SELECT CAST(?2 AS BIGINT), {copied} FROM {table} WHERE book_id = ?1"
        );
        conn.execute(&sql, [from, to])?;
    }
    Ok(())
}

/// Deletes the counted games of a book.
pub(super) fn delete(conn: SqlConnection<'_>, book: i64) -> Result<(), Fault> {
    for table in ["game", "tally", "tally_start", "counts_floor", "mining", "cohort"] {
        conn.execute(&format!("DELETE FROM {table} WHERE book_id = ?1"), [book])?;
    }
    Ok(())
}

fn cohort(row: SqlRow<'_>) -> SqlResult<Cohort> {
    let band: String = row.get(3)?;
    Ok(Cohort {
        source: row.get(1)?,
        year: row.get(2)?,
        band: Band::parse("strength", &band)
            .map_err(|error| SqlError::Column { column: 3, detail: error.to_string() })?,
        imported: row.get(4)?,
    })
}

fn settings(row: SqlRow<'_>) -> SqlResult<Option<Settings>> {
    let Some(quiet) = row.get(1)? else {
        return Ok(None);
    };
    let pruning =
        Pruning { min_games: row.get(2)?, min_share: row.get(3)?, max_depth: row.get(4)? };
    Ok(Some(Settings { quiet, pruning, floor: row.get(5)? }))
}

/// Returns the query for games of a book as [`game`] reads them, with `moves` or `NULL` for them.
fn select(moves: &str, which: &str) -> String {
    format!(
        "SELECT number, fingerprint, cohort, coalesce(year, 0), coalesce(month, 0),
                coalesce(day, 0), black, white, black_rank, white_rank, result, komi, event, {moves}
         FROM game WHERE book_id = ?1 AND {which}"
    )
}

fn game(row: SqlRow<'_>) -> SqlResult<GameRow> {
    Ok(GameRow {
        number: row.get(0)?,
        fingerprint: row.get::<i64>(1)?.cast_unsigned(),
        cohort: row.get(2)?,
        date: (row.get(3)?, row.get(4)?, row.get(5)?),
        black: row.get(6)?,
        white: row.get(7)?,
        black_rank: row.get(8)?,
        white_rank: row.get(9)?,
        result: row.get(10)?,
        komi: row.get(11)?,
        event: row.get(12)?,
        moves: row.get(13)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn keys_are_read_from_the_index_and_games_found_by_one() {
        let keys = ["SEARCH game USING COVERING INDEX game_key (book_id=?)"];
        assert_eq!(plan(KEYS), keys);
        let fingerprint =
            ["SEARCH game USING INDEX game_fingerprint (book_id=? AND fingerprint=?)"];
        assert_eq!(plan(&select("moves", BY_FINGERPRINT)), fingerprint);
        let number = ["SEARCH game USING INDEX sqlite_autoindex_game_1 (book_id=? AND number=?)"];
        assert_eq!(plan(&select("NULL", BY_NUMBER)), number);
        let from = ["SEARCH game USING INDEX sqlite_autoindex_game_1 (book_id=? AND number>?)"];
        assert_eq!(plan(&select("moves", FROM_NUMBER)), from);
    }
}

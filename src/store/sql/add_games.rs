//! Writes counted games, inside the transaction of their book.

use super::books::BookHead;
use super::column_list::insert_sql;
use super::connection::{RowInsert, SqlConnection};
use super::fault::{Fault, at_source};
use super::games::{COHORT_COLUMNS, FLOOR_COLUMNS, GAME_COLUMNS, MINING_COLUMNS, TALLY_COLUMNS};
use super::rows::invalid;
use super::tallies::{self, PartStart};
use super::value::{SqlError, params};
use crate::{GameRow, GamesChange};
use joseki_book::Cohort;
use joseki_mine::Settings;

/// Writes cohorts, games, parts and settings.
pub(super) fn write(
    conn: SqlConnection<'_>,
    book: &BookHead,
    games: GamesChange,
) -> Result<(), Fault> {
    put_cohorts(conn, book, &games.cohorts)?;
    // Their number is not known before.
    let rows = conn.insert_into("game", GAME_COLUMNS, usize::MAX)?;
    let mut insert = GameInsert { rows, book: book.id, cohorts: games.cohorts.len() };
    let mut added = 0;
    for game in games.games {
        insert.game(&game.map_err(|error| at_source(source_name("games", book), error))?)?;
        added += 1;
    }
    insert.rows.finish().map_err(refused)?;
    replace_parts(conn, book, games.parts)?;
    put_mining(conn, book, games.settings, added)
}

fn source_name(things: &str, book: &BookHead) -> String {
    format!("the counted {things} of book \"{}\"", book.info.name)
}

fn put_cohorts(conn: SqlConnection<'_>, book: &BookHead, cohorts: &[Cohort]) -> Result<(), Fault> {
    let sql = "DELETE FROM cohort WHERE book_id = ?1 AND number >= ?2";
    let fewer = conn.execute(sql, params![book.id, cohorts.len()])?;
    if fewer > 0 {
        check_cohorts(conn, book, cohorts.len())?;
    }
    let sql = insert_sql("cohort", COHORT_COLUMNS)
        + " ON CONFLICT (book_id, number) DO UPDATE SET source = excluded.source,
               year = excluded.year, band = excluded.band, imported = excluded.imported";
    let mut put = conn.prepare(&sql)?;
    for (number, cohort) in cohorts.iter().enumerate() {
        put.send(params![
            book.id,
            number,
            cohort.source,
            cohort.year,
            <&str>::from(cohort.band),
            cohort.imported,
        ])?;
    }
    Ok(())
}

/// Checks that no stored game loses its cohort.
fn check_cohorts(conn: SqlConnection<'_>, book: &BookHead, cohorts: usize) -> Result<(), Fault> {
    let sql = "SELECT EXISTS (SELECT 1 FROM game WHERE book_id = ?1 AND cohort >= ?2)";
    let orphans: bool = conn.query_row(sql, params![book.id, cohorts], |row| row.get(0))?;
    if orphans {
        return Err(invalid("existing games would lose their cohorts").into());
    }
    Ok(())
}

/// The insertion of games.
struct GameInsert<'c> {
    rows: RowInsert<'c>,
    book: i64,
    cohorts: usize,
}

impl GameInsert<'_> {
    fn game(&mut self, game: &GameRow) -> Result<(), Fault> {
        if game.cohort as usize >= self.cohorts {
            return Err(invalid_game(game, &format!("unknown cohort {}", game.cohort)));
        }
        let (year, month, day) = game.date;
        let inserted = self.rows.row(params![
            self.book,
            game.number,
            game.fingerprint.cast_signed(),
            game.cohort,
            Some(year).filter(|year| *year > 0),
            Some(month).filter(|month| *month > 0),
            Some(day).filter(|day| *day > 0),
            game.black,
            game.white,
            game.black_rank,
            game.white_rank,
            game.result,
            game.komi,
            game.event,
            game.moves,
        ]);
        inserted.map_err(|error| match &self.rows {
            RowInsert::OneByOne(_) if error.is_constraint_violation() => {
                invalid_game(game, "its number or fingerprint is taken, or its date is invalid")
            }
            _ => refused(error),
        })
    }
}

/// Converts an error about one of many games, which the database names.
fn refused(error: SqlError) -> Fault {
    if error.is_constraint_violation() {
        invalid(format!(
            "the number or fingerprint of a game is taken, or its date is invalid: {error}"
        ))
        .into()
    } else {
        error.into()
    }
}

fn invalid_game(game: &GameRow, why: &str) -> Fault {
    let (number, fingerprint) = (game.number, game.fingerprint);
    invalid(format!("game {number} with fingerprint {fingerprint:#018x}: {why}")).into()
}

fn replace_parts(
    conn: SqlConnection<'_>,
    book: &BookHead,
    parts: impl Iterator<Item = std::io::Result<Vec<u8>>>,
) -> Result<(), Fault> {
    conn.execute("DELETE FROM tally WHERE book_id = ?1", [book.id])?;
    let mut insert = conn.insert_into("tally", TALLY_COLUMNS, usize::MAX)?;
    let mut starts = Vec::new();
    for (number, part) in parts.enumerate() {
        let part = part.map_err(|error| at_source(source_name("lines", book), error))?;
        let start = PartStart::of(&part).map_err(|_| {
            invalid(format!("invalid part {number} of {}", source_name("lines", book)))
        })?;
        starts.push(start);
        insert.row(params![book.id, number, part])?;
    }
    insert.finish()?;
    tallies::put_starts(conn, book.id, &starts)
}

fn put_mining(
    conn: SqlConnection<'_>,
    book: &BookHead,
    settings: Option<Settings>,
    added: u64,
) -> Result<(), Fault> {
    let sql = insert_sql("mining", MINING_COLUMNS)
        + " ON CONFLICT (book_id) DO UPDATE SET games = mining.games + excluded.games,
               quiet = coalesce(excluded.quiet, mining.quiet),
               min_games = coalesce(excluded.min_games, mining.min_games),
               min_share = coalesce(excluded.min_share, mining.min_share),
               max_depth = coalesce(excluded.max_depth, mining.max_depth)";
    conn.prepare(&sql)?.execute(params![
        book.id,
        added,
        settings.map(|settings| settings.quiet),
        settings.map(|settings| settings.pruning.min_games),
        settings.map(|settings| settings.pruning.min_share),
        settings.map(|settings| settings.pruning.max_depth),
    ])?;
    let Some(settings) = settings else { return Ok(()) };
    conn.execute("DELETE FROM counts_floor WHERE book_id = ?1", [book.id])?;
    if settings.floor > 1 {
        let sql = insert_sql("counts_floor", FLOOR_COLUMNS);
        conn.execute(&sql, params![book.id, settings.floor])?;
    }
    Ok(())
}

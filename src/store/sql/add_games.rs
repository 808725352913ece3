//! Writes counted games, inside the transaction of their book.

use super::books::BookHead;
use super::connection::{SqlConnection, SqlStatement};
use super::fault::{Fault, at_source};
use super::rows::invalid;
use super::value::params;
use crate::book::Cohort;
use crate::mine::Settings;
use crate::store::{GameRow, GamesChange};

/// Writes cohorts, games, parts and settings.
pub(super) fn write(
    conn: SqlConnection<'_>,
    book: &BookHead,
    games: GamesChange,
) -> Result<(), Fault> {
    put_cohorts(conn, book, &games.cohorts)?;
    let mut insert = GameInsert::prepare(conn, book, games.cohorts.len())?;
    let mut added = 0;
    for game in games.games {
        insert.game(&game.map_err(|error| at_source(source_name("games", book), error))?)?;
        added += 1;
    }
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
    let sql = "INSERT INTO cohort (book_id, number, source, year, band, imported)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT (book_id, number) DO UPDATE SET source = excluded.source,
                   year = excluded.year, band = excluded.band, imported = excluded.imported";
    let mut put = conn.prepare(sql)?;
    for (number, cohort) in cohorts.iter().enumerate() {
        put.execute(params![
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

/// The prepared statement that inserts a game.
struct GameInsert<'c> {
    statement: SqlStatement<'c>,
    book: i64,
    cohorts: usize,
}

impl<'c> GameInsert<'c> {
    fn prepare(
        conn: SqlConnection<'c>,
        book: &BookHead,
        cohorts: usize,
    ) -> Result<GameInsert<'c>, Fault> {
        let sql = "INSERT INTO game (book_id, number, fingerprint, cohort, year, month, day, black,
                                     white, black_rank, white_rank, result, komi, event, moves)
                   VALUES (?1, ?2, ?3, ?4, nullif(?5, 0), nullif(?6, 0), nullif(?7, 0), ?8, ?9,
                           ?10, ?11, ?12, ?13, ?14, ?15)";
        Ok(GameInsert { statement: conn.prepare(sql)?, book: book.id, cohorts })
    }

    fn game(&mut self, game: &GameRow) -> Result<(), Fault> {
        if game.cohort as usize >= self.cohorts {
            return Err(invalid_game(game, &format!("unknown cohort {}", game.cohort)));
        }
        let (year, month, day) = game.date;
        let inserted = self.statement.execute(params![
            self.book,
            game.number,
            game.fingerprint.cast_signed(),
            game.cohort,
            year,
            month,
            day,
            game.black,
            game.white,
            game.black_rank,
            game.white_rank,
            game.result,
            game.komi,
            game.event,
            game.moves,
        ]);
        match inserted {
            // The number or the fingerprint is taken, or the date is invalid.
            Err(error) if error.is_constraint_violation() => Err(invalid_game(
                game,
                "its number or fingerprint is taken, or its date is invalid",
            )),
            inserted => Ok(inserted.map(drop)?),
        }
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
    let sql = "INSERT INTO tally (book_id, part, data) VALUES (?1, ?2, ?3)";
    let mut insert = conn.prepare(sql)?;
    for (number, part) in parts.enumerate() {
        let part = part.map_err(|error| at_source(source_name("lines", book), error))?;
        insert.execute(params![book.id, number, part])?;
    }
    Ok(())
}

fn put_mining(
    conn: SqlConnection<'_>,
    book: &BookHead,
    settings: Option<Settings>,
    added: u64,
) -> Result<(), Fault> {
    let sql = "INSERT INTO mining (book_id, games, quiet, min_games, min_share, max_depth)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT (book_id) DO UPDATE SET games = mining.games + excluded.games,
                   quiet = coalesce(excluded.quiet, mining.quiet),
                   min_games = coalesce(excluded.min_games, mining.min_games),
                   min_share = coalesce(excluded.min_share, mining.min_share),
                   max_depth = coalesce(excluded.max_depth, mining.max_depth)";
    conn.prepare(sql)?.execute(params![
        book.id,
        added,
        settings.map(|settings| settings.quiet),
        settings.map(|settings| settings.pruning.min_games),
        settings.map(|settings| settings.pruning.min_share),
        settings.map(|settings| settings.pruning.max_depth),
    ])?;
    Ok(())
}

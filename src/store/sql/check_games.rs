//! Checks the references of a book's counted games.

use super::connection::SqlConnection;
use super::fault::Fault;
use super::value::params;
use super::{games, tallies};
use joseki_book::{CohortId, GameNumber, Line};
use joseki_mine::Entry;

/// Checks the counted games of a book; returns the problems, one sentence each.
pub(super) fn problems(conn: SqlConnection<'_>, book: i64) -> Result<Vec<String>, Fault> {
    let cohorts = match games::cohorts(conn, book) {
        Ok(cohorts) => cohorts.len(),
        // Nothing else can be checked without the cohorts.
        Err(Fault::Damage(detail)) => return Ok(vec![detail]),
        Err(fault) => return Err(fault),
    };
    let numbers = numbers(conn, book)?;
    let mut problems: Vec<String> =
        number_of_games(conn, book, numbers.len())?.into_iter().collect();
    problems.extend(games_of_no_cohort(conn, book, cohorts)?);
    let mut lines = LineCheck {
        cohorts,
        numbers,
        line: Line::new(),
        cohort: DanglingReferences::default(),
        example: DanglingReferences::default(),
    };
    let read = tallies::read(conn, book, |reader| {
        while let Some(entry) = reader.next_entry()? {
            lines.check_entry(&entry);
        }
        Ok(())
    });
    problems.extend(lines.problems());
    match read {
        Ok(()) => {}
        Err(Fault::Damage(detail)) => problems.push(detail),
        Err(fault) => return Err(fault),
    }
    Ok(problems)
}

/// Returns the numbers of all games, in ascending order.
fn numbers(conn: SqlConnection<'_>, book: i64) -> Result<Vec<GameNumber>, Fault> {
    let sql = "SELECT number FROM game WHERE book_id = ?1 ORDER BY number";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([book], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn number_of_games(
    conn: SqlConnection<'_>,
    book: i64,
    found: usize,
) -> Result<Option<String>, Fault> {
    let said = games::mining(conn, book)?.unwrap_or_default().0;
    let wrong = said != found as u64;
    Ok(wrong.then(|| format!("it has {found} counted games, but {said} are recorded")))
}

fn games_of_no_cohort(
    conn: SqlConnection<'_>,
    book: i64,
    cohorts: usize,
) -> Result<Option<String>, Fault> {
    let sql = "SELECT count(*), min(number) FROM game WHERE book_id = ?1 AND cohort >= ?2";
    let values = params![book, cohorts];
    let found = conn.query_row(sql, values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (count, first): (u64, Option<GameNumber>) = found;
    Ok(first.map(|first| {
        format!("{count} counted games belong to a missing cohort, first game {first}")
    }))
}

/// Check of the counted lines: what they may refer to, and the problems found.
struct LineCheck {
    cohorts: usize,
    numbers: Vec<GameNumber>,
    /// The line to the current entry.
    line: Line,
    cohort: DanglingReferences,
    example: DanglingReferences,
}

/// Count of dangling references, with the first one.
#[derive(Default)]
struct DanglingReferences {
    count: u64,
    first: Option<(String, u32)>,
}

impl LineCheck {
    fn check_entry(&mut self, entry: &Entry) {
        while self.line.len() > entry.depth.saturating_sub(1) {
            self.line.pop();
        }
        if entry.depth > 0 {
            self.line.push(entry.step);
        }
        let cells = entry.tally.cells.iter().map(|cell| cell.cohort);
        for cohort in cells.filter(|cohort: &CohortId| *cohort as usize >= self.cohorts) {
            self.cohort.note(&self.line, cohort);
        }
        if self.numbers.is_empty() {
            return;
        }
        for example in &entry.tally.examples {
            if self.numbers.binary_search(example).is_err() {
                self.example.note(&self.line, *example);
            }
        }
    }

    fn problems(&self) -> Vec<String> {
        let cohort = self.cohort.describe("cohort");
        let example = self.example.describe("game");
        [cohort, example].into_iter().flatten().collect()
    }
}

impl DanglingReferences {
    fn note(&mut self, line: &Line, number: u32) {
        self.count += 1;
        self.first.get_or_insert_with(|| (line.to_string(), number));
    }

    fn describe(&self, what: &str) -> Option<String> {
        let (line, number) = self.first.as_ref()?;
        let count = self.count;
        Some(format!(
            "its counted lines refer to a missing {what} {count} times, first {what} {number} at \"{line}\""
        ))
    }
}

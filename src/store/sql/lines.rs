//! SQL of flattened lines, searched by prefix.

use super::books;
use super::connection::SqlConnection;
use super::fault::Fault;
use super::value::params;
use crate::LineRow;

/// The columns of a flattened line.
pub(super) const LINE_COLUMNS: &str = "book_id, line, node_id";

/// A page of lines that start with a prefix, as a range of the primary key: from the prefix on, or
/// after a line.
const PAGE: [&str; 2] = [
    "SELECT line, node_id FROM line
     WHERE book_id = ?1 AND line >= ?2 AND line < ?3 ORDER BY line LIMIT ?4",
    "SELECT line, node_id FROM line
     WHERE book_id = ?1 AND line > ?2 AND line < ?3 ORDER BY line LIMIT ?4",
];

/// The number of lines that start with a prefix.
const COUNT: &str = "SELECT count(*) FROM line WHERE book_id = ?1 AND line >= ?2 AND line < ?3";

/// Returns the first lines that start with a prefix and come after a line.
pub(super) fn page(
    conn: SqlConnection<'_>,
    book: &str,
    prefix: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<LineRow>, Fault> {
    let book = books::get(conn, book)?.id;
    // No line has one, so what follows it does not matter.
    let after = after.and_then(|after| after.split('\0').next());
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let (sql, first) = match after.filter(|after| *after >= prefix) {
        None => (PAGE[0], prefix),
        Some(after) => (PAGE[1], after),
    };
    let values = params![book, first, end(prefix), limit];
    let mut statement = conn.prepare(sql)?;
    let rows = statement
        .query_map(values, |row| Ok(LineRow { line: row.get(0)?, node: row.get(1)?, games: 0 }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Counts the lines that start with a prefix.
pub(super) fn count(conn: SqlConnection<'_>, book: &str, prefix: &str) -> Result<u64, Fault> {
    let book = books::get(conn, book)?.id;
    Ok(conn.query_row(COUNT, params![book, prefix, end(prefix)], |row| row.get(0))?)
}

/// Returns the smallest text above every text with this prefix: the prefix with its last character
/// incremented. If there is none, it is one above all lines, which have letters only.
fn end(prefix: &str) -> String {
    let mut end = prefix.to_owned();
    while let Some(last) = end.pop() {
        // Skips the surrogates, which are not characters.
        if let Some(raised) = (last..=char::MAX).nth(1) {
            end.push(raised);
            return end;
        }
    }
    char::MAX.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn pages_and_counts_are_ranges_of_the_primary_key() {
        let search = ["SEARCH line USING PRIMARY KEY (book_id=? AND line>? AND line<?)"];
        for sql in PAGE.into_iter().chain([COUNT]) {
            assert_eq!(plan(sql), search);
        }
    }

    #[test]
    fn the_range_ends_above_the_last_letter() {
        assert_eq!(end("DDC"), "DDD");
        assert_eq!(end("DDZ"), "DD[");
        assert_eq!(end("D\u{d7ff}"), "D\u{e000}");
        assert_eq!(end("D\u{10ffff}"), "E");
        assert_eq!(end("\u{10ffff}"), "\u{10ffff}");
        assert_eq!(end(""), "\u{10ffff}");
    }
}

//! SQL of flattened lines, searched by prefix.

use rusqlite::types::Value;
use rusqlite::{Connection, params};

use super::books;
use super::fault::Fault;
use crate::store::LineRow;

/// A page of lines, as a range of the primary key.
const PAGE: &str = "SELECT line, node_id FROM line
                    WHERE book_id = ?1 AND line >= ?2 AND line < ?3 ORDER BY line LIMIT ?4";

/// The number of lines in the same range.
const COUNT: &str = "SELECT count(*) FROM line WHERE book_id = ?1 AND line >= ?2 AND line < ?3";

/// Returns the first lines that start with a prefix and come after a line.
pub(super) fn page(
    conn: &Connection,
    book: &str,
    prefix: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<LineRow>, Fault> {
    let book = books::get(conn, book)?.id;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let values = params![book, first(prefix, after), end(prefix), limit];
    let mut statement = conn.prepare_cached(PAGE)?;
    let rows = statement
        .query_map(values, |row| Ok(LineRow { line: row.get(0)?, node: row.get(1)?, games: 0 }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Counts the lines that start with a prefix.
pub(super) fn count(conn: &Connection, book: &str, prefix: &str) -> Result<u64, Fault> {
    let book = books::get(conn, book)?.id;
    let mut statement = conn.prepare_cached(COUNT)?;
    Ok(statement.query_row(params![book, first(prefix, None), end(prefix)], |row| row.get(0))?)
}

/// Returns the smallest text of the page. The successor of a text is that text plus a zero byte.
fn first(prefix: &str, after: Option<&str>) -> String {
    let next = after.map(|after| format!("{after}\0")).unwrap_or_default();
    next.max(prefix.to_owned())
}

/// Returns the smallest value above every text with this prefix: the prefix with its last character
/// incremented. If there is none, it is the empty blob, which SQLite orders after all texts.
fn end(prefix: &str) -> Value {
    let mut end = prefix.to_owned();
    while let Some(last) = end.pop() {
        // Skips the surrogates, which are not characters.
        if let Some(raised) = (last..=char::MAX).nth(1) {
            end.push(raised);
            return Value::Text(end);
        }
    }
    Value::Blob(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite::connection;

    /// Returns SQLite's query plan.
    fn plan(sql: &str, values: &[&dyn rusqlite::ToSql]) -> Vec<String> {
        let dir = tempfile::tempdir().unwrap();
        let conn = connection::open_writer(&dir.path().join("a.db"), "a.db").unwrap();
        let mut statement = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let rows = statement.query_map(values, |row| row.get(3)).unwrap();
        rows.map(Result::unwrap).collect()
    }

    #[test]
    fn pages_and_counts_are_ranges_of_the_primary_key() {
        let search = ["SEARCH line USING PRIMARY KEY (book_id=? AND line>? AND line<?)"];
        for prefix in ["DDC", ""] {
            let (first, end) = (first(prefix, None), end(prefix));
            assert_eq!(plan(PAGE, &[&1, &first, &end, &10]), search);
            assert_eq!(plan(COUNT, &[&1, &first, &end]), search);
        }
    }

    #[test]
    fn the_range_ends_above_the_last_letter() {
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(end("DDC"), text("DDD"));
        assert_eq!(end("DDZ"), text("DD["));
        assert_eq!(end("D\u{d7ff}"), text("D\u{e000}"));
        assert_eq!(end("D\u{10ffff}"), text("E"));
        assert_eq!(end("\u{10ffff}"), Value::Blob(Vec::new()));
        assert_eq!(end(""), Value::Blob(Vec::new()));
    }
}

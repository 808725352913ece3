//! Operations on whole books: copy, rename, delete and restore.

use super::books::{self, BookHead};
use super::connection::SqlConnection;
use super::edit::StoreEdit;
use super::fault::Fault;
use super::games;
use super::log::{self, Contents};
use super::node_tallies;
use super::rows::invalid;
use super::value::params;
use crate::{BookChange, BookInfo, ChangeKind, ChangeNote, ChangeRow, StoreError};
use joseki_book::{Delta, DeltaError, Forest};

/// Creates a book as a copy of another, with its games.
pub(super) fn copy(
    conn: SqlConnection<'_>,
    from: &str,
    to: &str,
    note: &ChangeNote,
    now: i64,
) -> Result<BookInfo, Fault> {
    let head = books::get(conn, from)?;
    let forest = books::nodes(conn, &head)?;
    let info = create(conn, to, &forest, note, None, now)?;
    let copied = books::get(conn, to)?;
    games::copy(conn, head.id, copied.id)?;
    node_tallies::rewrite(conn, &copied)?;
    Ok(info)
}

/// Writes a new book, or a restored one under its former id.
fn create(
    conn: SqlConnection<'_>,
    name: &str,
    forest: &Forest,
    note: &ChangeNote,
    again: Option<(i64, i64)>,
    now: i64,
) -> Result<BookInfo, Fault> {
    let change = BookChange { note: note.clone(), ..BookChange::new_book(name, forest, &note.who) };
    let mut edit = StoreEdit::new(&change)?;
    if let Some((book, created)) = again {
        edit = edit.restoring(book, created);
    }
    Ok(edit.write(conn, now)?.info)
}

/// Renames a book.
pub(super) fn rename(
    conn: SqlConnection<'_>,
    name: &str,
    to: &str,
    expected: Option<u64>,
    note: &ChangeNote,
    now: i64,
) -> Result<BookInfo, Fault> {
    if to.is_empty() {
        return Err(invalid("a book needs a name").into());
    }
    let head = books::require(books::find(conn, name)?, name, expected)?;
    books::check_name_free(books::find(conn, to)?.as_ref(), to)?;
    let version = log::next_version(conn, to, Some(head.id))?;
    let sql = "UPDATE book SET name = ?2, version = ?3, changed = ?4 WHERE id = ?1";
    conn.execute(sql, params![head.id, to, version, now])?;
    let head = books::get(conn, to)?;
    log::append(conn, &head, note, &Contents::encode(&Delta::default()))?;
    Ok(head.info)
}

/// Deletes a book; returns the number of the change, which contains the whole book.
pub(super) fn delete(
    conn: SqlConnection<'_>,
    name: &str,
    expected: Option<u64>,
    note: &ChangeNote,
    now: i64,
) -> Result<i64, Fault> {
    let head = books::require(books::find(conn, name)?, name, expected)?;
    let forest = books::nodes(conn, &head)?;
    let all = Delta::between(&forest, &Forest::new());
    delete_rows(conn, head.id)?;
    let gone = BookHead {
        id: head.id,
        info: BookInfo { version: head.info.version + 1, changed: now, ..head.info },
    };
    log::append(conn, &gone, note, &Contents::encode(&all))
}

/// Restores a deleted book under its name and id, without the nodes that existed only for counts.
pub(super) fn restore(
    conn: SqlConnection<'_>,
    change: i64,
    note: &ChangeNote,
    now: i64,
) -> Result<BookInfo, Fault> {
    let (row, book) = log::find(conn, change)?.ok_or_else(|| {
        let what = format!("change {change}");
        StoreError::NotFound { what }
    })?;
    let book = deleted_book(conn, &row, book)?;
    books::check_name_free(books::find(conn, &row.book)?.as_ref(), &row.book)?;
    let variant = books::variant(conn, book, &row.book)?;
    let before = log::delta(conn, change, variant)?.inverse();
    let forest = Forest::for_variant(variant).apply(&before).map_err(damage)?;
    let mut forest = forest.without_mined();
    forest.mark_leaves();
    let again = Some((book, created(conn, book)?));
    create(conn, &row.book, &forest, note, again, now)
}

/// Returns the id of the book that a change deleted, unless it was restored since.
fn deleted_book(conn: SqlConnection<'_>, row: &ChangeRow, book: Option<i64>) -> Result<i64, Fault> {
    let (id, name) = (row.id, &row.book);
    if row.note.kind != ChangeKind::Delete {
        return Err(invalid(format!("change {id} deleted no book")).into());
    }
    let Some(book) = book.filter(|_| row.has_contents) else {
        let detail = format!("the log does not contain the book that change {id} deleted");
        return Err(invalid(detail).into());
    };
    let sql = "SELECT max(id) FROM change WHERE book_id = ?1";
    let last: i64 = conn.query_row(sql, [book], |row| row.get(0))?;
    if last != id {
        let detail = format!("book \"{name}\", which change {id} deleted, was already restored");
        return Err(invalid(detail).into());
    }
    Ok(book)
}

/// Returns the time of a book's first change in the log.
fn created(conn: SqlConnection<'_>, book: i64) -> Result<i64, Fault> {
    let sql = "SELECT at FROM change WHERE book_id = ?1 ORDER BY id LIMIT 1";
    Ok(conn.query_row(sql, [book], |row| row.get(0))?)
}

fn damage(error: DeltaError) -> Fault {
    Fault::Damage(format!("the deleted nodes do not form a book: {error}"))
}

/// Deletes a book with all its rows.
fn delete_rows(conn: SqlConnection<'_>, book: i64) -> Result<(), Fault> {
    conn.execute("DELETE FROM line WHERE book_id = ?1", [book])?;
    conn.execute("DELETE FROM position WHERE book_id = ?1", [book])?;
    node_tallies::delete_of(conn, book)?;
    games::delete(conn, book)?;
    let sql = "DELETE FROM node WHERE id BETWEEN ?1 AND ?2 AND book_id = ?3";
    conn.execute(sql, [books::root_id(book), books::last_id(book), book])?;
    conn.execute("DELETE FROM book WHERE id = ?1", [book])?;
    Ok(())
}

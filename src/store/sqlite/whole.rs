//! Whole books: copied, renamed, deleted and made again.

use rusqlite::{Connection, params};

use super::books::{self, Head};
use super::edit::Edit;
use super::fault::Fault;
use super::games;
use super::log::{self, Contents};
use super::rows::invalid;
use crate::book::{Delta, DeltaError, Forest};
use crate::store::{BookChange, BookInfo, ChangeKind, ChangeRow, Note, StoreError};

/// Makes a book as the copy of another, with its games.
pub(super) fn copy(
    conn: &Connection,
    from: &str,
    to: &str,
    note: &Note,
    now: i64,
) -> Result<BookInfo, Fault> {
    let head = books::get(conn, from)?;
    let forest = books::nodes(conn, &head)?;
    let info = create(conn, to, &forest, note, None, now)?;
    games::copy(conn, head.id, books::get(conn, to)?.id)?;
    Ok(info)
}

/// Writes a new book, or one that is made again under its id.
fn create(
    conn: &Connection,
    name: &str,
    forest: &Forest,
    note: &Note,
    again: Option<(i64, i64)>,
    now: i64,
) -> Result<BookInfo, Fault> {
    let change = BookChange {
        note: note.clone(),
        ..BookChange::new_book(name, forest, &note.who)
    };
    let mut edit = Edit::of(&change)?;
    if let Some((book, created)) = again {
        edit = edit.again(book, created);
    }
    Ok(edit.write(conn, None, now)?.info)
}

/// Gives a book another name.
pub(super) fn rename(
    conn: &Connection,
    name: &str,
    to: &str,
    expected: Option<u64>,
    note: &Note,
    now: i64,
) -> Result<BookInfo, Fault> {
    if to.is_empty() {
        return Err(invalid("a book needs a name").into());
    }
    let head = books::expect(books::find(conn, name)?, name, expected)?;
    books::refuse_taken(books::find(conn, to)?.as_ref(), to)?;
    let version = log::next_version(conn, to, Some(head.id))?;
    let sql = "UPDATE book SET name = ?2, version = ?3, changed = ?4 WHERE id = ?1";
    conn.execute(sql, params![head.id, to, version, now])?;
    let head = books::get(conn, to)?;
    log::append(conn, &head, note, &Contents::of(&Delta::default()))?;
    Ok(head.info)
}

/// Deletes a book; gives the number of the change, which has all that the book was.
pub(super) fn delete(
    conn: &Connection,
    name: &str,
    expected: Option<u64>,
    note: &Note,
    now: i64,
) -> Result<i64, Fault> {
    let head = books::expect(books::find(conn, name)?, name, expected)?;
    let forest = books::nodes(conn, &head)?;
    let all = Delta::between(&forest, &Forest::new());
    books::delete(conn, head.id)?;
    let gone = Head {
        id: head.id,
        info: BookInfo {
            version: head.info.version + 1,
            changed: now,
            ..head.info
        },
    };
    log::append(conn, &gone, note, &Contents::of(&all))
}

/// Makes a book again that a change deleted: under its name and id, without what was there for counts only.
pub(super) fn restore(
    conn: &Connection,
    change: i64,
    note: &Note,
    now: i64,
) -> Result<BookInfo, Fault> {
    let (row, book) = log::find(conn, change)?.ok_or_else(|| {
        let what = format!("change {change}");
        StoreError::NotFound { what }
    })?;
    let book = deleted_book(conn, &row, book)?;
    books::refuse_taken(books::find(conn, &row.book)?.as_ref(), &row.book)?;
    let before = log::delta(conn, change)?.inverse();
    let forest = Forest::new().apply(&before).map_err(damage)?;
    let mut forest = forest.without_mined();
    forest.mark_leaves();
    let again = Some((book, created(conn, book)?));
    create(conn, &row.book, &forest, note, again, now)
}

/// The book that a change deleted, if it is not there and was not since.
fn deleted_book(conn: &Connection, row: &ChangeRow, book: Option<i64>) -> Result<i64, Fault> {
    let (id, name) = (row.id, &row.book);
    if row.note.kind != ChangeKind::Delete {
        return Err(invalid(format!("change {id} deleted no book")).into());
    }
    let Some(book) = book.filter(|_| row.has_contents) else {
        let detail = format!("the log does not have what change {id} deleted");
        return Err(invalid(detail).into());
    };
    let sql = "SELECT max(id) FROM change WHERE book_id = ?1";
    let last: i64 = conn.query_row(sql, [book], |row| row.get(0))?;
    if last != id {
        let detail = format!("book \"{name}\", which change {id} deleted, was made again already");
        return Err(invalid(detail).into());
    }
    Ok(book)
}

/// When a book was made first, as far as the log knows.
fn created(conn: &Connection, book: i64) -> Result<i64, Fault> {
    let sql = "SELECT at FROM change WHERE book_id = ?1 ORDER BY id LIMIT 1";
    Ok(conn.query_row(sql, [book], |row| row.get(0))?)
}

fn damage(error: DeltaError) -> Fault {
    Fault::Damage(format!("what was deleted is no book: {error}"))
}

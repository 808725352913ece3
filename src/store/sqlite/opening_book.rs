//! Opening books of xiangqi programs that are SQLite files: read without trust, and written.
//!
//! A file of somebody else may have a schema that computes: views, triggers, virtual tables and
//! generated columns. Only a plain table is read, no function may be called, and what a statement
//! may use is limited.

use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, MAIN_DB, Row, params};

use super::connection::OPERATIONS;
use joseki_base::cancel::{self, Cancelled};
use joseki_format::sgf::Limits;
use joseki_format::xiangqi::opening_book::{BookRow, OpeningBookKind, RowKey, memo_text};

/// The first bytes of an SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// The bytes of the header that say whether the file uses a write-ahead log, and their value
/// without one.
const FORMATS: std::ops::Range<usize> = 18..20;
const WITHOUT_LOG: u8 = 1;

/// The longest text or blob, and the longest statement.
const LONGEST: i32 = 1 << 20;

/// Error for a file that is not read as an opening book.
#[derive(Debug, thiserror::Error)]
pub enum OpeningBookError {
    /// No table of a known format.
    #[error("no opening book: expected a table bhobk (obk), pfBook, or book (xqb)")]
    NoTable,
    /// A table that computes what it holds.
    #[error("the table {0} must be a plain table without computed columns")]
    NotPlain(&'static str),
    /// A table without the columns of its format.
    #[error("the table {0} does not have the columns of an opening book: {1}")]
    Columns(&'static str, String),
    /// An xqb of another game.
    #[error("a book of \"{0}\": expected xiangqi")]
    OtherGame(String),
    /// It is larger than files are read.
    #[error("larger than {} MiB: let the program that it is from write a part of it", .0 >> 20)]
    TooLarge(usize),
    /// SQLite cannot read or write it.
    #[error("SQLite: {0}")]
    Sql(#[from] rusqlite::Error),
    /// The caller is gone.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The table of a format, and its columns: key, move, score, games won, drawn, lost, whether it is on,
/// comment.
const fn table(kind: OpeningBookKind) -> (&'static str, [&'static str; 8]) {
    const NUMBERED: [&str; 8] =
        ["vkey", "vmove", "vscore", "vwin", "vdraw", "vlost", "vvalid", "vmemo"];
    match kind {
        OpeningBookKind::Xqb => {
            ("book", ["key", "move", "score", "win", "draw", "lost", "valid", "memo"])
        }
        OpeningBookKind::PfBook => ("pfBook", NUMBERED),
        OpeningBookKind::Obk | OpeningBookKind::BookDat => ("bhobk", NUMBERED),
    }
}

/// Whether a file is one of SQLite.
#[must_use]
pub fn is_sqlite(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

/// Reads the rows of an obk, pfBook or xqb, and the number of rows without a valid key or move.
///
/// # Errors
/// The file has no such table, or SQLite cannot read it, or the work is cancelled.
pub fn read_opening_book(
    mut file: Vec<u8>,
) -> Result<(OpeningBookKind, Vec<BookRow>, usize), OpeningBookError> {
    let most = Limits::default().bytes;
    if file.len() > most {
        return Err(OpeningBookError::TooLarge(most));
    }
    // A database in memory has no log.
    if let Some(formats) = file.get_mut(FORMATS) {
        formats.fill(WITHOUT_LOG);
    }
    let mut conn = Connection::open_in_memory()?;
    conn.deserialize_read_exact(MAIN_DB, file.as_slice(), file.len(), true)?;
    drop(file);
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST)?;
    conn.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST)?;
    conn.progress_handler(OPERATIONS, Some(cancel::is_cancelled))?;
    let read = read(&conn);
    cancel::checkpoint()?;
    read
}

fn read(conn: &Connection) -> Result<(OpeningBookKind, Vec<BookRow>, usize), OpeningBookError> {
    let kinds = [OpeningBookKind::Obk, OpeningBookKind::PfBook, OpeningBookKind::Xqb];
    let mut tables = conn.prepare("SELECT name, type, rootpage FROM sqlite_schema")?;
    let mut rows = tables.query([])?;
    let mut found = None;
    while let Some(row) = rows.next()? {
        let name: Value = row.get(0)?;
        let is_named = |kind: &OpeningBookKind| match &name {
            Value::Text(name) => name.eq_ignore_ascii_case(table(*kind).0),
            _ => false,
        };
        if let Some(kind) = kinds.into_iter().find(is_named) {
            let is_table = row.get_ref(1)?.as_str().is_ok_and(|text| text == "table");
            let is_stored = row.get_ref(2)?.as_i64().is_ok_and(|page| page > 0);
            if !is_table || !is_stored {
                return Err(OpeningBookError::NotPlain(table(kind).0));
            }
            found = Some(kind);
        }
    }
    let kind = found.ok_or(OpeningBookError::NoTable)?;
    let computed = "SELECT count(*) FROM pragma_table_xinfo(?1) WHERE hidden > 1";
    let computed: i64 = conn.query_row(computed, [table(kind).0], |row| row.get(0))?;
    if computed > 0 {
        return Err(OpeningBookError::NotPlain(table(kind).0));
    }
    conn.authorizer(Some(|context: AuthContext<'_>| match context.action {
        AuthAction::Select | AuthAction::Read { .. } => Authorization::Allow,
        _ => Authorization::Deny,
    }))?;
    if kind == OpeningBookKind::Xqb
        && let Some(game) = other_game(conn)
    {
        return Err(OpeningBookError::OtherGame(game));
    }
    let (name, columns) = table(kind);
    let select = conn.prepare(&format!("SELECT {} FROM {name}", columns.join(", ")));
    let mut select = select.map_err(|error| OpeningBookError::Columns(name, error.to_string()))?;
    let mut rows = select.query([])?;
    let (mut read, mut odd) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        match book_row(row)? {
            Some(row) => read.push(row),
            None => odd += 1,
        }
    }
    Ok((kind, read, odd))
}

/// What the table `information` of an xqb names as its game, unless it is xiangqi.
fn other_game(conn: &Connection) -> Option<String> {
    let select = "SELECT value FROM information WHERE name = 'type'";
    let game: String = conn.query_row(select, [], |row| row.get(0)).ok()?;
    (!game.trim().eq_ignore_ascii_case("xiangqi")).then_some(game)
}

/// Parses a row; `None` if its key or move has another type.
fn book_row(row: &Row<'_>) -> rusqlite::Result<Option<BookRow>> {
    let key = match row.get_ref(0)? {
        ValueRef::Integer(key) => RowKey::Integer(key),
        ValueRef::Real(key) => RowKey::Real(key),
        ValueRef::Blob(key) => RowKey::Bytes(key.to_vec()),
        ValueRef::Text(_) | ValueRef::Null => return Ok(None),
    };
    let number = |at: usize| -> rusqlite::Result<Option<i64>> {
        Ok(match row.get_ref(at)? {
            ValueRef::Integer(number) => Some(number),
            ValueRef::Real(number) => Some(number as i64),
            ValueRef::Text(_) | ValueRef::Blob(_) | ValueRef::Null => None,
        })
    };
    let Some(code) = number(1)?.and_then(|code| u16::try_from(code).ok()) else {
        return Ok(None);
    };
    let games = |at: usize| {
        Ok::<u32, rusqlite::Error>(number(at)?.unwrap_or(0).clamp(0, u32::MAX.into()) as u32)
    };
    let memo = match row.get_ref(7)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => memo_text(bytes),
        ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Null => String::new(),
    };
    Ok(Some(BookRow {
        key,
        code,
        score: number(2)?.unwrap_or(0).clamp(-MAX_SCORE, MAX_SCORE),
        results: [games(3)?, games(4)?, games(5)?],
        is_off: number(6)?.is_some_and(|valid| valid != 1),
        memo,
    }))
}

/// The largest score that is read.
const MAX_SCORE: i64 = 1_000_000;

/// Writes rows as an obk, pfBook or xqb.
///
/// # Errors
/// SQLite has no memory for it, or the work is cancelled.
pub fn write_opening_book(
    kind: OpeningBookKind,
    rows: &[BookRow],
) -> Result<Vec<u8>, OpeningBookError> {
    let mut conn = Connection::open_in_memory()?;
    let (name, columns) = table(kind);
    let last = if kind == OpeningBookKind::Xqb { "" } else { ", vindex INTEGER" };
    let [key, numbers @ .., memo] = columns;
    let key_type = if kind == OpeningBookKind::Xqb { "BLOB" } else { "INTEGER" };
    let transaction = conn.transaction()?;
    transaction.execute_batch(&format!(
        "CREATE TABLE {name}(id INTEGER PRIMARY KEY AUTOINCREMENT, {key} {key_type}, {} INTEGER, \
         {memo} TEXT{last})",
        numbers.join(" INTEGER, "),
    ))?;
    match kind {
        OpeningBookKind::Xqb => transaction.execute_batch(
            "CREATE TABLE information(name TEXT, value TEXT);
             INSERT INTO information VALUES ('version', '1'), ('type', 'xiangqi')",
        )?,
        OpeningBookKind::PfBook => transaction.execute_batch(
            "CREATE TABLE bookVersion(key TEXT, version TEXT);
             INSERT INTO bookVersion VALUES ('version', '1')",
        )?,
        OpeningBookKind::Obk | OpeningBookKind::BookDat => {}
    }
    {
        let mut insert = transaction.prepare(&format!(
            "INSERT INTO {name}({}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            columns.join(", ")
        ))?;
        for row in rows {
            cancel::checkpoint()?;
            let key = match &row.key {
                RowKey::Integer(key) => Value::Integer(*key),
                RowKey::Real(key) => Value::Real(*key),
                RowKey::Bytes(key) => Value::Blob(key.clone()),
            };
            let memo = (!row.memo.is_empty()).then_some(&row.memo);
            let [won, drawn, lost] = row.results;
            let valid = u8::from(!row.is_off);
            insert.execute(params![key, row.code, row.score, won, drawn, lost, valid, memo])?;
        }
    }
    transaction.execute_batch(&format!("CREATE INDEX idxkey ON {name}({key})"))?;
    transaction.commit()?;
    Ok(conn.serialize(MAIN_DB)?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_of(sql: &str) -> Vec<u8> {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(sql).unwrap();
        conn.serialize(MAIN_DB).unwrap().to_vec()
    }

    fn refused(sql: &str) -> String {
        read_opening_book(file_of(sql)).unwrap_err().to_string()
    }

    #[test]
    fn rows_come_back_from_each_format() {
        for kind in [OpeningBookKind::Obk, OpeningBookKind::PfBook, OpeningBookKind::Xqb] {
            let key = match kind {
                OpeningBookKind::Xqb => RowKey::Bytes(vec![1, 2, 3]),
                _ => RowKey::Integer(-7),
            };
            let row = BookRow {
                key,
                code: 0xAAA7,
                score: -12,
                results: [3, 1, 2],
                is_off: true,
                memo: "中炮".to_owned(),
            };
            let rows = [BookRow { is_off: false, memo: String::new(), ..row.clone() }, row];
            let mut file = write_opening_book(kind, &rows).unwrap();
            assert!(is_sqlite(&file));
            file[FORMATS].fill(2);
            let (found, read, odd) = read_opening_book(file).unwrap();
            assert_eq!((found, read.as_slice(), odd), (kind, &rows[..], 0));
        }
    }

    #[test]
    fn a_schema_that_computes_is_not_read() {
        const COLUMNS: &str = "1 AS vkey, 1 AS vmove, 1 AS vscore, 1 AS vwin, 1 AS vdraw, 1 AS vlost, \
                               1 AS vvalid, 1 AS vmemo";
        assert!(
            refused(&format!("CREATE VIEW bhobk AS SELECT {COLUMNS}")).contains("must be a plain")
        );
        let computed = "CREATE TABLE bhobk(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid);
                        INSERT INTO bhobk(vkey, vmove) VALUES (1, 1);
                        ALTER TABLE bhobk ADD COLUMN vmemo AS (hex(zeroblob(500000000 * vkey)))";
        assert!(refused(computed).contains("must be a plain"), "{}", refused(computed));
        assert!(refused("CREATE TABLE other(vkey)").contains("no opening book"));
        assert!(refused("CREATE TABLE bhobk(vkey)").contains("no such column"));
        let chess = "CREATE TABLE book(key, move, score, win, draw, lost, valid, memo);
                     CREATE TABLE information(name, value);
                     INSERT INTO information VALUES ('type', 'chess')";
        assert_eq!(refused(chess), "a book of \"chess\": expected xiangqi");
        let odd = "CREATE TABLE bhobk(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo);
                   INSERT INTO bhobk(vkey, vmove, vwin) VALUES ('a', 1, 1), (1, -1, 1), (2, 3, 1e300)";
        let (_, rows, odd) = read_opening_book(file_of(odd)).unwrap();
        assert_eq!((rows.len(), odd, rows[0].results), (1, 2, [u32::MAX, 0, 0]));
    }

    #[test]
    fn a_file_that_is_too_large_is_not_called_damaged() {
        // Files are read just far enough to exceed the limit.
        let mut file = vec![0; (64 << 20) + 1];
        file[..MAGIC.len()].copy_from_slice(MAGIC);
        let refused = read_opening_book(file).expect_err("too large").to_string();
        assert!(refused.starts_with("larger than 64 MiB: "), "{refused}");
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        let whole = write_opening_book(
            OpeningBookKind::Obk,
            &(0..500)
                .map(|key| BookRow { key: RowKey::Integer(key), ..BookRow::default() })
                .collect::<Vec<_>>(),
        )
        .unwrap();
        for length in [0, 16, 99, 100, 1024, whole.len() / 2, whole.len() - 4096] {
            assert!(read_opening_book(whole[..length].to_vec()).is_err(), "{length}");
        }
        for at in (0..whole.len()).step_by(97) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xFF;
            // Any result is right, but no panic.
            let _ = read_opening_book(damaged);
        }
    }
}

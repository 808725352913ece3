//! A database as SQL statements that any SQLite program can run.

use std::io::Write;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::{connection, identity, migration};
use crate::StoreError;
use crate::sql::fault::Fault;

/// Writes the tables of a database as SQL, from one snapshot. Their checksums are left out: only
/// this program has the function that computes them. [`recover`](super::recover::recover) reads the
/// loaded tables back.
///
/// # Errors
/// Those of opening and reading the database, and of `out`, which writes the file `target`.
pub fn dump(database: &Path, target: &Path, out: &mut dyn Write) -> Result<(), StoreError> {
    let file = database.display().to_string();
    let dumped = std::path::absolute(database).map_err(Fault::from).and_then(|path| {
        identity::refuse_foreign(&path, &file, migration::newest())?;
        let conn = connection::open_unmigrated(&path)?;
        let snapshot = conn.unchecked_transaction()?;
        let version = identity::schema_version(&snapshot, &file, migration::newest())?;
        write(&snapshot, version, out)
    });
    dumped.map_err(|fault| match fault {
        Fault::Io(_) => fault.at(&target.display().to_string()),
        fault => fault.at(&file),
    })
}

fn write(conn: &Connection, version: u32, out: &mut dyn Write) -> Result<(), Fault> {
    writeln!(out, "PRAGMA foreign_keys = OFF;")?;
    writeln!(out, "BEGIN TRANSACTION;")?;
    let sql =
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
               ORDER BY rowid";
    let mut tables = conn.prepare(sql)?;
    let mut rows = tables.query([])?;
    while let Some(row) = rows.next()? {
        let (name, sql): (String, String) = (row.get(0)?, row.get(1)?);
        writeln!(out, "{};", without_seal(&sql))?;
        write_rows(conn, &name, out)?;
    }
    writeln!(out, "DELETE FROM sqlite_sequence;")?;
    write_rows(conn, "sqlite_sequence", out)?;
    let sql = "SELECT sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
               ORDER BY rowid";
    let mut others = conn.prepare(sql)?;
    let mut rows = others.query([])?;
    while let Some(row) = rows.next()? {
        writeln!(out, "{};", row.get::<_, String>(0)?)?;
    }
    writeln!(out, "PRAGMA user_version = {version};")?;
    writeln!(out, "COMMIT;")?;
    Ok(out.flush()?)
}

/// Removes the computed column from a table's statement.
fn without_seal(sql: &str) -> String {
    let (start, end) = ("seal INTEGER NOT NULL AS (", ") STORED");
    let found = sql.split_once(start).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(end)?;
        Some(format!("{}{after}", before.trim_end().strip_suffix(',')?))
    });
    found.unwrap_or_else(|| sql.to_owned())
}

fn write_rows(conn: &Connection, table: &str, out: &mut dyn Write) -> Result<(), Fault> {
    let sql = "SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_table_xinfo(?1)
               WHERE hidden = 0 ORDER BY cid)";
    let columns: String = conn.query_row(sql, [table], |row| row.get(0))?;
    let mut statement = conn.prepare(&format!("SELECT {columns} FROM {table}"))?;
    let count = statement.column_count();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        write!(out, "INSERT INTO {table} ({columns}) VALUES (")?;
        for index in 0..count {
            out.write_all(if index > 0 { b"," } else { b"" })?;
            write_value(row.get_ref(index)?, out)?;
        }
        writeln!(out, ");")?;
    }
    Ok(())
}

fn write_value(value: ValueRef<'_>, out: &mut dyn Write) -> std::io::Result<()> {
    match value {
        ValueRef::Null => out.write_all(b"NULL"),
        ValueRef::Integer(number) => write!(out, "{number}"),
        // SQLite reads this text as the same number, and keeps its type.
        ValueRef::Real(number) if number.is_finite() => write!(out, "{number:e}"),
        ValueRef::Real(number) => write!(out, "{}9e999", if number < 0.0 { "-" } else { "" }),
        ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => write!(out, "'{}'", text.replace('\'', "''")),
            // A literal ends at a zero byte.
            _ => {
                out.write_all(b"CAST(")?;
                write_bytes(bytes, out)?;
                out.write_all(b" AS TEXT)")
            }
        },
        ValueRef::Blob(bytes) => write_bytes(bytes, out),
    }
}

fn write_bytes(bytes: &[u8], out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(b"X'")?;
    bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))?;
    out.write_all(b"'")
}

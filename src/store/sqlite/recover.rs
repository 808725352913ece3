//! Recovery of a damaged database: every row that can be read, in a new file.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use serde::Serialize;
use tempfile::TempDir;

use super::side_files::with_suffix;
use super::{backup, connection, identity, migration, seal};
use crate::StoreError;
use crate::sql::fault::Fault;
use crate::sql::history;

/// Maximum number of key ranges of a table that are tried separately.
const MAX_RANGES: usize = 10_000;

/// What was recovered of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRecovery {
    /// The table.
    pub table: String,
    /// Number of rows in the new database.
    pub recovered: u64,
    /// Number of rows that are missing there; null if the damaged file does not show it.
    pub lost: Option<u64>,
}

/// Copies all rows of `damaged` that can be read, and match their checksums, into a new database.
/// The damaged file is not opened, only copied; no program may use it. A plain copy of the
/// tables in SQLite, such as one loaded from a dump, is read as well.
///
/// # Errors
/// [`StoreError::AlreadyExists`] if `target` exists; [`StoreError::NotAStore`] if not even the list
/// of tables can be read; [`StoreError::OutdatedFile`]; [`StoreError::NewerFile`]; any I/O error.
pub fn recover(damaged: &Path, target: &Path) -> Result<Vec<TableRecovery>, StoreError> {
    let file = damaged.display().to_string();
    recover_into(damaged, target, &file).map_err(|fault| fault.at(&file))
}

fn recover_into(damaged: &Path, target: &Path, file: &str) -> Result<Vec<TableRecovery>, Fault> {
    let target = std::path::absolute(target)?;
    let directory =
        TempDir::with_prefix_in(".joseki-recover-", target.parent().unwrap_or(&target))?;
    let (copy, new) = (directory.path().join("damaged.db"), directory.path().join("new.db"));
    for end in ["", "-wal", "-journal"] {
        let from = with_suffix(damaged, end);
        if from.try_exists()? {
            fs::copy(from, with_suffix(&copy, end))?;
        }
    }
    let source = connection::open_unmigrated(&copy)?;
    let steps = steps_of(&source, file)?;
    let conn = Connection::open(&new)?;
    seal::register(&conn)?;
    conn.pragma_update(None, "synchronous", "OFF")?;
    migration::migrate(&conn, &new, file, steps)?;
    conn.execute_batch("BEGIN")?;
    let triggers = take_triggers(&conn)?;
    let tables = names(
        &conn,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )?;
    let mut expected = Vec::new();
    for table in &tables {
        expected.push(copy_table(&source, &conn, table)?);
    }
    copy_sequences(&source, &conn)?;
    add_missing_books(&conn)?;
    while remove_orphans(&conn, &tables)? > 0 {}
    // What was lost may happen again under the same numbers.
    history::renew((&conn).into())?;
    conn.execute_batch(&triggers)?;
    conn.execute_batch("COMMIT")?;
    backup::copy(&conn, &target)?;
    let recoveries = tables.into_iter().zip(expected).map(|(table, expected)| {
        let recovered = count(&conn, &table)?;
        let lost = expected.map(|expected| expected.saturating_sub(recovered));
        Ok(TableRecovery { table, recovered, lost })
    });
    recoveries.collect()
}

/// Returns the migration steps that lead from the baseline to the schema of the damaged file.
fn steps_of(
    source: &Connection,
    file: &str,
) -> Result<&'static [migration::MigrationStep<'static>], Fault> {
    let foreign = |detail: &str| {
        StoreError::NotAStore { file: file.to_owned(), detail: detail.to_owned() }.into()
    };
    let number = |name: &str| source.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    let (id, version) = (number("application_id")?, number("user_version")?);
    // A database that was loaded from a dump has no id.
    let has_books = "SELECT count(*) FROM sqlite_schema WHERE name IN ('book', 'node')";
    let found: u32 = source.query_row(has_books, [], |row| row.get(0))?;
    if found < 2 || ![0, identity::APPLICATION_ID].contains(&id) {
        return Err(foreign("it has no tables of a joseki database"));
    }
    if version == 0 {
        return Err(foreign("its header does not state a schema"));
    }
    identity::require_known(version, migration::newest(), file)?;
    Ok(migration::steps_to(version).unwrap_or_default())
}

/// Removes the triggers, which forbid deletions; returns the statements that create them again.
fn take_triggers(conn: &Connection) -> Result<String, Fault> {
    let triggers = "FROM sqlite_schema WHERE type = 'trigger'";
    let created = names(conn, &format!("SELECT sql || ';' {triggers}"))?;
    for name in names(conn, &format!("SELECT name {triggers}"))? {
        conn.execute_batch(&format!("DROP TRIGGER {name}"))?;
    }
    Ok(created.join("\n"))
}

/// Copies what can be read of a table; returns how many rows it had, if that is known.
fn copy_table(source: &Connection, target: &Connection, table: &str) -> Result<Option<u64>, Fault> {
    const STORED: &str = "SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY cid";
    let known = names_of(source, STORED, table)?;
    let columns: Vec<String> =
        names_of(target, STORED, table)?.into_iter().filter(|name| known.contains(name)).collect();
    if columns.is_empty() {
        return Ok(Some(0));
    }
    let all = columns.join(", ");
    let places = vec!["?"; columns.len()].join(", ");
    // A new database has a row of its own in a table of one row.
    let verb = if count(target, table)? == 0 { "INSERT OR IGNORE" } else { "REPLACE" };
    let mut insert = target.prepare(&format!("{verb} INTO {table} ({all}) VALUES ({places})"))?;
    let has_seal = "SELECT name FROM pragma_table_xinfo(?1) WHERE name = 'seal'";
    let sealed = !names_of(source, has_seal, table)?.is_empty();
    let sound = if sealed { format!("seal IS seal({all})") } else { "1".to_owned() };
    let keys = "SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk";
    let without_rowid = "SELECT name FROM pragma_table_list(?1) WHERE wr = 1";
    let key = if names_of(source, without_rowid, table)?.is_empty() {
        "rowid".to_owned()
    } else {
        names_of(source, keys, table)?.join(", ")
    };
    let mut reader = TableReader { source, table, key, row: format!("{sound}, {all}"), read: 0 };
    let mut insert_row = |row: &Row<'_>| -> rusqlite::Result<()> {
        let values: rusqlite::Result<Vec<Value>> =
            (2..columns.len() + 2).map(|index| row.get(index)).collect();
        // A row with a broken checksum, or one that the schema forbids, is lost.
        match (row.get(1), values) {
            (Ok(true), Ok(values)) => match insert.execute(params_from_iter(values)) {
                Err(error) if is_refused(&error) => Ok(()),
                done => done.map(drop),
            },
            _ => Ok(()),
        }
    };
    let complete = if reader.key == "rowid" {
        reader.read_by_ranges(&mut insert_row)?
    } else {
        reader.read_from_both_ends(&mut insert_row)?
    };
    let counted = if complete { Some(reader.read) } else { count(source, table).ok() };
    Ok(counted)
}

fn is_refused(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation)
}

/// Reads the rows of a damaged table around its damaged pages.
struct TableReader<'c> {
    source: &'c Connection,
    table: &'c str,
    /// The columns of the primary key, or `rowid`.
    key: String,
    /// The other expressions to select.
    row: String,
    read: u64,
}

type InsertRow<'f> = dyn FnMut(&Row<'_>) -> rusqlite::Result<()> + 'f;

impl TableReader<'_> {
    /// Reads ranges of row ids from both ends until a page cannot be read, and halves what is left.
    /// Returns whether all of it was read.
    fn read_by_ranges(&mut self, insert: &mut InsertRow<'_>) -> Result<bool, Fault> {
        let mut ranges = VecDeque::from([(i64::MIN, i64::MAX)]);
        let (mut complete, mut tried) = (true, 0);
        while let Some((mut low, mut high)) = ranges.pop_front() {
            let (up, read_all) = self.read_range(low, high, "ASC", insert)?;
            if read_all {
                continue;
            }
            complete = false;
            low = up.map_or(low, |last| last.saturating_add(1));
            let (down, read_all) = self.read_range(low, high, "DESC", insert)?;
            high = down.map_or(high, |last| last.saturating_sub(1));
            tried += 1;
            if !read_all && low < high && tried < MAX_RANGES {
                let middle = low.midpoint(high);
                ranges.extend([(low, middle), (middle + 1, high)]);
            }
        }
        Ok(complete)
    }

    /// Reads a range of row ids; returns the last one that was read, and whether it was all.
    fn read_range(
        &mut self,
        low: i64,
        high: i64,
        order: &str,
        insert: &mut InsertRow<'_>,
    ) -> Result<(Option<i64>, bool), Fault> {
        let TableReader { source, table, row, .. } = self;
        let sql = format!(
            "SELECT rowid, {row} FROM {table} NOT INDEXED WHERE rowid BETWEEN ?1 AND ?2
             ORDER BY rowid {order}"
        );
        let mut last: Option<i64> = None;
        let complete = {
            let mut statement = source.prepare(&sql)?;
            let mut rows = statement.query([low, high])?;
            loop {
                match rows.next() {
                    Ok(Some(row)) => {
                        let id: i64 = row.get(0)?;
                        // Pages that refer to each other wrongly could go round in circles.
                        let follows = match order {
                            "ASC" => last.is_none_or(|last| id > last),
                            _ => last.is_none_or(|last| id < last),
                        };
                        if !follows || !(low..=high).contains(&id) {
                            break false;
                        }
                        insert(row)?;
                        last = Some(id);
                        self.read += 1;
                    }
                    Ok(None) => break true,
                    Err(error) => break give_up(error)?,
                }
            }
        };
        Ok((last, complete))
    }

    /// Reads a table without row ids from its start and, if that fails, from its end.
    fn read_from_both_ends(&mut self, insert: &mut InsertRow<'_>) -> Result<bool, Fault> {
        for order in ["ASC", "DESC"] {
            let keys: Vec<String> =
                self.key.split(", ").map(|column| format!("{column} {order}")).collect();
            let sql = format!(
                "SELECT 0, {} FROM {} NOT INDEXED ORDER BY {}",
                self.row,
                self.table,
                keys.join(", ")
            );
            let mut statement = self.source.prepare(&sql)?;
            let mut rows = statement.query([])?;
            loop {
                match rows.next() {
                    Ok(Some(row)) => {
                        insert(row)?;
                        self.read += 1;
                    }
                    Ok(None) if order == "ASC" => return Ok(true),
                    Ok(None) => break,
                    Err(error) => {
                        give_up(error)?;
                        break;
                    }
                }
            }
        }
        Ok(false)
    }
}

/// Returns false for an error of the damaged file, and any other error as it is.
fn give_up(error: rusqlite::Error) -> Result<bool, Fault> {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase, SystemIoFailure};
    match error.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase | SystemIoFailure) => Ok(false),
        _ => Err(error.into()),
    }
}

/// Keeps ids from being used again.
fn copy_sequences(source: &Connection, target: &Connection) -> Result<(), Fault> {
    let mut statement = source.prepare("SELECT name, seq FROM sqlite_sequence")?;
    let mut rows = statement.query([])?;
    loop {
        let row = match rows.next() {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(()),
            // What was copied has its own highest ids.
            Err(error) => return give_up(error).map(drop),
        };
        let (Ok(name), Ok(seq)) = (row.get::<_, String>(0), row.get::<_, i64>(1)) else {
            continue;
        };
        let sql = "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1";
        if target.execute(sql, (&name, seq))? == 0 {
            let sql = "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)";
            target.execute(sql, (&name, seq))?;
        }
    }
}

/// Gives nodes whose book was lost a book, and books their empty corner.
fn add_missing_books(conn: &Connection) -> Result<(), Fault> {
    Ok(conn.execute_batch(
        "INSERT OR IGNORE INTO book (id, name, version, nodes, lines, created, changed)
         SELECT DISTINCT book_id, 'recovered-' || book_id, 1, 0, 0, unixepoch(), unixepoch() FROM node
         WHERE book_id NOT IN (SELECT id FROM book);
         INSERT OR IGNORE INTO node (id, book_id, parent_id, step, ends)
         SELECT id << 32, id, NULL, '', 0 FROM book WHERE id << 32 NOT IN (SELECT id FROM node);",
    )?)
}

/// Removes rows that refer to a lost row; returns how many.
fn remove_orphans(conn: &Connection, tables: &[String]) -> Result<usize, Fault> {
    let mut removed = 0;
    for table in tables {
        let sql = "SELECT format('DELETE FROM %s WHERE %s NOT IN (SELECT %s FROM %s)', ?1, \"from\", \"to\", \"table\")
                   FROM pragma_foreign_key_list(?1)";
        for sql in names_of(conn, sql, table)? {
            removed += conn.execute(&sql, [])?;
        }
    }
    Ok(removed)
}

fn count(conn: &Connection, table: &str) -> Result<u64, Fault> {
    Ok(conn.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?)
}

fn names(conn: &Connection, sql: &str) -> Result<Vec<String>, Fault> {
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn names_of(conn: &Connection, sql: &str, table: &str) -> Result<Vec<String>, Fault> {
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([table], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

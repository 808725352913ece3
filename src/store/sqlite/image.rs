//! New databases from an image: the bytes of a complete database, without a log.

use std::io::{ErrorKind, Write};
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB};

use super::side_files::{SIDE_FILE_SUFFIXES, with_suffix};
use super::{backup, connection, identity, migration};
use crate::sql::fault::Fault;
use crate::sql::{clock, history};

/// The columns of an image that have the time when it was made.
const TIMES: [(&str, &str); 3] = [("book", "created"), ("book", "changed"), ("change", "at")];

/// Makes a database from an image, with a history of its own and the times of now. The file appears
/// under its name when it is complete and on the disk. Returns false if there is a file already, or
/// a log without one.
pub(super) fn create(path: &Path, file: &str, image: &[u8]) -> Result<bool, Fault> {
    let path = std::path::absolute(path)?;
    if exists(&path)? {
        return Ok(false);
    }
    let conn = begin(image, file)?;
    place(&path, &conn.serialize(MAIN_DB)?)
}

/// Checks for a file, and for the log of a database that is gone: SQLite would take it for the log
/// of the new one, but discards it beside an empty file.
fn exists(path: &Path) -> Result<bool, Fault> {
    for end in [""].iter().chain(&SIDE_FILE_SUFFIXES) {
        if with_suffix(path, end).try_exists()? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Begins a history in a copy of an image in memory.
fn begin(image: &[u8], file: &str) -> Result<Connection, Fault> {
    let mut conn = connection::open_copy(image)?;
    let known = migration::newest();
    let schema = identity::schema_version(&conn, file, known)?;
    identity::require_newest(schema, known, file)?;
    // They protect the log of a database that somebody uses already.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    let transaction = conn.transaction()?;
    history::renew((&*transaction).into())?;
    let now = clock::now();
    for (table, column) in TIMES {
        transaction.execute(&format!("UPDATE {table} SET {column} = ?1"), [now])?;
    }
    transaction.commit()?;
    Ok(conn)
}

/// Writes a new file, which its owner alone may read. Returns false if another program made one of
/// that name meanwhile.
fn place(path: &Path, bytes: &[u8]) -> Result<bool, Fault> {
    let directory = path.parent().unwrap_or(path);
    // On Unix, temporary files have the rights of `connection::create_private`.
    let mut written = tempfile::Builder::new().prefix(".joseki-new-").tempfile_in(directory)?;
    written.write_all(bytes)?;
    written.as_file().sync_all()?;
    match written.persist_noclobber(path) {
        Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        placed => placed.map_err(|failed| failed.error)?,
    };
    backup::sync_directory(path)?;
    Ok(true)
}

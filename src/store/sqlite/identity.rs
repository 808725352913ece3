//! Identification of files: empty, a store of this program, or something else.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use rusqlite::Connection;

use super::side_files::with_suffix;
use crate::StoreError;
use crate::sql::fault::Fault;

/// Marks a file as a store of this program: the letters `JOSK`.
pub(super) const APPLICATION_ID: u32 = 0x4a4f_534b;

/// The schema of the first release, which is the oldest one that this program opens.
pub(super) const BASELINE: u32 = 19;

/// The start of SQLite files.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The start of SQLite's rollback journals.
const JOURNAL_MAGIC: &[u8; 8] = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";

/// Size of the file's header and of the header of its first page, which is the list of tables.
const HEADER: usize = 108;

/// Rejects files that are not stores, without touching them and without SQLite, which creates files
/// next to a database that it only reads. Returns true if the file has a log that may change the
/// result and needs a check as well.
pub(super) fn refuse_foreign(path: &Path, file: &str, known: u32) -> Result<bool, Fault> {
    let Some(header) = read_header(path)? else {
        return Ok(false);
    };
    if !header.starts_with(MAGIC) {
        if header.iter().all(|byte| *byte == 0) && was_empty(path)? {
            return Ok(true);
        }
        return Err(foreign(file, "it is not an SQLite file").into());
    }
    if header.len() < HEADER {
        return Err(foreign(file, "it is truncated").into());
    }
    let number = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|byte| header[at + byte]));
    let objects = u64::from(u16::from_be_bytes([header[103], header[104]]));
    let has_log = has_log(path)?;
    match (number(68), number(60)) {
        (0, _) if has_log => Ok(true),
        // The log may have the conversion to a schema that this program opens.
        (APPLICATION_ID, version) if has_log && version < BASELINE => Ok(true),
        (id, version) => identify(id, version, objects, known, file).map(|_| has_log),
    }
}

/// Returns the schema of an open database, 0 for an empty one; rejects databases that are not
/// stores, schemas older than the baseline, and schemas newer than `known`.
pub(super) fn schema_version(conn: &Connection, file: &str, known: u32) -> Result<u32, Fault> {
    // A single statement reads one snapshot: another program may be creating the store right now.
    let sql = "SELECT (SELECT application_id FROM pragma_application_id),
                      (SELECT user_version FROM pragma_user_version),
                      (SELECT count(*) FROM sqlite_schema)";
    let row = conn.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let (id, version, objects): (u32, u32, u64) = row;
    identify(id, version, objects, known, file)
}

/// Identifies a database by the numbers in its header. Of `objects`, the number of tables where
/// available, only zero or not matters.
fn identify(id: u32, version: u32, objects: u64, known: u32, file: &str) -> Result<u32, Fault> {
    match (id, version, objects) {
        (APPLICATION_ID, ..) => require_known(version, known, file).map(|()| version),
        (0, 0, 0) => Ok(0),
        (0, ..) => Err(foreign(file, "it is a database of another program").into()),
        (other, ..) => Err(another_program(file, other).into()),
    }
}

/// Checks whether SQLite's journal next to the file records that the file was empty before. A power
/// cut may leave later sectors of a new file's first page but not its first one; SQLite then rolls
/// the page back.
fn was_empty(path: &Path) -> Result<bool, Fault> {
    let journal = read_header(&with_suffix(path, "-journal"))?.unwrap_or_default();
    let pages = journal.get(16..20);
    Ok(journal.starts_with(JOURNAL_MAGIC) && pages == Some(&[0; 4]))
}

/// Checks whether SQLite left a log or journal next to the file.
fn has_log(path: &Path) -> Result<bool, Fault> {
    for end in ["-wal", "-journal"] {
        if with_suffix(path, end).try_exists()? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads the first bytes of a file; `None` if it is missing or empty.
fn read_header(path: &Path) -> Result<Option<Vec<u8>>, Fault> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let mut header = Vec::new();
    file.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
    Ok(Some(header).filter(|header| !header.is_empty()))
}

/// Checks that this program opens a schema.
pub(super) fn require_known(found: u32, known: u32, file: &str) -> Result<(), Fault> {
    let file = file.to_owned();
    match found {
        ..BASELINE => Err(StoreError::OutdatedFile { file, found }.into()),
        _ if found > known => Err(StoreError::NewerFile { file, found, known }.into()),
        _ => Ok(()),
    }
}

/// Checks that a store that cannot be migrated has the schema that this program reads.
pub(super) fn require_newest(found: u32, known: u32, file: &str) -> Result<(), Fault> {
    if found < known {
        let file = file.to_owned();
        return Err(StoreError::OlderFile { file, found, known }.into());
    }
    Ok(())
}

fn another_program(file: &str, id: u32) -> StoreError {
    let detail = format!("it is a database of another program, with application id {id:#010x}");
    foreign(file, &detail)
}

fn foreign(file: &str, detail: &str) -> StoreError {
    StoreError::NotAStore { file: file.to_owned(), detail: detail.to_owned() }
}

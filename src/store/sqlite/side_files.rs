//! The files beside a database, whose names begin with its own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::sql::fault::Fault;

/// Suffixes of the files that SQLite may leave next to a database.
pub(super) const SIDE_FILE_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Appends a suffix to a path.
pub(super) fn with_suffix(path: &Path, end: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Removes a file if it exists.
pub(super) fn remove_if_exists(path: &Path) -> Result<(), Fault> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        done => Ok(done?),
    }
}

/// Removes the files that SQLite may have left next to a database.
pub(super) fn remove_side_files(database: &Path) -> Result<(), Fault> {
    SIDE_FILE_SUFFIXES.iter().try_for_each(|end| remove_if_exists(&with_suffix(database, end)))
}

//! Copies of a database while it is in use.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::fault::Fault;
use crate::store::StoreError;

/// Writes what the connection sees to a new file. It takes its name once it is on the disk.
pub(super) fn copy(conn: &Connection, target: &Path) -> Result<(), Fault> {
    refuse_existing(target)?;
    let partial = partial_path(target);
    remove_if_there(&partial)?;
    let written = write(conn, &partial).and_then(|()| publish(&partial, target));
    if written.is_err() {
        // The first error says why; a partial file that stays is overwritten next time.
        drop(remove_if_there(&partial));
    }
    written
}

/// One read transaction, so the copy is of one moment; readers and the writer go on meanwhile.
fn write(conn: &Connection, partial: &Path) -> Result<(), Fault> {
    let name = partial.to_str().ok_or_else(|| StoreError::Invalid {
        detail: format!("the path {} is not UTF-8", partial.display()),
    })?;
    conn.execute("VACUUM INTO ?1", [name])?;
    Ok(File::open(partial)?.sync_all()?)
}

fn publish(partial: &Path, target: &Path) -> Result<(), Fault> {
    refuse_existing(target)?;
    fs::rename(partial, target)?;
    sync_directory(target)
}

/// A new name lives in its directory, which has to reach the disk too.
fn sync_directory(target: &Path) -> Result<(), Fault> {
    match target.parent() {
        Some(directory) if cfg!(unix) => Ok(File::open(directory)?.sync_all()?),
        _ => Ok(()),
    }
}

fn refuse_existing(target: &Path) -> Result<(), Fault> {
    if !target.try_exists()? {
        return Ok(());
    }
    let what = format!("a file {}", target.display());
    Err(StoreError::AlreadyExists { what }.into())
}

fn partial_path(target: &Path) -> PathBuf {
    let mut name: OsString = target.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

fn remove_if_there(path: &Path) -> Result<(), Fault> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        done => Ok(done?),
    }
}

//! Backups of a database while it is in use.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};

use super::side_files::{remove_if_exists, with_suffix};
use super::{account, connection, identity, migration};
use crate::sql::fault::Fault;
use crate::{FileSummary, StoreError};

/// A complete copy of a database that is on the disk but has no name yet. It is removed when
/// dropped without [`Backup::publish`].
#[derive(Debug)]
pub struct Backup {
    partial: PathBuf,
    target: PathBuf,
    published: bool,
}

impl Backup {
    /// Copies a snapshot of a database that others may be using. The database is not changed, even
    /// if its schema is older than this program's.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`], [`StoreError::OutdatedFile`] and [`StoreError::NewerFile`] for a
    /// file that is not one of this program's; [`StoreError::AlreadyExists`] if `target` exists;
    /// [`StoreError::Corrupt`] if the database cannot be read; [`StoreError::DiskFull`] or any other
    /// I/O error.
    pub fn begin(database: &Path, target: &Path) -> Result<Backup, StoreError> {
        let file = database.display().to_string();
        let place = std::path::absolute(target).map_err(Fault::from);
        let partial = place.and_then(|target| Ok((prepare(&target)?, target)));
        let (partial, target) = partial.map_err(|fault| fault.at(&target.display().to_string()))?;
        let backup = Backup { partial, target, published: false };
        match backup.copy(database, &file) {
            Ok(()) => Ok(backup),
            Err(fault) => {
                let blamed = backup.affected_file(&file, &fault);
                Err(fault.at(&blamed))
            }
        }
    }

    /// Returns the contents of the copy; checks all of it if `deep` is set.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn summary(&self, deep: bool) -> Result<FileSummary, StoreError> {
        let file = self.target.display().to_string();
        account::summarize_file(&self.partial, &file, deep).map_err(|fault| fault.at(&file))
    }

    /// Gives the copy its name.
    ///
    /// # Errors
    /// [`StoreError::AlreadyExists`] if a file of that name was created in the meantime, or any I/O
    /// error.
    pub fn publish(mut self) -> Result<(), StoreError> {
        let file = self.target.display().to_string();
        publish(&self.partial, &self.target).map_err(|fault| fault.at(&file))?;
        self.published = true;
        Ok(())
    }

    fn copy(&self, database: &Path, file: &str) -> Result<(), Fault> {
        // SQLite gives some names a special meaning; an absolute path is never one of them.
        let database = std::path::absolute(database)?;
        identity::refuse_foreign(&database, file, migration::newest())?;
        write(&connection::open_to_copy(&database, file)?, &self.partial)
    }

    /// The file that caused an error: the one being read, or the one being written.
    fn affected_file(&self, database: &str, fault: &Fault) -> String {
        let written = match fault {
            Fault::Io(_) => true,
            _ => matches!(
                fault.code(),
                Some(ErrorCode::DiskFull | ErrorCode::CannotOpen | ErrorCode::ReadOnly)
            ),
        };
        if written { self.target.display().to_string() } else { database.to_owned() }
    }
}

impl Drop for Backup {
    fn drop(&mut self) {
        if !self.published {
            // A leftover partial file is overwritten next time.
            drop(remove_if_exists(&self.partial));
        }
    }
}

/// Writes what the connection sees to a new file, which gets its name once it is on the disk.
pub(super) fn copy(conn: &Connection, target: &Path) -> Result<(), Fault> {
    let partial = prepare(target)?;
    let written = write(conn, &partial).and_then(|()| publish(&partial, target));
    if written.is_err() {
        // The first error is the cause; a leftover partial file is overwritten next time.
        drop(remove_if_exists(&partial));
    }
    written
}

/// Returns the path to which a copy is written before it gets its name.
fn prepare(target: &Path) -> Result<PathBuf, Fault> {
    refuse_existing(target)?;
    let partial = partial_path(target);
    remove_if_exists(&partial)?;
    Ok(partial)
}

/// Copies in one read transaction, so from one snapshot; readers and the writer continue.
fn write(conn: &Connection, partial: &Path) -> Result<(), Fault> {
    let name = partial.to_str().ok_or_else(|| StoreError::Invalid {
        detail: format!("the path {} is not UTF-8", partial.display()),
    })?;
    connection::create_private(partial);
    conn.execute("VACUUM INTO ?1", [name])?;
    Ok(File::open(partial)?.sync_all()?)
}

fn publish(partial: &Path, target: &Path) -> Result<(), Fault> {
    refuse_existing(target)?;
    fs::rename(partial, target)?;
    sync_directory(target)
}

/// Syncs the directory too, since it holds the file's new name.
pub(super) fn sync_directory(target: &Path) -> Result<(), Fault> {
    match target.parent() {
        Some(directory) if cfg!(unix) => Ok(File::open(directory)?.sync_all()?),
        _ => Ok(()),
    }
}

fn refuse_existing(target: &Path) -> Result<(), Fault> {
    if !target.try_exists()? {
        return Ok(());
    }
    let what = format!("file {}", target.display());
    Err(StoreError::AlreadyExists { what }.into())
}

fn partial_path(target: &Path) -> PathBuf {
    with_suffix(target, ".partial")
}

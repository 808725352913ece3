//! Copies of a database while it is in use.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};

use super::fault::Fault;
use super::{account, connection, identity, migration};
use crate::store::{FileAccount, StoreError};

/// A copy of a database that is complete and on the disk, and has no name yet. Dropped without
/// [`Backup::publish`] it disappears.
#[derive(Debug)]
pub struct Backup {
    partial: PathBuf,
    target: PathBuf,
    published: bool,
}

impl Backup {
    /// Copies a database, which others may be using, as it is at one moment. The database is not
    /// changed, also if its schema is older than this program's.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`] and [`StoreError::NewerFile`] for a file that is none of this program's;
    /// [`StoreError::AlreadyExists`] if `target` is there; [`StoreError::Corrupt`] if it cannot be read;
    /// [`StoreError::DiskFull`] and whatever else a disk can cause.
    pub fn begin(database: &Path, target: &Path) -> Result<Backup, StoreError> {
        let file = database.display().to_string();
        let place = std::path::absolute(target).map_err(Fault::from);
        let partial = place.and_then(|target| Ok((prepare(&target)?, target)));
        let (partial, target) = partial.map_err(|fault| fault.at(&target.display().to_string()))?;
        let backup = Backup {
            partial,
            target,
            published: false,
        };
        match backup.copy(database, &file) {
            Ok(()) => Ok(backup),
            Err(fault) => {
                let blamed = backup.blamed(&file, &fault);
                Err(fault.at(&blamed))
            }
        }
    }

    /// What the copy holds; looked at whole if `deep` says so.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn account(&self, deep: bool) -> Result<FileAccount, StoreError> {
        let file = self.target.display().to_string();
        account::of_file(&self.partial, &file, deep).map_err(|fault| fault.at(&file))
    }

    /// Gives the copy its name.
    ///
    /// # Errors
    /// [`StoreError::AlreadyExists`] if somebody else made a file of that name meanwhile, and whatever a disk
    /// can cause.
    pub fn publish(mut self) -> Result<(), StoreError> {
        let file = self.target.display().to_string();
        publish(&self.partial, &self.target).map_err(|fault| fault.at(&file))?;
        self.published = true;
        Ok(())
    }

    fn copy(&self, database: &Path, file: &str) -> Result<(), Fault> {
        // SQLite has names that are no files; an absolute path is none.
        let database = std::path::absolute(database)?;
        identity::refuse_foreign(&database, file, migration::newest())?;
        let conn = connection::open_as_it_is(&database)?;
        identity::schema_version(&conn, file, migration::newest())?;
        write(&conn, &self.partial)
    }

    /// The file that an error is about: the one that is read, or the one that is written.
    fn blamed(&self, database: &str, fault: &Fault) -> String {
        let written = match fault {
            Fault::Io(_) => true,
            _ => matches!(
                fault.code(),
                Some(ErrorCode::DiskFull | ErrorCode::CannotOpen | ErrorCode::ReadOnly)
            ),
        };
        match written {
            true => self.target.display().to_string(),
            false => database.to_owned(),
        }
    }
}

impl Drop for Backup {
    fn drop(&mut self) {
        if !self.published {
            // A partial file that stays is overwritten next time.
            drop(remove_if_there(&self.partial));
        }
    }
}

/// Writes what the connection sees to a new file. It takes its name once it is on the disk.
pub(super) fn copy(conn: &Connection, target: &Path) -> Result<(), Fault> {
    let partial = prepare(target)?;
    let written = write(conn, &partial).and_then(|()| publish(&partial, target));
    if written.is_err() {
        // The first error says why; a partial file that stays is overwritten next time.
        drop(remove_if_there(&partial));
    }
    written
}

/// Where a copy is written before it takes its name.
fn prepare(target: &Path) -> Result<PathBuf, Fault> {
    refuse_existing(target)?;
    let partial = partial_path(target);
    remove_if_there(&partial)?;
    Ok(partial)
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
    let what = format!("a file {}", target.display());
    Err(StoreError::AlreadyExists { what }.into())
}

fn partial_path(target: &Path) -> PathBuf {
    with_end(target, ".partial")
}

/// A path with something at its end.
pub(super) fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Removes a file that may not be there.
pub(super) fn remove_if_there(path: &Path) -> Result<(), Fault> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        done => Ok(done?),
    }
}

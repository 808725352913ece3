//! Replacement of a database by a backup.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use tempfile::TempDir;

use super::side_files::{SIDE_FILE_SUFFIXES, remove_side_files, with_suffix};
use super::{account, backup, connection, identity, migration};
use crate::sql::fault::Fault;
use crate::sql::history;
use crate::{Backup, FileSummary, SqliteStore, StoreError};

/// A migrated copy of a backup, next to the database that it is to replace. It is removed when
/// dropped without [`Restore::put_in_place`].
#[derive(Debug)]
pub struct Restore {
    database: PathBuf,
    copy: PathBuf,
    account: FileSummary,
    /// The directory of the copy, next to the database so that a rename suffices.
    directory: TempDir,
}

impl Restore {
    /// Checks a backup, copies it, migrates the copy to the newest schema, and checks the copy.
    /// Changes neither the backup nor the database.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`], [`StoreError::OutdatedFile`], [`StoreError::NewerFile`] or
    /// [`StoreError::Corrupt`] for an unusable backup, or any I/O error.
    pub fn prepare(backup: &Path, database: &Path) -> Result<Restore, StoreError> {
        let (from, to) = (backup.display().to_string(), database.display().to_string());
        let at_target = |error: std::io::Error| Fault::from(error).at(&to);
        refuse_damaged(backup, &from)?;
        let database = std::path::absolute(database).map_err(at_target)?;
        let parent = database.parent().unwrap_or(&database);
        let directory = TempDir::with_prefix_in(".joseki-restore-", parent).map_err(at_target)?;
        let copy = directory.path().join("joseki.db");
        let staged = Backup::begin(backup, &copy).map_err(|error| of_target(error, &to))?;
        staged.publish().map_err(|error| of_target(error, &to))?;
        SqliteStore::open(&copy)
            .and_then(|store| crate::Upkeep::close(&store))
            .map_err(|error| of_target(error, &to))?;
        begin_history(&copy).map_err(|fault| of_target(fault.at(&to), &to))?;
        let account =
            account::summarize_file(&copy, &from, true).map_err(|fault| fault.at(&from))?;
        refuse_problems(&account, &from)?;
        Ok(Restore { database, copy, account, directory })
    }

    /// Returns the contents that the database will have.
    #[must_use]
    pub fn summary(&self) -> &FileSummary {
        &self.account
    }

    /// Replaces the database by the copy. The old database is kept next to it under the returned
    /// name. At any moment, one of the two is in place, complete.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if another program has the database open, or any I/O error.
    pub fn put_in_place(self) -> Result<Option<PathBuf>, StoreError> {
        let file = self.database.display().to_string();
        self.swap(&file).map_err(|fault| fault.at(&file))
    }

    fn swap(self, file: &str) -> Result<Option<PathBuf>, Fault> {
        File::open(&self.copy)?.sync_all()?;
        if !self.database.try_exists()? {
            // A log left over from a missing database would be mistaken for the new one's.
            remove_side_files(&self.database)?;
            fs::rename(&self.copy, &self.database)?;
            backup::sync_directory(&self.database)?;
            return Ok(None);
        }
        let held = ExclusiveLock::acquire(&self.database, file)?;
        copy_permissions(&self.database, &self.copy)?;
        let kept = free_name(&self.database)?;
        keep_old(&self.database, &kept, held.is_log_merged())?;
        remove_side_files(&self.database)?;
        fs::rename(&self.copy, &self.database)?;
        backup::sync_directory(&self.database)?;
        drop(held);
        // The directory is empty now; if it cannot be removed, it does no harm.
        drop(self.directory.close());
        Ok(Some(kept))
    }
}

/// Gives a copy a history of its own, see [`crate::Store::history`].
fn begin_history(copy: &Path) -> Result<(), Fault> {
    let conn = connection::open_unmigrated(copy)?;
    history::renew((&conn).into())?;
    // The copy is moved without its log.
    conn.close().map_err(|(_, error)| Fault::from(error))
}

/// Rejects a backup with damaged pages: copying could hide the damage.
fn refuse_damaged(path: &Path, file: &str) -> Result<(), StoreError> {
    let look = || {
        let absolute = std::path::absolute(path)?;
        identity::refuse_foreign(&absolute, file, migration::newest())?;
        let conn = connection::open_to_copy(&absolute, file)?;
        super::check::pages(&conn)
    };
    let problems = look().map_err(|fault: Fault| fault.at(file))?;
    refuse_problems(&FileSummary { problems, ..FileSummary::default() }, file)
}

fn refuse_problems(account: &FileSummary, file: &str) -> Result<(), StoreError> {
    let Some(first) = account.problems.first() else {
        return Ok(());
    };
    let detail = match account.problems.len() {
        1 => first.clone(),
        count => format!("{first}, and {} more problems", count - 1),
    };
    let file = file.to_owned();
    Err(StoreError::Corrupt { file, detail })
}

/// Replaces the name of the copy in an error, which means nothing to the caller.
fn of_target(error: StoreError, database: &str) -> StoreError {
    match error {
        StoreError::DiskFull { .. } => StoreError::DiskFull { file: database.to_owned() },
        other => other,
    }
}

/// An exclusive lock on the present database: it excludes all connections of this program and
/// others, readers included. Programs that open it meanwhile wait.
struct ExclusiveLock {
    conn: Option<Connection>,
    _lock: Option<File>,
}

impl ExclusiveLock {
    /// Locks the database, and merges its log into it if it can be read at all.
    fn acquire(path: &Path, file: &str) -> Result<ExclusiveLock, Fault> {
        match merge_log(path) {
            Ok(conn) => Ok(ExclusiveLock { conn: Some(conn), _lock: None }),
            Err(fault) if is_busy(&fault) => Err(busy(file)),
            // It is damaged; this lock does not depend on the contents.
            Err(_) => Ok(ExclusiveLock { conn: None, _lock: lock(path, file)? }),
        }
    }

    /// Checks whether the log was merged, so that the files next to the database no longer matter.
    fn is_log_merged(&self) -> bool {
        self.conn.is_some()
    }
}

/// Merges the log into the file and locks it. Any program that has the file open holds at least a
/// read lock, which makes this fail.
fn merge_log(path: &Path) -> Result<Connection, Fault> {
    let conn = connection::open_unmigrated(path)?;
    conn.busy_timeout(Duration::ZERO)?;
    conn.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    let mode: String = conn.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))?;
    if mode != "delete" {
        let detail = format!("its log cannot be merged (journal mode {mode})");
        return Err(Fault::Damage(detail));
    }
    conn.execute_batch("BEGIN EXCLUSIVE")?;
    Ok(conn)
}

fn is_busy(fault: &Fault) -> bool {
    use rusqlite::ErrorCode;
    matches!(fault.code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn busy(file: &str) -> Fault {
    let file = file.to_owned();
    StoreError::Busy { file }.into()
}

/// Locks the whole file, which conflicts with any of SQLite's locks, as those are ranges of it.
#[cfg(unix)]
fn lock(path: &Path, file: &str) -> Result<Option<File>, Fault> {
    use rustix::fs::{FlockOperation, fcntl_lock};
    let whole = File::options().read(true).write(true).open(path)?;
    match fcntl_lock(&whole, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(whole)),
        Err(rustix::io::Errno::AGAIN | rustix::io::Errno::ACCESS) => Err(busy(file)),
        Err(error) => Err(std::io::Error::from(error).into()),
    }
}

/// On other systems an open file cannot be renamed.
#[cfg(not(unix))]
fn lock(_path: &Path, _file: &str) -> Result<Option<File>, Fault> {
    Ok(None)
}

/// Gives the copy the database's permissions, and its owner where this user may: it may belong to a
/// server.
fn copy_permissions(database: &Path, copy: &Path) -> Result<(), Fault> {
    let found = database.metadata()?;
    fs::set_permissions(copy, found.permissions())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        drop(chown(copy, Some(found.uid()), Some(found.gid())));
    }
    Ok(())
}

/// Returns an unused name next to the database.
fn free_name(database: &Path) -> Result<PathBuf, Fault> {
    let mut name = with_suffix(database, ".before-restore");
    for number in 2.. {
        if !name.try_exists()? {
            break;
        }
        name = with_suffix(database, &format!(".before-restore-{number}"));
    }
    Ok(name)
}

/// Gives the database a second name, as well as the parts of its log that could not be merged. The
/// first name stays until the copy takes it.
fn keep_old(database: &Path, kept: &Path, folded: bool) -> Result<(), Fault> {
    for end in SIDE_FILE_SUFFIXES {
        let beside = with_suffix(database, end);
        if !folded && beside.try_exists()? {
            link_or_copy(&beside, &with_suffix(kept, end))?;
        }
    }
    link_or_copy(database, kept)?;
    backup::sync_directory(kept)
}

/// Links a file, or copies it where the file system has no hard links.
fn link_or_copy(from: &Path, to: &Path) -> Result<(), Fault> {
    if fs::hard_link(from, to).is_err() {
        fs::copy(from, to)?;
        File::open(to)?.sync_all()?;
    }
    Ok(())
}

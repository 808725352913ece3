//! A backup put in the place of a database.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use tempfile::TempDir;

use super::backup::{self, with_end};
use super::fault::Fault;
use super::{account, connection, identity, migration};
use crate::store::{Backup, FileAccount, SqliteStore, StoreError};

/// What SQLite may leave beside a database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A copy of a backup, brought up to date beside the database whose place it is to take. Dropped without
/// [`Restore::put_in_place`] it disappears.
#[derive(Debug)]
pub struct Restore {
    database: PathBuf,
    copy: PathBuf,
    account: FileAccount,
    /// Where the copy is; beside the database, so that it takes its name in one step.
    directory: TempDir,
}

impl Restore {
    /// Looks at a backup, copies it, brings the copy up to date, and looks at that. Neither the backup nor the
    /// database is changed.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`], [`StoreError::NewerFile`], [`StoreError::Corrupt`] for a backup that cannot
    /// be used; whatever a disk can cause.
    pub fn of(backup: &Path, database: &Path) -> Result<Restore, StoreError> {
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
            .and_then(|store| crate::store::Store::close(&store))
            .map_err(|error| of_target(error, &to))?;
        let account = account::of_file(&copy, &from, true).map_err(|fault| fault.at(&from))?;
        refuse_problems(&account, &from)?;
        Ok(Restore {
            database,
            copy,
            account,
            directory,
        })
    }

    /// What the database will hold.
    #[must_use]
    pub fn account(&self) -> &FileAccount {
        &self.account
    }

    /// Puts the copy in the place of the database. What was there is kept beside it under the name that this
    /// gives. At any moment there is the one or the other, whole.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if another program has the database open, and whatever a disk can cause.
    pub fn put_in_place(self) -> Result<Option<PathBuf>, StoreError> {
        let file = self.database.display().to_string();
        self.swap(&file).map_err(|fault| fault.at(&file))
    }

    fn swap(self, file: &str) -> Result<Option<PathBuf>, Fault> {
        File::open(&self.copy)?.sync_all()?;
        if !self.database.try_exists()? {
            // A log without its database would be taken for one of the new database.
            remove_beside(&self.database)?;
            fs::rename(&self.copy, &self.database)?;
            backup::sync_directory(&self.database)?;
            return Ok(None);
        }
        let held = Held::of(&self.database, file)?;
        dress_as(&self.database, &self.copy)?;
        let kept = free_name(&self.database)?;
        keep(&self.database, &kept, held.is_folded())?;
        remove_beside(&self.database)?;
        fs::rename(&self.copy, &self.database)?;
        backup::sync_directory(&self.database)?;
        drop(held);
        // It is empty now; one that stays harms nobody.
        drop(self.directory.close());
        Ok(Some(kept))
    }
}

/// Refuses a backup whose pages are damaged: copying could hide it.
fn refuse_damaged(path: &Path, file: &str) -> Result<(), StoreError> {
    let look = || {
        let absolute = std::path::absolute(path)?;
        identity::refuse_foreign(&absolute, file, migration::newest())?;
        let conn = connection::open_as_it_is(&absolute)?;
        identity::schema_version(&conn, file, migration::newest())?;
        super::check::pages(&conn)
    };
    let problems = look().map_err(|fault: Fault| fault.at(file))?;
    refuse_problems(
        &FileAccount {
            problems,
            ..FileAccount::default()
        },
        file,
    )
}

fn refuse_problems(account: &FileAccount, file: &str) -> Result<(), StoreError> {
    let Some(first) = account.problems.first() else {
        return Ok(());
    };
    let detail = match account.problems.len() {
        1 => first.clone(),
        count => format!("{first}, and {} problems more", count - 1),
    };
    let file = file.to_owned();
    Err(StoreError::Corrupt { file, detail })
}

/// The copy has a name that means nothing to the caller.
fn of_target(error: StoreError, database: &str) -> StoreError {
    match error {
        StoreError::DiskFull { .. } => StoreError::DiskFull {
            file: database.to_owned(),
        },
        other => other,
    }
}

/// The present database while nobody else may have it: not a connection of this program or another one, whatever
/// it does. Who opens it meanwhile waits.
struct Held {
    conn: Option<Connection>,
    _lock: Option<File>,
}

impl Held {
    /// Takes it, with its log folded in if it can be read at all.
    fn of(path: &Path, file: &str) -> Result<Held, Fault> {
        match fold(path) {
            Ok(conn) => Ok(Held {
                conn: Some(conn),
                _lock: None,
            }),
            Err(fault) if is_busy(&fault) => Err(busy(file)),
            // It is damaged; this lock asks nothing of the contents.
            Err(_) => Ok(Held {
                conn: None,
                _lock: lock(path, file)?,
            }),
        }
    }

    /// Whether nothing that is beside the file belongs to it any more.
    fn is_folded(&self) -> bool {
        self.conn.is_some()
    }
}

/// Moves the log into the file and keeps everybody else out. Whoever has the file open holds at least a lock for
/// reading, which is in the way of this.
fn fold(path: &Path) -> Result<Connection, Fault> {
    let conn = connection::open_as_it_is(path)?;
    conn.busy_timeout(Duration::ZERO)?;
    conn.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    let mode: String = conn.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))?;
    if mode != "delete" {
        let detail = format!("its log cannot be folded in (journal mode {mode})");
        return Err(Fault::Damage(detail));
    }
    conn.execute_batch("BEGIN EXCLUSIVE")?;
    Ok(conn)
}

fn is_busy(fault: &Fault) -> bool {
    use rusqlite::ErrorCode;
    matches!(
        fault.code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

fn busy(file: &str) -> Fault {
    let file = file.to_owned();
    StoreError::Busy { file }.into()
}

/// SQLite's locks are ranges of the file; a lock on all of it meets each of them.
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

/// There a file that is open cannot be renamed.
#[cfg(not(unix))]
fn lock(_path: &Path, _file: &str) -> Result<Option<File>, Fault> {
    Ok(None)
}

/// Gives the copy the rights of the database, and its owner where this user may: it may be a server's.
fn dress_as(database: &Path, copy: &Path) -> Result<(), Fault> {
    let found = database.metadata()?;
    fs::set_permissions(copy, found.permissions())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        drop(chown(copy, Some(found.uid()), Some(found.gid())));
    }
    Ok(())
}

/// A name beside the database that nothing has.
fn free_name(database: &Path) -> Result<PathBuf, Fault> {
    let mut name = with_end(database, ".before-restore");
    for number in 2.. {
        if !name.try_exists()? {
            break;
        }
        name = with_end(database, &format!(".before-restore-{number}"));
    }
    Ok(name)
}

/// A second name for the database and for what of its log could not be folded in; the first one stays until the
/// copy takes it.
fn keep(database: &Path, kept: &Path, folded: bool) -> Result<(), Fault> {
    for end in BESIDE {
        let beside = with_end(database, end);
        if !folded && beside.try_exists()? {
            second_name(&beside, &with_end(kept, end))?;
        }
    }
    second_name(database, kept)?;
    backup::sync_directory(kept)
}

/// Some file systems know no second names; there it is copied.
fn second_name(from: &Path, to: &Path) -> Result<(), Fault> {
    if fs::hard_link(from, to).is_err() {
        fs::copy(from, to)?;
        File::open(to)?.sync_all()?;
    }
    Ok(())
}

/// Removes what SQLite may have left beside a database.
pub(super) fn remove_beside(database: &Path) -> Result<(), Fault> {
    BESIDE
        .iter()
        .try_for_each(|end| backup::remove_if_there(&with_end(database, end)))
}

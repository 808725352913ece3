//! Opening the database that a command works on.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use tempfile::TempDir;

use super::error::CliError;
use super::message::{error, note};
use crate::service::{DEFAULT_BOOK, Service, ServiceError};
use crate::store::{SqliteStore, StoreError};

/// Opens a database. One that is not there is created, and one without books gets the starter
/// book, so that every command works on a fresh machine; standard error says so.
pub fn open(path: &Path) -> Result<Service, CliError> {
    make_whole(path, |existed| {
        let service = open_silently(path)?;
        give_starter(path, existed, &service)?;
        Ok(service)
    })
}

/// As [`open`], for a server: one whose structure is damaged is served as far as it can be read, and not changed.
pub fn open_to_serve(path: &Path) -> Result<Service, CliError> {
    make_whole(path, |existed| {
        let service = open_silently(path)?;
        if guard_while_reading(&service)?.is_none() {
            give_starter(path, existed, &service)?;
        }
        Ok(service)
    })
}

/// Opens a database, told whether it was there. One that was not and finds no room leaves nothing behind.
fn make_whole(
    path: &Path,
    open: impl FnOnce(bool) -> Result<Service, CliError>,
) -> Result<Service, CliError> {
    let existed = path.exists();
    let opened = open(existed);
    let no_room = matches!(
        opened,
        Err(CliError::Database {
            error: StoreError::DiskFull { .. },
            ..
        } | CliError::Service(ServiceError::Store(StoreError::DiskFull { .. })))
    );
    if no_room && !existed {
        // If it cannot be removed either, the full disk is still what to tell of.
        drop(SqliteStore::remove_unmade(path));
    }
    opened
}

/// Looks at the file's structure and reads the books, which take about as long, at the same time.
fn guard_while_reading(service: &Service) -> Result<Option<String>, ServiceError> {
    thread::scope(|scope| {
        let guarded = scope.spawn(|| service.guard());
        // What cannot be read now is read again by the server, which says why.
        drop(service.refresh());
        guarded.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn give_starter(path: &Path, existed: bool, service: &Service) -> Result<(), CliError> {
    if service.ensure_starter()? {
        let file = path.display();
        note(&if existed {
            format!("{file} had no books: the starter book is now its book \"{DEFAULT_BOOK}\"")
        } else {
            format!("created {file} with the starter book as its book \"{DEFAULT_BOOK}\"")
        });
    }
    Ok(())
}

/// Says that a database is served and not changed.
pub fn tell_damage(path: &Path, why: &str) {
    let file = path.display();
    let what =
        format!("{file} is damaged: {why}; it is read as far as that goes, and nothing is written");
    let hint = format!(
        "`joseki doctor --db {file}` says more; end the server and put a backup in its place with `joseki restore --db {file} FILE`"
    );
    error(&what, Some(&hint));
}

/// Opens a database that has to be there; none is made.
pub fn open_existing(path: &Path) -> Result<Service, CliError> {
    check_is_there(path)?;
    open_silently(path)
}

/// Opens another database beside the one that a command works on. It has to be there, with something
/// in it.
pub fn open_other(path: &Path) -> Result<SqliteStore, CliError> {
    check_is_there(path)?;
    open_store(path)
}

/// Refuses a name that nothing has, and an empty file, which would be made a database.
pub fn check_is_there(path: &Path) -> Result<(), CliError> {
    match path.metadata() {
        Ok(found) if found.is_file() && found.len() == 0 => Err(CliError::EmptyFile {
            path: path.to_owned(),
        }),
        Ok(_) => Ok(()),
        Err(_) => Err(CliError::NoDatabase {
            path: path.to_owned(),
        }),
    }
}

/// A database for a dry run, which creates nothing.
pub struct Trial {
    /// The database that is there, or one that is thrown away, as a real run would create it.
    pub service: Service,
    /// Where the latter is. Dropped after the service.
    _directory: Option<TempDir>,
}

/// Opens a database for a dry run.
pub fn open_for_trial(path: &Path) -> Result<Trial, CliError> {
    let holds_something = path.metadata().is_ok_and(|found| found.len() > 0);
    if holds_something || path.is_dir() {
        let service = open_silently(path)?;
        if !service.books()?.is_empty() {
            return Ok(Trial {
                service,
                _directory: None,
            });
        }
    }
    let file = path.display();
    note(&format!(
        "{file} has no books yet; a real run would put the starter book into it"
    ));
    let directory = TempDir::new().map_err(CliError::Temporary)?;
    let service = open_silently(&directory.path().join("joseki.db"))?;
    service.ensure_starter()?;
    Ok(Trial {
        service,
        _directory: Some(directory),
    })
}

fn open_silently(path: &Path) -> Result<Service, CliError> {
    Ok(Service::new(Arc::new(open_store(path)?)))
}

fn open_store(path: &Path) -> Result<SqliteStore, CliError> {
    SqliteStore::open(path).map_err(|error| CliError::Database {
        path: path.to_owned(),
        error,
    })
}

//! Whether the names of an open database and its log still lead to them.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::store::StoreError;

/// A database that is open with its log, and where they were found.
#[derive(Debug)]
pub(super) struct Place {
    /// The path for messages.
    file: String,
    database: Known,
    /// What was committed last stands in it alone. Nobody takes it away as long as somebody has the database open.
    log: Known,
}

/// A file, and which one of the system's it is: unknown where it was not there yet, or the system has no such number.
#[derive(Debug)]
struct Known {
    path: PathBuf,
    identity: OnceLock<(u64, u64)>,
}

/// What became of a file.
enum Loss {
    Removed,
    Replaced,
}

impl Place {
    /// The place of a database that was just opened.
    pub(super) fn of(path: &Path, file: &str) -> Place {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let place = Place {
            file: file.to_owned(),
            database: Known::of(path.to_owned()),
            log: Known::of(log.into()),
        };
        for known in [&place.database, &place.log] {
            // Remembers those that are there; whoever writes asks again.
            known.loss();
        }
        place
    }

    /// Refuses a database that was removed, or whose name another file has, and one whose log was: what is written to
    /// them is lost with them.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let detail = match (self.database.loss(), self.log.loss()) {
            (Some(Loss::Removed), _) => "was removed",
            (Some(Loss::Replaced), _) => "was replaced by another file",
            (None, Some(_)) => "lost its log (-wal), which was removed or replaced",
            (None, None) => return Ok(()),
        };
        Err(StoreError::Displaced {
            file: self.file.clone(),
            detail: detail.to_owned(),
        })
    }
}

impl Known {
    fn of(path: PathBuf) -> Known {
        Known {
            path,
            identity: OnceLock::new(),
        }
    }

    /// What became of it since it was first seen, if anything did.
    fn loss(&self) -> Option<Loss> {
        match (self.identity.get(), identity(&self.path)) {
            (Some(_), Err(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                Some(Loss::Removed)
            }
            (Some(seen), Ok(Some(found))) if found != *seen => Some(Loss::Replaced),
            (None, Ok(Some(found))) => {
                self.identity.get_or_init(|| found);
                None
            }
            // Whatever else keeps it from being looked at keeps nobody from writing it.
            _ => None,
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Option<(u64, u64)>> {
    use std::os::unix::fs::MetadataExt;
    let found = path.metadata()?;
    Ok(Some((found.dev(), found.ino())))
}

/// There a file that is open can neither be removed nor replaced.
#[cfg(not(unix))]
fn identity(_path: &Path) -> std::io::Result<Option<(u64, u64)>> {
    Ok(None)
}

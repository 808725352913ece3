//! Checks that the names of an open database and its log still refer to the open files.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::StoreError;

/// An open database and its log, with their original paths.
#[derive(Debug)]
pub(super) struct FileLocation {
    /// The path shown in messages.
    file: String,
    database: KnownFile,
    /// The last commits may be only in here. SQLite keeps it as long as any program has the
    /// database open.
    log: KnownFile,
}

/// A path with the identity of the file there. It is unknown if the file did not exist yet, or if
/// the system has no file identities.
#[derive(Debug)]
struct KnownFile {
    path: PathBuf,
    identity: OnceLock<(u64, u64)>,
}

/// What happened to a file.
enum FileLoss {
    Removed,
    Replaced,
}

impl FileLocation {
    /// Records the identities of a database that was just opened.
    pub(super) fn new(path: &Path, file: &str) -> FileLocation {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let place = FileLocation {
            file: file.to_owned(),
            database: KnownFile::new(path.to_owned()),
            log: KnownFile::new(log.into()),
        };
        for known in [&place.database, &place.log] {
            // Records the files that exist; writers check again later.
            known.loss();
        }
        place
    }

    /// Fails if the database or its log was removed or replaced: writes to them would be lost.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let detail = match (self.database.loss(), self.log.loss()) {
            (Some(FileLoss::Removed), _) => "was removed",
            (Some(FileLoss::Replaced), _) => "was replaced by another file",
            (None, Some(_)) => "lost its log (-wal), which was removed or replaced",
            (None, None) => return Ok(()),
        };
        Err(StoreError::Displaced { file: self.file.clone(), detail: detail.to_owned() })
    }
}

impl KnownFile {
    fn new(path: PathBuf) -> KnownFile {
        KnownFile { path, identity: OnceLock::new() }
    }

    /// Returns what happened to the file since it was first observed, if anything.
    fn loss(&self) -> Option<FileLoss> {
        match (self.identity.get(), identity(&self.path)) {
            (Some(_), Err(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                Some(FileLoss::Removed)
            }
            (Some(seen), Ok(Some(found))) if found != *seen => Some(FileLoss::Replaced),
            (None, Ok(Some(found))) => {
                self.identity.get_or_init(|| found);
                None
            }
            // Other errors of the check do not prevent writing.
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

/// On other systems an open file can be neither removed nor replaced.
#[cfg(not(unix))]
fn identity(_path: &Path) -> std::io::Result<Option<(u64, u64)>> {
    Ok(None)
}

//! Whether the name of an open file still leads to it.

use std::path::{Path, PathBuf};

use super::fault::Fault;
use crate::store::StoreError;

/// A file that is open, and where it was found.
#[derive(Clone, Debug)]
pub(super) struct Place {
    path: PathBuf,
    /// The path for messages.
    file: String,
    /// Which file of the system it is; unknown where the system has no such number.
    identity: Option<(u64, u64)>,
}

impl Place {
    /// The place of a file that was just opened.
    pub(super) fn of(path: &Path, file: &str) -> Result<Place, Fault> {
        Ok(Place {
            path: path.to_owned(),
            file: file.to_owned(),
            identity: identity(path)?,
        })
    }

    /// Refuses a file that was removed, or whose name another file has: what is written to it is lost with it.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let detail = match (self.identity, identity(&self.path)) {
            (Some(_), Err(error)) if error.kind() == std::io::ErrorKind::NotFound => "was removed",
            (Some(opened), Ok(Some(found))) if found != opened => "was replaced by another file",
            // Whatever else keeps it from being looked at keeps nobody from writing it.
            _ => return Ok(()),
        };
        Err(StoreError::Displaced {
            file: self.file.clone(),
            detail: detail.to_owned(),
        })
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

//! Atomic creation of a file: it appears completely or not at all.

use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::error::CliError;
use joseki_store::DatabaseAddress;

/// Writes a temporary file next to `path` and renames it. An existing file is replaced only with
/// `force`, and only if it is a regular file and not the database.
pub fn write(path: &Path, bytes: &[u8], force: bool, db: &DatabaseAddress) -> Result<(), CliError> {
    stream(path, force, db, |file| {
        let failed = |error| CliError::Write { path: path.to_owned(), error };
        file.write_all(bytes).map_err(failed)
    })
}

/// Writes a file as [`write`] does, piece by piece.
pub fn stream(
    path: &Path,
    force: bool,
    db: &DatabaseAddress,
    fill: impl FnOnce(&mut File) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::AlreadyExists => CliError::OutputExists { path: path.to_owned() },
        _ => CliError::Write { path: path.to_owned(), error },
    };
    check(path, force, db)?;
    let mut temporary = create(directory_of(path)).map_err(failed)?;
    fill(temporary.as_file_mut())?;
    temporary.as_file().sync_all().map_err(failed)?;
    let kept = if force { temporary.persist(path) } else { temporary.persist_noclobber(path) };
    kept.map(drop).map_err(|error| failed(error.error))
}

/// Checks that a file may be written, or may replace an existing one.
pub fn check(path: &Path, force: bool, db: &DatabaseAddress) -> Result<(), CliError> {
    let directory = directory_of(path);
    if !directory.is_dir() {
        return Err(CliError::NoDirectory { path: directory });
    }
    let path = path.to_owned();
    match fs::metadata(&path) {
        Err(_) => Ok(()),
        Ok(found) if !found.is_file() => Err(CliError::NotRegularFile { path }),
        Ok(_) if is_same(&path, db) => Err(CliError::OutputIsDatabase { path }),
        Ok(_) if !force => Err(CliError::OutputExists { path }),
        Ok(found) if is_read_only(&found) => {
            Err(CliError::Write { path, error: ErrorKind::PermissionDenied.into() })
        }
        Ok(_) => Ok(()),
    }
}

/// Whether a path leads to the file of a database.
pub fn is_same(path: &Path, db: &DatabaseAddress) -> bool {
    let real = db.file().and_then(|file| file.canonicalize().ok());
    real.is_some_and(|real| path.canonicalize().is_ok_and(|path| path == real))
}

/// Returns whether a file is write-protected. A rename would succeed anyway, but the protection is
/// deliberate.
fn is_read_only(found: &Metadata) -> bool {
    found.permissions().readonly()
}

fn directory_of(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

fn create(directory: PathBuf) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let permissions = ordinary_permissions();
    if let Some(permissions) = permissions {
        builder.permissions(permissions);
    }
    // Only the kind: the full message would name the temporary file.
    let file = builder.prefix(".joseki-").tempfile_in(directory);
    file.map_err(|error| io::Error::from(error.kind()))
}

/// Returns the permissions of an ordinary new file, before the umask; temporary files would be
/// private.
#[cfg(unix)]
fn ordinary_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn ordinary_permissions() -> Option<Permissions> {
    None
}

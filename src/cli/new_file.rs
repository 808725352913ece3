//! Writing a file that is there completely or not at all.

use std::fs::{self, Metadata, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::error::CliError;

/// Writes a file: into a temporary one beside it, which then takes its name. A file that is there
/// is replaced only if `force` says so, and only if it is an ordinary file and not the database.
pub fn write(path: &Path, bytes: &[u8], force: bool, database: &Path) -> Result<(), CliError> {
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::AlreadyExists => CliError::Exists {
            path: path.to_owned(),
        },
        _ => CliError::Write {
            path: path.to_owned(),
            error,
        },
    };
    check(path, force, database)?;
    let temporary = fill(directory_of(path), bytes).map_err(failed)?;
    let kept = if force {
        temporary.persist(path)
    } else {
        temporary.persist_noclobber(path)
    };
    kept.map(drop).map_err(|error| failed(error.error))
}

/// Whether a file may be written, or put in the place of one that is there.
pub fn check(path: &Path, force: bool, database: &Path) -> Result<(), CliError> {
    let directory = directory_of(path);
    if !directory.is_dir() {
        return Err(CliError::NoDirectory { path: directory });
    }
    let path = path.to_owned();
    match fs::metadata(&path) {
        Err(_) => Ok(()),
        Ok(found) if !found.is_file() => Err(CliError::NotAFile { path }),
        Ok(_) if is_same(&path, database) => Err(CliError::OverDatabase { path }),
        Ok(_) if !force => Err(CliError::Exists { path }),
        Ok(found) if is_read_only(&found) => Err(CliError::Write {
            path,
            error: ErrorKind::PermissionDenied.into(),
        }),
        Ok(_) => Ok(()),
    }
}

fn is_same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// Taking a name needs no right to write the file that had it; whoever protected it means it.
fn is_read_only(found: &Metadata) -> bool {
    found.permissions().readonly()
}

fn directory_of(path: &Path) -> PathBuf {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

fn fill(directory: PathBuf, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let permissions = ordinary_permissions();
    if let Some(permissions) = permissions {
        builder.permissions(permissions);
    }
    // Its errors name the temporary file, which means nothing to the user.
    let file = builder.prefix(".joseki-").tempfile_in(directory);
    let file = file.map_err(|error| io::Error::from(error.kind()))?;
    file.as_file().write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Those of any new file, less what the user's mask takes away; temporary files are private else.
#[cfg(unix)]
fn ordinary_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn ordinary_permissions() -> Option<Permissions> {
    None
}

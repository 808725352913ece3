//! Writing a folder of files that is there completely or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::error::CliError;
use super::new_file;

/// Writes files into a new folder: into a temporary one beside it, which then takes its name. If
/// `force` says so they go into a folder that is there, each of them whole, and replace those of the same name.
pub fn write(
    path: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    force: bool,
    database: &Path,
) -> Result<(), CliError> {
    if path.exists() {
        return add(path, files, force, database);
    }
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    if !parent.is_dir() {
        return Err(CliError::NoDirectory {
            path: parent.to_owned(),
        });
    }
    fill(parent, path, files).map_err(|error| CliError::Write {
        path: path.to_owned(),
        // Its own text would name the temporary folder.
        error: error.kind().into(),
    })
}

fn add(
    path: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    force: bool,
    database: &Path,
) -> Result<(), CliError> {
    if !force {
        return Err(CliError::Exists {
            path: path.to_owned(),
        });
    }
    if !path.is_dir() {
        return Err(CliError::NoDirectory {
            path: path.to_owned(),
        });
    }
    let mut files = files.iter();
    files.try_for_each(|(name, bytes)| new_file::write(&path.join(name), bytes, true, database))
}

fn fill(parent: &Path, path: &Path, files: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    if let Some(permissions) = ordinary_permissions() {
        builder.permissions(permissions);
    }
    let folder = builder.prefix(".joseki-").tempdir_in(parent)?;
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes)?;
    }
    fs::rename(folder.path(), path)?;
    // It has another name now, and there is nothing to remove.
    drop(folder.keep());
    Ok(())
}

/// Those of any new folder, less what the user's mask takes away; temporary ones are private else.
#[cfg(unix)]
fn ordinary_permissions() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o777))
}

#[cfg(not(unix))]
fn ordinary_permissions() -> Option<fs::Permissions> {
    None
}

//! Writing a folder of files that is there completely or not at all.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::new_file;
use crate::format::book_file::read_go;

/// Writes `.go` files into a new folder: into a temporary one beside it, which then takes its name. A folder that is there
/// is filled if it is empty. If `force` says so all its `.go` files make room first, and nothing else is touched. The
/// answer is how many of them have no new one in their place.
pub fn write(
    path: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    force: bool,
    database: &Path,
) -> Result<usize, CliError> {
    if path.exists() {
        return replace(path, files, force, database);
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
    })?;
    Ok(0)
}

fn replace(
    path: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    force: bool,
    database: &Path,
) -> Result<usize, CliError> {
    if !path.is_dir() {
        return Err(CliError::NoFolder {
            path: path.to_owned(),
        });
    }
    let failed = |error: io::Error| CliError::Write {
        path: path.to_owned(),
        error: error.kind().into(),
    };
    let there = names(path).map_err(failed)?;
    if !(force || there.is_empty()) {
        return Err(CliError::Exists {
            path: path.to_owned(),
        });
    }
    let is_new = |name: &OsString| name.to_str().is_some_and(|name| files.contains_key(name));
    let (same, others): (Vec<OsString>, Vec<OsString>) = there
        .into_iter()
        .filter(|name| is_new(name) || is_game(&path.join(name)))
        .partition(is_new);
    let mut old = same.iter().chain(&others);
    // All is looked at before anything is touched.
    old.try_for_each(|name| check(path.join(name), database))?;
    exchange(path, files, same.iter().chain(&others)).map_err(failed)?;
    Ok(others.len())
}

/// Whether a file may make room. Programs have files of that ending too.
fn check(path: PathBuf, database: &Path) -> Result<(), CliError> {
    new_file::check(&path, true, database)?;
    match fs::read(&path).is_ok_and(|bytes| read_go(&bytes).is_ok()) {
        true => Ok(()),
        false => Err(CliError::NoGame { path }),
    }
}

fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(entry?.file_name())).collect()
}

/// Whether a file's name says that it is read as a game of two bytes a move.
fn is_game(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("go")) && !path.is_dir()
}

/// Old files make room for new ones. The new ones lie ready before the first old one goes, and no new one
/// stands beside an old one, so that whatever ends this leaves no mixture of two books.
fn exchange<'a>(
    folder: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    mut old: impl Iterator<Item = &'a OsString>,
) -> io::Result<()> {
    let ready = tempfile::Builder::new()
        .prefix(".joseki-")
        .tempdir_in(folder)?;
    for (name, bytes) in files {
        fs::write(ready.path().join(name), bytes)?;
    }
    old.try_for_each(|name| fs::remove_file(folder.join(name)))?;
    let mut names = files.keys();
    names.try_for_each(|name| fs::rename(ready.path().join(name), folder.join(name)))
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

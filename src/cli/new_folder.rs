//! Atomic creation of a folder of files: it appears completely or not at all.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::new_file;
use joseki_format::book_file::read_go;
use joseki_store::DatabaseAddress;

/// Writes `.go` files into a temporary folder next to `path` and renames it. An existing folder is
/// filled if it is empty. With `force`, all its `.go` files are replaced and nothing else is
/// touched. Returns how many old files were removed without a replacement.
pub fn write(
    path: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    force: bool,
    database: &DatabaseAddress,
) -> Result<usize, CliError> {
    if path.exists() {
        return replace(path, files, force, database);
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    if !parent.is_dir() {
        return Err(CliError::NoDirectory { path: parent.to_owned() });
    }
    fill(parent, path, files).map_err(|error| CliError::Write {
        path: path.to_owned(),
        // Only the kind: the full message would name the temporary folder.
        error: error.kind().into(),
    })?;
    Ok(0)
}

fn replace(
    path: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    force: bool,
    database: &DatabaseAddress,
) -> Result<usize, CliError> {
    if !path.is_dir() {
        return Err(CliError::NotAGameFolder { path: path.to_owned() });
    }
    let failed =
        |error: io::Error| CliError::Write { path: path.to_owned(), error: error.kind().into() };
    let there = names(path).map_err(failed)?;
    if !(force || there.is_empty()) {
        return Err(CliError::OutputExists { path: path.to_owned() });
    }
    let is_new = |name: &OsString| name.to_str().is_some_and(|name| files.contains_key(name));
    let (same, others): (Vec<OsString>, Vec<OsString>) = there
        .into_iter()
        .filter(|name| is_new(name) || is_game(&path.join(name)))
        .partition(is_new);
    let mut old = same.iter().chain(&others);
    // Checks every old file before any is removed.
    old.try_for_each(|name| check(path.join(name), database))?;
    exchange(path, files, same.iter().chain(&others)).map_err(failed)?;
    Ok(others.len())
}

/// Checks that an old file may be replaced: it must be a game, as `.go` is also used for Go source.
fn check(path: PathBuf, database: &DatabaseAddress) -> Result<(), CliError> {
    new_file::check(&path, true, database)?;
    if fs::read(&path).is_ok_and(|bytes| read_go(&bytes).is_ok()) {
        Ok(())
    } else {
        Err(CliError::NotAGame { path })
    }
}

fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(entry?.file_name())).collect()
}

/// Returns whether a file has the extension of games of two bytes per move.
fn is_game(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("go")) && !path.is_dir()
}

/// Replaces old files with new ones. All new files are written before the first old one is removed,
/// and all old ones are removed before the first new one is renamed. So an interruption never
/// leaves a mixture of two books.
fn exchange<'a>(
    folder: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    mut old: impl Iterator<Item = &'a OsString>,
) -> io::Result<()> {
    let ready = tempfile::Builder::new().prefix(".joseki-").tempdir_in(folder)?;
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
    // The folder was renamed, so there is no temporary one to remove.
    drop(folder.keep());
    Ok(())
}

/// Returns the permissions of an ordinary new folder, before the umask; temporary ones would be
/// private.
#[cfg(unix)]
fn ordinary_permissions() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o777))
}

#[cfg(not(unix))]
fn ordinary_permissions() -> Option<fs::Permissions> {
    None
}

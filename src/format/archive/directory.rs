//! Walks the paths given to a command, including directories.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::vec;

use super::Skip;

/// One result of a walk.
#[derive(Debug)]
pub(super) enum WalkItem {
    /// A file.
    File {
        path: PathBuf,
        /// The size in bytes, for a regular file.
        size: Option<u64>,
        /// Whether it was given explicitly.
        is_given: bool,
    },
    /// A path that is not to be read.
    Skipped { path: PathBuf, reason: Skip },
    /// A path whose metadata cannot be read.
    Unreadable { path: PathBuf, error: io::Error },
}

/// Walks paths in the given order, and directories so that the whole paths of their files are in the
/// order of their bytes. Keeps only the names of the currently open directories.
pub(super) struct PathWalk {
    given: vec::IntoIter<PathBuf>,
    open: Vec<(PathBuf, vec::IntoIter<OsString>)>,
}

impl PathWalk {
    pub(super) fn new(paths: Vec<PathBuf>) -> Self {
        Self { given: paths.into_iter(), open: Vec::new() }
    }

    fn visit_given_path(&mut self, path: PathBuf) -> Option<WalkItem> {
        match fs::metadata(&path) {
            Ok(data) if data.is_dir() => self.enter(path),
            Ok(data) => Some(WalkItem::File {
                path,
                size: data.is_file().then_some(data.len()),
                is_given: true,
            }),
            Err(error) => Some(WalkItem::Unreadable { path, error }),
        }
    }

    /// Opens a directory, which yields no result itself.
    fn enter(&mut self, path: PathBuf) -> Option<WalkItem> {
        match names(&path) {
            Ok(names) => {
                self.open.push((path, names.into_iter()));
                None
            }
            Err(error) => Some(WalkItem::Unreadable { path, error }),
        }
    }

    fn visit_entry(&mut self, path: PathBuf, name: &OsString) -> Option<WalkItem> {
        if name.as_encoded_bytes().starts_with(b".") {
            let reason = Skip::Hidden;
            return Some(WalkItem::Skipped { path, reason });
        }
        let data = fs::symlink_metadata(&path)
            .and_then(|own| Ok((own.is_symlink(), fs::metadata(&path)?)));
        let reason = match data {
            Err(error) => return Some(WalkItem::Unreadable { path, error }),
            Ok((_, data)) if data.is_file() => {
                return Some(WalkItem::File { path, size: Some(data.len()), is_given: false });
            }
            Ok((false, data)) if data.is_dir() => return self.enter(path),
            Ok((true, data)) if data.is_dir() => Skip::LinkedDirectory,
            Ok(_) => Skip::NotAFile,
        };
        Some(WalkItem::Skipped { path, reason })
    }
}

impl Iterator for PathWalk {
    type Item = WalkItem;

    fn next(&mut self) -> Option<WalkItem> {
        loop {
            let found = if let Some((directory, names)) = self.open.last_mut() {
                let Some(name) = names.next() else {
                    self.open.pop();
                    continue;
                };
                let path = directory.join(&name);
                self.visit_entry(path, &name)
            } else {
                let path = self.given.next()?;
                self.visit_given_path(path)
            };
            if found.is_some() {
                return found;
            }
        }
    }
}

/// Returns the names in a directory, as if a slash followed those of directories.
fn names(directory: &Path) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let mut key = entry.file_name().into_encoded_bytes();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            key.push(b'/');
        }
        names.push((key, entry.file_name()));
    }
    names.sort_unstable();
    Ok(names.into_iter().map(|(_, name)| name).collect())
}

//! The folder of a published book: read, written under temporary names, and cleaned.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::digest::hex;
use super::error::PublishedError;
use super::manifest::{LATEST_FORMAT, LatestJson, is_snapshot_folder};
use joseki_format::book_file::{Contents, FileSink};

/// Start of the names of files and folders that are not complete yet.
const TEMPORARY: &str = ".joseki-";
/// The file that a run locks.
const LOCK: &str = ".lock";
/// The file that names what is newest.
pub const LATEST: &str = "latest.json";
/// The checksums of a snapshot.
pub const CHECKSUMS: &str = "SHA256SUMS";

/// The folder of a book, locked by this run.
#[derive(Debug)]
pub struct PublishedFolder {
    path: PathBuf,
    /// Unlocked when it is dropped, and when the process ends.
    _lock: File,
}

impl PublishedFolder {
    /// Creates the folder of a book below `to` if it is missing, locks it, and removes what a
    /// killed run left.
    ///
    /// # Errors
    /// Another run has locked it, or a file cannot be written.
    pub fn open(to: &Path, book: &str) -> Result<PublishedFolder, PublishedError> {
        let path = to.join(book);
        fs::create_dir_all(&path).map_err(at(&path))?;
        let name = path.join(LOCK);
        let lock = File::options().create(true).truncate(false).write(true).open(&name);
        let lock = lock.map_err(at(&name))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(PublishedError::Locked { path }),
            Err(TryLockError::Error(error)) => return Err(at(&name)(error)),
        }
        let folder = PublishedFolder { path, _lock: lock };
        folder.remove_where(&folder.path, |name| name.starts_with(TEMPORARY))?;
        Ok(folder)
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what is newest; none if nothing was published yet.
    ///
    /// # Errors
    /// The file is unreadable or malformed.
    pub fn latest(&self) -> Result<Option<LatestJson>, PublishedError> {
        read_latest(&self.path)
    }

    /// Creates a folder for files that are not complete yet; it is removed when dropped.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn temporary(&self) -> Result<TempDir, PublishedError> {
        let made = tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(&self.path);
        made.map_err(at(&self.path))
    }

    /// Moves a complete file to its place below the folder.
    ///
    /// # Errors
    /// It cannot be moved.
    pub fn take(&self, from: &Path, to: &str) -> Result<(), PublishedError> {
        let to = self.path.join(to);
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(at(parent))?;
        }
        fs::rename(from, &to).map_err(at(&to))
    }

    /// Moves a complete snapshot to its place; returns the name of its folder. One with the same
    /// checksums stays, and one with others keeps its name, as readers may be at it.
    ///
    /// # Errors
    /// It cannot be moved.
    pub fn take_snapshot(&self, from: &Path, version: u64) -> Result<String, PublishedError> {
        let checksums = |folder: &Path| fs::read(folder.join(CHECKSUMS)).ok();
        let ours = checksums(from);
        for number in 1u32.. {
            let name = match number {
                1 => version.to_string(),
                number => format!("{version}-{number}"),
            };
            let place = self.path.join(&name);
            if !place.exists() {
                sync_folder(from)?;
                fs::rename(from, &place).map_err(at(&place))?;
                return Ok(name);
            }
            if checksums(&place) == ours {
                return Ok(name);
            }
        }
        Err(at(&self.path)(ErrorKind::AlreadyExists.into()))
    }

    /// Writes `latest.json`, which makes everything else visible.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn put_latest(&self, latest: &LatestJson) -> Result<(), PublishedError> {
        sync_folder(&self.path)?;
        let path = self.path.join(LATEST);
        let ready = self.path.join(format!("{TEMPORARY}{LATEST}"));
        let mut file = HashedFile::create(&ready)?;
        file.write_all(&json_text(latest, LATEST)?).map_err(at(&ready))?;
        file.finish(&ready)?;
        fs::rename(&ready, &path).map_err(at(&path))?;
        sync_folder(&self.path)
    }

    /// Removes snapshots that are not kept, and deltas for whose changes `is_kept` is false.
    /// Returns the number of snapshots removed.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn clean(
        &self,
        snapshots: &BTreeSet<&str>,
        is_kept: impl Fn(i64) -> bool,
    ) -> Result<usize, PublishedError> {
        let removed = self.remove_where(&self.path, |name| {
            is_snapshot_folder(name) && !snapshots.contains(name)
        })?;
        let deltas = self.path.join("deltas");
        for first in numbers(&deltas)? {
            for middle in numbers(&deltas.join(&first))? {
                let folder = deltas.join(&first).join(&middle);
                self.remove_where(&folder, |name| {
                    let number = name.split('.').next().unwrap_or_default();
                    let change = format!("{first}{middle}{number}").parse();
                    change.is_ok_and(|change| !is_kept(change))
                })?;
                // Only empty folders can be removed so.
                let _ = fs::remove_dir(&folder);
            }
            let _ = fs::remove_dir(deltas.join(&first));
        }
        Ok(removed)
    }

    fn remove_where(
        &self,
        folder: &Path,
        is_gone: impl Fn(&str) -> bool,
    ) -> Result<usize, PublishedError> {
        let mut removed = 0;
        for name in names(folder)?.iter().filter(|name| is_gone(name)) {
            let path = folder.join(name);
            let is_folder = fs::symlink_metadata(&path).map_err(at(&path))?.is_dir();
            let gone = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            gone.map_err(at(&path))?;
            removed += 1;
        }
        Ok(removed)
    }
}

/// Returns what is newest in the folder of a book; none if nothing was published.
///
/// # Errors
/// The file is unreadable or malformed.
pub fn read_latest(folder: &Path) -> Result<Option<LatestJson>, PublishedError> {
    let path = folder.join(LATEST);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(at(&path)(error)),
    };
    let latest: LatestJson = parse_json(&bytes, LATEST)?;
    if latest.format == LATEST_FORMAT {
        Ok(Some(latest))
    } else {
        Err(PublishedError::malformed(LATEST, "unknown format"))
    }
}

/// Parses a published file of JSON.
pub(super) fn parse_json<T: DeserializeOwned>(
    bytes: &[u8],
    path: &str,
) -> Result<T, PublishedError> {
    serde_json::from_slice(bytes).map_err(|error| PublishedError::malformed(path, error))
}

/// Returns a value as a file of JSON.
pub(super) fn json_text(value: &impl Serialize, path: &str) -> Result<Vec<u8>, PublishedError> {
    let text = serde_json::to_vec_pretty(value);
    let mut text = text.map_err(|error| PublishedError::malformed(path, error))?;
    text.push(b'\n');
    Ok(text)
}

/// Returns the names in a folder, sorted; none if it is missing.
fn names(folder: &Path) -> Result<Vec<String>, PublishedError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(at(folder)(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        // Names that are not UTF-8 are not ours.
        names.extend(entry.map_err(at(folder))?.file_name().into_string().ok());
    }
    names.sort_unstable();
    Ok(names)
}

fn numbers(folder: &Path) -> Result<Vec<String>, PublishedError> {
    let mut names = names(folder)?;
    names.retain(|name| name.bytes().all(|it| it.is_ascii_digit()));
    Ok(names)
}

/// Makes the names in a folder durable, where the system can.
fn sync_folder(folder: &Path) -> Result<(), PublishedError> {
    if cfg!(unix) {
        File::open(folder).and_then(|file| file.sync_all()).map_err(at(folder))?;
    }
    Ok(())
}

/// Returns the function that creates the error for a file.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> PublishedError + use<> {
    let path = path.to_owned();
    move |error| PublishedError::File { path: path.clone(), error }
}

/// A file whose size and SHA-256 are known once it is written.
#[derive(Debug)]
pub struct HashedFile {
    file: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

impl HashedFile {
    /// Creates a file.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn create(path: &Path) -> Result<HashedFile, PublishedError> {
        let file = File::create(path).map_err(at(path))?;
        Ok(HashedFile { file: BufWriter::new(file), hash: Sha256::new(), bytes: 0 })
    }

    /// Makes the file durable; returns its size in bytes and its SHA-256.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(mut self, path: &Path) -> Result<(u64, String), PublishedError> {
        self.file.flush().and_then(|()| self.file.get_ref().sync_all()).map_err(at(path))?;
        Ok((self.bytes, hex(&self.hash.finalize())))
    }
}

impl Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A compressed file, the same bytes for the same text: without a time or a name.
#[derive(Debug)]
pub struct GzipFile(GzEncoder<HashedFile>);

impl GzipFile {
    /// Creates a file.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn create(path: &Path) -> Result<GzipFile, PublishedError> {
        // Otherwise the header would say on which system it was written.
        const UNKNOWN_SYSTEM: u8 = 255;
        let builder = GzBuilder::new().mtime(0).operating_system(UNKNOWN_SYSTEM);
        Ok(GzipFile(builder.write(HashedFile::create(path)?, Compression::default())))
    }

    /// Makes the file durable; returns its size in bytes and its SHA-256.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(self, path: &Path) -> Result<(u64, String), PublishedError> {
        self.0.finish().map_err(at(path))?.finish(path)
    }
}

impl Write for GzipFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl FileSink for GzipFile {
    fn begin(&mut self, _: &Contents) -> io::Result<()> {
        Ok(())
    }
}

impl FileSink for HashedFile {
    fn begin(&mut self, _: &Contents) -> io::Result<()> {
        Ok(())
    }
}

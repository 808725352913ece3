//! The manifest beside the files of a task: what they are, and of what they were made.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use crate::error::ClusterError;
use crate::table::{hex, parts, publish};

/// The name of the file.
const NAME: &str = "manifest.json";

/// What a task wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Name and version of the format.
    pub format: String,
    /// The version of the program.
    pub program: String,
    /// The game, as `--game` takes it, and the lines of the board if it has several.
    pub game: String,
    /// The book and its version, of the counts of a book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// See `book`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The sources, of the counts of a book.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// The quiet period, of counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<u8>,
    /// The SHA-256 of the ratings, of counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<String>,
    /// The SHA-256 of the list of duplicates, of counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicates_list: Option<String>,
    /// The inputs as they were named; of counts with their SHA-256.
    pub inputs: Vec<String>,
    /// The files.
    pub files: Vec<FileEntry>,
    /// Records that were seen.
    pub seen: u64,
    /// Games that were counted, of counts; that were written, of games.
    pub counted: u64,
    /// Games that were left out since another record of them counts.
    pub duplicates: u64,
    /// Records that were rejected, by reason.
    pub rejected: BTreeMap<String, u64>,
    /// Files and entries other than records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// Sources with games of RenjuNet's database, which may not be served.
    pub renjunet: Vec<String>,
}

/// A file of a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name in the folder.
    pub name: String,
    /// Its rows.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    /// Writes the manifest into a folder, last of all, and removes what an earlier run of the task
    /// left that does not belong to it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), ClusterError> {
        let path = folder.join(NAME);
        let at = |error| ClusterError::file(&path, error);
        for entry in fs::read_dir(folder).map_err(at)? {
            let name = entry.map_err(at)?.file_name().to_string_lossy().into_owned();
            let is_table = name.ends_with(".parquet") && !name.starts_with('.');
            if is_table && self.files.iter().all(|file| file.name != name) {
                fs::remove_file(folder.join(name)).map_err(at)?;
            }
        }
        let mut file = NamedTempFile::new_in(folder).map_err(at)?;
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other).map_err(at)?;
        file.write_all(text.as_bytes()).and_then(|()| file.write_all(b"\n")).map_err(at)?;
        publish(file, &path).map_err(at)
    }

    /// Reads the manifest of a folder and checks its format, and that its files are there with their
    /// sizes.
    ///
    /// # Errors
    /// If it is missing, of another format, or a file is not as it says.
    pub fn read(folder: &Path, format: &str) -> Result<Manifest, ClusterError> {
        let path = folder.join(NAME);
        let text = fs::read_to_string(&path).map_err(|error| ClusterError::file(&path, error))?;
        let manifest: Manifest = serde_json::from_str(&text)
            .map_err(|error| ClusterError::invalid(&path, format!("not a manifest: {error}")))?;
        if manifest.format != format {
            let problem = format!("the format is \"{}\", expected \"{format}\"", manifest.format);
            return Err(ClusterError::invalid(&path, problem));
        }
        for file in &manifest.files {
            let path = folder.join(&file.name);
            let found = fs::metadata(&path).map_err(|error| ClusterError::file(&path, error))?;
            if found.len() != file.bytes {
                let problem =
                    format!("{} bytes, but its manifest says {}", found.len(), file.bytes);
                return Err(ClusterError::invalid(&path, problem));
            }
        }
        Ok(manifest)
    }

    /// Checks the sums of the files in a folder.
    ///
    /// # Errors
    /// If a file is not as the manifest says.
    pub fn check(&self, folder: &Path) -> Result<(), ClusterError> {
        for file in &self.files {
            let path = folder.join(&file.name);
            if sha256(&path)? != file.sha256 {
                return Err(ClusterError::invalid(
                    &path,
                    "its SHA-256 is not that of its manifest",
                ));
            }
        }
        Ok(())
    }

    /// Returns the paths of the files in a folder that have rows. No list has the others.
    pub fn paths(&self, folder: &Path) -> Vec<PathBuf> {
        let files = self.files.iter().filter(|file| file.rows > 0);
        files.map(|file| folder.join(&file.name)).collect()
    }
}

/// Returns the SHA-256 of a file, or of the files of a table, in hexadecimal digits.
///
/// # Errors
/// If it cannot be read.
pub fn sha256(path: &Path) -> Result<String, ClusterError> {
    let (mut hash, mut block) = (Sha256::new(), vec![0; 1 << 16]);
    for path in parts(path)? {
        let at = |error| ClusterError::file(&path, error);
        let mut file = fs::File::open(&path).map_err(at)?;
        loop {
            match file.read(&mut block).map_err(at)? {
                0 => break,
                read => hash.update(&block[..read]),
            }
        }
    }
    Ok(hex(&hash.finalize()))
}

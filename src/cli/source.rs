//! Reading of input files and standard input.

use std::fs::File;
use std::io;
use std::path::Path;

use super::error::CliError;
use joseki_format::sgf::Limits;

/// File name that stands for standard input.
const STDIN: &str = "-";

/// Returns the name of a file for reports.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == STDIN { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Reads a file, or standard input for `-`. Stops just above the SGF reader's size limit, so that
/// the reader can report a file that is too large.
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let unreadable = |error| CliError::Read { file: name(path), error };
    if path.as_os_str() == STDIN {
        return Limits::default().read(io::stdin().lock()).map_err(unreadable);
    }
    if path.is_dir() {
        return Err(CliError::Directory { path: path.to_owned() });
    }
    let file = File::open(path).map_err(unreadable)?;
    Limits::default().read(file).map_err(unreadable)
}

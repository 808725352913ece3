//! Reading the files that a command is given.

use std::fs::File;
use std::io;
use std::path::Path;

use super::error::CliError;
use crate::format::sgf::Limits;

/// What stands for standard input in place of a file.
const STDIN: &str = "-";

/// The name of a file in reports.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == STDIN {
        "<stdin>".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Reads a file, or standard input for `-`. Of one that is larger than what the reader of SGF
/// takes, only as much is read as it needs to say so.
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let unreadable = |error| CliError::Read {
        file: name(path),
        error,
    };
    if path.as_os_str() == STDIN {
        return Limits::default()
            .read(io::stdin().lock())
            .map_err(unreadable);
    }
    if path.is_dir() {
        return Err(CliError::Directory {
            path: path.to_owned(),
        });
    }
    let file = File::open(path).map_err(unreadable)?;
    Limits::default().read(file).map_err(unreadable)
}

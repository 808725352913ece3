//! Programs that tests need and a machine may lack.
//!
//! A missing one is reported once in each process, by name, and the tests that need it are skipped.
//! With `CI=true` these tests fail.
#![allow(dead_code, reason = "each test binary uses a part")]
#![allow(unused_imports, unused_macros, reason = "each test binary uses a part")]

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Folders beside the search path: Debian installs games in the first, Go's installer uses the
/// second.
const FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/go/bin"];

/// Opens the name of a Python module, as in `python3:sgfmill`.
const MODULE: &str = "python3:";

/// Returns from a test unless everything that it needs is installed: programs by name, modules of
/// Python as `python3:sgfmill`.
macro_rules! needs {
    ($($name:expr),+ $(,)?) => {
        if $crate::programs::missing(&[$($name),+]) {
            return;
        }
    };
}
pub(crate) use needs;

/// Whether something is missing, which is reported: programs by name, modules of Python as
/// `python3:sgfmill`, beside `python3` itself.
#[track_caller]
pub fn missing(names: &[&str]) -> bool {
    // Without Python, its modules are not worth a word.
    let has_python = is_installed("python3");
    let is_lacking = |name: &&str| {
        if name.starts_with(MODULE) {
            has_python && !is_installed(name)
        } else {
            !is_installed(name)
        }
    };
    let lacking: Vec<&str> = names.iter().copied().filter(is_lacking).collect();
    for name in &lacking {
        match name.strip_prefix(MODULE) {
            Some(module) => report_missing(&format!("Python's module {module}")),
            None => report_missing(name),
        }
    }
    !lacking.is_empty()
}

/// Reports that something is not installed. Panics with `CI=true`.
#[track_caller]
pub fn report_missing(name: &str) {
    let is_required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!is_required, "CI=true, and {name} is not installed");
    skip(&format!("{name} is not installed"));
}

/// Reports, once, why tests are skipped, also where the output of tests is captured.
pub fn skip(reason: &str) {
    static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    if reported.insert(reason.to_owned()) {
        drop(writeln!(std::io::stderr(), "skipped: {reason}"));
    }
}

/// Whether a command succeeds, such as a program that reports its version.
pub fn succeeds(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Sends a signal such as `-TERM` with the shell's own `kill`, as a small system has no other.
pub fn signal(signal: &str, id: &str) -> bool {
    succeeds("sh", &["-c", "kill \"$1\" \"$2\"", "sh", signal, id])
}

fn is_installed(name: &str) -> bool {
    match name.strip_prefix(MODULE) {
        Some(module) => succeeds("python3", &["-c", &format!("import {module}")]),
        None => folders().any(|folder| is_program(&folder.join(name))),
    }
}

fn folders() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.into_iter().chain(FOLDERS.map(PathBuf::from))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let is_executable = |data: std::fs::Metadata| data.permissions().mode() & 0o111 != 0;
    path.metadata().is_ok_and(|data| data.is_file() && is_executable(data))
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}

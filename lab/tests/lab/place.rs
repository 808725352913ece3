//! The program in a folder of its own.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// Folder in which the program runs, removed at the end.
pub struct Place(TempDir);

/// Result of a run.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Place {
    /// Creates an empty folder.
    pub fn new() -> Place {
        Place(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("a file");
    }

    /// Returns the names in the folder.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder");
        entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into()).collect()
    }

    /// Runs the program in the folder.
    pub fn run(&self, arguments: &[&str]) -> Run {
        let mut program = Command::new(env!("CARGO_BIN_EXE_joseki-lab"));
        let output = program.args(arguments).current_dir(self.0.path()).output().expect("a run");
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// Runs the program, which must succeed without a word on standard error; returns its output.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
        run.out
    }

    /// Runs the program with JSON as its output.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let out = self.ok(&[arguments, &["--format", "json"]].concat());
        serde_json::from_str(&out).expect("JSON")
    }
}

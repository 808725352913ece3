//! The program in a directory of its own.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, LazyLock};
use std::{fmt, fs};

use joseki::service::Service;
use joseki::store::SqliteStore;
use tempfile::TempDir;

use crate::messages::{keep_short, short};

/// A small book: the 4-4 point with three answers, one of them with a condition, and the 3-4 point.
pub const SMALL: &str = "\
(;FF[4]GM[1]SZ[19]
(;B[pd]N[4-4]TE[2]C[The corner in one move.]
(;W[nc]N[approach]TE[2]C[

From the   top.
And a second line.])
(;W[qc]TE[1]JC[enemy(FC)])
(;W[od]BM[1]))
(;B[qd]N[3-4]TE[1]))
";

/// A directory in which the program runs, and which disappears with it.
pub struct Place {
    directory: TempDir,
}

/// What a run gave.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Place {
    /// Returns an empty directory.
    pub fn new() -> Place {
        keep_short();
        Place { directory: tempfile::tempdir().expect("a directory") }
    }

    /// Returns a directory whose database has the starter book of Go alone.
    pub fn with_starter() -> Place {
        static DATABASE: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let place = Place::new();
            let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
            Service::new(Arc::new(store)).curation().ensure_starter().expect("the starter book");
            place.read("joseki.db")
        });
        Place::with_database(&DATABASE)
    }

    /// Returns a directory whose database has the starter book and the small book, named `small`.
    pub fn with_small_book() -> Place {
        static DATABASE: LazyLock<Vec<u8>> =
            LazyLock::new(|| Place::with_starter().add_small_book().read("joseki.db"));
        Place::with_database(&DATABASE).write_small_book()
    }

    /// Returns a directory whose database has the small book, named `small`, and no other.
    pub fn with_small_book_alone() -> Place {
        static DATABASE: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let place = Place::new();
            // Only a new database begins with the starter book.
            drop(SqliteStore::open(place.path("joseki.db")).expect("a store"));
            place.add_small_book().read("joseki.db")
        });
        Place::with_database(&DATABASE).write_small_book()
    }

    fn with_database(database: &[u8]) -> Place {
        let place = Place::new();
        place.write("joseki.db", database);
        place
    }

    fn write_small_book(self) -> Place {
        self.write("small.sgf", SMALL);
        self
    }

    fn add_small_book(self) -> Place {
        let place = self.write_small_book();
        place.ok(&["import", "--book", "small", "small.sgf"]);
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("a file");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    /// The names of the files, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory.path()).expect("a directory");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }

    /// The program with its arguments, nothing taken from the environment of the test.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
        command.args(arguments).current_dir(self.directory.path()).stdin(Stdio::null());
        for variable in ["NO_COLOR", "USER", "LOGNAME"] {
            command.env_remove(variable);
        }
        for (variable, _) in std::env::vars_os() {
            if variable.to_string_lossy().starts_with("JOSEKI_") {
                command.env_remove(variable);
            }
        }
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::of(&self.command(arguments).output().expect("a run"))
    }

    /// The output of a run that has to succeed.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.code, Some(0), "{arguments:?} {run:?}");
        run.out
    }

    /// The JSON of a run that has to succeed: one line.
    pub fn json(&self, arguments: &[&str]) -> serde_json::Value {
        let out = self.ok(&[arguments, &["--format", "json"]].concat());
        assert_eq!(out.matches('\n').count(), 1, "{out}");
        serde_json::from_str(&out).expect("JSON")
    }

    /// A run that is given a text on standard input.
    pub fn run_with_input(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a run");
        let mut stdin = child.stdin.take().expect("standard input");
        stdin.write_all(input.as_ref()).expect("it reads");
        drop(stdin);
        Run::of(&child.wait_with_output().expect("a run"))
    }
}

impl fmt::Debug for Run {
    /// Shows the output, cut if it is long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut run = f.debug_struct("Run");
        run.field("code", &self.code).field("out", &short(&self.out));
        run.field("err", &short(&self.err)).finish()
    }
}

impl Run {
    pub fn of(output: &Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

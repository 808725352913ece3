//! A conversation with the program, answer by answer.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::messages::keep_short;

/// The program, being spoken to. It is ended when this is dropped.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    pub folder: TempDir,
}

/// The command line of the scripted engine with these options; commands are logged to `log` in the folder.
pub fn scripted(folder: &Path, options: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp/engine.py");
    let log = folder.join("log");
    format!("python3 {} --log {} {options}", script.display(), log.display())
}

/// The command line of the scripted engine of five in a row and xiangqi; commands are logged to `log`
/// in the folder.
pub fn search_engine(folder: &Path, options: &str) -> String {
    fs::create_dir_all(folder).expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp/search_engine.py");
    format!("python3 {} {options} --log {}", script.display(), folder.join("log").display())
}

/// A folder whose database is there already; it is made once.
pub fn folder() -> TempDir {
    keep_short();
    static MADE: LazyLock<TempDir> = LazyLock::new(|| {
        let made = tempfile::tempdir().expect("a folder");
        run(made.path(), &["sources", "set", "club", "--license", "MIT"]);
        made
    });
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(MADE.path().join("joseki.db"), folder.path().join("joseki.db")).expect("a copy");
    folder
}

/// The search path with the folder in which Debian keeps its engines.
pub fn path() -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    format!("{path}:/usr/games")
}

pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
    command
        .current_dir(folder)
        .env("PATH", path())
        .env("JOSEKI_DB", folder.join("joseki.db"))
        .env_remove("JOSEKI_KEY")
        .env_remove("JOSEKI_LOG");
    command
}

/// What a command of the program prints; it has to succeed.
pub fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = program(folder).args(arguments).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What an engine says to these lines.
pub fn dialogue(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    talk(folder().path(), arguments, lines).lines().map(str::to_owned).collect()
}

/// What the program writes when these lines are sent to it.
pub fn talk(folder: &Path, arguments: &[&str], lines: &[&str]) -> String {
    let mut child = program(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    input.write_all((lines.join("\n") + "\n").as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} {lines:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

impl Talk {
    pub fn start(folder: TempDir, arguments: &[&str]) -> Talk {
        let errors = fs::File::create(folder.path().join("errors")).expect("a file");
        let mut child = program(folder.path())
            .arg("gtp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .expect("it starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Talk { child, input, output, folder }
    }

    /// The book alone.
    pub fn alone(arguments: &[&str]) -> Talk {
        Talk::start(folder(), arguments)
    }

    /// In front of the scripted engine.
    pub fn before(options: &str, arguments: &[&str]) -> Talk {
        let folder = folder();
        let engine = scripted(folder.path(), options);
        let all: Vec<&str> =
            ["--engine", &engine].into_iter().chain(arguments.iter().copied()).collect();
        Talk::start(folder, &all)
    }

    pub fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("open");
        input.write_all(text.as_bytes()).expect("it reads");
        input.flush().expect("it reads");
    }

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("UTF-8");
        line
    }

    /// The whole answer to what was sent last, without its blank line.
    pub fn answer(&mut self) -> String {
        let mut answer = self.line();
        assert!(!answer.is_empty(), "no answer; errors: {}", self.errors());
        loop {
            let line = self.line();
            if line.trim().is_empty() {
                return answer.trim_end().to_owned();
            }
            answer += &line;
        }
    }

    /// Asks and waits for the answer.
    pub fn ask(&mut self, command: &str) -> String {
        self.send(&format!("{command}\n"));
        self.answer()
    }

    /// Asks what has to succeed; what the answer says.
    pub fn must(&mut self, command: &str) -> String {
        let answer = self.ask(command);
        let said = answer.strip_prefix('=');
        said.unwrap_or_else(|| panic!("{command}: {answer}")).trim().to_owned()
    }

    /// Asks what has to fail; what the answer says.
    pub fn fails(&mut self, command: &str) -> String {
        let answer = self.ask(command);
        let said = answer.strip_prefix('?');
        said.unwrap_or_else(|| panic!("{command}: {answer}")).trim().to_owned()
    }

    /// Closes the input and waits for the end.
    pub fn end(mut self) -> (TempDir, String) {
        self.input = None;
        let status = self.child.wait().expect("it ends");
        let errors = self.errors();
        assert!(status.success(), "{errors}");
        let folder = std::mem::replace(&mut self.folder, folder());
        (folder, errors)
    }

    pub fn errors(&self) -> String {
        fs::read_to_string(self.folder.path().join("errors")).unwrap_or_default()
    }

    /// The commands that the scripted engine received.
    pub fn received(&self) -> Vec<String> {
        received(self.folder.path())
    }

    /// The stones as we have them: colour and point, sorted.
    pub fn own_stones(&mut self) -> String {
        let shown = self.must("joseki-showboard");
        let rows: Vec<Vec<&str>> =
            shown.lines().map(|line| line.split_whitespace().collect()).collect();
        let letters = &rows[0];
        let mut stones = Vec::new();
        for row in &rows[1..rows.len() - 1] {
            for (column, point) in row[1..row.len() - 1].iter().enumerate() {
                let color = match *point {
                    "X" => "b",
                    "O" => "w",
                    _ => continue,
                };
                stones.push(format!("{color}{}{}", letters[column], row[0]));
            }
        }
        stones.sort();
        stones.join(" ")
    }

    /// That the scripted engine has the same stones as we have.
    pub fn same_position(&mut self) {
        let ours = self.own_stones();
        let theirs = self.must("test-stones");
        assert_eq!(ours, theirs);
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The commands that the scripted engine of a folder received.
pub fn received(folder: &Path) -> Vec<String> {
    let log = fs::read_to_string(log(folder)).unwrap_or_default();
    log.lines().map(str::to_owned).collect()
}

fn log(folder: &Path) -> PathBuf {
    folder.join("log")
}

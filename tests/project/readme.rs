//! Every command of the README, run as it stands there, its output compared with what is shown.
//!
//! A block marked `console` is a session: lines after `$ ` are commands, the lines below each are what
//! it prints; `…` stands for anything within a line, and alone on a line for any number of lines. A
//! command that shows nothing need only succeed. `joseki` is the program under test, port
//! 8361 a free one, `examples/` those of this folder, and the key that the server printed takes the place of
//! the one shown. Python is that of the tests, so that `pip install` has been done.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A command with the output shown below it.
struct Step {
    line: usize,
    command: String,
    shown: Vec<String>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The commands of all sessions, in order.
fn steps(readme: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let (mut inside, mut program) = (false, false);
    for (index, line) in readme.lines().enumerate() {
        match line {
            "```console" => inside = true,
            "```python" => {
                program = true;
                let command = "python3 - <<'END'\n".to_owned();
                steps.push(Step {
                    line: index + 1,
                    command,
                    shown: Vec::new(),
                });
            }
            "```" if program => program = false,
            "```" => inside = false,
            _ if program => {
                if let Some(step) = steps.last_mut() {
                    step.command += &format!("{line}\n");
                }
            }
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => steps.push(Step {
                    line: index + 1,
                    command: command.to_owned(),
                    shown: Vec::new(),
                }),
                (None, Some(step)) if step.command.ends_with('\\') => {
                    step.command.pop();
                    step.command.push_str(line.trim_start());
                }
                (None, Some(step)) => step.shown.push(line.to_owned()),
                (None, None) => panic!("line {}: output before any command", index + 1),
            },
        }
    }
    steps
}

/// Whether a line is as shown, `…` standing for anything.
fn line_matches(shown: &str, line: &str) -> bool {
    let mut pieces = shown.split('…');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for piece in pieces {
        let Some(at) = rest.find(piece) else {
            return false;
        };
        rest = &rest[at + piece.len()..];
        last = Some(piece);
    }
    rest.is_empty()
        || last.is_some_and(str::is_empty)
        || last.is_some_and(|last| line.ends_with(last))
}

fn matches(shown: &[String], lines: &[&str]) -> bool {
    match (shown.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, after)), _) if first == "…" => {
            (0..=lines.len()).any(|skipped| matches(after, &lines[skipped..]))
        }
        (Some((first, after)), Some((line, below))) => {
            line_matches(first.trim_end(), line.trim_end()) && matches(after, below)
        }
        _ => false,
    }
}

/// The session's surroundings: a folder with the examples, and a server once one
/// was started.
struct Session {
    folder: TempDir,
    port: u16,
    key: Option<String>,
    server: Option<Child>,
    python: PathBuf,
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            let _gone_already = server.kill();
            let _gone_already = server.wait();
        }
    }
}

impl Session {
    fn new() -> Session {
        let folder = TempDir::new().expect("a folder");
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        Session {
            folder,
            port,
            key: None,
            server: None,
            python: crate::environment::programs(),
        }
    }

    fn run(&mut self, step: &Step) {
        let mut command = step.command.replace("8361", &self.port.to_string());
        let examples = format!("{}/", root().join("examples").display());
        command = command.replace("examples/", &examples);
        if let (Some(key), Some(at)) = (&self.key, command.find("jk_")) {
            let shown: String = command[at..]
                .chars()
                .take_while(|c| !" \"'".contains(*c))
                .collect();
            command = command.replace(&shown, key);
        }
        if command.contains("joseki serve") && !command.contains("--check-config") {
            return self.serve(step, &command);
        }
        let output = self.shell(&command).output().expect("a shell");
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "line {}: {command}\n{stdout}{stderr}",
            step.line
        );
        let printed = stdout.replace(&self.port.to_string(), "8361");
        let lines: Vec<&str> = printed.lines().collect();
        assert!(
            step.shown.is_empty() || matches(&step.shown, &lines),
            "line {}: {command}\nprints\n{printed}\nwhere the README shows\n{}",
            step.line,
            step.shown.join("\n")
        );
    }

    /// Starts a server and reads what it prints up to the last line shown.
    fn serve(&mut self, step: &Step, command: &str) {
        let command = format!("exec {command} --listen 127.0.0.1:{}", self.port);
        let mut server = self
            .shell(&command)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let out = server.stdout.take().expect("its output");
        self.server = Some(server);
        let mut printed: Vec<String> = Vec::new();
        for line in BufReader::new(out).lines() {
            let line = line.expect("text").replace(&self.port.to_string(), "8361");
            if let Some(at) = line.find("jk_") {
                self.key = line[at..].split_whitespace().next().map(str::to_owned);
            }
            printed.push(line);
            let lines: Vec<&str> = printed.iter().map(String::as_str).collect();
            if matches(&step.shown, &lines) {
                return;
            }
        }
        panic!(
            "line {}: the server prints\n{}",
            step.line,
            printed.join("\n")
        );
    }

    fn shell(&self, command: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_joseki"));
        let folder = program.parent().expect("a folder").display();
        let python = self.python.display();
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("bash");
        shell.args(["-euo", "pipefail", "-c", command]);
        shell
            .current_dir(self.folder.path())
            // The last one is where Debian keeps its engines.
            .env("PATH", format!("{folder}:{python}:{path}:/usr/games"));
        shell
            .env_remove("JOSEKI_DB")
            .env("NO_COLOR", "1")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null());
        shell
    }
}

#[test]
fn every_command_does_what_is_shown() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let steps = steps(&readme);
    assert!(steps.len() >= 10, "only {} commands found", steps.len());
    let mut session = Session::new();
    for step in &steps {
        session.run(step);
    }
}

#[test]
fn links_point_at_files_that_are_there() {
    for page in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"] {
        let text = fs::read_to_string(root().join(page)).expect(page);
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap_or_default();
            let file = target.split('#').next().unwrap_or_default();
            let is_link = target
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "._/#:-".contains(c));
            let local = is_link && !target.contains("://") && !file.is_empty();
            assert!(
                !local || root().join(file).exists(),
                "{page} links to {target}"
            );
        }
    }
}

#[test]
fn the_comparison_tells_outputs_apart() {
    let shown = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| (*line).to_owned())
            .collect::<Vec<_>>()
    };
    assert!(matches(&shown(&["a …", "…", "z"]), &["a b", "c", "d", "z"]));
    assert!(!matches(&shown(&["a …", "…", "z"]), &["b b", "c", "z"]));
    assert!(!matches(&shown(&["a"]), &["a", "b"]));
    assert!(line_matches("x … y … z", "x 1 y 2 z") && !line_matches("x … y", "x 1 y 2"));
}

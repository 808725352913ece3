//! Runs the commands shown in `README.md` and in the manual, and checks their output and links.
//!
//! A block marked `console` is a session: lines after `$ ` are commands, the lines below each are
//! its output; `…` matches anything within a line, and alone on a line any number of lines. A
//! command that shows nothing need only succeed. `joseki` is the program under test, port 8361
//! becomes a free one, `examples/` and `clients/` are the folders of this repository, and a key
//! (`jk_…`) in a command becomes the one that the server printed. A `python` block is a program that
//! has to succeed; on a page that names `clients/python` it may use that client.
//! Blocks in HTML comments run as well.
//!
//! Each page is a session of its own, with its own folder, port and server, and a test of its own.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::environment;
use crate::messages::keep_short;
use crate::programs::missing;

/// How long a server may take to print its next line, on a busy machine.
const SERVER_TIMEOUT: Duration = Duration::from_secs(120);

/// Makes a test of every page, and `PAGES` of them all.
macro_rules! pages {
    ($($name:ident: $path:literal,)*) => {
        const PAGES: &[&str] = &[$($path),*];

        mod page {
            $(
                #[test]
                fn $name() {
                    super::run_page($path);
                }
            )*
        }
    };
}

pages! {
    readme: "README.md",
    analysis: "docs/analysis.md",
    api: "docs/api.md",
    assessment: "docs/assessment.md",
    book_files: "docs/book-files.md",
    book_format: "docs/book-format.md",
    clients: "docs/clients.md",
    client_of_python: "clients/python/README.md",
    conditions: "docs/conditions.md",
    configuration: "docs/configuration.md",
    curate: "docs/curate.md",
    engines: "docs/engines.md",
    figures: "docs/figures.md",
    glossary: "docs/glossary.md",
    gtp: "docs/gtp.md",
    hostile: "docs/hostile.md",
    import: "docs/import.md",
    index: "docs/README.md",
    influence: "docs/influence.md",
    learning: "docs/learning.md",
    mining: "docs/mining.md",
    operations: "docs/operations.md",
    page: "docs/page.md",
    patterns: "docs/patterns.md",
    play: "docs/play.md",
    priority: "docs/priority.md",
    publish: "docs/publish.md",
    renju: "docs/renju.md",
    xiangqi: "docs/xiangqi.md",
    review: "docs/review.md",
    scoring: "docs/scoring.md",
    sources: "docs/sources.md",
    starter: "docs/starter.md",
    training: "docs/training.md",
    verdicts: "docs/verdicts.md",
    whole_board: "docs/whole-board.md",
}

/// A command with the output shown below it.
struct Step {
    line: usize,
    command: String,
    shown: Vec<String>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the commands of a page, in order.
fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let (mut inside, mut program) = (false, false);
    for (index, line) in page.lines().enumerate() {
        match line {
            "```console" => inside = true,
            "```python" => {
                program = true;
                let command = "python3 - <<'END'\n".to_owned();
                steps.push(Step { line: index + 1, command, shown: Vec::new() });
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

/// Returns whether a line is as shown, where `…` matches anything.
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

/// Ports that sessions of this process use.
static PORTS: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());

/// Returns a free port that no other session of this process has.
fn free_port() -> u16 {
    loop {
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        if PORTS.lock().expect("the ports").insert(port) {
            return port;
        }
    }
}

/// A page's folder, and its server once a command started one.
struct Session {
    page: &'static str,
    folder: TempDir,
    port: u16,
    key: Option<String>,
    server: Option<Child>,
    /// A Python with the packages of the clients, where the page uses them.
    python: Option<PathBuf>,
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop_server();
    }
}

impl Session {
    fn new(page: &'static str, with_packages: bool) -> Session {
        Session {
            page,
            folder: TempDir::new().expect("a folder"),
            port: free_port(),
            key: None,
            server: None,
            python: with_packages.then(environment::programs),
        }
    }

    fn stop_server(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _gone_already = server.kill();
            let _gone_already = server.wait();
        }
    }

    fn run(&mut self, step: &Step) {
        let mut command = step.command.replace("8361", &self.port.to_string());
        for folder in [" examples/", " clients/"] {
            let shown = root().join(folder.trim_start()).display().to_string();
            command = command.replace(folder, &format!(" {shown}"));
        }
        if let (Some(key), Some(at)) = (&self.key, command.find("jk_")) {
            let shown: String =
                command[at..].chars().take_while(|c| !" \"'".contains(*c)).collect();
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
            "{}, line {}: {command}\n{stdout}{stderr}",
            self.page,
            step.line
        );
        let printed = self.with_shown_port(&stdout);
        let lines: Vec<&str> = printed.lines().collect();
        assert!(
            step.shown.is_empty() || matches(&step.shown, &lines),
            "{}, line {}: {command}\nprints\n{printed}\nwhere the page shows\n{}",
            self.page,
            step.line,
            step.shown.join("\n")
        );
    }

    /// Replaces the session's port in an output by the one that the page shows.
    fn with_shown_port(&self, output: &str) -> String {
        output.replace(&format!(":{}", self.port), ":8361")
    }

    /// Starts a server, in place of one that is running, and waits until it has printed the lines
    /// shown.
    fn serve(&mut self, step: &Step, command: &str) {
        self.stop_server();
        let command = format!("exec {command} --listen 127.0.0.1:{}", self.port);
        let mut server = self.shell(&command).stdout(Stdio::piped()).spawn().expect("a shell");
        let out = server.stdout.take().expect("its output");
        self.server = Some(server);
        // The output is read to its end: the server must not find it closed.
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                let _nobody_waits = sender.send(line);
            }
        });
        let mut printed: Vec<String> = Vec::new();
        let mut is_shown = false;
        while !is_shown && let Ok(line) = lines.recv_timeout(SERVER_TIMEOUT) {
            let line = self.with_shown_port(&line);
            if let Some(at) = line.find("jk_") {
                self.key = line[at..].split_whitespace().next().map(str::to_owned);
            }
            printed.push(line);
            let lines: Vec<&str> = printed.iter().map(String::as_str).collect();
            is_shown = matches(&step.shown, &lines);
        }
        assert!(
            is_shown,
            "{}, line {}: the server prints\n{}",
            self.page,
            step.line,
            printed.join("\n")
        );
    }

    fn shell(&self, command: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_joseki"));
        let folder = program.parent().expect("a folder").display();
        let path = std::env::var("PATH").unwrap_or_default();
        let path = match &self.python {
            Some(python) => format!("{}:{path}", python.display()),
            None => path,
        };
        let mut shell = Command::new("bash");
        shell.args(["-euo", "pipefail", "-c", command]);
        shell
            .current_dir(self.folder.path())
            // Debian installs engines in /usr/games.
            .env("PATH", format!("{folder}:{path}:/usr/games"));
        shell
            .env_remove("JOSEKI_DB")
            .env_remove("JOSEKI_KEY")
            .env("NO_COLOR", "1")
            .env("PYTHONPATH", root().join("clients/python/src"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null());
        shell
    }
}

/// Programs in the commands of pages that a small system lacks.
const PROGRAMS: [&str; 4] = ["curl", "gnugo", "jq", "python3"];

/// Whether a shell command runs a program: its name stands where a command begins.
fn runs(command: &str, program: &str) -> bool {
    command.match_indices(program).any(|(at, _)| {
        let before = command[..at].trim_end_matches(' ');
        let begins =
            before.is_empty() || before.ends_with(['|', ';', '&', '(', '"', '\'', '=', '\n']);
        let after = command[at + program.len()..].chars().next();
        (begins || before.ends_with(" do")) && after.is_none_or(|c| " \n\"')".contains(c))
    })
}

/// Runs all commands of a page in one session.
fn run_page(page: &'static str) {
    keep_short();
    let text = fs::read_to_string(root().join(page)).expect(page);
    let steps = steps(&text);
    if steps.is_empty() {
        return;
    }
    let is_needed = |program: &&str| steps.iter().any(|step| runs(&step.command, program));
    let needed: Vec<&str> = PROGRAMS.into_iter().filter(is_needed).chain(["bash"]).collect();
    let with_packages = text.contains("clients/python");
    if missing(&needed) || with_packages && environment::is_missing() {
        return;
    }
    let mut session = Session::new(page, with_packages);
    for step in &steps {
        session.run(step);
    }
}

/// Returns the Markdown files of a folder as paths from the root, `/` between their parts.
fn markdown_files(folder: &str) -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(root().join(folder)).expect(folder) {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = match folder {
            "." => name.clone(),
            _ => format!("{folder}/{name}"),
        };
        let skipped = ["target", "node_modules"].contains(&name.as_str()) || name.starts_with('.');
        if entry.file_type().expect("a type").is_dir() && !skipped {
            files.extend(markdown_files(&path));
        } else if name.ends_with(".md") {
            files.insert(path);
        }
    }
    files
}

#[test]
fn every_page_with_commands_is_run() {
    let listed: BTreeSet<&str> = PAGES.iter().copied().collect();
    assert_eq!(listed.len(), PAGES.len(), "a page is listed twice");
    for page in markdown_files(".") {
        let text = fs::read_to_string(root().join(&page)).expect(&page);
        assert!(
            listed.contains(page.as_str()) || steps(&text).is_empty(),
            "{page} shows commands: add it to `pages!`"
        );
    }
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    assert!(steps(&readme).len() >= 10, "the README shows few commands");
}

/// Returns the lines of a page outside fenced blocks, their code spans removed.
fn prose(page: &str) -> Vec<String> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push(line.split('`').step_by(2).collect());
        }
    }
    lines
}

/// Returns the targets of a page's links and pictures.
fn links(page: &str) -> Vec<String> {
    let text = prose(page).join("\n");
    let targets = text.split("](").skip(1).filter_map(|rest| {
        let target = rest.split(')').next()?;
        target.split_whitespace().next().map(str::to_owned)
    });
    targets.collect()
}

/// Returns the anchor of a heading, without the number that a second one of its kind gets.
fn anchor(heading: &str) -> String {
    let shown: String = heading
        .replace("](", "]\u{0}")
        .split('\u{0}')
        .enumerate()
        .map(|(index, part)| match index {
            0 => part,
            _ => part.split_once(')').map_or(part, |(_, after)| after),
        })
        .collect();
    let kept = shown.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then_some(c),
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// Returns the anchors of a page's headings, as GitHub and mdBook make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut fenced = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        let heading = line.trim_start_matches('#');
        if fenced || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let first = anchor(heading);
        let mut name = first.clone();
        let mut count = 0;
        while !anchors.insert(name.clone()) {
            count += 1;
            name = format!("{first}-{count}");
        }
    }
    anchors
}

/// Returns what is wrong with a link of a page, if anything.
fn broken(page: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
    let here = root().join(page);
    let path = match file {
        "" => here.clone(),
        _ => here.parent().expect("a folder").join(file),
    };
    if !path.exists() {
        return Some(format!("{page} links to {target}, which does not exist"));
    }
    if fragment.is_empty() || path.extension().is_none_or(|ending| ending != "md") {
        return None;
    }
    let text = fs::read_to_string(&path).expect("a page");
    let exists = anchors(&text).contains(fragment);
    (!exists).then(|| format!("{page} links to {target}, where no heading has that anchor"))
}

#[test]
fn every_link_points_at_a_file_and_a_heading() {
    let mut all = Vec::new();
    for page in markdown_files(".") {
        let text = fs::read_to_string(root().join(&page)).expect(&page);
        all.extend(links(&text).iter().filter_map(|link| broken(&page, link)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_summary_lists_every_page_of_the_manual_once() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the summary");
    let mut listed: Vec<String> =
        links(&summary).iter().map(|link| format!("docs/{link}")).collect();
    listed.sort();
    let mut pages = markdown_files("docs");
    pages.remove("docs/SUMMARY.md");
    assert_eq!(listed, pages.into_iter().collect::<Vec<_>>());
}

#[test]
fn links_and_anchors_are_found() {
    let page =
        "# A `b` [c](d.md), e\n## Same\n[x](y.md#z)\n```\n# no [n](n)\n```\n## Same\n`[k](k)`";
    assert_eq!(links(page), ["d.md", "y.md#z"]);
    let expected = ["a-b-c-e", "same", "same-1"].map(str::to_owned);
    assert_eq!(anchors(page), BTreeSet::from(expected));
}

#[test]
fn the_comparison_distinguishes_outputs() {
    let shown = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    assert!(matches(&shown(&["a …", "…", "z"]), &["a b", "c", "d", "z"]));
    assert!(!matches(&shown(&["a …", "…", "z"]), &["b b", "c", "z"]));
    assert!(!matches(&shown(&["a"]), &["a", "b"]));
    assert!(line_matches("x … y … z", "x 1 y 2 z") && !line_matches("x … y", "x 1 y 2"));
}

#[test]
fn the_programs_of_a_command_are_found() {
    for command in ["jq .", "curl x | jq .", "for n in 1; do jq . f; done", "x=$(jq .)"] {
        assert!(runs(command, "jq"), "{command}");
    }
    for command in ["joseki export --to gnugo", "ls gnugo-3.8", "curl jq.example"] {
        assert!(!runs(command, "gnugo") && !runs(command, "jq"), "{command}");
    }
    assert!(runs("joseki gtp --engine \"gnugo --mode gtp\"", "gnugo"));
}

//! The clients of `clients/`, run against the real server: their own tests, and the example whose output is compared
//! with what the server says to plain HTTP requests and on the command line.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::environment;
use crate::programs::{needs, report_missing, succeeds};
use crate::running::Running;

const BOARD: &str = "Q16,O17";

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clients")
}

/// A program that leaves nothing beside the sources and takes nothing from the environment of the test.
fn program(name: impl AsRef<OsStr>, key: Option<&str>) -> Command {
    let mut command = Command::new(name);
    command
        .env_remove("JOSEKI_KEY")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null());
    for proxy in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
        command.env_remove(proxy);
    }
    if let Some(key) = key {
        command.env("JOSEKI_KEY", key);
    }
    command
}

/// Python with the client of `clients/python`.
fn python(key: Option<&str>) -> Command {
    let mut command = program(environment::programs().join("python3"), key);
    command.env("PYTHONPATH", clients().join("python/src"));
    command
}

/// The example of the Python client.
fn play(url: &str, key: Option<&str>, arguments: &[&str]) -> Command {
    let mut command = python(key);
    command.arg(clients().join("python/examples/play.py"));
    command.args(["--server", url]).args(arguments);
    command
}

/// Returns a folder of its own below `target/`, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Commands of a client's folder, with the server's address and a key for everything.
struct Checks<'server> {
    server: &'server Running,
    folder: PathBuf,
    path: String,
}

impl Checks<'_> {
    fn new<'server>(server: &'server Running, client: &str, tools: &Path) -> Checks<'server> {
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", tools.display());
        Checks { server, folder: clients().join(client), path }
    }

    /// Runs a command that has to succeed, and returns what it prints.
    fn run(&self, line: &str) -> String {
        let mut words = line.split(' ');
        let mut command = program(words.next().expect("a program"), Some(&self.server.key));
        command.args(words).current_dir(&self.folder).env("PATH", &self.path);
        command.env("JOSEKI_URL", self.server.url()).env("PYTHONPATH", "src");
        // Cargo's own, if it is that of tests/run.
        for wrapper in ["RUSTC_WORKSPACE_WRAPPER", "RUSTDOC"] {
            command.env_remove(wrapper);
        }
        let output = command.output().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(
            output.status.success(),
            "{line}\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        text(&output.stdout)
    }
}

/// They share a server, since one takes longer to start than they take to run.
#[test]
fn clients_pass_their_own_tests() {
    let server = Running::new();
    std::thread::scope(|scope| {
        scope.spawn(|| check_python(&server));
        scope.spawn(|| check_typescript(&server));
        scope.spawn(|| check_go(&server));
        scope.spawn(|| check_rust(&server));
    });
}

fn check_python(server: &Running) {
    if environment::is_missing() {
        return;
    }
    let checks = Checks::new(server, "python", &environment::programs());
    let types = checks.run("python3 make_types.py ../../openapi.json");
    assert_eq!(
        types,
        include_str!("../../clients/python/src/joseki_client/types.py"),
        "run `python3 make_types.py ../../openapi.json > src/joseki_client/types.py` in clients/python"
    );
    let made = folder("clients-python");
    let shown = made.display();
    checks.run(&format!("mypy --cache-dir {shown}/../clients-mypy"));
    checks.run("python3 -m unittest discover tests");
    // What is published can be installed, and has the types.
    checks.run(&format!("hatchling build -d {shown}"));
    let wheel = format!("{shown}/joseki_client-0.1.0-py3-none-any.whl");
    checks.run(&format!(
        "python3 -m pip install -q --no-index --no-deps --target {shown}/wheel {wheel}"
    ));
    for file in ["__init__.py", "types.py", "py.typed"] {
        assert!(made.join("wheel/joseki_client").join(file).exists(), "{file}");
    }
}

fn check_typescript(server: &Running) {
    needs!("node", "npm");
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/node_modules/.bin");
    if !tools.exists() {
        return report_missing("web/node_modules (npm ci)");
    }
    let checks = Checks::new(server, "typescript", &tools);
    checks.run("npm run --silent build");
    let packed = checks.run("npm pack --ignore-scripts --dry-run --json");
    let packed: Value = serde_json::from_str(&packed).expect("what is packed");
    let files: Vec<&str> = packed[0]["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| word(file, "path"))
        .collect();
    for file in ["dist/index.js", "dist/index.d.ts", "dist/schema.d.ts", "LICENSE", "README.md"] {
        assert!(files.contains(&file), "{file}: {files:?}");
    }
    checks.run("npm test --silent");
    let shown = checks.run(&format!("node examples/bot.mjs {}", server.url()));
    assert!(shown.contains("counted: 3 moves learned"), "{shown}");
}

fn check_go(server: &Running) {
    needs!("go", "gofmt");
    let checks = Checks::new(server, "go", Path::new("/usr/local/go/bin"));
    assert_eq!(checks.run("gofmt -l ."), "", "gofmt changes them");
    checks.run("go vet ./...");
    checks.run("go test -count=1 ./...");
    let shown = checks.run(&format!("go run ./example {}", server.url()));
    assert!(shown.contains("moves learned\nchange "), "{shown}");
}

fn check_rust(server: &Running) {
    let checks = Checks::new(server, "rust", Path::new("/"));
    if succeeds("cargo", &["fmt", "--version"]) {
        drop(checks.run("cargo fmt --check"))
    } else {
        report_missing("rustfmt")
    }
    let target = "--locked --target-dir ../../target/clients-rust";
    checks.run(&format!("cargo test --quiet {target}"));
    let shown = checks.run(&format!("cargo run --quiet {target} --example bot {}", server.url()));
    assert!(shown.contains("moves learned\ncreate "), "{shown}");
}

/// The userscript with objects as the site's client has them, drawing what the server answers.
#[test]
fn the_userscript_reads_boards_and_draws_moves() {
    needs!("node");
    let output = program("node", None)
        .args(["--test", "tests/ogs.test.cjs"])
        .current_dir(clients())
        .output()
        .expect("Node");
    assert!(output.status.success(), "{}", text(&output.stdout));
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What a run that has to succeed prints.
fn shown(mut command: Command) -> String {
    let output = command.output().expect("Python");
    assert!(output.status.success(), "{command:?} {output:?}");
    assert!(output.stderr.is_empty(), "{command:?} {output:?}");
    text(&output.stdout)
}

/// The one line with which a run that has to fail ends.
fn failure(mut command: Command) -> String {
    let output: Output = command.output().expect("Python");
    assert_eq!(output.status.code(), Some(1), "{command:?} {output:?}");
    let err = text(&output.stderr);
    assert_eq!(err.matches('\n').count(), 1, "{err}");
    err
}

fn word<'a>(candidate: &'a Value, field: &str) -> &'a str {
    candidate[field].as_str().unwrap_or("-")
}

/// What we expect of a candidate, as the clients write it.
fn expected(candidate: &Value) -> String {
    let mean = candidate["evidence"]["mean"].as_f64().expect("a number");
    format!("{:.1}%", mean * 100.0)
}

fn games(candidate: &Value) -> u64 {
    candidate["statistics"]["games"].as_u64().unwrap_or(0)
}

/// Six turns of the book, asked for with plain requests: what is to be shown of each, the moves and the last line.
fn walked(server: &Running, opponent: &str) -> (Vec<Vec<String>>, String, String) {
    let (mut shown, mut moves) = (Vec::new(), BOARD.to_owned());
    let (mut corner, mut line) = (String::new(), String::new());
    for turn in 0..6 {
        let ours = turn % 2 == 0;
        let found = server.candidates(&moves, ours.then_some(opponent));
        let chosen = if ours {
            found.first()
        } else {
            // The first of those with the most games.
            let here = found.iter().filter(|found| found["corner"] == *corner);
            here.rev().max_by_key(|found| games(found))
        };
        let Some(chosen) = chosen else { break };
        let color = if ours { "B" } else { "W" };
        let point = word(chosen, "point");
        let cells = [color, point, word(chosen, "verdict"), &expected(chosen)];
        shown.push(cells.map(str::to_owned).to_vec());
        write!(moves, ",{point}").expect("a text grows");
        word(chosen, "corner").clone_into(&mut corner);
        word(chosen, "leads_to").clone_into(&mut line);
    }
    (shown, moves, line)
}

#[test]
fn the_example_plays_and_learns() {
    if environment::is_missing() {
        return;
    }
    let server = Running::new();
    let before = server.candidates(BOARD, Some("tom"));
    assert_eq!(word(&before[0], "point"), "R14", "as the manual shows");
    let (turns, moves, line) = walked(&server, "tom");
    assert!(turns.len() >= 4, "{moves}");
    let key = server.key_for("feedback");
    let shown = shown(play(&server.url(), Some(&key), &["--opponent", "tom"]));
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), turns.len() + 3, "{shown}");
    for (line, turn) in lines.iter().zip(&turns) {
        let cells: Vec<&str> = line.split_whitespace().take(4).collect();
        assert_eq!(cells, *turn, "{shown}");
    }
    let page = server.get(&format!("/v1/books/main/lines?prefix={line}&limit=1"));
    let told = format!("{} lines of the book begin with {line}", page["total"]);
    assert_eq!(lines[turns.len()], told);
    assert_eq!(server.lost("tom"), 1);
    let after = server.candidates(BOARD, Some("tom"));
    let same = after.iter().find(|move_| move_["point"] == "R14");
    let same = same.expect("it is still a candidate");
    assert_eq!(same["evidence"]["games"]["own"], 1);
    assert_ne!(expected(&before[0]), expected(same));
    let told = format!(
        "B R14 was expected to win {}, now {}; the best move is {}",
        expected(&before[0]),
        expected(same),
        word(&after[0], "point")
    );
    assert_eq!(lines[turns.len() + 2], told);
    // Last, as it changes what is expected.
    let learned = server.learned(&moves);
    assert!(learned >= 4, "{moves}: {learned}");
    assert_eq!(
        lines[turns.len() + 1],
        format!("counted: a loss against tom, {learned} moves learned")
    );
}

#[test]
fn without_a_key_nothing_is_reported() {
    if environment::is_missing() {
        return;
    }
    let server = Running::new();
    let shown = shown(play(&server.url(), None, &["D4,Q3,D16"]));
    assert!(shown.starts_with("W "), "White is to play: {shown}");
    assert!(!shown.contains("counted"), "{shown}");
    assert_eq!(server.lost("tom"), 0);
}

/// Out of the description, a generator makes a client whose classes hold every answer.
#[test]
fn answers_are_as_described_and_as_generated() {
    if environment::is_missing() {
        return;
    }
    let server = Running::new();
    let programs = environment::programs();
    let folder = folder("clients-generated");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = program(programs.join("openapi-python-client"), None);
    command
        .args(["generate", "--meta", "none", "--output-path", "joseki_client", "--url"])
        .arg(format!("{}/openapi.json", server.url()))
        .current_dir(&folder)
        .env("PATH", format!("{}:{path}", programs.display()));
    let output = command.output().expect("the generator");
    assert!(output.status.success(), "{output:?}");
    // It knows only JSON and bytes as bodies; there is nothing else that it may leave out.
    let told = text(&output.stdout) + &text(&output.stderr);
    let warnings = told.matches("WARNING").count();
    assert_eq!(warnings, told.matches("Unsupported content").count(), "{told}");
    let mut command = program(programs.join("python3"), None);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    command.env("PYTHONPATH", &folder);
    command.arg(root.join("tests/project/clients_support/answers.py"));
    command.args([&server.url(), &server.key]);
    let shown = shown(command);
    assert!(shown.lines().count() > 25, "{shown}");
}

#[test]
fn failures_are_told_in_one_line() {
    if environment::is_missing() {
        return;
    }
    let server = Running::new();
    let (url, reader) = (server.url(), server.key_for("read"));
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let nobody = format!("http://{}", free.local_addr().expect("an address"));
    drop(free);
    let cases = [
        (&nobody, None, BOARD, &*format!("no answer from {nobody}: ")),
        (&url, Some("jk_wrong"), BOARD, "key_unknown: "),
        (&url, Some(&*reader), BOARD, "key_scope: "),
        (&url, Some("jk_\u{e9}"), BOARD, "invalid key: "),
        (&url, None, "Q16,Q16", "illegal_move: move 2, W Q16: the point is occupied (in moves[1])"),
        (&url, None, "Q16,Z99", "invalid_point: "),
    ];
    for (url, key, moves, wanted) in cases {
        let told = failure(play(url, key, &[moves]));
        assert!(told.starts_with(wanted), "{told}");
    }
    let told = failure(play(&url, None, &["--timeout", "0"]));
    assert!(told.starts_with("timeout must be more than 0 seconds"), "{told}");
    assert_eq!(server.lost("tom"), 0);
}

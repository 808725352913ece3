//! The clients of `examples/python`, run against the real server: what they show is compared with what the
//! server says to plain HTTP requests and on the command line.

use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;

use crate::canned::{Canned, problem};
use crate::running::Running;

const BOARD: &str = "Q16,O17";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/python")
}

/// Python that leaves nothing beside the sources and takes nothing from the environment of the test.
fn python(program: impl AsRef<Path>, key: Option<&str>) -> Command {
    let mut command = Command::new(program.as_ref());
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

/// The client that needs only the standard library.
fn plain(url: &str, key: Option<&str>, arguments: &[&str]) -> Command {
    let mut command = python("python3", key);
    command.arg(examples().join("client_stdlib.py"));
    command.args(["--server", url]).args(arguments);
    command
}

/// The client out of the description, and the folder that its package was generated in.
struct Generated {
    folder: PathBuf,
    programs: PathBuf,
}

impl Generated {
    /// Generated once, as the README says, from what a running server serves.
    fn from(server: &Running) -> &'static Generated {
        static MADE: OnceLock<Generated> = OnceLock::new();
        MADE.get_or_init(|| Generated::make(&server.url()))
    }

    fn make(url: &str) -> Generated {
        let programs = crate::environment::programs();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients-generated");
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = python(programs.join("openapi-python-client"), None);
        command
            .args(["generate", "--meta", "none", "--overwrite"])
            .args(["--output-path", "joseki_client", "--url"])
            .arg(format!("{url}/openapi.json"));
        command.current_dir(&folder).env("PATH", format!("{}:{path}", programs.display()));
        let output = command.output().expect("the generator");
        assert!(output.status.success(), "{output:?}");
        // It knows only JSON and bytes as bodies; there is nothing else that it may leave out.
        let told = text(&output.stdout) + &text(&output.stderr);
        let warnings = told.matches("WARNING").count();
        let of_types = told.matches("Unsupported content").count();
        assert_eq!(warnings, of_types, "{told}");
        Generated { folder, programs }
    }

    fn python(&self, key: Option<&str>) -> Command {
        let mut command = python(self.programs.join("python3"), key);
        command.env("PYTHONPATH", &self.folder);
        command
    }

    fn client(&self, url: &str, key: Option<&str>, arguments: &[&str]) -> Command {
        let mut command = self.python(key);
        command.arg(examples().join("client_openapi.py")).arg(url);
        command.args(arguments);
        command
    }
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
fn the_standard_library_is_enough() {
    let server = Running::new();
    let before = server.candidates(BOARD, Some("tom"));
    assert_eq!(word(&before[0], "point"), "R14", "as the README shows");
    let (turns, moves, line) = walked(&server, "tom");
    assert!(turns.len() >= 4, "{moves}");
    let key = server.key_for("feedback");
    let shown = shown(plain(&server.url(), Some(&key), &["--opponent", "tom"]));
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
    let server = Running::new();
    let shown = shown(plain(&server.url(), None, &["D4,Q3,D16"]));
    assert!(shown.starts_with("W "), "White is to play: {shown}");
    assert!(!shown.contains("counted"), "{shown}");
    assert_eq!(server.lost("tom"), 0);
}

#[test]
fn pages_of_lines_are_put_together() {
    let server = Running::new();
    let listed = server.joseki(&["lines", "--prefix", "DDCFFC"]);
    assert!(listed.lines().count() > 100, "{listed}");
    for page in ["7", "100", "1000"] {
        let mut command = python("python3", None);
        command.env("PYTHONPATH", examples()).args(["-c", READ_LINES]);
        command.args([&server.url(), page]);
        assert_eq!(shown(command), listed, "pages of {page}");
    }
}

const READ_LINES: &str = "
import sys
from client_stdlib import Joseki
for line in Joseki(sys.argv[1]).lines(prefix='DDCFFC', page=int(sys.argv[2])):
    print(line['line'])
";

#[test]
fn a_client_comes_out_of_the_description() {
    let server = Running::new();
    let client = Generated::from(&server);
    let key = server.key_for("feedback");
    let before = server.candidates(BOARD, Some("ann"));
    let shown = shown(client.client(&server.url(), Some(&key), &[BOARD, "ann"]));
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 6, "{shown}");
    for (line, found) in lines.iter().zip(&before[..3]) {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let (point, verdict) = (word(found, "point"), word(found, "verdict"));
        let games = games(found).to_string();
        assert_eq!(cells, ["B", point, verdict, &expected(found), &games, "games"]);
    }
    assert_eq!(lines[0].split_whitespace().nth(1), Some("R14"), "as the README shows");
    let prefix = word(&before[0], "leads_to");
    let listed = server.joseki(&["lines", "--prefix", prefix]);
    let told = format!("{} lines of the book begin with {prefix}", listed.lines().count());
    assert_eq!(lines[3], told);
    assert_eq!(lines[4], "counted: a loss against ann, 3 moves learned");
    assert_eq!(server.lost("ann"), 1);
    let after = server.candidates(BOARD, Some("ann"));
    let best = word(&after[0], "point");
    assert_eq!(lines[5], format!("the best move was R14, now it is {best}"));
}

#[test]
fn answers_are_as_described_and_as_generated() {
    let server = Running::new();
    let client = Generated::from(&server);
    let mut command = client.python(None);
    let script =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/project/clients_support/answers.py");
    command.arg(script).args([&server.url(), &server.key]);
    let shown = shown(command);
    assert!(shown.lines().count() > 25, "{shown}");
}

#[test]
fn failures_are_told_in_one_line() {
    let server = Running::new();
    let generated = Generated::from(&server);
    let (url, reader) = (server.url(), server.key_for("read"));
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let nobody = format!("http://{}", free.local_addr().expect("an address"));
    drop(free);
    let web = "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 4\r\nConnection: close\r\n\r\n<p>\n";
    let both = |url: &str, key: Option<&str>, moves: &str| {
        let plain = failure(plain(url, key, &[moves]));
        let generated = failure(generated.client(url, key, &[moves]));
        [plain, generated]
    };
    for told in both(&nobody, None, BOARD) {
        assert!(told.starts_with(&format!("no answer from {nobody}: ")), "{told}");
        assert!(told.contains("refused"), "{told}");
    }
    let cases = [
        (Some("jk_wrong"), BOARD, "key_unknown: "),
        (Some(&*reader), BOARD, "key_scope: "),
        (None, "Q16,Q16", "illegal_move: move 2, W Q16: the point is occupied (in moves[1])"),
        (None, "Q16,Z99", "invalid_point: "),
    ];
    for (key, moves, wanted) in cases {
        for told in both(&url, key, moves) {
            assert!(told.starts_with(&format!("{url} refuses: {wanted}")), "{told}");
        }
    }
    let other = Canned::new(&[web, web]);
    for told in both(&other.url, None, BOARD) {
        assert!(told.contains("this is no answer of a joseki service"), "{told}");
    }
    assert_eq!(other.requests().len(), 2);
    assert_eq!(server.lost("tom"), 0);
}

#[test]
fn answers_of_other_programs_are_told_in_one_line() {
    let generated = Generated::from(&Running::new());
    let answer = |status: &str, kind: &str, body: &str| {
        let length = body.len();
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
    };
    let refused = "422 Unprocessable Content";
    for (status, kind, body) in [
        ("200 OK", "application/json", "[]"),
        ("200 OK", "application/json", "7"),
        ("200 OK", "application/json", "{\"moves\": 7}"),
        ("200 OK", "application/json", "{\"moves\": [{}]}"),
        (refused, "application/problem+json", "[1]"),
        (refused, "application/problem+json", "null"),
    ] {
        let answer = answer(status, kind, body);
        let other = Canned::new(&[&answer, &answer]);
        for told in [
            failure(plain(&other.url, None, &[BOARD])),
            failure(generated.client(&other.url, None, &[BOARD])),
        ] {
            assert!(told.contains("this is no answer of a joseki service"), "{body}: {told}");
        }
        assert_eq!(other.requests().len(), 2);
    }
}

#[test]
fn what_cannot_be_asked_is_told_in_one_line() {
    // Nobody is asked.
    let url = "http://127.0.0.1:1";
    let generated = Generated::from(&Running::new());
    for key in ["jk_\u{e9}", "jk_1\nX: y"] {
        for told in [
            failure(plain(url, Some(key), &[BOARD])),
            failure(generated.client(url, Some(key), &[BOARD])),
        ] {
            assert!(told.starts_with("JOSEKI_KEY: this is no key"), "{told}");
            assert!(!told.contains("jk_"), "a key is told to nobody: {told}");
        }
    }
    for timeout in ["0", "-1", "nan", "inf"] {
        let told = failure(plain(url, None, &["--timeout", timeout, BOARD]));
        assert!(told.starts_with("--timeout: more than 0 seconds"), "{told}");
    }
}

#[test]
fn a_client_is_short() {
    let client = include_str!("../../examples/python/client_stdlib.py");
    assert!(client.lines().count() < 160);
}

#[test]
fn a_busy_server_is_asked_again() {
    let busy = problem("503 Service Unavailable", Some(0), "overloaded");
    let often = problem("429 Too Many Requests", Some(1), "rate_limited");
    let other = problem("422 Unprocessable Content", Some(0), "illegal_move");
    let server = Canned::new(&[&busy, &often, &busy, &other]);
    let told = failure(plain(&server.url, Some("jk_1"), &[BOARD]));
    assert_eq!(told, format!("{} refuses: illegal_move: so\n", server.url));
    let requests = server.requests();
    assert!(requests[0].starts_with("POST /v1/next "), "{}", requests[0]);
    assert!(requests[0].contains("\r\nAuthorization: Bearer jk_1\r\n"), "{}", requests[0]);
    assert!(requests.iter().all(|request| *request == requests[0]), "{requests:?}");
}

#[test]
fn nobody_waits_for_an_hour() {
    for (answer, code) in [
        (problem("503 Service Unavailable", Some(3600), "store_busy"), "store_busy"),
        (problem("429 Too Many Requests", None, "rate_limited"), "rate_limited"),
    ] {
        let server = Canned::new(&[&answer]);
        let told = failure(plain(&server.url, None, &[BOARD]));
        assert_eq!(told, format!("{} refuses: {code}: so\n", server.url));
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn a_server_that_says_nothing_is_given_up() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", silent.local_addr().expect("an address"));
    // It hangs up on a caller who has more patience than a test.
    let running = std::thread::spawn(move || {
        let (mut stream, _) = silent.accept().expect("a caller");
        let most = Some(Duration::from_secs(20));
        stream.set_read_timeout(most).expect("a limit");
        std::io::copy(&mut stream, &mut std::io::sink())
    });
    let told = failure(plain(&url, None, &["--timeout", "0.2", BOARD]));
    assert!(told.contains("timed out"), "{told}");
    let read = running.join().expect("no panic");
    assert!(read.is_ok_and(|bytes| bytes > 0), "the caller went first");
}

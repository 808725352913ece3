//! `joseki serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};

use crate::program::Place;
use crate::programs::{self, needs};

/// A server on a free port, killed when the test is done with it.
pub struct Running {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Running {
    pub fn start(place: &Place, flags: &[&str]) -> Running {
        Running::start_logging(place, flags, Stdio::null())
    }

    pub fn start_logging(place: &Place, flags: &[&str], log: Stdio) -> Running {
        let arguments = [&["serve", "--listen", "127.0.0.1:0"], flags].concat();
        let mut command = place.command(&arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("a run");
        let out = BufReader::new(child.stdout.take().expect("standard output"));
        Running { child, out }
    }

    /// What it says up to the line with the question to try.
    pub fn welcome(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for line in self.out.by_ref().lines() {
            lines.push(line.expect("a line"));
            if lines.last().is_some_and(|line| line.starts_with("  curl ")) {
                break;
            }
        }
        lines
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The log says of every request that it was answered; it may be on a full disk, or its reader gone.
#[test]
fn a_log_that_cannot_be_written_costs_no_answer() {
    let place = Place::with_starter();
    let full = std::fs::File::options().write(true).open("/dev/full");
    let (reader, gone) = std::io::pipe().expect("a pipe");
    drop(reader);
    for log in [Stdio::from(full.expect("a device")), Stdio::from(gone)] {
        let mut running = Running::start_logging(&place, &[], log);
        let address = address(&running.welcome());
        for target in ["/healthz", "/v1/next?moves=Q16", "/nothing", "/healthz"] {
            let (head, _) = get(&address, target);
            assert!(head.starts_with("HTTP/1.1 "), "{target}: {head}");
        }
    }
}

/// The head and the body of an answer.
pub fn get(address: &str, target: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    (head.to_owned(), body.to_owned())
}

/// The head and the body of an answer to a request with a key and a JSON body.
fn post(address: &str, target: &str, key: &str, body: &str) -> (String, String) {
    send(address, target, key, "application/json", body)
}

fn send(address: &str, target: &str, key: &str, kind: &str, body: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let length = body.len();
    write!(
        stream,
        "POST {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {key}\r\n\
         content-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    (head.to_owned(), body.to_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_is_free_goes_back_to_the_system() {
    let place = Place::with_starter();
    let mut server = Running::start(&place, &[]);
    let welcome = server.welcome();
    let (key, address) = (welcome[1].trim().to_owned(), address(&welcome));
    let resident = || {
        let (_, metrics) = get(&address, "/metrics");
        let name = "process_resident_memory_bytes ";
        let bytes = metrics.lines().find_map(|line| line.strip_prefix(name));
        bytes.and_then(|bytes| bytes.parse::<u64>().ok()).expect("the metric")
    };
    // Two megabytes of games, which are some hundred in memory.
    let game = format!("(;SZ[19]{})", ";B[pd];W[dp];B[pp];W[dd];B[fc];W[cf]".repeat(50));
    let games = game.repeat(2_000_000 / game.len());
    let start = resident();
    let mut highest = start;
    std::thread::scope(|scope| {
        let import = "/v1/books/other/import?dry_run=true";
        let done = scope.spawn(|| send(&address, import, &key, "application/x-go-sgf", &games));
        while !done.is_finished() {
            highest = highest.max(resident());
        }
        let (head, body) = done.join().expect("no panic");
        assert!(head.starts_with("HTTP/1.1 200 "), "{head} {body}");
    });
    let used = highest - start;
    assert!(used > 20 << 20, "{used} bytes tell nothing");
    let end = std::time::Instant::now() + std::time::Duration::from_secs(120);
    while resident() > start + used / 3 {
        assert!(std::time::Instant::now() < end, "{} of {used} are kept", resident() - start);
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[test]
fn a_read_only_server_answers_and_refuses_every_write() {
    let place = Place::with_small_book();
    let key = place.json(&["keys", "create", "--name", "x", "--scopes", "admin"]);
    let prefix = key["prefix"].as_str().expect("a prefix");
    let key = key["key"].as_str().expect("a key");
    let before = place.read("joseki.db");
    let mut running = Running::start(&place, &["--read-only"]);
    let address = address(&running.welcome());
    let (head, _) = get(&address, "/v1/next?book=small&moves=Q16");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let (head, body) = get(&address, "/readyz");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let ready: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    let wanted =
        serde_json::json!({"status": "degraded", "reason": "the server was started read-only"});
    assert_eq!(ready, wanted);
    let rotate = format!("/v1/keys/{prefix}/rotate");
    for (target, body) in [("/v1/keys", r#"{"name": "y", "scopes": ["read"]}"#), (&rotate, "{}")] {
        let (head, body) = post(&address, target, key, body);
        assert!(head.starts_with("HTTP/1.1 503 "), "{target}: {head} {body}");
        let problem: serde_json::Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(problem["code"], "store_read_only", "{target}");
    }
    drop(running);
    assert_eq!(place.read("joseki.db"), before);
}

#[test]
fn a_read_only_server_without_keys_makes_none() {
    let place = Place::with_starter();
    let welcome = Running::start(&place, &["--read-only"]).welcome();
    assert!(welcome[0].starts_with("Listening on "), "{welcome:?}");
    assert_eq!(place.json(&["keys", "list"])["keys"], serde_json::json!([]));
}

#[test]
fn a_database_that_must_exist_is_not_created() {
    let place = Place::new();
    let serve = |db| place.run(&["serve", "--listen", "127.0.0.1:0", "--must-exist", "--db", db]);
    let run = serve("none.db");
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.err.starts_with("error: database none.db does not exist\n"), "{run:?}");
    assert_eq!(place.files(), [""; 0]);
    place.write("empty.db", "");
    let run = serve("empty.db");
    assert!(run.err.starts_with("error: empty.db is empty, not a joseki database\n"), "{run:?}");
    assert_eq!(place.read("empty.db"), b"");
    place.ok(&["sources", "set", "club", "--license", "MIT"]);
    let welcome = Running::start(&place, &["--must-exist"]).welcome();
    assert!(welcome.iter().any(|line| line.starts_with("Listening on ")), "{welcome:?}");
}

/// The address in `Listening on 127.0.0.1:8361; …`.
pub fn address(welcome: &[String]) -> String {
    let line = welcome.iter().find_map(|line| line.strip_prefix("Listening on "));
    let line = line.unwrap_or_else(|| panic!("{welcome:?}"));
    line.split(';').next().unwrap_or_default().to_owned()
}

#[test]
fn it_says_where_it_is_and_answers_there() {
    let place = Place::with_starter();
    let mut server = Running::start(&place, &[]);
    let welcome = server.welcome();
    let address = address(&welcome);
    assert!(welcome[1].starts_with("  jk_"), "{welcome:?}");
    assert_eq!(
        welcome[2..],
        [
            format!("Listening on {address}; stop with Ctrl-C."),
            "Web page:".to_owned(),
            format!("  http://{address}/"),
            "API documentation:".to_owned(),
            format!("  http://{address}/docs"),
            "Sample query:".to_owned(),
            format!("  curl 'http://{address}/v1/next?moves=Q16,O17,R14'"),
        ]
    );
    let (head, body) = get(&address, "/");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let start = body.to_ascii_lowercase();
    assert!(start.starts_with("<!doctype html>"), "{body}");
    let (head, body) = get(&address, "/v1/next?moves=Q16,O17,R14");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let offline = place.ok(&["next", "--moves", "Q16,O17,R14", "--format", "json"]);
    assert_eq!(body.trim_end(), offline.trim_end());
}

#[cfg(unix)]
#[test]
fn the_end_is_asked_for_with_a_signal() {
    let place = Place::with_starter();
    let mut server = Running::start(&place, &[]);
    let address = address(&server.welcome());
    // Once it answers, it listens to signals too.
    get(&address, "/healthz");
    let process = server.child.id().to_string();
    let send = |signal: &str| programs::signal(signal, &process);
    // Nobody's terminal has gone.
    assert!(send("-HUP"));
    assert_eq!(place.ok(&["ping", &address]), format!("http://{address} is ready\n"));
    assert!(send("-TERM"));
    assert_eq!(server.child.wait().expect("an end").code(), Some(0));
    assert_eq!(place.files(), ["joseki.db"]);
}

/// The engine is ended after the requests under way, and not the server by it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_engines_at_tables_last() {
    needs!("python3");
    let place = Place::with_starter();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gtp/search_engine.py");
    let engine = format!(
        "echo $$ > engine.pid\nexec python3 {script} gomocup --moves '0,0 1,0' --log log\n"
    );
    place.write("engine.sh", &engine);
    let mut server = Running::start(&place, &["--table-engines", "gomoku=sh engine.sh"]);
    let welcome = server.welcome();
    let (key, address) = (welcome[1].trim().to_owned(), address(&welcome));
    let table = r#"{"game": "gomoku", "white": "engine", "seconds": 0.05}"#;
    let (_, made) = post(&address, "/v1/tables", &key, table);
    let made: serde_json::Value = serde_json::from_str(&made).expect("a table");
    let token = made["tokens"]["black"].as_str().expect("a token").to_owned();
    let actions = format!("/v1/tables/{token}/actions");
    post(&address, &actions, &key, r#"{"action": "play", "move": "h8"}"#);
    let moves = || get(&address, &format!("/v1/tables/{token}")).1;
    let end = std::time::Instant::now() + std::time::Duration::from_secs(120);
    while !moves().contains("a15") {
        assert!(std::time::Instant::now() < end, "{}", moves());
    }
    let engine = String::from_utf8(place.read("engine.pid")).expect("a number");
    let folder = std::path::Path::new("/proc").join(engine.trim());
    assert!(folder.exists(), "it waits for its next move");
    // Another request is under way.
    let mut waiting = TcpStream::connect(&address).expect("it listens");
    write!(waiting, "GET /healthz HTTP/1.1\r\n").expect("it reads");
    let process = server.child.id().to_string();
    assert!(programs::signal("-TERM", &process));
    assert_eq!(server.child.wait().expect("an end").code(), Some(0));
    assert!(!folder.exists(), "the engine has ended with it");
}

#[test]
fn the_first_key_is_shown_once() {
    let place = Place::with_starter();
    let first = Running::start(&place, &["--require-key-for-reads"]).welcome();
    let key = first[1].trim();
    assert!(key.starts_with("jk_"), "{first:?}");
    let curl = first.last().expect("a question");
    assert!(curl.contains(&format!("-H 'Authorization: Bearer {key}'")), "{curl}");
    let second = Running::start(&place, &["--require-key-for-reads"]).welcome();
    assert!(second[0].starts_with("Listening on "), "{second:?}");
    assert!(second.last().is_some_and(|line| line.contains("Bearer YOUR-KEY")), "{second:?}");
    assert_eq!(place.json(&["keys", "list"])["keys"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_first_key_in_a_file_never_replaces_one() {
    let place = Place::with_starter();
    let flags = ["--first-key-file", "key"];
    let said = Running::start(&place, &flags).welcome().join("\n");
    let key = String::from_utf8(place.read("key")).expect("a key");
    assert!(key.starts_with("jk_") && !said.contains(key.trim()), "{said}");
    let prefix = place.json(&["keys", "list"])["keys"][0]["prefix"].clone();
    place.ok(&["keys", "revoke", prefix.as_str().expect("a prefix")]);
    let run = place.run(&["serve", "--listen", "127.0.0.1:0", "--first-key-file", "key"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("key for a new first key exists already"), "{run:?}");
    assert!(run.err.contains("hint: move or delete that file"), "{run:?}");
    assert_eq!(place.read("key"), key.as_bytes());
    // A database that is not there has no keys.
    let none = place.run(&["keys", "revoke", "jk_abcd", "--db", "typo.db"]);
    assert!(none.err.contains("database typo.db does not exist"), "{none:?}");
}

/// As systemd does it, with a socket that has a path and with one that has a name.
#[cfg(target_os = "linux")]
#[test]
fn a_service_manager_is_told_when_the_key_can_be_read() {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let place = Place::with_starter();
    let path = place.path("notify");
    let named = format!("joseki-test-{}", std::process::id());
    let name = SocketAddr::from_abstract_name(&named).expect("a name");
    let sockets = [
        (UnixDatagram::bind(&path), path.into_os_string()),
        (UnixDatagram::bind_addr(&name), format!("@{named}").into()),
    ];
    for (number, (socket, address)) in sockets.into_iter().enumerate() {
        let db = format!("{number}.db");
        let key = format!("key{number}");
        let mut command = place.command(&["serve", "--listen", "127.0.0.1:0", "--db", &db]);
        command.args(["--first-key-file", &key]).env("NOTIFY_SOCKET", address);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("run");
        let mut said = [0; 64];
        let length = socket.expect("a socket").recv(&mut said).expect("a message");
        assert_eq!(&said[..length], b"READY=1");
        assert!(place.read(&key).starts_with(b"jk_"));
        child.kill().expect("killed");
        child.wait().expect("an end");
    }
}

#[cfg(unix)]
#[test]
fn new_databases_and_backups_are_their_owners() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::with_starter();
    let mut server = Running::start(&place, &["--db", "new.db"]);
    let address = address(&server.welcome());
    get(&address, "/healthz");
    place.ok(&["backup", "--db", "new.db", "copy.db"]);
    for name in ["new.db", "new.db-wal", "new.db-shm", "copy.db"] {
        let mode = place.path(name).metadata().expect(name).permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn an_address_that_is_taken_makes_no_key() {
    let place = Place::with_starter();
    let mut server = Running::start(&place, &[]);
    let taken = address(&server.welcome());
    let run = place.run(&["serve", "--db", "other.db", "--listen", &taken]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.err.contains(&taken), "{run:?}");
    assert!(run.err.contains("\nhint: choose another address with --listen"), "{run:?}");
    assert_eq!(place.json(&["keys", "list", "--db", "other.db"])["keys"], serde_json::json!([]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_first_key_that_nobody_saw_is_not_kept() {
    let place = Place::with_starter();
    let full = std::fs::File::options().write(true).open("/dev/full");
    let (listener, gone) = std::io::pipe().expect("a pipe");
    drop(listener);
    for unseen in [Stdio::from(full.expect("a device")), Stdio::from(gone)] {
        let mut serve = place.command(&["serve", "--listen", "127.0.0.1:0"]);
        let ended = serve.stdout(unseen).stderr(Stdio::piped()).output();
        let ended = ended.expect("a run");
        assert_eq!(ended.status.code(), Some(1));
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(said.contains("no server was started"), "{said}");
    }
    let keys = |place: &Place| place.json(&["keys", "list"])["keys"].clone();
    assert_eq!(keys(&place), serde_json::json!([]));
    let shown = Running::start(&place, &[]).welcome();
    assert!(shown[1].starts_with("  jk_"), "{shown:?}");
    // Keys that have ended open nothing; without another one nobody could write.
    let prefix = keys(&place)[0]["prefix"].as_str().expect("one").to_owned();
    place.ok(&["keys", "revoke", &prefix]);
    let again = Running::start(&place, &[]).welcome();
    assert!(again[1].starts_with("  jk_") && again[1] != shown[1], "{again:?}");
}

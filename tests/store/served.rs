//! The program as it is run: `joseki serve` as a process of its own, asked over sockets, and the command line beside it.
#![allow(dead_code, reason = "each test file uses a part")]

#[path = "../http/client.rs"]
pub mod client;

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::messages::{keep_short, short};
use client::Request;
use joseki::service::Service;
use joseki::store::SqliteStore;
use serde_json::{Value, json};

/// A small book: the 4-4 point with answers, and the 3-4 point.
pub const BOOK: &str =
    "(;SZ[19](;B[pd]N[4-4](;W[nc]C[approach](;B[qf];W[qc])(;B[qc]))(;W[qc]))(;B[qd]N[3-4]))";

/// What a run of the program gave.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
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
    /// The one line of JSON that it printed.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// Itself, if it succeeded.
    #[track_caller]
    pub fn ok(self) -> Run {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }
}

fn program(directory: &Path, arguments: &[&str]) -> Command {
    keep_short();
    let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
    command.args(arguments).current_dir(directory).stdin(Stdio::null());
    for variable in ["JOSEKI_DB", "JOSEKI_LOG", "NO_COLOR", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    command
}

/// Runs the program in a directory.
pub fn run(directory: &Path, arguments: &[&str]) -> Run {
    let output = program(directory, arguments).output().expect("a run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
}

/// A server, killed when it is dropped.
pub struct Served {
    child: Child,
    pub address: SocketAddr,
    /// What it writes on standard error.
    pub log: PathBuf,
}

impl Served {
    /// Starts a server on a database in a directory; what it says if it does not start. Its log is a file beside it.
    pub fn try_start(directory: &Path, db: &str) -> Result<Served, String> {
        Served::try_start_logging(directory, db, &directory.join(format!("{db}.log")))
    }

    pub fn try_start_logging(directory: &Path, db: &str, log: &Path) -> Result<Served, String> {
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--db", db];
        let file = File::create(log).expect("a log");
        let mut child = program(directory, &arguments)
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .expect("a run");
        let out = BufReader::new(child.stdout.take().expect("standard output"));
        let address = out.lines().map_while(Result::ok).find_map(|line| {
            let rest = line.strip_prefix("Listening on ")?;
            rest.split(';').next()?.parse().ok()
        });
        match address {
            Some(address) => Ok(Served { child, address, log: log.to_owned() }),
            None => {
                let ended = child.wait().expect("an end");
                let said = std::fs::read_to_string(log).unwrap_or_default();
                Err(format!("{ended}: {said}"))
            }
        }
    }

    pub fn start(directory: &Path, db: &str) -> Served {
        Served::try_start(directory, db).expect("a server")
    }

    pub fn request(&self, method: &str, path: &str) -> Request {
        Request::new(self.address, method, path)
    }

    pub fn get(&self, path: &str) -> client::Answer {
        self.request("GET", path).send()
    }

    /// What `/readyz` says.
    pub fn ready(&self) -> (u16, Value) {
        let answer = self.get("/readyz");
        (answer.status, answer.json())
    }

    pub fn output(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Whether it still runs.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|ended| ended.is_none())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A database with the small book `b` alone, and a key for everything.
pub fn small_database(directory: &Path, db: &str) -> String {
    std::fs::write(directory.join("b.sgf"), BOOK).expect("a file");
    let store = SqliteStore::open(directory.join(db)).expect("a store");
    Service::new(Arc::new(store)).curation().ensure_starter().expect("the starter book");
    run(directory, &["import", "--db", db, "--book", "b", "b.sgf"]).ok();
    run(directory, &["book", "delete", "main", "--db", db]).ok();
    let scopes = ["--scopes", "read,feedback,curate,admin"];
    let key = ["keys", "create", "--db", db, "--name", "test"];
    let made = [&key[..], &scopes, &["--format", "json"]].concat();
    let made = run(directory, &made).ok().json();
    made["key"].as_str().expect("a key").to_owned()
}

/// A result of a game that follows the book `b`.
pub fn result(id: &str, opponent: &str) -> Value {
    json!({
        "game_id": id, "opponent": opponent, "color": "B", "result": "win",
        "moves": [["B", "Q16"], ["W", "O17"], ["B", "R14"], ["W", "R17"]],
    })
}

/// Asks until it is so; the time is for a machine that is busy, not for luck.
#[track_caller]
pub fn eventually(what: &str, mut so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(120);
    while !so() {
        assert!(Instant::now() < end, "{what} did not come true");
        std::thread::sleep(Duration::from_millis(5));
    }
}

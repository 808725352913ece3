//! Clients beside those that send results and edits: readers, an importer, and a backup.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{JoinHandle, sleep};
use std::time::Duration;

use joseki::store::{ChangeQuery, SqliteStore, Store};
use serde_json::json;
use tempfile::TempDir;

use crate::client::Request;
use crate::random::Random;
use crate::server::{FILE, healthy, program, run};

/// The book that imports go to.
const BOOK: &str = "imported";

/// Names go on over all visitors.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// Visitors at work.
pub struct Visitors {
    ended: Arc<AtomicBool>,
    threads: Vec<JoinHandle<Seen>>,
}

/// What visitors saw.
#[derive(Default)]
pub struct Seen {
    /// Questions that were answered.
    pub questions: usize,
    /// The names of imports that were acknowledged.
    pub imports: Vec<String>,
    /// Backups that were made, and looked through.
    pub backups: usize,
    /// What should not be, each in a sentence.
    pub wrong: Vec<String>,
}

impl Seen {
    pub fn add(&mut self, more: Seen) {
        self.questions += more.questions;
        self.imports.extend(more.imports);
        self.backups += more.backups;
        self.wrong.extend(more.wrong);
    }
}

impl Visitors {
    /// Two askers, an importer, one who makes backups; each rests after each turn.
    pub fn start(address: SocketAddr, key: &str, directory: &Path, rest: Duration) -> Visitors {
        let ended = Arc::new(AtomicBool::new(false));
        let key = key.to_owned();
        let mut threads = Vec::new();
        for seed in [1, 2] {
            let turns = Turns { ended: Arc::clone(&ended), rest: rest / 10 };
            threads.push(std::thread::spawn(move || ask(address, &turns, seed)));
        }
        let turns = Turns { ended: Arc::clone(&ended), rest };
        threads.push(std::thread::spawn(move || import(address, &key, &turns)));
        let turns = Turns { ended: Arc::clone(&ended), rest: rest * 10 };
        let directory = directory.to_owned();
        threads.push(std::thread::spawn(move || back_up(&directory, &turns)));
        Visitors { ended, threads }
    }

    /// What they saw, once the server has ended.
    pub fn seen(self) -> Seen {
        self.ended.store(true, Ordering::SeqCst);
        let mut seen = Seen::default();
        for thread in self.threads {
            seen.add(thread.join().expect("a visitor in order"));
        }
        seen
    }
}

/// Goes on until the visit is over.
struct Turns {
    ended: Arc<AtomicBool>,
    rest: Duration,
}

impl Turns {
    fn goes_on(&self) -> bool {
        sleep(self.rest);
        !self.ended.load(Ordering::SeqCst)
    }
}

fn ask(address: SocketAddr, turns: &Turns, seed: u64) -> Seen {
    let mut seen = Seen::default();
    let mut random = Random::new(seed);
    while turns.goes_on() {
        let request = question(address, &mut random);
        let Ok(answer) = request.try_send() else {
            break;
        };
        match answer.status {
            200 => seen.questions += 1,
            status => {
                seen.wrong.push(format!("a question was answered {status}: {}", answer.text()))
            }
        }
    }
    seen
}

fn question(address: SocketAddr, random: &mut Random) -> Request {
    let get = |path: &str| Request::new(address, "GET", path);
    let moves = ["Q16", "D4", "O17", "R14", "C16", "Q4", "P17", "F17"];
    let moves = moves[..random.below(moves.len() + 1)].join(",");
    match random.below(8) {
        0 => get("/v1/books/b/lines?limit=20"),
        1 => get("/v1/books/b/nodes/DDCF"),
        2 => get("/v1/opponents"),
        3 => get("/v1/changes?limit=10"),
        4 => get("/readyz"),
        5 => get("/metrics"),
        6 => {
            let body = json!({"book": "b", "moves": [["B", "Q16"], ["W", "O17"]], "opponent": "single", "whole_board": true});
            Request::new(address, "POST", "/v1/next").json(&body)
        }
        _ => get(&format!("/v1/next?book=b&moves={moves}")),
    }
}

fn import(address: SocketAddr, key: &str, turns: &Turns) -> Seen {
    let mut seen = Seen::default();
    while turns.goes_on() {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("import{number:06}");
        let file = format!("(;SZ[19];B[dd];W[cf]{})", tail(number));
        let path = format!("/v1/books/{BOOK}/import?reason={name}");
        let request = Request::new(address, "POST", &path).key(key);
        let Ok(answer) = request.body("application/x-go-sgf", file).try_send() else {
            break;
        };
        match answer.status {
            200 if answer.json()["changed"] == true => seen.imports.push(name),
            status => {
                seen.wrong.push(format!("an import was answered {status}: {}", answer.text()))
            }
        }
    }
    seen
}

/// Three moves beside the corner that no other number has.
fn tail(number: usize) -> String {
    const POINTS: usize = 9 * 10;
    let first = number % POINTS;
    let second = (first + 1 + number / POINTS % (POINTS - 1)) % POINTS;
    let third = (second + 1 + number / (POINTS * (POINTS - 1))) % POINTS;
    let letter = |at: usize| char::from(b'a' + at as u8);
    let moves = [("B", first), ("W", second), ("B", third)];
    let moves =
        moves.map(|(color, at)| format!(";{color}[{}{}]", letter(6 + at % 9), letter(at / 9)));
    moves.concat()
}

fn back_up(directory: &Path, turns: &Turns) -> Seen {
    let mut seen = Seen::default();
    while turns.goes_on() {
        let copies = TempDir::new().expect("a directory");
        let copy: PathBuf = copies.path().join(FILE);
        run(program(directory, &["backup", &copy.display().to_string()]));
        healthy(copies.path());
        seen.backups += 1;
    }
    seen
}

/// The imports that were acknowledged and that the log does not have, or has twice.
pub fn missing_imports(store: &SqliteStore, seen: &Seen) -> Vec<String> {
    let asked =
        ChangeQuery { book: Some(BOOK.to_owned()), limit: usize::MAX, ..ChangeQuery::default() };
    let changes = store.changes(&asked).expect("a log");
    let told = |name: &String| changes.iter().filter(|row| row.note.reason == *name).count() != 1;
    seen.imports.iter().filter(|name| told(name)).cloned().collect()
}

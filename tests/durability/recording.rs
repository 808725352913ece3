//! A program's life with its disk, recorded: what it wrote and made durable, and when it acknowledged what.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::Path;
use std::process::Command;

use memchr::memmem;
use tempfile::TempDir;

use crate::claims::{Claim, DIGITS, MARK};
use crate::disk::Files;
use crate::load::Load;
use crate::made_up_step::{self, MadeDatabase};
use crate::programs::{missing, report_missing, succeeds};
use crate::report::full;
use crate::server::{FILE, Server, make_book, program, run, traced};
use crate::trace::{self, Event};

/// Events from the files as they were.
pub struct Recording {
    pub before: Files,
    pub events: Vec<Event>,
    pub claims: Vec<Claim>,
    /// The number of the event by which each request was acknowledged, by its number.
    pub done: BTreeMap<usize, usize>,
    /// Pages that a server wrote from the log into the main file between two acknowledgements.
    pub written_back: usize,
}

/// Whether programs cannot be watched here, which is reported. Full counts and `CI=true` insist.
#[track_caller]
pub fn cannot_watch() -> bool {
    let is_missing = missing(&["strace"])
        || !succeeds("strace", &["-f", "-o", "/dev/null", "true"]) && {
            report_missing("strace with the right to trace programs");
            true
        };
    assert!(!(full() && is_missing), "programs cannot be watched");
    is_missing
}

/// A database made by the program, with the starter book and another.
pub fn birth() -> Recording {
    let place = Place::new();
    let file = place.log("book.sgf");
    fs::write(&file, "(;SZ[19];B[pd](;W[nc];B[qf])(;W[mc];B[qf]))").expect("a file");
    let arguments = ["import", "--book", "b", file.to_str().expect("UTF-8")];
    place.record(&program(place.directory.path(), &arguments))
}

/// A migration, and the database before it.
pub fn migration(nodes: usize) -> (Recording, MadeDatabase) {
    let place = Place::new();
    let file = place.directory.path().join(FILE);
    made_up_step::make(&file, nodes);
    let made = MadeDatabase::read(&file);
    (place.record(&made_up_step::process(&file)), made)
}

/// A server's life: `acknowledgements` and a clean exit; half as many and a kill; as many again.
pub fn life(acknowledgements: usize, seed: u64) -> Recording {
    let place = Place::new();
    make_book(place.directory.path());
    let first = Server::start(place.directory.path());
    let key = first.key.clone().expect("the first key");
    first.ask_to_end();
    assert_eq!(first.ended().code(), Some(0));
    let mut recording = Recording::new(place.directory.path());
    for (round, (wanted, kill)) in [(2, false), (1, true), (1, false)].into_iter().enumerate() {
        let log = place.log(&round.to_string());
        let server = Server::start_traced(place.directory.path(), &log);
        let load = Load::start(server.address, &key, round, seed);
        load.wait_for(wanted * acknowledgements / 4);
        if kill {
            server.kill();
            recording.add(load.claims(), &log, place.directory.path(), kill);
            continue;
        }
        load.enough();
        let claims = load.claims();
        server.ask_to_end();
        assert_eq!(server.ended().code(), Some(0));
        recording.add(claims, &log, place.directory.path(), kill);
    }
    recording
}

impl Recording {
    fn new(directory: &Path) -> Recording {
        Recording {
            before: files(directory),
            events: Vec::new(),
            claims: Vec::new(),
            done: BTreeMap::new(),
            written_back: 0,
        }
    }

    /// Goes on with the log of a server that has ended, and what its clients sent.
    fn add(&mut self, mut claims: Vec<Claim>, log: &Path, directory: &Path, killed: bool) {
        let begin = self.events.len();
        trace::read(log, directory, &mut self.events);
        let mut waiting: BTreeMap<u16, VecDeque<&Claim>> = BTreeMap::new();
        claims.sort_by_key(|claim| claim.number);
        for claim in &claims {
            waiting.entry(claim.port).or_default().push_back(claim);
        }
        for (number, event) in self.events.iter().enumerate().skip(begin) {
            let Event::Answer { port, status } = event else {
                continue;
            };
            let claim = waiting.get_mut(port).and_then(VecDeque::pop_front);
            let Some(claim) = claim else {
                // The last call before a SIGKILL can appear twice: `strace` reports its entry on
                // two threads, both unfinished.
                assert!(killed, "an answer to nobody, port {port}");
                continue;
            };
            if matches!(status, 200..300) && claim.is_kept() {
                self.done.insert(claim.number, number);
            }
        }
        let last = self.done.values().copied().max().unwrap_or(begin);
        let is_main = |event: &&Event| matches!(event, Event::Write { name, .. } if name == FILE);
        self.written_back += self.events[begin..last].iter().filter(is_main).count();
        self.claims.extend(claims);
    }

    /// What is wrong with the order of things: for each acknowledged request, the end of the change that wrote it
    /// into the log has to be durable before the answer begins to go out.
    pub fn answered_too_early(&self) -> Vec<String> {
        let written = self.first_written();
        let mut wrong = Vec::new();
        for claim in self.claims.iter().filter(|claim| claim.is_kept() && claim.is_done()) {
            let Some(answered) = self.done.get(&claim.number) else {
                wrong.push(format!("no answer was seen to {claim:?}"));
                continue;
            };
            let Some(commit) = written.get(&claim.number).and_then(|at| self.commit(*at)) else {
                wrong.push(format!("{claim:?} was not seen in the log"));
                continue;
            };
            if commit >= *answered {
                wrong.push(format!("{claim:?} was answered at {answered} and first seen in a change that ended at {commit}"));
                continue;
            }
            if !self.events[commit..*answered].iter().any(|event| is_sync_after(event, commit)) {
                wrong.push(format!(
                    "{claim:?} was answered at {answered}; its commit at {commit} was not durable"
                ));
            }
        }
        wrong
    }

    /// Leaves out that anything became durable, to see what is found then.
    pub fn forget_syncs(&mut self) {
        for event in &mut self.events {
            if let Event::Sync { before, .. } = event {
                *before = 0;
            }
        }
    }

    /// The first write to the log that has a request's name, by its number.
    fn first_written(&self) -> BTreeMap<usize, usize> {
        let mut written = BTreeMap::new();
        let finder = memmem::Finder::new(MARK);
        for (number, event) in self.events.iter().enumerate() {
            let Some(bytes) = log_bytes(event) else {
                continue;
            };
            for at in finder.find_iter(bytes) {
                let digits = bytes.get(at + MARK.len()..at + MARK.len() + DIGITS);
                let claim =
                    digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
                if let Some(claim) = claim {
                    written.entry(claim).or_insert(number);
                }
            }
        }
        written
    }

    /// The event that wrote the last page of the change to which a page belongs.
    fn commit(&self, page: usize) -> Option<usize> {
        let own = (0..page).rev().find(|at| head(&self.events[*at]).is_some())?;
        let mut later = own..self.events.len();
        let last =
            later.find(|at| head(&self.events[*at]).is_some_and(|head| head[4..8] != [0; 4]))?;
        (last + 1..self.events.len()).find(|at| log_bytes(&self.events[*at]).is_some())
    }
}

fn is_sync_after(event: &Event, commit: usize) -> bool {
    matches!(event, Event::Sync { name, before } if is_log(name) && *before > commit)
}

fn is_log(name: &str) -> bool {
    name == format!("{FILE}-wal")
}

/// What was written to the log, if it was that.
fn log_bytes(event: &Event) -> Option<&[u8]> {
    match event {
        Event::Write { name, bytes, .. } if is_log(name) => Some(bytes),
        _ => None,
    }
}

/// The head of a page in the log, written just before it. Of a change's last page it has the length of the database.
fn head(event: &Event) -> Option<&[u8]> {
    log_bytes(event).filter(|bytes| bytes.len() == 24)
}

/// A directory to be watched, and one for the logs.
struct Place {
    directory: TempDir,
    logs: TempDir,
}

impl Place {
    fn new() -> Place {
        let [directory, logs] = [(); 2].map(|()| TempDir::new().expect("a directory"));
        Place { directory, logs }
    }

    /// Records a run of a program on the directory's files.
    fn record(&self, command: &Command) -> Recording {
        let directory = self.directory.path();
        let mut recording = Recording::new(directory);
        let log = self.log("log");
        run(traced(command, &log));
        trace::read(&log, directory, &mut recording.events);
        recording
    }

    fn log(&self, name: &str) -> std::path::PathBuf {
        self.logs.path().join(name)
    }
}

fn files(directory: &Path) -> Files {
    let entries = fs::read_dir(directory).expect("a directory");
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("a file"))
    };
    entries.map(|entry| file(entry.expect("an entry"))).collect()
}

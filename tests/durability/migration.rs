//! A database of the first schema, brought up to date by a program that is killed at one call after the other.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use rusqlite::Connection;
use tempfile::TempDir;

use crate::old_schema::{self, NEWEST, contents, copies, problems};
use crate::recording::cannot_watch;
use crate::report::{count, say};
use crate::server::{FILE, healthy, under_strace};

/// The calls at which the program is killed.
const CALLS: &str = "openat,pwrite64,ftruncate,fsync,fdatasync,rename,unlink";

#[test]
fn a_migration_that_is_killed_leaves_old_or_new() {
    if cannot_watch() {
        return;
    }
    let kills = count(15, 200);
    let directory = TempDir::new().expect("a directory");
    let old = directory.path().join(FILE);
    old_schema::make(&old, count(4_000, 24_000));
    let wanted = contents(&Connection::open(&old).expect("the database"));
    let calls = calls(&old);
    // Evenly over the whole run, its first and its last call as well.
    let places = (0..kills).map(|kill| kill * (calls.len() - 1) / (kills - 1));
    let places: Vec<&Call> = places.map(|place| &calls[place]).collect();
    let found = by_two(&places, |call| kill_at(&old, call, &wanted));
    let times =
        |wanted: &dyn Fn(usize) -> bool| found.iter().filter(|version| wanted(**version)).count();
    let (before, after) = (times(&|version| version == 1), times(&|version| version == NEWEST));
    let between = kills - before - after;
    assert!(before > 0 && between + after > 0, "all kills were at one place: {found:?}");
    say(&format!(
        "migrations: {kills} kills over {} calls, {} rows; left at schema 1 {before} times, between {between}, at {NEWEST} {after}; \
         every copy whole, every second start completed",
        calls.len(),
        wanted.len(),
    ));
}

/// The answers to all, computed two at a time.
fn by_two<T: Sync, R: Send>(all: &[T], answer: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (one, two) = all.split_at(all.len() / 2);
    let answer = &answer;
    thread::scope(|scope| {
        let two = scope.spawn(move || two.iter().map(answer).collect::<Vec<R>>());
        let mut answers: Vec<R> = one.iter().map(answer).collect();
        answers.extend(two.join().expect("no failure"));
        answers
    })
}

/// A call of the program's first thread: its name, and which of that name it is, from 1.
type Call = (String, usize);

/// The calls of a migration that nobody disturbs, from the first that concerns the database on.
fn calls(old: &Path) -> Vec<Call> {
    let place = Copy::of(old);
    let log = place.path("log");
    let trace = format!("trace={CALLS}");
    let mut command = under_strace(place.directory.path(), &log, &["-y", "-e", &trace], &["books"]);
    let output = command.output().expect("a run");
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(log).expect("a log");
    let first = text.split(' ').next().expect("a thread");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut calls = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix(first)) {
        let Some((name, rest)) = line.trim_start().split_once('(') else {
            continue;
        };
        if name.starts_with("+++") || name.starts_with("---") {
            continue;
        }
        let number = counts.entry(name).or_default();
        *number += 1;
        if !calls.is_empty() || rest.contains(FILE) {
            calls.push((name.to_owned(), *number));
        }
    }
    calls
}

/// Kills a migration at a call, looks at what is there, and lets a second start complete it; gives the schema at
/// which the kill left the file.
fn kill_at(old: &Path, (name, number): &Call, wanted: &[String]) -> usize {
    let at = format!("kill at {name} {number}");
    let place = Copy::of(old);
    let inject = format!("inject={name}:signal=KILL:when={number}");
    let trace = format!("trace={name}");
    let arguments = ["-e", trace.as_str(), "-e", inject.as_str()];
    let mut command: Command =
        under_strace(place.directory.path(), Path::new("/dev/null"), &arguments, &["books"]);
    let status = command.output().expect("a run").status;
    assert_eq!(status.signal(), Some(9), "{at}: {status}");
    // In a copy, so that the second start finds what the kill left.
    let copy = Copy::of(&place.path(FILE));
    let (version, mut wrong) = problems(&copy.path(FILE), wanted);
    let kept = copies(place.directory.path(), wanted, &mut wrong);
    assert!(
        version == 1 || kept.contains(&1),
        "{at}: at schema {version} there is no copy of what was"
    );
    healthy(place.directory.path());
    let (completed, found) = problems(&place.path(FILE), wanted);
    wrong.extend(found);
    let kept = copies(place.directory.path(), wanted, &mut wrong);
    assert!(version == NEWEST || kept.contains(&version), "{at}: no copy by the second start");
    assert!(wrong.is_empty() && completed == NEWEST, "{at}: schema {completed}: {wrong:#?}");
    version
}

/// A database in a directory of its own.
struct Copy {
    directory: TempDir,
}

impl Copy {
    /// A copy of a database with its log.
    fn of(database: &Path) -> Copy {
        let directory = TempDir::new().expect("a directory");
        for end in ["", "-wal", "-journal"] {
            let mut from = database.as_os_str().to_owned();
            from.push(end);
            if Path::new(&from).exists() {
                fs::copy(from, directory.path().join(format!("{FILE}{end}"))).expect("a copy");
            }
        }
        Copy { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }
}

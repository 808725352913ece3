//! A migration that is killed at one call after the other.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use tempfile::TempDir;

use crate::made_up_step::{self, MadeDatabase};
use crate::recording::cannot_watch;
use crate::report::{count, say};
use crate::server::{FILE, under_strace};

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
    made_up_step::make(&old, count(4_000, 24_000));
    let made = MadeDatabase::read(&old);
    let calls = calls(&old, made.after());
    // Evenly over the whole run, its first and its last call as well.
    let places = (0..kills).map(|kill| kill * (calls.len() - 1) / (kills - 1));
    let places: Vec<&Call> = places.map(|place| &calls[place]).collect();
    let found = by_two(&places, |call| kill_at(&old, call, &made));
    let after = found.iter().filter(|version| **version == made.after()).count();
    let before = kills - after;
    assert!(before > 0 && after > 0, "all kills were at one place: {found:?}");
    say(&format!(
        "migrations: {kills} kills over {} calls, {} rows; left at the old schema {before} times, at the new {after}; \
         every copy whole, every second start completed",
        calls.len(),
        made.rows(),
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

/// A call of the thread that migrates: its name, and which of that name it is, from 1.
type Call = (String, usize);

/// Returns a migration under `strace`, which sees calls that concern the database and its copy alone,
/// so that those before it starts do not count.
fn migration(place: &Copy, log: &Path, after: usize, flags: &[&str]) -> Command {
    let copy = format!("{FILE}.before-v{after}");
    let ends = ["", "-wal", "-shm", "-journal"].map(|end| format!("{FILE}{end}"));
    let parts = ["", ".partial", ".partial-journal"].map(|end| format!("{copy}{end}"));
    let names = ends.iter().chain(&parts).map(|name| place.path(name));
    let paths: Vec<PathBuf> = names.chain([place.directory.path().to_owned()]).collect();
    let mut all = flags.to_vec();
    for path in &paths {
        all.extend(["-P", path.to_str().expect("UTF-8")]);
    }
    under_strace(&made_up_step::process(&place.path(FILE)), log, &all)
}

/// The calls of a migration that nobody disturbs.
fn calls(old: &Path, after: usize) -> Vec<Call> {
    let place = Copy::of(old);
    let log = place.path("log");
    let trace = format!("trace={CALLS}");
    let mut command = migration(&place, &log, after, &["-e", &trace]);
    let output = command.output().expect("a run");
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(log).expect("a log");
    let is_call = |line: &&str| !line.contains(" +++ ") && !line.contains(" --- ");
    let mut lines = text.lines().filter(is_call).peekable();
    let thread = lines.peek().and_then(|line| line.split(' ').next()).expect("a thread");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut calls = Vec::new();
    for line in lines.filter_map(|line| line.strip_prefix(thread)) {
        let Some((name, _)) = line.trim_start().split_once('(') else {
            continue;
        };
        let number = counts.entry(name).or_default();
        *number += 1;
        calls.push((name.to_owned(), *number));
    }
    calls
}

/// Kills a migration at a call, looks at what is there, and lets a second start complete it; gives the schema at
/// which the kill left the file.
fn kill_at(old: &Path, (name, number): &Call, made: &MadeDatabase) -> usize {
    let at = format!("kill at {name} {number}");
    let place = Copy::of(old);
    let inject = format!("inject={name}:signal=KILL:when={number}");
    let trace = format!("trace={name}");
    let flags = ["-e", trace.as_str(), "-e", inject.as_str()];
    let mut command = migration(&place, Path::new("/dev/null"), made.after(), &flags);
    let status = command.output().expect("a run").status;
    assert_eq!(status.signal(), Some(9), "{at}: {status}");
    // In a copy, so that the second start finds what the kill left.
    let copy = Copy::of(&place.path(FILE));
    let (version, mut wrong) = made.problems(&copy.path(FILE));
    let kept = made.copies(place.directory.path(), &mut wrong);
    assert!(
        version == made.before || kept.contains(&made.before),
        "{at}: at schema {version} there is no copy of the earlier one"
    );
    wrong.extend(made.complete(&place.path(FILE)));
    let kept = made.copies(place.directory.path(), &mut wrong);
    assert!(kept.contains(&made.before), "{at}: no copy by the second start");
    assert!(wrong.is_empty(), "{at}: schema {version}: {wrong:#?}");
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

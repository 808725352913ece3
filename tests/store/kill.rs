//! A store whose program is killed keeps every acknowledged change.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::store_support::TempStore;
use crate::store_support::results::{enter, won};
use joseki::book::{Forest, Line, NodeId};
use joseki::game::Step;
use joseki::store::{
    BookChange, ChangeKind, ChangeNote, ChangeQuery, LedgerStatus, SqliteStore, Store, Upkeep,
};

/// Where the child finds the store; it is a child if this is set.
const STORE: &str = "STORE_OF_KILLED_WRITER";

const KILLS: u64 = 10;
/// Threads that write books, and after them threads that enter results.
const THREADS: usize = 4;
const RESULTS: usize = 4;

#[test]
fn what_was_acknowledged_is_there_after_a_kill() {
    let temp = TempStore::of_file();
    for kill in 0..KILLS {
        let acknowledged = write_until_killed(&temp, 1 + kill * kill * 3);
        let store = temp.open();
        let (books, results) = acknowledged.split_at(THREADS);
        for (thread, version) in books.iter().enumerate() {
            let book = store.load(&thread.to_string()).unwrap();
            let kept = book.map_or(0, |(info, forest)| {
                let tags = forest.node(NodeId::ROOT).data().map(|data| data.tags.len() as u64);
                assert_eq!(tags, Some(info.version), "a version is there whole");
                info.version
            });
            assert!(kept >= *version, "kill {kill}: {kept} is there, {version} was acknowledged");
            changes_are_logged(&store, &thread.to_string(), kept);
        }
        for (thread, entered) in results.iter().enumerate() {
            results_are_there(&store, THREADS + thread, *entered);
        }
        let problems = store.check().unwrap();
        assert!(problems.is_empty(), "kill {kill}: {problems:?}");
    }
}

/// Every version is in the log, and what it changed there is its tag.
fn changes_are_logged(store: &dyn Store, book: &str, versions: u64) {
    let asked = ChangeQuery {
        book: Some(book.to_owned()),
        after: Some(0),
        limit: usize::MAX,
        ..ChangeQuery::default()
    };
    let rows = store.changes(&asked).unwrap();
    let told: Vec<u64> = rows.iter().map(|row| row.version).collect();
    assert_eq!(told, (1..=versions).collect::<Vec<_>>());
    for row in rows {
        let (_, delta) = store.change(row.id).unwrap().unwrap();
        let root = delta.change_at(&Line::new()).unwrap();
        let [before, after] =
            [&root.before, &root.after].map(|state| state.as_ref().unwrap().known());
        let new: Vec<&String> = after.tags.difference(&before.tags).collect();
        assert_eq!(new, [&(row.version - 1).to_string()]);
    }
}

/// A thread's games that were acknowledged are counted, once, though all of them are sent again.
fn results_are_there(store: &dyn Store, thread: usize, entered: u64) {
    let again = (0..entered).map(|game| enter(&result(thread, game)));
    let outcomes = store.enter(again.collect(), "again", 0).unwrap();
    let known = |status| status == LedgerStatus::Unchanged;
    assert!(outcomes.iter().all(|outcome| known(outcome.status)));
    let sums = store.sums(0).unwrap().opponents;
    let of_thread = sums.iter().find(|opponent| opponent.name == thread.to_string());
    let games = of_thread.map_or(0, |opponent| opponent.contenders[0].games);
    assert!(games.cast_unsigned() >= entered, "{games} of {entered}");
}

fn result(thread: usize, game: u64) -> joseki::ledger::LedgerEntry {
    won(&format!("{thread} {game}"), &thread.to_string(), &[2, game])
}

/// Enters one game after another.
fn enter_on(store: &SqliteStore, thread: usize) {
    let sums = store.sums(0).unwrap().opponents;
    let before = sums.iter().find(|opponent| opponent.name == thread.to_string());
    for game in before.map_or(0, |opponent| opponent.contenders[0].entered).. {
        let outcomes = store.enter(vec![enter(&result(thread, game))], "test", 0);
        assert_eq!(outcomes.unwrap()[0].status, LedgerStatus::Counted);
        say(thread, game + 1);
    }
}

/// Reports to the killing process what is kept.
fn say(thread: usize, number: u64) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "kept {thread} {number} .").unwrap();
    out.flush().unwrap();
}

/// Does nothing on its own; as a child it writes until it is killed.
#[test]
fn writer_that_gets_killed() {
    let Ok(path) = env::var(STORE) else {
        return;
    };
    let store = SqliteStore::open(path).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let store = &store;
            scope.spawn(move || write_on(store, thread));
        }
        for thread in THREADS..THREADS + RESULTS {
            let store = &store;
            scope.spawn(move || enter_on(store, thread));
        }
    });
}

/// Starts a child and kills it after some acknowledgements, in the middle of the next changes;
/// gives the last acknowledged version of each book, and how many results of each thread were.
fn write_until_killed(temp: &TempStore, acknowledgements: u64) -> [u64; THREADS + RESULTS] {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "kill::writer_that_gets_killed", "--nocapture"])
        .env(STORE, temp.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut versions = [0; THREADS + RESULTS];
    let mut seen = 0;
    while seen < acknowledgements {
        let line = lines.next().expect("the child writes on").unwrap();
        seen += u64::from(note(&line, &mut versions));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // Acknowledgements just before its death count as well.
    for line in lines {
        note(&line.unwrap(), &mut versions);
    }
    versions
}

/// Whether a line is an acknowledgement, which it notes.
fn note(line: &str, versions: &mut [u64; THREADS + RESULTS]) -> bool {
    let mut words = line.split(' ');
    if words.next() != Some("kept") || !line.ends_with(" .") {
        return false;
    }
    let mut number = || words.next().unwrap().parse::<u64>().unwrap();
    let (book, version) = (number(), number());
    versions[book as usize] = version;
    true
}

/// Changes a book again and again: each version has one more tag at the root, and mostly a move.
fn write_on(store: &SqliteStore, thread: usize) {
    let book = &thread.to_string();
    let (mut info, mut forest) = match store.load(book).unwrap() {
        Some((info, forest)) => (Some(info), forest),
        None => (None, Forest::new()),
    };
    loop {
        let mut next = forest.clone();
        grow(&mut next, info.as_ref().map_or(0, |info| info.version));
        let before = info.as_ref().map(|info| (info, &forest));
        let note = ChangeNote::new(ChangeKind::Edit, "test", "");
        let change = BookChange::between(book, before, &mut next, note);
        let updated = change.updated.clone();
        let applied = store.apply(&change).unwrap();
        applied.update_forest(&mut next, &updated);
        forest = next;
        say(thread, applied.info.version);
        info = Some(applied.info);
    }
}

/// The next version's tag, and its move if that is not there yet.
fn grow(forest: &mut Forest, version: u64) {
    let tags = &mut forest.data_mut(NodeId::ROOT).tags;
    tags.insert(version.to_string());
    let [u, v] = [version / 19 % 19, version % 19].map(|line| line as u8);
    let step = Step::corner(u, v).unwrap();
    let (node, _) = forest.child_or_insert(NodeId::ROOT, step);
    forest.set_end(node);
}

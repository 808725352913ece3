//! Backups of a database that a server writes to all the time, each put back and looked at.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::served::{self, Served, result, run};
use joseki::book::{Delta, Line};
use joseki::store::{SqliteStore, Store};
use serde_json::json;

/// Writers of each kind.
const WRITERS: usize = 2;
/// The node that is edited.
const NODE: &str = "DDCF";

/// What was acknowledged so far, by writer.
#[derive(Default)]
struct Acknowledged {
    results: [AtomicU64; WRITERS],
    edits: AtomicU64,
    stop: AtomicBool,
}

impl Acknowledged {
    fn results(&self) -> [u64; WRITERS] {
        [0, 1].map(|writer| self.results[writer].load(Ordering::SeqCst))
    }

    fn edits(&self) -> u64 {
        self.edits.load(Ordering::SeqCst)
    }

    fn all(&self) -> u64 {
        self.results().iter().sum::<u64>() + self.edits()
    }
}

fn post_results(server: &Served, key: &str, writer: usize, told: &Acknowledged) {
    while !told.stop.load(Ordering::SeqCst) {
        let next = told.results[writer].load(Ordering::SeqCst);
        let game = result(&format!("{writer}-{next}"), &format!("o{writer}"));
        let posted = server.request("POST", "/v1/results").key(key).json(&game);
        posted.send().expect(201);
        told.results[writer].store(next + 1, Ordering::SeqCst);
    }
}

/// Edit number n makes the comment `n`.
fn edit(server: &Served, key: &str, told: &Acknowledged) {
    let path = format!("/v1/books/b/nodes/{NODE}");
    while !told.stop.load(Ordering::SeqCst) {
        let next = told.edits() + 1;
        let request = server.request("PATCH", &path).key(key);
        let fields = json!({"comment": next.to_string()});
        request.header("If-Match", "*").json(&fields).send().expect(200);
        told.edits.store(next, Ordering::SeqCst);
    }
}

/// Ends the writers, also where an assertion fails.
struct End<'a>(&'a Acknowledged);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::SeqCst);
    }
}

/// How many of a writer's games a store has, which are the first ones and no others.
fn games_of(store: &SqliteStore, writer: usize) -> u64 {
    let has = |game: u64| {
        let row = store.ledger_row(&format!("{writer}-{game}"));
        row.expect("a ledger").is_some()
    };
    let count = (0..).find(|game| !has(*game)).unwrap_or_default();
    assert!((count..count + 20).all(|later| !has(later)));
    count
}

/// Looks at a database that was made of a backup; gives how many results and edits it has.
fn look_at(directory: &Path, db: &str) -> (Vec<u64>, u64) {
    let doctor = run(directory, &["doctor", "--db", db, "--format", "json"]);
    assert_eq!(doctor.ok().json()["healthy"], true);
    let second = Served::start(directory, db);
    assert_eq!(second.ready().1["status"], "ready");
    second.get("/v1/next?book=b&moves=Q16").expect(200);
    drop(second);
    let store = SqliteStore::open(directory.join(db)).expect("a store");
    for info in store.books().expect("books") {
        let (_, forest) = store.load(&info.name).expect("a book").expect("a book");
        let replayed = store.replay(&info.name).expect("a log").expect("a log");
        assert!(Delta::between(&replayed, &forest).is_empty(), "{info:?}");
    }
    let (info, forest) = store.load("b").expect("a book").expect("a book");
    let line: Line = NODE.parse().expect("a line");
    let node = forest.node(forest.find(&line).expect("the node"));
    let comment = node.data().and_then(|data| data.comment.as_ref());
    let comment = comment.expect("a comment").template().to_owned();
    let edits = info.version - 1;
    // Before the first edit it is what was imported.
    assert!(comment == edits.to_string() || edits == 0, "{comment} {edits}");
    let results = (0..WRITERS).map(|writer| games_of(&store, writer));
    (results.collect(), edits)
}

#[test]
fn backups_under_load_are_complete_and_hold_nobody_up() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path();
    let key = served::small_database(place, "joseki.db");
    let server = Served::start(place, "joseki.db");
    let told = Acknowledged::default();
    let rounds = if crate::full::full() { 20 } else { 3 };
    let (mut slowest, mut meanwhile) = (Duration::ZERO, Vec::new());
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (server, key, told) = (&server, &key, &told);
            scope.spawn(move || post_results(server, key, writer, told));
        }
        scope.spawn(|| edit(&server, &key, &told));
        let _end = End(&told);
        served::eventually("a first edit", || told.edits() > 0 && told.all() > 20);
        for round in 0..rounds {
            let backup = format!("backup-{round}.db");
            let (results, edits, all) = (told.results(), told.edits(), told.all());
            let started = Instant::now();
            run(place, &["backup", &backup]).ok();
            slowest = slowest.max(started.elapsed());
            meanwhile.push(told.all() - all);
            let restored = format!("restored-{round}.db");
            run(place, &["restore", &backup, "--db", &restored]).ok();
            let (held_results, held_edits) = look_at(place, &restored);
            for (held, acknowledged) in held_results.iter().zip(results) {
                assert!(*held >= acknowledged, "{held} of {acknowledged}");
            }
            assert!(held_edits >= edits, "{held_edits} of {edits}");
        }
    });
    assert!(meanwhile.iter().all(|more| *more > 0), "{meanwhile:?}");
    println!(
        "{rounds} of {rounds} backups complete; the slowest took {:.1} s; {} writes acknowledged, {} at least during a backup",
        slowest.as_secs_f64(),
        told.all(),
        meanwhile.iter().min().unwrap_or(&0),
    );
}

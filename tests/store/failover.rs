//! Servers that are killed, standbys that take over, and databases that went back. On files these
//! tests do nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use joseki::book::{Text, Verdict};
use joseki::service::{BookRef, Service};
use joseki::store::{
    AnyStore, BookChange, ChangeKind, ChangeNote, Store, StoreError, StoreStats, Upkeep,
};

use crate::cluster::{Cluster, address, free_port, is_missing};
use crate::full::count;
use crate::full_disk::{fill, small_disk};
use crate::nodes::{database, line, log, persistent};
use crate::programs::missing;
use crate::served::eventually;
use crate::store_support::changes::{create, line as line_of};
use crate::store_support::results::{enter, won};
use crate::store_support::{edit, note};

/// How long nodes write before something happens to their server.
const WRITING: Duration = Duration::from_millis(400);
const EDITORS: usize = 3;

/// A server with a book of one line, and the address of its database; `None` where servers are not
/// tested. The address also names the port of a server that may take over.
fn server_with_book() -> Option<(Cluster, u16, String)> {
    database()?;
    if is_missing() || missing(&["openssl"]) {
        return None;
    }
    let (server, other) = (Cluster::start(), free_port());
    let both = address(&[server.port(), other]);
    create(&open(&both), "main", &["DDCF"]);
    Some((server, other, both))
}

fn open(address: &str) -> AnyStore {
    AnyStore::open(Path::new(address)).expect("a store")
}

/// Writes that nodes acknowledged.
#[derive(Default)]
struct Acknowledged {
    edits: BTreeSet<String>,
    /// Edits whose outcome is unknown.
    unknown: BTreeSet<String>,
    games: BTreeSet<String>,
}

/// Lets two nodes edit a book and enter results while something happens.
fn write_during(address: &str, round: usize, happens: impl FnOnce()) -> Acknowledged {
    let nodes = [open(address), open(address)];
    let is_over = AtomicBool::new(false);
    let goes_on = || !is_over.load(Ordering::Relaxed);
    let mut all = Acknowledged::default();
    thread::scope(|scope| {
        let editors: Vec<_> = (0..EDITORS)
            .map(|editor| {
                let store = &nodes[editor % 2];
                scope.spawn(move || {
                    let mut done = Acknowledged::default();
                    let names = (0..).map(|number| format!("{round}-{editor}-{number}"));
                    for what in names.take_while(|_| goes_on()) {
                        match add_move(store, &what) {
                            Ok(()) => done.edits.insert(what),
                            Err(StoreError::OutcomeUnknown { .. }) => done.unknown.insert(what),
                            Err(error) => panic!("{what}: {error:?}"),
                        };
                    }
                    done
                })
            })
            .collect();
        let senders: Vec<_> = nodes
            .iter()
            .enumerate()
            .map(|(node, store)| {
                scope.spawn(move || {
                    let names = (0..).map(|number| format!("{round}-{node}-{number}"));
                    let send = |game: &String| {
                        let entry = || vec![enter(&won(game, "katago", &[2]))];
                        persistent(|| store.enter(entry(), "test", 1));
                        // Looks whether the database went back.
                        drop(store.data_version());
                    };
                    names.take_while(|_| goes_on()).inspect(send).collect::<BTreeSet<_>>()
                })
            })
            .collect();
        thread::sleep(WRITING);
        happens();
        thread::sleep(WRITING);
        is_over.store(true, Ordering::Relaxed);
        for editor in editors {
            let mut done = editor.join().expect("an editor");
            all.edits.append(&mut done.edits);
            all.unknown.append(&mut done.unknown);
        }
        for sender in senders {
            all.games.append(&mut sender.join().expect("a sender"));
        }
    });
    assert_eq!(nodes.each_ref().map(|node| node.stats().failovers), [0, 0]);
    all
}

/// Adds a move to the book until nobody else was faster and the server is there.
fn add_move(store: &AnyStore, what: &str) -> Result<(), StoreError> {
    loop {
        let before = persistent(|| store.load("main")).expect("a book");
        let mut after = before.1.clone();
        let id = after.insert(&line(what));
        after.data_mut(id).tags.insert(what.to_owned());
        after.data_mut(id).verdict = Some(Verdict::Good);
        let note = ChangeNote { what: what.to_owned(), ..note(ChangeKind::Edit) };
        let change = BookChange { note, ..edit("main", &before, &mut after) };
        match store.apply(&change) {
            Err(
                StoreError::Conflict { .. }
                | StoreError::Unreachable { .. }
                | StoreError::Busy { .. }
                | StoreError::ReadOnly { .. },
            ) => {}
            made => return made.map(drop),
        }
    }
}

/// Checks that what was acknowledged is there, once.
fn check(store: &AnyStore, writes: &[Acknowledged]) {
    let changes = persistent(|| store.changes(&crate::nodes::all())).into_iter();
    let mut logged: BTreeMap<String, usize> = BTreeMap::new();
    changes.for_each(|row| *logged.entry(row.note.what).or_default() += 1);
    let unknown: BTreeSet<&String> = writes.iter().flat_map(|writes| &writes.unknown).collect();
    let mut edits: BTreeSet<&String> = writes.iter().flat_map(|writes| &writes.edits).collect();
    for (what, times) in &logged {
        assert_eq!(*times, 1, "{what}");
        assert!(edits.remove(what) || unknown.contains(what) || what.is_empty(), "{what}");
    }
    assert!(edits.is_empty(), "lost: {edits:?}");
    let games: usize = writes.iter().map(|writes| writes.games.len()).sum();
    let sums = store.sums(0).expect("sums");
    let counted: i64 = sums.opponents[0].contenders.iter().map(|it| it.games).sum();
    assert_eq!(counted, games as i64);
    assert!(store.check().expect("readable").is_empty());
}

#[test]
fn a_server_that_is_killed_loses_nothing_that_was_acknowledged() {
    let Some((server, _, address)) = server_with_book() else { return };
    let killed = || {
        server.kill();
        server.restart();
    };
    let rounds = 0..count(2, 50);
    let writes: Vec<_> = rounds.map(|round| write_during(&address, round, killed)).collect();
    assert!(writes.iter().all(|writes| !writes.edits.is_empty() && !writes.games.is_empty()));
    check(&open(&address), &writes);
}

#[test]
fn a_standby_that_takes_over_has_everything_that_was_acknowledged() {
    let Some((mut primary, mut other, both)) = server_with_book() else { return };
    let mut writes = Vec::new();
    for round in 0..count(1, 20) {
        let standby = primary.copy(other, true);
        standby.restart();
        primary.set("synchronous_standby_names", "*");
        writes.push(write_during(&both, round, || {
            primary.kill();
            standby.promote();
        }));
        (other, primary) = (primary.port(), standby);
    }
    assert!(writes.iter().all(|writes| !writes.edits.is_empty() && !writes.games.is_empty()));
    check(&open(&both), &writes);
}

/// A commit hangs while the standby that it waits for is gone. It was made, as is seen later.
#[test]
fn the_outcome_of_a_commit_that_waits_for_a_standby_is_unknown() {
    let Some((server, _, address)) = server_with_book() else { return };
    let store = open(&address);
    server.set("synchronous_standby_names", "nobody");
    let made = add_move(&store, "waits");
    assert!(matches!(made, Err(StoreError::OutcomeUnknown { .. })), "{made:?}");
    let loaded = store.load("main").expect("reading goes on").expect("a book");
    assert_eq!(loaded.0.version, 1);
    server.set("synchronous_standby_names", "");
    persistent(|| store.probe());
    assert_eq!(log(&store).last().map(|change| change.2.as_str()), Some("waits"));
}

#[test]
fn a_database_that_went_back_is_noticed_and_loaded_again() {
    let Some((server, backup_port, both)) = server_with_book() else { return };
    let send = |store: &AnyStore, game: &str| {
        persistent(|| store.enter(vec![enter(&won(game, "katago", &[2]))], "test", 1));
    };
    send(&open(&both), "kept");
    let backup = server.copy(backup_port, false);
    let store = open(&both);
    for what in ["lost-1", "lost-2"] {
        add_move(&store, what).expect("an edit");
    }
    send(&store, "lost");
    let nodes = [(); 2].map(|()| Service::new(Arc::new(open(&both))));
    let state = |node: &Service| {
        let results = node.learning().results_version().expect("results");
        (node.book("main").expect("a book").info.version, results)
    };
    for node in &nodes {
        assert!(node.refresh().expect("readable"));
        assert_eq!((state(node), node.store_stats().failovers), ((3, 2), 0));
    }
    // It loads no book, and keeps what it reads of one.
    let reader = Service::new(Arc::new(open(&both)));
    let has = |what: &str| {
        let book = reader.head_of(&BookRef::current("main")).expect("a book");
        book.index.find(&line(what)).is_some()
    };
    assert!(reader.refresh().expect("readable") && has("lost-2"));
    let before = nodes.each_ref().map(|node| (node.data_version().unwrap(), node.history()));
    server.kill();
    backup.restart();
    // As many writes as were lost, so that the number of writes is the same again.
    let direct = open(&address(&[backup_port]));
    for what in ["new-1", "new-2"] {
        add_move(&direct, what).expect("an edit");
    }
    send(&direct, "new");
    for (node, before) in nodes.iter().zip(&before) {
        let found = node.data_version().expect("another host");
        assert_ne!(found, before.0);
        assert!(node.is_behind_failover());
        assert!(node.refresh().expect("readable"));
        assert!(!node.is_behind_failover());
        assert_eq!((state(node), node.store_stats().failovers), ((3, 2), 1));
        let index = &node.book("main").expect("a book").index;
        assert!(index.find(&line("new-2")).is_some() && index.find(&line("lost-2")).is_none());
        assert_ne!(node.history(), before.1);
    }
    assert!(reader.refresh().expect("readable") && has("new-2") && !has("lost-2"));
    // The first one began the new history, and the others take it up.
    assert!(nodes[0].data_version().is_ok() && nodes[0].refresh().is_ok());
    assert_eq!(nodes[0].history(), nodes[1].history());
    assert_eq!(nodes[0].history().as_str(), direct.history().expect("a mark"));
    assert_eq!(nodes.each_ref().map(|node| node.store_stats().failovers), [1, 1]);
}

/// Runs the program on a database, with a file of certificates of authorities.
fn list_books(address: &str, authorities: Option<&Path>) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
    command.args(["books", "--db", address]).env_remove("PGSSLROOTCERT");
    if let Some(file) = authorities {
        command.env("PGSSLROOTCERT", file);
    }
    let output = command.output().expect("a run");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn connections_are_encrypted_to_a_server_with_a_known_certificate() {
    let Some((server, _, _)) = server_with_book() else { return };
    let plain = address(&[server.port()]);
    let certificate = server.encrypt();
    let encrypted = format!("{plain}?sslmode=require");
    // The server takes a moment to read its rules again.
    while list_books(&plain, None).0 {}
    let (is_done, said) = list_books(&encrypted, Some(&certificate));
    assert!(is_done, "{said}");
    let (is_done, said) = list_books(&encrypted, None);
    assert!(!is_done && said.contains("certificate"), "{said}");
    let nowhere = Path::new("nowhere.crt");
    let (is_done, said) = list_books(&encrypted, Some(nowhere));
    assert!(!is_done && said.contains("PGSSLROOTCERT=nowhere.crt"), "{said}");
}

#[test]
fn a_replica_is_read_while_it_has_what_was_seen() {
    let Some((server, port, _)) = server_with_book() else { return };
    let replica = server.copy(port, true);
    replica.restart();
    let [primary, other] = [server.port(), port].map(|port| address(&[port]));
    let with_replica = |address: &Path, other| AnyStore::open_with_replica(address, other);
    let store = with_replica(Path::new(&primary), &other).expect("a replica");
    let writer = open(&primary);
    // Looks at the primary, and loads the book: the version, and whether the replica answered.
    let look = || {
        let before = store.stats();
        store.data_version().expect("the primary");
        let (book, _) = store.load_for_answers("main").expect("readable").expect("a book");
        let after = store.stats();
        let counts = |stats: &StoreStats| stats.replica_reads + stats.replica_passed_over;
        assert_eq!(counts(&after), counts(&before) + 1);
        (book.version, after.replica_reads > before.replica_reads)
    };
    eventually("the replica is read", || look() == (1, true));
    // While it lags, the primary answers, and no version goes back.
    replica.execute(&["SELECT pg_wal_replay_pause()"]);
    add_move(&writer, "later").expect("an edit");
    assert_eq!([look(), look()], [(2, false), (2, false)]);
    let page = |store: &AnyStore| store.lines("main", "", None, 10).expect("readable").len();
    assert_eq!((page(&store), page(&writer)), (2, 2));
    replica.execute(&["SELECT pg_wal_replay_resume()"]);
    eventually("the replica is read again", || look() == (2, true));
    // Its own write, too.
    add_move(&store, "own").expect("an edit");
    let (book, _) = store.load_for_answers("main").expect("readable").expect("a book");
    assert_eq!(book.version, 3);
    // Keys, results and the base of a change are read on the primary.
    let before = store.stats();
    store.load("main").expect("readable");
    store.keys().expect("readable");
    store.ledger_row("none").expect("readable");
    assert_eq!(store.stats(), before);
    // While it hangs or is away, the primary answers.
    replica.freeze(true);
    assert_eq!([look(), look()], [(3, false), (3, false)]);
    replica.freeze(false);
    eventually("the replica is read after it hung", || look() == (3, true));
    replica.kill();
    assert_eq!([look(), look()], [(3, false), (3, false)]);
    replica.restart();
    eventually("the replica is read after its restart", || look() == (3, true));
    assert_eq!(store.stats().failovers, 0);
    // Another store is not a replica.
    let third = Cluster::start();
    drop(open(&address(&[third.port()])));
    let third = address(&[third.port()]);
    let refused = with_replica(Path::new(&primary), &third).err().expect("no replica");
    assert!(refused.to_string().contains("not a replica of"), "{refused}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("joseki.db");
    let refused = with_replica(&file, &other).err().expect("no replica");
    assert!(refused.to_string().contains("a file has no replica"), "{refused}");
    assert!(!file.exists());
}

#[test]
fn a_role_without_connections_left_is_busy_and_goes_on_when_there_are() {
    let Some((server, ..)) = server_with_book() else { return };
    server.execute(&["CREATE ROLE few LOGIN CONNECTION LIMIT 2", "CREATE DATABASE few OWNER few"]);
    let address = format!("postgres://few@127.0.0.1:{}/few", server.port());
    let hold = || postgres::Client::connect(&address, postgres::NoTls);
    let is_busy = |error: StoreError| matches!(error, StoreError::Busy { .. });
    let create_book = |store: &AnyStore, name: &str| {
        let mut forest = joseki::book::Forest::new();
        store.apply(&BookChange::between(name, None, &mut forest, note(ChangeKind::Create)))
    };
    let (one, two) = (hold().expect("a connection"), hold().expect("a connection"));
    assert!(AnyStore::open(Path::new(&address)).is_err_and(is_busy));
    drop(one);
    // The server may take a moment to notice.
    let mut opened = None;
    eventually("the store is opened", || {
        opened = AnyStore::open(Path::new(&address)).ok();
        opened.is_some()
    });
    let store = opened.expect("a store");
    assert!(store.books().expect("readable").is_empty());
    assert!(create_book(&store, "a").is_err_and(is_busy), "there is none to write on");
    assert!(store.books().expect("readable").is_empty());
    drop(two);
    eventually("a book is created", || create_book(&store, "a").is_ok());
    assert_eq!(store.books().expect("readable").len(), 1);
}

#[test]
fn a_full_table_space_refuses_changes_and_only_while_it_is_full() {
    let Some((server, ..)) = server_with_book() else { return };
    let Some(disk) = small_disk() else { return };
    let place = disk.directory.path();
    server.own(place);
    let space = format!("CREATE TABLESPACE small LOCATION '{}'", place.display());
    server.execute(&[&space, "CREATE DATABASE small TABLESPACE small"]);
    let store = open(&address(&[server.port()]).replace("/postgres", "/small"));
    create(&store, "main", &["DDCF"]);
    fill(place);
    let change = |number: usize| {
        let before = store.load("main").expect("readable").expect("a book");
        let mut after = before.1.clone();
        let id = after.find(&line_of("DDCF")).expect("a node");
        // What does not get smaller.
        let mut state = number as u64 + 1;
        let mut letter = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from(b'a' + (state >> 33) as u8 % 26)
        };
        after.data_mut(id).comment =
            Some(Text::from_template((0..16_000).map(|_| letter()).collect::<String>()));
        store.apply(&edit("main", &before, &mut after)).map(|applied| applied.info.version)
    };
    let (mut version, refused) = (0..200)
        .scan(1, |version, number| Some((*version, change(number).map(|now| *version = now))))
        .find_map(|(version, made)| made.err().map(|error| (version, error)))
        .expect("a full table space");
    assert!(matches!(refused, StoreError::DiskFull { .. }), "{refused:?}");
    assert_eq!(store.book("main").expect("readable").expect("a book").version, version);
    assert!(store.check().expect("readable").is_empty());
    std::fs::remove_file(place.join("filler")).expect("a file");
    version += 1;
    assert_eq!(change(1_000), Ok(version));
    drop(store);
    server.execute(&["DROP DATABASE small", "DROP TABLESPACE small"]);
}

//! Several nodes on one database. On files these tests do nothing: a file has one server.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use joseki::book::{Edit, Line, Patch, Verdict};
use joseki::service::{
    Service, ServiceError,
    curate::{Author, ChangeError, ConditionalEdit, EditBasis, EditRequest},
};
use joseki::store::{
    AnyStore, AppliedChange, BookChange, ChangeKind, ChangeNote, ChangeQuery, LedgerRows,
    NodeQuery, Store, StoreError, Upkeep,
};

use crate::full::count;
use crate::programs;
use crate::store_support::changes::{create, judge};
use crate::store_support::proxy::{Cut, Direction, Proxy};
use crate::store_support::results::{all_rows, enter, won};
use crate::store_support::{TempDatabase, TempStore, edit, forest, note, raw};

const NODES: usize = 4;

pub fn database() -> Option<TempDatabase> {
    let Ok(server) = std::env::var("JOSEKI_TEST_POSTGRES") else {
        programs::skip("JOSEKI_TEST_POSTGRES names no server of PostgreSQL");
        return None;
    };
    Some(TempDatabase::new(server))
}

pub fn open(database: &TempDatabase) -> AnyStore {
    AnyStore::open(Path::new(&database.address())).expect("a store")
}

/// All changes of the log, oldest first: number, version, note.
pub fn log(store: &AnyStore) -> Vec<(i64, u64, String)> {
    let rows = store.changes(&all()).expect("a log").into_iter();
    rows.map(|row| (row.id, row.version, row.note.what)).collect()
}

/// What asks for the whole log.
pub fn all() -> ChangeQuery {
    ChangeQuery { after: Some(0), limit: usize::MAX, ..ChangeQuery::default() }
}

#[test]
fn eight_starters_of_an_empty_database_make_one_store() {
    let Some(database) = database() else { return };
    let marks: BTreeSet<String> = thread::scope(|scope| {
        let starters: Vec<_> = (0..8).map(|_| scope.spawn(|| open(&database))).collect();
        let stores = starters.into_iter().map(|starter| starter.join().expect("started"));
        stores.map(|store| store.history().expect("a mark")).collect()
    });
    assert_eq!(marks.len(), 1);
}

#[test]
fn editors_on_all_nodes_lose_nothing_and_numbers_have_no_gaps() {
    let Some(database) = database() else { return };
    let edits = count(6, 50);
    let first = open(&database);
    create(&first, "main", &["DDCF"]);
    let (is_over, seen) = (AtomicBool::new(false), open(&database));
    let nodes: Vec<_> = (0..NODES).map(|node| (node, open(&database))).collect();
    let done: BTreeSet<String> = thread::scope(|scope| {
        // What one node sees never goes back, and the log has no gap at any moment.
        let watching = scope.spawn(|| {
            let mut last = 0;
            while !is_over.load(Ordering::Relaxed) {
                let changes = log(&seen);
                let numbers: Vec<i64> = changes.iter().map(|change| change.0).collect();
                assert_eq!(numbers, (1..=numbers.len() as i64).collect::<Vec<_>>());
                assert!(changes.len() >= last);
                last = changes.len();
            }
        });
        let editors: Vec<_> = nodes
            .iter()
            .flat_map(|node| (0..3).map(move |editor| (node, editor)))
            .map(|((node, store), editor)| {
                scope.spawn(move || {
                    let each = (0..edits).map(|edit| format!("{node}-{editor}-{edit}"));
                    each.inspect(|what| write(store, what)).collect::<Vec<_>>()
                })
            })
            .collect();
        let done = editors.into_iter().flat_map(|editor| editor.join().expect("an editor"));
        let done = done.collect();
        is_over.store(true, Ordering::Relaxed);
        watching.join().expect("a watcher");
        done
    });
    let changes = log(&first);
    assert_eq!(changes.len(), 1 + NODES * 3 * edits);
    let versions: Vec<u64> = changes.iter().map(|change| change.1).collect();
    assert_eq!(versions, (1..=versions.len() as u64).collect::<Vec<_>>());
    let logged: BTreeSet<String> = changes.into_iter().skip(1).map(|change| change.2).collect();
    assert_eq!(logged, done);
    assert!(first.check().expect("readable").is_empty());
}

/// Edits the book until nobody else was faster.
fn write(store: &AnyStore, what: &str) {
    loop {
        let before = store.load("main").expect("readable").expect("a book");
        let mut after = before.1.clone();
        let id = after.insert(&line(what));
        after.data_mut(id).verdict = Some(Verdict::Good);
        let change = BookChange {
            note: ChangeNote { what: what.to_owned(), ..note(ChangeKind::Edit) },
            ..edit("main", &before, &mut after)
        };
        match store.apply(&change) {
            Ok(_) => return,
            Err(StoreError::Conflict { .. }) => {}
            Err(error) => panic!("{what}: {error}"),
        }
    }
}

/// A line of its own for an edit.
pub fn line(what: &str) -> Line {
    let sum: usize = what.bytes().map(usize::from).sum();
    let letter = |number: usize| char::from(b'A' + (number % 9) as u8);
    let text: String =
        what.bytes().flat_map(|byte| [letter(byte.into()), letter(sum)]).take(10).collect();
    forest(&["DD", &format!("DD{text}")]).lines().last().expect("a line").0
}

#[test]
fn results_count_once_though_connections_are_cut_at_any_moment() {
    let Some(database) = database() else { return };
    let games = count(60, 2_000);
    let first = open(&database);
    let is_over = AtomicBool::new(false);
    let nodes: Vec<AnyStore> = (0..NODES).map(|_| open(&database)).collect();
    let acknowledged: BTreeMap<String, u32> = thread::scope(|scope| {
        let cutting = scope.spawn(|| {
            let (mut cut, mut pause) = (0, Duration::from_millis(60));
            while !is_over.load(Ordering::Relaxed) {
                cut += database.cut_connections();
                thread::sleep(pause);
                // On a busy machine connecting and preparing alone may take so long.
                pause += pause / 20;
            }
            cut
        });
        let senders: Vec<_> = nodes
            .iter()
            .enumerate()
            .map(|(node, store)| {
                scope.spawn(move || {
                    let games = (0..games).map(|game| format!("{node}-{game}"));
                    games.map(|game| (game.clone(), send(store, &game))).collect::<Vec<_>>()
                })
            })
            .collect();
        let sent = senders.into_iter().flat_map(|sender| sender.join().expect("a sender"));
        let sent = sent.collect();
        is_over.store(true, Ordering::Relaxed);
        assert!(cutting.join().expect("a cutter") > 0, "nothing was cut");
        sent
    });
    assert_eq!(acknowledged.len(), NODES * games);
    let sums = persistent(|| first.sums(0));
    let counted: i64 = sums.opponents[0].contenders.iter().map(|it| it.games).sum();
    assert_eq!(counted, acknowledged.len() as i64);
    assert_eq!(sums.version, acknowledged.len() as u64);
    assert!(persistent(|| first.check()).is_empty());
}

/// Sends a result until it is acknowledged; returns how often.
fn send(store: &AnyStore, game: &str) -> u32 {
    let mut tries = 0;
    persistent(|| {
        tries += 1;
        store.enter(vec![enter(&won(game, "katago", &[2]))], "test", 1)
    });
    tries
}

/// Tries again while the connection is cut.
pub fn persistent<T>(mut work: impl FnMut() -> Result<T, StoreError>) -> T {
    loop {
        match work() {
            Ok(done) => return done,
            Err(
                StoreError::Unreachable { .. }
                | StoreError::Busy { .. }
                | StoreError::OutcomeUnknown { .. },
            ) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// Makes a node, and the database refuse the next transactions that write to a table: while they
/// write, or when they are committed.
fn conflict(database: &TempDatabase, table: &str, state: &str, times: u32, at_commit: bool) {
    let deferred = if at_commit { "DEFERRABLE INITIALLY DEFERRED" } else { "" };
    // A sequence keeps its number when a transaction is rolled back.
    database.execute(&format!(
        "DROP SEQUENCE IF EXISTS tries;
         DROP TRIGGER IF EXISTS conflict ON {table};
         CREATE SEQUENCE tries;
         CREATE OR REPLACE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             IF nextval('tries') <= {times} THEN
                 RAISE EXCEPTION 'another transaction' USING ERRCODE = '{state}';
             END IF;
             RETURN NULL;
         END $$;
         CREATE CONSTRAINT TRIGGER conflict AFTER INSERT ON {table} {deferred}
             FOR EACH ROW EXECUTE FUNCTION conflict()"
    ));
}

#[test]
fn a_transaction_in_conflict_with_another_is_made_again() {
    let Some(database) = database() else { return };
    let store = open(&database);
    create(&store, "main", &["DDCF"]);
    let mut edits = 0;
    let mut retried = 0;
    for at_commit in [false, true] {
        for (state, times) in [("40001", 1), ("40P01", 5)] {
            conflict(&database, "change", state, times, at_commit);
            edits += 1;
            judge(
                &store,
                "main",
                &format!("DDCF{}", ["CC", "XX", "DD", "EE"][edits - 1]),
                Verdict::Good,
            );
            retried += u64::from(times);
            assert_eq!((store.stats().retried, store.stats().failed), (retried, 0));
            assert_eq!(log(&store).len(), 1 + edits, "made once");
        }
    }
    // Six times, and the caller is asked to come again.
    conflict(&database, "result", "40001", 6, false);
    let send = |game| store.enter(vec![enter(&won(game, "katago", &[2]))], "test", 1);
    assert!(matches!(send("a"), Err(StoreError::Busy { .. })));
    assert_eq!((store.stats().retried, store.stats().failed), (retried + 5, 1));
    send("a").expect("entered");
    assert_eq!(store.sums(0).expect("sums").version, 1);
    assert!(store.check().expect("checked").is_empty());
}

#[test]
fn a_conflict_after_reading_its_data_ends_a_change() {
    let Some(database) = database() else { return };
    let (store, file) = (open(&database), TempStore::of_file());
    let other = file.open();
    let games = ["a", "b"].map(|game| enter(&won(game, "katago", &[2])));
    other.enter(games.to_vec(), "test", 1).expect("entered");
    let rows = || -> LedgerRows { Box::new(all_rows(&other).into_iter().map(Ok)) };
    conflict(&database, "result", "40001", 1, true);
    assert!(matches!(store.merge_ledger(rows(), "me"), Err(StoreError::Busy { .. })));
    assert_eq!(store.sums(0).expect("sums").version, 0, "nothing is half done");
    // Before its data are read, it is retried as any other.
    conflict(&database, "commit_mark", "40001", 3, false);
    assert_eq!(store.merge_ledger(rows(), "me").expect("merged").added, 2);
    assert_eq!(store.stats().retried, 1 + 3);
}

#[test]
fn an_edit_on_one_node_goes_on_from_what_another_did() {
    let Some(database) = database() else { return };
    let [one, two] = [open(&database), open(&database)].map(|store| Service::new(Arc::new(store)));
    let forest = forest(&["DDCF", "DDCC"]);
    let store = open(&database);
    store.apply(&BookChange::new_book("main", &forest, "test")).expect("a book");
    let seen = two.book("main").expect("a book").info.version;
    let edit = |service: &Service, line: &str, verdict| {
        let patch = Patch { verdict: Some(Some(verdict)), ..Patch::default() };
        let edit = Edit::Set { line: line.parse().expect("a line"), patch };
        let basis = EditBasis { revision: seen, version: None };
        let edits = vec![ConditionalEdit { edit, seen: Some(basis) }];
        let (book, by) = ("main".to_owned(), Author::new("test"));
        service.curation().edit(&EditRequest { book, edits, dry_run: false, by })
    };
    let changed = edit(&one, "DDCC", Verdict::Mistake).expect("an edit");
    assert_eq!(changed.book.version, seen + 1);
    // The second node does not know of it yet: what its editor saw is as it was.
    let changed = edit(&two, "DDCF", Verdict::Good).expect("an edit");
    assert_eq!(changed.book.version, seen + 2);
    // But not what the first one changed.
    let refused = edit(&two, "DDCC", Verdict::Good);
    assert!(
        matches!(
            refused.as_ref().err().and_then(ServiceError::of),
            Some(ChangeError::Stale { .. })
        ),
        "{refused:?}"
    );
    assert!(one.refresh().expect("readable"));
    let versions = [&one, &two].map(|node| node.book("main").expect("a book").info.version);
    assert_eq!(versions, [seen + 2; 2]);
    let states = [&one, &two].map(|node| {
        let index = &node.book("main").expect("a book").index;
        let nodes = index.nodes().map(|id| (index.line(id).to_string(), index.data(id).cloned()));
        nodes.collect::<BTreeMap<_, _>>()
    });
    assert_eq!(states[0], states[1]);
}

#[test]
fn a_database_of_something_else_or_of_a_newer_schema_is_left_alone() {
    let Some(database) = database() else { return };
    let opened = |read_only: bool| {
        let address = database.address();
        if read_only {
            AnyStore::open_read_only(Path::new(&address))
        } else {
            AnyStore::open(Path::new(&address))
        }
        .map(|_| ())
    };
    assert!(matches!(opened(true), Err(StoreError::NotAStore { .. })));
    database.execute("CREATE TABLE book (title TEXT)");
    assert!(matches!(opened(false), Err(StoreError::NotAStore { .. })));
    database.execute("DROP TABLE book");
    assert_eq!(opened(false), Ok(()));
    assert_eq!(opened(true), Ok(()));
    database.execute("UPDATE store SET schema = 99");
    for read_only in [false, true] {
        let found = opened(read_only).unwrap_err();
        assert!(matches!(found, StoreError::NewerFile { found: 99, .. }), "{found:?}");
    }
    database.execute("UPDATE store SET schema = 0");
    assert!(matches!(opened(true), Err(StoreError::OlderFile { found: 0, .. })));
    let missing = format!("{}_missing", database.address());
    let missing = AnyStore::open(Path::new(&missing)).map(|_| ());
    assert!(matches!(missing, Err(StoreError::Refused { .. })), "{missing:?}");
    let nowhere = AnyStore::open(Path::new("postgres://joseki@127.0.0.1:1/joseki")).map(|_| ());
    assert!(matches!(nowhere, Err(StoreError::Unreachable { .. })), "{nowhere:?}");
}

#[test]
fn a_store_for_reading_only_changes_nothing() {
    let Some(database) = database() else { return };
    create(&open(&database), "main", &["DDCF"]);
    let store = AnyStore::open_read_only(Path::new(&database.address())).expect("a store");
    assert_eq!(store.load("main").expect("readable").expect("a book").0.nodes, 2);
    let refused = store.delete_book("main", None, &note(ChangeKind::Delete));
    assert!(matches!(refused, Err(StoreError::OpenedReadOnly { .. })), "{refused:?}");
}

/// The tables and columns of SQLite's newest schema are those of PostgreSQL's, but for its own and
/// partitions.
#[test]
fn both_schemas_have_the_same_columns() {
    let Some(database) = database() else { return };
    drop(open(&database));
    let own = ["counter.", "commit_mark.", "store."];
    let sql = "SELECT table_name || '.' || column_name FROM information_schema.columns
               WHERE table_schema = 'public'
                   AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition)";
    let mut there = database.texts(sql);
    there.retain(|column| !own.iter().any(|table| column.starts_with(table)));
    let temp = TempStore::of_file();
    drop(temp.open());
    let conn = raw::open(&temp.path());
    let sql =
        "SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
               WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND c.name <> 'seal'";
    let mut rows = conn.prepare(sql).expect("a query");
    let here = rows.query_map([], |row| row.get(0)).expect("rows");
    let here: BTreeSet<String> = here.map(Result::unwrap).collect();
    assert_eq!(there, here);
}

/// Adds a line of its own to the book, as another connection reads it.
fn add_line(store: &AnyStore, direct: &AnyStore, what: &str) -> Result<AppliedChange, StoreError> {
    let loaded = direct.load("main").expect("readable").expect("a book");
    let mut after = loaded.1.clone();
    after.insert(&line(what));
    store.apply(&edit("main", &loaded, &mut after))
}

/// A database with a book of one line, which is reached by way of a proxy and directly.
fn behind_proxy() -> Option<(TempDatabase, Proxy, AnyStore, AnyStore)> {
    let database = database()?;
    let proxy = Proxy::start(database.port());
    let direct = open(&database);
    create(&direct, "main", &["DDCF"]);
    let store = AnyStore::open(Path::new(&database.address_by(proxy.port()))).expect("a store");
    Some((database, proxy, direct, store))
}

#[test]
fn a_commit_whose_answer_is_lost_is_known_and_one_that_was_never_made_is_told() {
    let Some((_database, proxy, direct, store)) = behind_proxy() else { return };
    for round in 0..count(3, 50) {
        for cut in [Cut::Answer, Cut::Question] {
            let before = log(&direct).len();
            proxy.cut_next(cut);
            let made = add_line(&store, &direct, &format!("{round}-{before}"));
            assert!(!proxy.is_waiting(), "nothing was cut");
            match cut {
                Cut::Answer | Cut::Stall => {
                    let made = made.expect("it was committed");
                    assert_eq!(made.change, before as i64 + 1);
                    assert_eq!(log(&direct).len(), before + 1);
                }
                Cut::Question | Cut::Server => {
                    assert!(matches!(made, Err(StoreError::Unreachable { .. })), "{made:?}");
                    assert_eq!(log(&direct).len(), before, "nothing was written");
                }
            }
        }
    }
    assert!(direct.check().expect("readable").is_empty());
    // Without a server the outcome cannot be found out.
    proxy.cut_next(Cut::Server);
    let made = add_line(&store, &direct, "last");
    assert!(matches!(made, Err(StoreError::OutcomeUnknown { .. })), "{made:?}");
}

/// A server that does not answer to a commit, though the connection stays: it is asked on another.
#[test]
fn a_commit_whose_answer_does_not_come_is_known() {
    let Some((_database, proxy, direct, store)) = behind_proxy() else { return };
    proxy.cut_next(Cut::Stall);
    let made = add_line(&store, &direct, "stalled").expect("it was committed");
    assert_eq!((made.change, log(&direct).len()), (2, 2));
}

/// Every message of a change may be cut in its middle, in either direction.
#[test]
fn a_change_is_made_once_wherever_its_connection_is_cut() {
    let Some((_database, proxy, direct, store)) = behind_proxy() else { return };
    for direction in [Direction::ToServer, Direction::ToClient] {
        let mut at = 0;
        let mut outcomes = [0; 2];
        loop {
            let loaded = direct.load("main").expect("readable").expect("a book");
            let mut after = loaded.1.clone();
            let verdict = [Verdict::Good, Verdict::Mistake][at as usize % 2];
            let first = after.insert(&"DDCF".parse().expect("a line"));
            after.data_mut(first).verdict = Some(verdict);
            after.data_mut(first).advantage = Some(f64::from(at));
            let change = edit("main", &loaded, &mut after);
            proxy.cut_after(direction, at);
            let made = store.apply(&change);
            let versions = log(&direct).len() as u64;
            if proxy.is_waiting() {
                made.expect("nothing was cut");
                proxy.disarm();
                break;
            }
            match made {
                Ok(made) => {
                    assert_eq!(
                        (made.info.version, versions),
                        (loaded.0.version + 1, made.info.version)
                    );
                    outcomes[0] += 1;
                }
                Err(StoreError::Unreachable { .. }) => {
                    assert_eq!(versions, loaded.0.version, "{direction:?} after {at} bytes");
                    outcomes[1] += 1;
                }
                Err(error) => panic!("{direction:?} after {at} bytes: {error:?}"),
            }
            at += count(29, 1);
        }
        // Only an answer can be lost after the commit.
        let committed = matches!(direction, Direction::ToClient);
        assert!(outcomes[1] > 0 && (outcomes[0] > 0 || !committed), "{direction:?}: {outcomes:?}");
    }
    assert!(direct.check().expect("readable").is_empty());
}

#[test]
fn a_role_without_the_right_to_create_tables_is_refused() {
    let Some(database) = database() else { return };
    database.execute("REVOKE ALL ON SCHEMA public FROM PUBLIC; DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN; GRANT USAGE ON SCHEMA public TO guest");
    let address = database.address().replace("joseki@", "guest@");
    let refused = AnyStore::open(Path::new(&address)).map(|_| ());
    database.execute("REVOKE ALL ON SCHEMA public FROM guest; DROP ROLE guest");
    assert!(matches!(refused, Err(StoreError::Refused { .. })), "{refused:?}");
}

/// Another role owns the tables, so that nobody changes the log through the service.
#[test]
fn a_role_that_cannot_change_the_log_serves_and_is_not_advised() {
    let Some(database) = database() else { return };
    let store = open(&database);
    let advised = |store: &AnyStore| {
        let advice = store.advice().expect("readable").into_iter();
        advice.filter(|advice| advice.why.contains("log")).count()
    };
    assert_eq!(advised(&store), 1);
    let role = database.new_role(
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {};
         REVOKE UPDATE, DELETE ON change, change_part FROM {}",
    );
    let address = database.address().replace("joseki@", &format!("{role}@"));
    let served = AnyStore::open(Path::new(&address)).expect("a store");
    assert_eq!(advised(&served), 0);
    create(&served, "main", &["DDCF"]);
    write(&served, "one");
    send(&served, "game");
    served.delete_book("main", None, &note(ChangeKind::Delete)).expect("a deletion");
    assert!(served.check().expect("readable").is_empty());
    let whats: Vec<u64> = log(&served).into_iter().map(|change| change.1).collect();
    assert_eq!(whats, [1, 2, 3]);
    drop(served);
    database.execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

/// The definitions of the indexes of nodes and lines.
const INDEXES: &str = "SELECT pg_get_indexdef(indexrelid) FROM pg_index
    WHERE indrelid IN ('node'::regclass, 'line'::regclass) AND indisvalid";

/// PostgreSQL needs it for partitions, and Citus to distribute the tables by book.
#[test]
fn every_unique_key_of_nodes_lines_and_positions_contains_the_book() {
    let Some(database) = database() else { return };
    drop(open(&database));
    let sql = "SELECT CAST(indexrelid::regclass AS TEXT) FROM pg_index
               WHERE indisunique AND indrelid::regclass::TEXT IN ('node', 'line', 'position')
                   AND NOT EXISTS (SELECT 1 FROM pg_attribute
                                   WHERE attrelid = indexrelid AND attname = 'book_id')";
    assert_eq!(database.texts(sql), BTreeSet::new());
}

/// Creates a book whose secondary indexes are made after the rows.
fn create_large(store: &AnyStore) {
    let steps: Vec<String> =
        ('A'..='E').flat_map(|x| ('A'..='E').map(move |y| format!("{x}{y}"))).collect();
    let mut lines = vec!["DDCF".to_owned()];
    for _ in 0..3 {
        let longer = |line: &String| steps.iter().map(|step| format!("{line}{step}")).collect();
        lines = lines.iter().flat_map::<Vec<String>, _>(longer).collect();
    }
    create(store, "large", &lines.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(store.book("large").expect("readable").expect("a book").nodes > 15_000);
}

#[test]
fn a_first_large_book_waits_for_no_reader() {
    let Some(database) = database() else { return };
    let store = open(&database);
    let indexes = database.texts(INDEXES);
    let address = database.address();
    let mut reader = postgres::Client::connect(&address, postgres::NoTls).expect("a connection");
    let mut reading = reader.transaction().expect("a transaction");
    reading.query("SELECT count(*) FROM node", &[]).expect("readable");
    create_large(&store);
    assert_eq!(database.texts(INDEXES), indexes);
    reading.commit().expect("a commit");
    assert_eq!(store.check().expect("readable"), [""; 0]);
}

/// The secondary indexes of an empty store are made after the rows.
#[test]
fn a_first_large_book_and_a_copy_leave_the_indexes_as_they_were() {
    let (Some(database), Some(other)) = (database(), database()) else { return };
    let (store, copy) = (open(&database), open(&other));
    let indexes = database.texts(INDEXES);
    assert_eq!(indexes.len(), 6);
    create_large(&store);
    assert_eq!(database.texts(INDEXES), indexes);
    assert_eq!(store.check().expect("readable"), [""; 0]);
    store.copy_to(&copy).expect("a copy");
    assert_eq!(other.texts(INDEXES), indexes);
    assert_eq!(copy.check().expect("readable"), [""; 0]);
}

#[test]
fn look_ups_of_one_piece_of_work_see_one_state() {
    let Some(database) = database() else { return };
    let (store, other) = (open(&database), open(&database));
    create(&store, "main", &["DDCF", "CC"]);
    let book = store.snapshot("main").expect("readable").expect("a book");
    let children = || store.nodes(&book, NodeQuery::Children(0)).map(|nodes| nodes.len());
    store.in_one_state(&mut || {
        assert_eq!(children(), Ok(2));
        judge(&other, "main", "CC", Verdict::Good);
        assert_eq!(children(), Ok(2), "of the same state");
        let elsewhere = thread::scope(|scope| scope.spawn(children).join()).expect("no panic");
        assert!(matches!(elsewhere, Err(StoreError::Conflict { .. })), "{elsewhere:?}");
        store.in_one_state(&mut || assert_eq!(children(), Ok(2), "also within"));
    });
    assert!(matches!(children(), Err(StoreError::Conflict { .. })));
    // A lost connection is replaced, within and without.
    let book = store.snapshot("main").expect("readable").expect("a book");
    let children = || store.nodes(&book, NodeQuery::Children(0)).map(|nodes| nodes.len());
    store.in_one_state(&mut || {
        assert_eq!(children(), Ok(2));
        assert!(database.cut_connections() > 0);
        assert_eq!((persistent(children), persistent(children)), (2, 2));
    });
    assert_eq!(children(), Ok(2));
}

#[test]
fn a_database_of_the_first_schema_gets_the_positions_of_its_books() {
    let Some(database) = database() else { return };
    let store = open(&database);
    create(&store, "main", &["DDCF", "CC"]);
    create(&store, "other", &["DDCFFC"]);
    let sql = "SELECT concat_ws(' ', book_id, key, node_id) FROM position";
    let positions = database.texts(sql);
    assert_eq!(positions.len(), 6);
    let all = "SELECT CAST(node AS TEXT) FROM node";
    let nodes = database.texts(all);
    let indexes = database.texts(INDEXES);
    drop(store);
    database.execute(
        "DROP TABLE position; DROP TABLE node_tally;
         CREATE TABLE before (LIKE node INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
         INSERT INTO before SELECT * FROM node;
         DROP TABLE node;
         ALTER TABLE before RENAME TO node;
         ALTER TABLE node ADD PRIMARY KEY (id);
         CREATE UNIQUE INDEX node_child ON node (parent_id, step) WHERE parent_id IS NOT NULL;
         DROP INDEX line_node;
         CREATE UNIQUE INDEX line_node ON line (node_id);
         ALTER TABLE evaluation DROP COLUMN board, DROP COLUMN moves;
         ALTER TABLE evaluation ADD PRIMARY KEY (position, to_play, engine, rules, komi);
         UPDATE store SET schema = 6",
    );
    let store = open(&database);
    assert_eq!(database.texts(sql), positions);
    assert_eq!((database.texts(all), database.texts(INDEXES)), (nodes, indexes));
    assert_eq!(store.check().expect("readable"), [""; 0]);
    assert_eq!(database.texts("SELECT CAST(schema AS TEXT) FROM store").pop_first().unwrap(), "8");
}

#[test]
fn a_database_from_before_the_first_release_is_refused() {
    let Some(database) = database() else { return };
    let address = database.address();
    let mark = open(&database).history().expect("a mark");
    database.execute("UPDATE store SET schema = 5");
    for opened in [AnyStore::open(&address), AnyStore::open_read_only(&address)] {
        let refused = opened.err().expect("an outdated schema");
        assert!(matches!(refused, StoreError::OutdatedFile { found: 5, .. }), "{refused}");
        assert!(refused.to_string().contains("the program of commit d7aa218a"), "{refused}");
    }
    database.execute("UPDATE store SET schema = 8");
    assert_eq!(open(&database).history(), Ok(mark));
    database.execute("UPDATE store SET schema = 1000");
    let refused = AnyStore::open(Path::new(&address)).err().expect("a newer schema");
    assert!(matches!(refused, StoreError::NewerFile { found: 1000, known: 8, .. }), "{refused}");
}

//! Editing a book durably: what one edit costs beside one bare commit. `cargo bench --bench edit`.
//! Books as imports have them, and mined ones: all their nodes counted, and about as many moves that
//! games went on with as 50,000 games have. `JOSEKI_BENCH_NODES=10000000` measures books of that size
//! alone; within `tests/postgres` the store is in PostgreSQL.

#[path = "support/counted.rs"]
mod counted;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use counted::{TAIL_STEP, counted_lines, no_change};
use divan::Bencher;
use joseki::book::{Band, Cohort, Edit, Forest, Line, MergeRules, Patch, Verdict};
use joseki::game::Step;
use joseki::service::{
    BookRef, Service,
    curate::{Author, ConditionalEdit, EditRequest, MergeRequest, OnConflict, RevertRequest, Undo},
};
use joseki::store::{AnyStore, BookChange, GamesChange, HistoryMoment, Store};
use rusqlite::Connection;
use strum::VariantArray;
use tempfile::TempDir;

/// Editors at once.
const EDITORS: usize = 50;

/// Counted moves of a mined book, and its games.
const COUNTED: usize = 6_000_000;
const GAMES: u32 = 50_000;

fn sizes() -> Vec<usize> {
    let wanted = std::env::var("JOSEKI_BENCH_NODES").ok().and_then(|nodes| nodes.parse().ok());
    wanted.map_or_else(|| vec![10_000, 100_000, 1_000_000], |nodes| vec![nodes])
}

/// A book to be measured.
#[derive(Clone, Copy)]
struct MadeBook {
    nodes: usize,
    mined: bool,
}

impl std::fmt::Display for MadeBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.nodes, if self.mined { " mined" } else { "" })
    }
}

fn books() -> Vec<MadeBook> {
    let of_size = |nodes| [false, true].map(|mined| MadeBook { nodes, mined });
    sizes().into_iter().flat_map(of_size).collect()
}

fn main() {
    divan::main();
}

/// The floor of an edit: one row, durably.
#[divan::bench(sample_count = 200, sample_size = 1)]
fn commit_a_row(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a folder");
    let conn = Connection::open(folder.path().join("bench.db")).expect("a file");
    let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE a (b)";
    conn.execute_batch(settings).expect("a table");
    bencher.bench_local(|| conn.execute("INSERT INTO a VALUES (1)", []).expect("a row"));
}

/// The ceiling of an edit: loading the whole book.
#[divan::bench(args = books(), sample_count = 5, sample_size = 1)]
fn load(bencher: Bencher, book: MadeBook) {
    let (store, _folder) = stored(book);
    bencher.bench_local(|| store.load("main").expect("read").expect("a book").1.len());
}

/// A verdict, back and forth.
#[divan::bench(args = books(), sample_count = 100, sample_size = 1)]
fn set_a_verdict(bencher: Bencher, book: MadeBook) {
    let (store, _folder) = stored(book);
    let service = Service::new(Arc::new(store));
    let line = some_line(&service);
    service.curation().edit(&request(&line, Verdict::Question)).expect("an edit");
    let mut verdicts = [Verdict::Good, Verdict::Mistake].into_iter().cycle();
    bencher
        .with_inputs(|| request(&line, verdicts.next().expect("endless")))
        .bench_local_values(|request| service.curation().edit(&request).expect("an edit").change);
}

/// A new move, and then the same deleted.
#[divan::bench(args = books(), sample_count = 100, sample_size = 1)]
fn add_and_delete_a_move(bencher: Bencher, book: MadeBook) {
    let (store, _folder) = stored(book);
    let service = Service::new(Arc::new(store));
    let lines = some_lines(&service, 50);
    let mut edits = lines.iter().flat_map(added_and_deleted).cycle();
    bencher
        .with_inputs(|| edit(edits.next().expect("endless")))
        .bench_local_values(|request| service.curation().edit(&request).expect("an edit").change);
}

/// An edit by each of fifty editors at once.
#[divan::bench(args = books(), sample_count = 10, sample_size = 1)]
fn edit_by_fifty(bencher: Bencher, book: MadeBook) {
    let (store, _folder) = stored(book);
    let service = Service::new(Arc::new(store));
    let lines = some_lines(&service, EDITORS);
    let mut verdicts = [Verdict::Good, Verdict::Mistake].into_iter().cycle();
    bencher.with_inputs(|| verdicts.next().expect("endless")).bench_local_values(|verdict| {
        std::thread::scope(|scope| {
            for line in &lines {
                scope.spawn(|| service.curation().edit(&request(line, verdict)).expect("an edit"));
            }
        });
    });
}

/// What a copy of the book changed, merged into it.
#[divan::bench(args = books(), sample_count = 50, sample_size = 1)]
fn merge_a_copy(bencher: Bencher, book: MadeBook) {
    let (store, _folder) = stored(book);
    let service = Service::new(Arc::new(store));
    let line = some_line(&service);
    service.curation().copy_book("main", "copy", &Author::new("bench")).expect("a copy");
    let mut verdicts = [Verdict::Good, Verdict::Mistake].into_iter().cycle();
    let merge = MergeRequest {
        book: "main".to_owned(),
        from: BookRef::current("copy"),
        base: None,
        rules: MergeRules::default(),
        dry_run: false,
        by: Author::new("bench"),
    };
    bencher
        .with_inputs(|| {
            let edit = request(&line, verdicts.next().expect("endless"));
            let edit = EditRequest { book: "copy".to_owned(), ..edit };
            service.curation().edit(&edit).expect("an edit")
        })
        .bench_local_values(|_| {
            service.curation().merge_books(&merge).expect("a merge").outcome.change
        });
}

/// A thousand changes by another program.
#[divan::bench(args = books(), sample_count = 3, sample_size = 1)]
fn refresh_after_a_thousand(bencher: Bencher, book: MadeBook) {
    let (store, _folder) = stored(book);
    let store: Arc<dyn Store> = Arc::new(store);
    let (service, other) = (Service::new(Arc::clone(&store)), Service::new(store));
    let lines = some_lines(&service, 1000);
    other.refresh().expect("a refresh");
    let mut verdicts = [Verdict::Good, Verdict::Mistake].into_iter().cycle();
    bencher
        .with_inputs(|| {
            let verdict = verdicts.next().expect("endless");
            lines.iter().for_each(|line| drop(service.curation().edit(&request(line, verdict))));
        })
        .bench_local_values(|()| other.refresh().expect("a refresh"));
}

/// A deletion of a move, undone.
#[divan::bench(args = books(), sample_count = 50, sample_size = 1)]
fn undo_a_deletion(bencher: Bencher, book: MadeBook) {
    let (store, _folder) = stored(book);
    let service = Service::new(Arc::new(store));
    let [add, _] = added_and_deleted(&some_line(&service));
    service.curation().edit(&edit(add)).expect("an addition");
    bencher
        .with_inputs(|| {
            let [_, delete] = added_and_deleted(&some_line(&service));
            service.curation().edit(&edit(delete)).expect("a deletion").change.expect("a change")
        })
        .bench_local_values(|change| {
            let request = RevertRequest {
                book: "main".to_owned(),
                undo: Undo::Change(change),
                later: OnConflict::Refuse,
                dry_run: false,
                by: Author::new("bench"),
            };
            service.curation().revert(&request).expect("undone").outcome.change
        });
}

/// One of the versions of a book with ten thousand changes, ten of them additions of moves that were
/// deleted later.
#[divan::bench(args = books(), sample_count = 40, sample_size = 1)]
fn read_an_earlier_version(bencher: Bencher, book: MadeBook) {
    let (store, _folder) = stored(book);
    let service = Service::new(Arc::new(store));
    let lines = some_lines(&service, 2000);
    let added = |pass: usize| lines.iter().skip(pass).step_by(1000).map(added_and_deleted);
    for (pass, verdict) in Verdict::VARIANTS[..5].iter().enumerate() {
        lines.iter().for_each(|line| drop(service.curation().edit(&request(line, *verdict))));
        for [add, _] in added(pass) {
            service.curation().edit(&edit(add)).expect("an addition");
        }
    }
    for [_, delete] in (0..5).flat_map(added) {
        service.curation().edit(&edit(delete)).expect("a deletion");
    }
    let mut draw = 1u64;
    bencher
        .with_inputs(|| {
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            BookRef::at("main", Some(HistoryMoment::Version(1 + (draw >> 33) % 10_000)))
        })
        .bench_local_values(|book| service.book_of(&book).expect("a book").index.len());
}

fn request(line: &Line, verdict: Verdict) -> EditRequest {
    let patch = Patch { verdict: Some(Some(verdict)), ..Patch::default() };
    edit(Edit::Set { line: line.clone(), patch })
}

fn edit(edit: Edit) -> EditRequest {
    EditRequest {
        book: "main".to_owned(),
        edits: vec![ConditionalEdit { edit, seen: None }],
        dry_run: false,
        by: Author::new("bench"),
    }
}

fn some_line(service: &Service) -> Line {
    some_lines(service, 1).remove(0)
}

/// Lines from all over a book.
fn some_lines(service: &Service, count: usize) -> Vec<Line> {
    let index = &service.book("main").expect("a book").index;
    let nodes = index.nodes().skip(1).step_by(index.len() / count);
    nodes.map(|node| index.line(node)).take(count).collect()
}

/// The edits that add a move after a line, one that games went on with if the book is mined, and delete
/// it.
fn added_and_deleted(line: &Line) -> [Edit; 2] {
    let mut line = line.clone();
    line.push(Step::from_code(TAIL_STEP).expect("a step"));
    [Edit::Add { line: line.clone(), patch: Patch::default() }, Edit::Delete { line }]
}

fn stored(book: MadeBook) -> (AnyStore, TempDir) {
    let (store, folder) = empty();
    store.apply(&BookChange::new_book("main", &forest(book.nodes), "bench")).expect("written");
    if book.mined {
        let (_, forest) = store.load("main").expect("read").expect("a book");
        let (source, year) = ("club".to_owned(), 2008);
        let games = GamesChange {
            cohorts: vec![Cohort { source, year, band: Band::Dan, imported: false }],
            settings: None,
            games: Box::new(std::iter::empty()),
            parts: Box::new(counted_lines(&forest, COUNTED, GAMES).into_iter().map(Ok)),
        };
        store.apply_games(&no_change(&forest), games).expect("counted");
    }
    (store, folder)
}

/// An empty store: in a file, or on the server at the address in `JOSEKI_TEST_POSTGRES`.
fn empty() -> (AnyStore, TempDir) {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let folder = tempfile::tempdir().expect("a folder");
    let address = match std::env::var("JOSEKI_TEST_POSTGRES") {
        Err(_) => folder.path().join("bench.db"),
        Ok(server) => {
            let name =
                format!("bench_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
            let mut client =
                postgres::Client::connect(&format!("{server}/postgres"), postgres::NoTls)
                    .expect("a server");
            client.batch_execute(&format!("CREATE DATABASE {name}")).expect("a database");
            format!("{server}/{name}").into()
        }
    };
    (AnyStore::open(&address).expect("a store"), folder)
}

/// A new book, written in one durable transaction.
#[divan::bench(args = sizes(), sample_count = 3, sample_size = 1)]
fn write_a_book(bencher: Bencher, nodes: usize) {
    let forest = forest(nodes);
    bencher.with_inputs(empty).bench_local_refs(|(store, _)| {
        store.apply(&BookChange::new_book("main", &forest, "bench")).expect("written").change
    });
}

/// Lines of random steps, all of the canonical orientation.
fn forest(nodes: usize) -> Forest {
    let mut forest = Forest::new();
    let mut draw = 1u64;
    while forest.len() < nodes {
        let mut line: Line = "DDCF".parse().expect("a line");
        for _ in 0..12 {
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let place = (draw >> 33) as u32 % 81;
            let step = Step::corner((place / 9) as u8, (place % 9) as u8).expect("a step");
            if !line.steps().contains(&step) {
                line.push(step);
            }
        }
        forest.insert(&line);
    }
    forest
}

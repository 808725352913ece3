//! Editing a book durably: what one edit costs beside loading the book. `cargo bench --bench edit`.

use std::sync::Arc;

use divan::Bencher;
use joseki::book::{Edit, Forest, Line, Patch, Verdict};
use joseki::game::Step;
use joseki::service::{BookRef, ConditionalEdit, EditRequest, Service};
use joseki::store::{BookChange, HistoryMoment, SqliteStore, Store};
use strum::VariantArray;
use tempfile::TempDir;

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

fn main() {
    divan::main();
}

/// The ceiling of an edit that would read the book anew.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn load(bencher: Bencher, nodes: usize) {
    let (store, _folder) = stored(nodes);
    bencher.bench_local(|| store.load("main").expect("read").expect("a book").1.len());
}

/// A verdict, back and forth.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn set_a_verdict(bencher: Bencher, nodes: usize) {
    let (store, _folder) = stored(nodes);
    let service = Service::new(Arc::new(store));
    let line = some_line(&service);
    let mut verdicts = [Verdict::Good, Verdict::Mistake].into_iter().cycle();
    bencher
        .with_inputs(|| request(&line, verdicts.next().expect("endless")))
        .bench_local_values(|request| service.edit(&request).expect("an edit").change);
}

/// The book as it was before the last ten edits.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn read_an_earlier_version(bencher: Bencher, nodes: usize) {
    let (store, _folder) = stored(nodes);
    let service = Service::new(Arc::new(store));
    let line = some_line(&service);
    for number in 0..10 {
        let verdict = Verdict::VARIANTS[number % 2];
        service.edit(&request(&line, verdict)).expect("an edit");
    }
    let mut version = 0;
    bencher
        .with_inputs(|| {
            version = version % 10 + 1;
            BookRef::at("main", Some(HistoryMoment::Version(version)))
        })
        .bench_local_values(|book| service.book_of(&book).expect("a book").index.len());
}

fn request(line: &Line, verdict: Verdict) -> EditRequest {
    let patch = Patch { verdict: Some(Some(verdict)), ..Patch::default() };
    let line = line.clone();
    EditRequest {
        book: "main".to_owned(),
        edits: vec![ConditionalEdit { edit: Edit::Set { line, patch }, seen: None }],
        dry_run: false,
        who: "bench".to_owned(),
        reason: String::new(),
    }
}

fn some_line(service: &Service) -> Line {
    let page = service.lines(&"main".into(), "", None, 1).expect("lines");
    page.lines[0].line.parse().expect("a line")
}

fn stored(nodes: usize) -> (SqliteStore, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("bench.db")).expect("a store");
    let forest = forest(nodes);
    store.apply(&BookChange::new_book("main", &forest, "bench")).expect("written");
    (store, folder)
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

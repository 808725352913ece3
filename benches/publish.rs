//! Publishing a book with a comment at every fourth move, and following it: `cargo bench --bench
//! publish`. `JOSEKI_BENCH_NODES=1000000` measures a book of that size.

use std::path::Path;
use std::sync::Arc;

use divan::Bencher;
use joseki::book::{Edit, Forest, Line, Patch, Text, Verdict};
use joseki::game::Step;
use joseki::peer::PublishedAddress;
use joseki::service::{
    Service,
    curate::{
        Author, ConditionalEdit, EditRequest,
        published::{FollowOutcome, FollowRequest, PublishOutcome, PublishRequest},
    },
};
use joseki::store::{BookChange, SqliteStore, Store};
use tempfile::TempDir;

/// Number of changes that are followed.
const CHANGES: usize = 1_000;

fn sizes() -> Vec<usize> {
    let wanted = std::env::var("JOSEKI_BENCH_NODES").ok().and_then(|nodes| nodes.parse().ok());
    vec![wanted.unwrap_or(128_000)]
}

fn main() {
    divan::main();
}

/// All formats, into an empty folder, with the book loaded from its file.
#[divan::bench(args = sizes(), sample_count = 3, sample_size = 1)]
fn publish_a_book(bencher: Bencher, nodes: usize) {
    let (service, folder) = stored(nodes);
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number += 1;
            folder.path().join(number.to_string())
        })
        .bench_local_values(|to| publish(&service, &to).manifest.book.nodes);
}

/// A thousand changes as deltas, and the snapshot after them.
#[divan::bench(args = sizes(), sample_count = 1, sample_size = 1)]
fn publish_a_thousand_deltas(bencher: Bencher, nodes: usize) {
    let (service, folder) = stored(nodes);
    let books = folder.path().join("books");
    publish(&service, &books);
    change(&service);
    bencher.bench_local(|| assert_eq!(publish(&service, &books).deltas, CHANGES as u64));
}

/// The snapshot, into a new file.
#[divan::bench(args = sizes(), sample_count = 3, sample_size = 1)]
fn follow_a_snapshot(bencher: Bencher, nodes: usize) {
    let (service, folder) = stored(nodes);
    publish(&service, &folder.path().join("books"));
    bencher
        .with_inputs(empty)
        .bench_local_refs(|(copy, _)| assert!(follow(copy, folder.path()).is_whole));
}

/// A thousand deltas, each durable.
#[divan::bench(args = sizes(), sample_count = 1, sample_size = 1)]
fn follow_a_thousand_deltas(bencher: Bencher, nodes: usize) {
    let (service, folder) = stored(nodes);
    let books = folder.path().join("books");
    publish(&service, &books);
    let (copy, _place) = empty();
    follow(&copy, folder.path());
    change(&service);
    publish(&service, &books);
    bencher.bench_local(|| assert_eq!(follow(&copy, folder.path()).deltas, CHANGES as u64));
}

fn publish(service: &Service, to: &Path) -> PublishOutcome {
    let (book, to) = ("main".to_owned(), to.to_owned());
    let request = PublishRequest { book, to, allow: None, keep: 30, counts: None, sign: None };
    service.publishing().publish(&request).expect("published")
}

fn follow(copy: &Service, folder: &Path) -> FollowOutcome {
    let address = PublishedAddress::new(&folder.join("books").display().to_string());
    let (published, copied) = ("main".to_owned(), "main".to_owned());
    let by = Author::new("bench");
    let request = FollowRequest {
        address: &address,
        published,
        copy: copied,
        by,
        key: None,
        allow_older: false,
    };
    copy.publishing().follow(&request).expect("followed")
}

/// Changes moves all over the book.
fn change(service: &Service) {
    let index = &service.book("main").expect("a book").index;
    let nodes = index.nodes().skip(1).step_by(index.len() / CHANGES).take(CHANGES);
    let lines: Vec<Line> = nodes.map(|node| index.line(node)).collect();
    for (number, line) in lines.into_iter().enumerate() {
        let comment = Some(Some(Text::from_template(format!("changed {number}"))));
        let patch = Patch { comment, ..Patch::default() };
        let edits = vec![ConditionalEdit { edit: Edit::Set { line, patch }, seen: None }];
        let (book, by) = ("main".to_owned(), Author::new("bench"));
        service.curation().edit(&EditRequest { book, edits, dry_run: false, by }).expect("an edit");
    }
}

fn empty() -> (Service, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("bench.db")).expect("a store");
    (Service::new(Arc::new(store)), folder)
}

fn stored(nodes: usize) -> (Service, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("bench.db")).expect("a store");
    store.apply(&BookChange::new_book("main", &forest(nodes), "bench")).expect("written");
    (Service::new(Arc::new(store)), folder)
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
    let ids: Vec<_> = forest.nodes().map(|(id, _)| id).skip(1).collect();
    for (number, id) in ids.into_iter().enumerate() {
        let data = forest.data_mut(id);
        data.verdict = (number % 3 == 0).then_some(Verdict::Good);
        if number % 4 == 0 {
            let text = format!("A comment about move {number}, as curators write them.");
            data.comment = Some(Text::from_template(text));
        }
    }
    forest
}

//! Writing and loading books of the sizes that imports have. `cargo bench --bench store`.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use divan::{Bencher, black_box};
use joseki::book::{Forest, NodeId, Text, Verdict};
use joseki::game::Step;
use joseki::store::{BookChange, SqliteStore, Store};
use tempfile::TempDir;

/// Nodes and lines, as a large joseki dictionary has them, and as mined books do.
const DICTIONARY: (usize, usize) = (60_000, 7_000);
const MINED: (usize, usize) = (1_000_000, 120_000);

/// What the nodes carry.
#[derive(Clone, Copy, Debug)]
enum Data {
    /// Nothing.
    Bare,
    /// A source each, every fourth a verdict, every tenth a comment and a name.
    Rich,
}

const DATA: [Data; 2] = [Data::Bare, Data::Rich];

fn main() {
    divan::main();
}

#[divan::bench(args = DATA, sample_count = 10, sample_size = 1)]
fn apply_a_new_book_durably(bencher: Bencher, data: Data) {
    let forest = forest(DICTIONARY, data);
    let empty = || {
        let dir = tempfile::tempdir_in(target()).expect("a directory");
        (
            SqliteStore::open(dir.path().join("a.db")).expect("a store"),
            dir,
        )
    };
    bencher.with_inputs(empty).bench_local_refs(|(store, _)| {
        let change = BookChange::new_book("main", &forest, "bench");
        store.apply(&change).expect("applied").info.lines
    });
}

#[divan::bench(args = DATA, sample_count = 5, sample_size = 1)]
fn load_a_million_nodes(bencher: Bencher, data: Data) {
    let (store, _dir) = stored(MINED, data);
    bencher.bench_local(|| store.load("main").expect("loaded"));
}

/// The ceiling of loading: the forest alone, from rows that are in memory already.
#[divan::bench(args = DATA, sample_count = 5, sample_size = 1)]
fn clone_a_million_nodes(bencher: Bencher, data: Data) {
    let forest = forest(MINED, data);
    bencher.bench_local(|| forest.clone());
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn delete_a_dictionary(bencher: Bencher) {
    let input = || stored(DICTIONARY, Data::Rich);
    bencher
        .with_inputs(input)
        .bench_local_refs(|(store, _)| store.delete_book("main", "bench").expect("deleted"));
}

#[divan::bench(sample_count = 100)]
fn page_of_lines(bencher: Bencher) {
    let (store, _dir) = stored(DICTIONARY, Data::Bare);
    bencher.bench_local(|| {
        let page = store.lines("main", black_box("D"), Some("DDCF"), 100);
        page.expect("a page").len()
    });
}

#[divan::bench(sample_count = 200, sample_size = 1)]
fn one_small_change_durably(bencher: Bencher) {
    let (store, _dir) = stored(DICTIONARY, Data::Bare);
    let (info, forest) = store.load("main").expect("loaded").expect("a book");
    let mut version = info.version;
    bencher.bench_local(|| {
        let change = BookChange {
            book: "main",
            expected_version: version,
            forest: &forest,
            inserted: Vec::new(),
            updated: vec![NodeId::from_index(7)],
            source: "bench",
        };
        version = store.apply(&change).expect("applied").info.version;
    });
}

/// Changes by many threads at once share their commits.
#[divan::bench(threads = [1, 8, 64], sample_count = 1000, sample_size = 1)]
fn small_books_durably(bencher: Bencher) {
    let dir = tempfile::tempdir_in(target()).expect("a directory");
    let store = SqliteStore::open(dir.path().join("a.db")).expect("a store");
    let forest = forest((10, 2), Data::Bare);
    let number = AtomicU64::new(0);
    bencher.counter(1usize).bench(|| {
        let name = number.fetch_add(1, Ordering::Relaxed).to_string();
        store
            .apply(&BookChange::new_book(&name, &forest, "bench"))
            .expect("applied");
    });
}

fn stored(size: (usize, usize), data: Data) -> (SqliteStore, TempDir) {
    let dir = tempfile::tempdir_in(target()).expect("a directory");
    let store = SqliteStore::open(dir.path().join("a.db")).expect("a store");
    let forest = forest(size, data);
    let change = BookChange::new_book("main", &forest, "bench");
    store.apply(&change).expect("applied");
    (store, dir)
}

/// A real disk, which a directory for temporary files may not be.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// The same forest every time: each line leaves the tree somewhere and goes on for some moves.
fn forest((nodes, lines): (usize, usize), data: Data) -> Forest {
    let mut forest = Forest::new();
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    for line in 1..=lines {
        let mut node = NodeId::from_index(random(forest.len() + 1));
        while forest.len() < nodes * line / lines {
            let step = Step::new(random(19) as u8, random(19) as u8).expect("in the frame");
            node = forest.child_or_insert(node, step).0;
            if matches!(data, Data::Rich) {
                furnish(&mut forest, node, random(20));
            }
        }
    }
    forest.mark_leaves();
    forest
}

fn furnish(forest: &mut Forest, node: NodeId, kind: usize) {
    let data = forest.data_mut(node);
    data.sources.insert("dictionary.sgf".to_owned());
    if kind.is_multiple_of(4) {
        data.verdict = Some(Verdict::Good);
    }
    if kind.is_multiple_of(10) {
        data.names.insert("3-3 invasion".to_owned());
        let comment = "White lives in the corner, and {CF} is left for later.";
        data.comment = Some(Text::from_template(comment));
    }
}

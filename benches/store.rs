//! Writing and loading books of the sizes that imports have. `cargo bench --bench store`.

#[path = "support/counted.rs"]
mod counted;

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use counted::{counted_lines, no_change};
use divan::{Bencher, black_box};
use joseki::book::{Band, Cohort, Forest, NodeId, Text, Verdict};
use joseki::game::Step;
use joseki::store::{
    BookChange, ChangeKind, ChangeNote, GameRow, GamesChange, HistoryMoment, SqliteStore, Store,
};
use tempfile::TempDir;

/// Nodes and lines, as a large joseki dictionary has them, and as mined books do.
const DICTIONARY: (usize, usize) = (60_000, 7_000);
const MINED: (usize, usize) = (1_000_000, 120_000);

/// A collection's games with their records.
const GAMES: u32 = 50_000;
const RECORD: usize = 600;

/// Number of counted moves; answers need few of them.
const COUNTED: usize = 2_000_000;
const KEPT: (usize, usize) = (5_000, 600);

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
        (SqliteStore::open(dir.path().join("a.db")).expect("a store"), dir)
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
    bencher.with_inputs(input).bench_local_refs(|(store, _)| {
        let note = ChangeNote::new(ChangeKind::Delete, "bench", "");
        store.delete_book("main", None, &note).expect("deleted")
    });
}

/// The state before a small change, which is today's and the log's last part.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn load_an_earlier_dictionary(bencher: Bencher) {
    let (store, _dir) = changed_dictionary();
    bencher.bench_local(|| store.load_at("main", HistoryMoment::Version(1)).expect("a state"));
}

/// The whole book out of the log.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn replay_a_dictionary(bencher: Bencher) {
    let (store, _dir) = changed_dictionary();
    bencher.bench_local(|| store.replay("main").expect("a book"));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn history_of_a_node(bencher: Bencher) {
    let (store, _dir) = changed_dictionary();
    let (_, forest) = store.load("main").expect("loaded").expect("a book");
    let line = forest.line(NodeId::from_index(7));
    bencher.bench_local(|| {
        let changes = store.node_changes("main", &line, None, 10);
        assert_eq!(changes.expect("changes").len(), 2);
    });
}

fn changed_dictionary() -> (SqliteStore, TempDir) {
    let (store, dir) = stored(DICTIONARY, Data::Rich);
    let (info, forest) = store.load("main").expect("loaded").expect("a book");
    let mut after = forest.clone();
    after.data_mut(NodeId::from_index(7)).advantage = Some(1.5);
    let note = ChangeNote::new(ChangeKind::Edit, "bench", "");
    let change = BookChange::between("main", Some((&info, &forest)), &mut after, note);
    store.apply(&change).expect("applied");
    (store, dir)
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
    // Two states in turn, which differ in one node.
    let mut states = [forest.clone(), forest];
    states[1].data_mut(NodeId::from_index(7)).verdict = Some(Verdict::Good);
    let change = |from: usize| {
        let [one, two] = &states;
        let (before, after) = if from == 0 { (one, two) } else { (two, one) };
        let note = ChangeNote::new(ChangeKind::Edit, "bench", "");
        let mut after = after.clone();
        let change = BookChange::between("main", Some((&info, before)), &mut after, note);
        (change.updated, change.delta, change.note)
    };
    let changes = [0, 1].map(change);
    let mut version = info.version;
    bencher.bench_local(|| {
        let turn = version as usize % 2;
        let (updated, delta, note) = changes[1 - turn].clone();
        let change = BookChange {
            expected_version: version,
            updated,
            delta,
            note,
            ..no_change(&states[turn])
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
        store.apply(&BookChange::new_book(&name, &forest, "bench")).expect("applied");
    });
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn count_games_durably(bencher: Bencher) {
    let parts = counted_lines(&forest(KEPT, Data::Bare), COUNTED, GAMES);
    let input = || (stored(KEPT, Data::Bare), parts.clone());
    bencher
        .with_inputs(input)
        .bench_local_refs(|((store, _), parts)| count_games(store, std::mem::take(parts)));
}

/// The ceiling of counting: the same bytes in a plain file.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn write_the_bytes_of_games_durably(bencher: Bencher) {
    let parts = counted_lines(&forest(KEPT, Data::Bare), COUNTED, GAMES);
    let parts: usize = parts.iter().map(Vec::len).sum();
    let bytes = vec![7; GAMES as usize * (RECORD + 60) + parts];
    let dir = tempfile::tempdir_in(target()).expect("a directory");
    bencher.bench_local(|| {
        let mut file = File::create(dir.path().join("bytes")).expect("a file");
        file.write_all(&bytes).expect("written");
        file.sync_all().expect("on the disk");
    });
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn keys_of_counted_games(bencher: Bencher) {
    let (store, _dir) = stored(KEPT, Data::Bare);
    count_games(&store, Vec::new());
    bencher.bench_local(|| {
        let mut sum = 0;
        let mut add = |fingerprint| sum ^= fingerprint;
        let told = store.game_keys("main", &mut |key| add(key.fingerprint));
        told.map(|()| sum).expect("keys")
    });
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn load_what_few_of_many_counted_moves(bencher: Bencher) {
    let (store, _dir) = stored(KEPT, Data::Bare);
    let (_, forest) = store.load("main").expect("loaded").expect("a book");
    count_games(&store, counted_lines(&forest, COUNTED, GAMES));
    bencher.bench_local(|| store.load("main").expect("loaded"));
}

/// The ceiling of that: the book without counts.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn load_few_moves(bencher: Bencher) {
    let (store, _dir) = stored(KEPT, Data::Bare);
    bencher.bench_local(|| store.load("main").expect("loaded"));
}

fn count_games(store: &SqliteStore, parts: Vec<Vec<u8>>) {
    let (_, forest) = store.load("main").expect("loaded").expect("a book");
    let change = no_change(&forest);
    let cohort = Cohort { source: "club".to_owned(), year: 2008, band: Band::Dan, imported: false };
    let games = GamesChange {
        cohorts: vec![cohort],
        settings: None,
        games: Box::new((0..GAMES).map(|number| Ok(game(number)))),
        parts: Box::new(parts.into_iter().map(Ok)),
    };
    store.apply_games(&change, games).expect("applied");
}

fn game(number: u32) -> GameRow {
    GameRow {
        number,
        fingerprint: u64::from(number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        date: (2008, 1, 31),
        black: format!("player {number}"),
        white: format!("player {}", number / 2),
        black_rank: Some("7d".to_owned()),
        white_rank: Some("8d".to_owned()),
        result: "B+R".to_owned(),
        moves: Some(vec![7; RECORD]),
        ..GameRow::default()
    }
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
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for line in 1..=lines {
        let mut node = NodeId::from_index(random(forest.len() + 1));
        while forest.len() < nodes * line / lines {
            let step = Step::corner(random(19) as u8, random(19) as u8).expect("in the frame");
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

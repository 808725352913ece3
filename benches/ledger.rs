//! Entering results durably, and reading what they add up to. `cargo bench --bench ledger`.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use divan::Bencher;
use divan::counter::ItemsCount;
use joseki::game::{BoardSize, Color, Move, Point, Variant};
use joseki::ledger::{BoardRecord, EdgeKey, GameTerms, LedgerEntry, OwnOutcome};
use joseki::store::{LedgerRequest, SqliteStore, Store};
use rusqlite::{Connection, params};
use strum::VariantArray;
use tempfile::TempDir;

/// A request's results, and how many requests there are.
const BATCH: u64 = 1000;
const BATCHES: u64 = 20;
const RESULTS: u64 = BATCH * BATCHES;

/// Who plays: as in the simulation of priorities.
const OPPONENTS: u64 = 16;
const MOVES: u64 = 100;

/// A game's moves of books: seven in each corner.
const CORNERS: u64 = 4;
const DEPTH: u32 = 7;

/// How alike the openings of games are.
#[derive(Clone, Copy, Debug)]
enum Openings {
    /// A few moves at every turn.
    Known,
    /// No two games share a move.
    New,
}

fn main() {
    divan::main();
}

#[divan::bench(args = [Openings::Known, Openings::New], sample_count = 5, sample_size = 1)]
fn enter_a_thousand_at_a_time(bencher: Bencher, openings: Openings) {
    let input = || (empty(), games(openings));
    bencher
        .counter(ItemsCount::new(RESULTS))
        .with_inputs(input)
        .bench_local_refs(|((store, _), games)| enter(store, games));
}

/// The ceiling of that: the rows alone, with their indexes.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn insert_rows_a_thousand_at_a_time(bencher: Bencher) {
    let input = || (plain(), games(Openings::Known));
    bencher
        .counter(ItemsCount::new(RESULTS))
        .with_inputs(input)
        .bench_local_refs(|((conn, _), games)| insert(conn, games, BATCH));
}

/// Results that come one by one, by many threads, share their commits.
#[divan::bench(threads = [1, 8, 64], sample_count = 4000, sample_size = 1)]
fn enter_one_by_one(bencher: Bencher) {
    let (store, _dir) = empty();
    let number = AtomicU64::new(0);
    bencher.counter(ItemsCount::new(1usize)).bench(|| {
        let game = game(number.fetch_add(1, Ordering::Relaxed), Openings::Known);
        let outcomes = store.enter(vec![request(&game)], "bench", 0);
        outcomes.expect("entered").len()
    });
}

/// The ceiling of that: the rows alone, as many to a commit as the writer takes.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn insert_rows_64_at_a_time(bencher: Bencher) {
    let input = || (plain(), games(Openings::Known));
    bencher
        .counter(ItemsCount::new(RESULTS))
        .with_inputs(input)
        .bench_local_refs(|((conn, _), games)| insert(conn, games, 64));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn send_all_again(bencher: Bencher) {
    let (store, _dir) = empty();
    let games = games(Openings::Known);
    enter(&store, &games);
    bencher.counter(ItemsCount::new(RESULTS)).bench_local(|| enter(&store, &games));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn read_all_sums(bencher: Bencher) {
    let (store, _dir) = empty();
    enter(&store, &games(Openings::Known));
    bencher.bench_local(|| store.sums(0).expect("sums"));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn recount(bencher: Bencher) {
    let (store, _dir) = empty();
    enter(&store, &games(Openings::Known));
    bencher.counter(ItemsCount::new(RESULTS)).bench_local(|| store.recount(None).expect("counted"));
}

fn enter(store: &SqliteStore, games: &[LedgerEntry]) {
    for batch in games.chunks(BATCH as usize) {
        let requests = batch.iter().map(request).collect();
        let outcomes = store.enter(requests, "bench", 0).expect("entered");
        assert_eq!(outcomes.len(), batch.len());
    }
}

fn request(game: &LedgerEntry) -> LedgerRequest {
    LedgerRequest::Enter(Box::new(game.clone()))
}

fn empty() -> (SqliteStore, TempDir) {
    let dir = tempfile::tempdir_in(target()).expect("a directory");
    let store = SqliteStore::open(dir.path().join("a.db")).expect("a store");
    (store, dir)
}

/// The ledger's table without what belongs to it, in a file with the same promises.
fn plain() -> (Connection, TempDir) {
    let dir = tempfile::tempdir_in(target()).expect("a directory");
    let conn = Connection::open(dir.path().join("plain.db")).expect("a file");
    let sql = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
               CREATE TABLE result (
                   id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT, hash BLOB, contender_id INTEGER,
                   number INTEGER, color TEXT, outcome TEXT, moves TEXT, edges BLOB) STRICT;
               CREATE UNIQUE INDEX result_game ON result (game);
               CREATE INDEX result_contender ON result (contender_id);";
    conn.execute_batch(sql).expect("tables");
    (conn, dir)
}

fn insert(conn: &Connection, games: &[LedgerEntry], together: u64) {
    for batch in games.chunks(together as usize) {
        let transaction = conn.unchecked_transaction().expect("begun");
        for game in batch {
            insert_row(conn, game);
        }
        transaction.commit().expect("committed");
    }
}

fn insert_row(conn: &Connection, game: &LedgerEntry) {
    let edges: Vec<u8> = game.edges.iter().flat_map(|edge| edge.0.to_le_bytes()).collect();
    let sql = "INSERT INTO result (game, hash, contender_id, number, color, outcome, moves, edges)
               VALUES (?1, ?2, ?3, 0, 'B', ?4, ?5, ?6)";
    let (_, moves) = game.record.to_texts();
    let opponent: i64 = game.opponent.name().parse().expect("a number");
    conn.prepare_cached(sql)
        .expect("prepared")
        .execute(params![game.game, game.hash(), opponent, game.outcome.to_string(), moves, edges])
        .expect("inserted");
}

fn games(openings: Openings) -> Vec<LedgerEntry> {
    (0..RESULTS).map(|number| game(number, openings)).collect()
}

fn game(number: u64, openings: Openings) -> LedgerEntry {
    let mut state = number;
    let mut random = |below: u64| {
        state = mix(state);
        state % below
    };
    let outcome = OwnOutcome::VARIANTS[random(2) as usize];
    let mut edges: Vec<EdgeKey> = (0..CORNERS).flat_map(|_| line(&mut random, openings)).collect();
    edges.sort_unstable();
    edges.dedup();
    let moves = (0..MOVES).map(|turn| {
        let color = [Color::Black, Color::White][turn as usize % 2];
        let point = Point::new(random(19) as u8, random(19) as u8);
        (color, Move::Play(point))
    });
    LedgerEntry {
        game: format!("{:016x}", mix(number)),
        opponent: (number % OPPONENTS).to_string().parse().expect("a name"),
        class: Some("engine".to_owned()),
        color: Color::Black,
        outcome,
        margin: None,
        record: BoardRecord {
            variant: Variant::GO,
            size: BoardSize::new(19).expect("a size"),
            initial: Vec::new(),
            moves: moves.collect(),
        },
        terms: Some(GameTerms::default()),
        edges,
    }
}

/// A line into a tree of three moves at every turn, the first of them the likeliest.
fn line(random: &mut impl FnMut(u64) -> u64, openings: Openings) -> Vec<EdgeKey> {
    let mut node = match openings {
        Openings::Known => 1,
        Openings::New => random(u64::MAX),
    };
    let moves = (0..DEPTH).map(|ply| {
        node = mix(node ^ [0, 0, 0, 1, 1, 2][random(6) as usize]);
        EdgeKey::new(node, ply % 2 == 0)
    });
    moves.collect()
}

/// The finaliser of SplitMix64, after one step.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A real disk, which a directory for temporary files may not be.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

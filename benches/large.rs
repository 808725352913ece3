//! A book that does not fit into memory, answered from the disk. `cargo bench --bench large`
//!
//! The book (`support/large.rs`) is made from a stream of its nodes, unless it is there. Then the
//! real server, without any book or answer in memory, is asked by one caller: about boards of games
//! drawn by plays, after 10,000 questions; and, after another start, about boards whose corners
//! follow lines drawn uniformly. Before each, the caches of the system are dropped, which needs
//! root. The cache of a server of PostgreSQL stays.
//!
//! `JOSEKI_BENCH_NODES` is the size of the book, `JOSEKI_BENCH_DATABASE` a path or an address
//! (`postgres://…`). While a large book is made, the database needs temporary files as well; those
//! of SQLite are in the folder of the variable `SQLITE_TMPDIR`.

#[path = "support/caller.rs"]
#[expect(dead_code, reason = "other runs have many callers")]
mod caller;
#[path = "support/figures.rs"]
#[expect(dead_code, reason = "other runs count more")]
mod figures;
#[path = "support/large.rs"]
mod large;
#[path = "support/server.rs"]
#[expect(dead_code, reason = "other runs load books")]
mod server;

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use caller::{ask_each, question};
use figures::Figures;
use joseki::game::{BoardSize, Color};
use joseki::store::{AnyStore, DatabaseAddress, Store, Upkeep};
use large::{Board, Draw, board, book};
use server::Running;

const BOOK: &str = "main";
const NODES: u64 = 1_000_000;
/// Questions before those that count, and these.
const BEFORE: u64 = 10_000;
const BY_PLAYS: u64 = 5_000;
const UNIFORM: u64 = 2_000;

/// What was promised of a book of 100,000,000 nodes: bytes of the database, of the memory of the
/// process; and milliseconds that 99 of 100 answers take at most, for games and uniform lines.
const DATABASE: u64 = 30_000_000_000;
const MEMORY: u64 = 1_000_000_000;
const IN_FILE: [u32; 2] = [20, 100];
const ON_SERVER: [u32; 2] = [30, 30];

fn main() {
    let nodes = env::var("JOSEKI_BENCH_NODES").ok().map(|text| text.parse().expect("a number"));
    let nodes = nodes.unwrap_or(NODES);
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let database = env::var_os("JOSEKI_BENCH_DATABASE");
    let database = database.unwrap_or_else(|| folder.path().join("joseki.db").into_os_string());
    let address = DatabaseAddress::from(&database);
    let place = if address.file().is_some() { "a file" } else { "PostgreSQL" };
    println!("{nodes} nodes in {place}");
    make(&address, nodes);
    let bytes = database_size(&address);
    println!(
        "  database                  {:>8.2} GB   {:.0} bytes a node; bar {:.0} GB",
        gigabytes(bytes),
        bytes as f64 / nodes as f64,
        gigabytes(DATABASE)
    );
    let [for_games, for_lines] = if address.file().is_some() { IN_FILE } else { ON_SERVER };

    let database = Path::new(&database);
    let server = serve(database);
    drop_caches();
    ask_each(server.address, &questions(nodes, Draw::Plays, 0, BEFORE));
    let games = ask_each(server.address, &questions(nodes, Draw::Plays, BEFORE, BY_PLAYS));
    show(&format!("games, after {BEFORE}"), &games, for_games);
    show_memory(&server);
    drop(server);

    let server = serve(database);
    drop_caches();
    let lines = ask_each(server.address, &questions(nodes, Draw::Uniform, 0, UNIFORM));
    show("uniform lines, cold", &lines, for_lines);
    show_memory(&server);
}

/// Makes the book, unless it is there.
fn make(address: &DatabaseAddress, nodes: u64) {
    let started = Instant::now();
    let store = match address.missing_file() {
        Some(path) => AnyStore::open_to_fill(path),
        None => AnyStore::open(address.clone()),
    };
    let store = store.expect("a store");
    match store.book(BOOK).expect("readable") {
        Some(info) => assert_eq!(info.nodes, nodes, "the database has a book of another size"),
        None => {
            store.stream_book(book(BOOK, nodes)).expect("made");
            // The main file has all of it then.
            store.close().expect("closed");
            let taken = started.elapsed().as_secs_f64();
            println!(
                "  made, durable             {taken:>8.1} s    {:.0} nodes a second",
                nodes as f64 / taken
            );
        }
    }
}

fn database_size(address: &DatabaseAddress) -> u64 {
    match address {
        DatabaseAddress::File(path) => fs::metadata(path).map_or(0, |file| file.len()),
        DatabaseAddress::Server(address) => {
            let client = postgres::Client::connect(address, postgres::NoTls);
            let sql = "SELECT pg_database_size(current_database())";
            let row = client.expect("a database").query_one(sql, &[]).expect("a size");
            row.get::<_, i64>(0).cast_unsigned()
        }
    }
}

/// Starts a server that reads everything from the database. It has checked the file before this
/// returns.
fn serve(database: &Path) -> Running {
    let server = Running::on(database, &["--resident-nodes", "0", "--answer-bytes", "0"]);
    server.await_check();
    server
}

/// Drops what the system has in memory of files.
fn drop_caches() {
    let is_synced = Command::new("sync").status().is_ok_and(|status| status.success());
    if !is_synced || fs::write("/proc/sys/vm/drop_caches", "3").is_err() {
        println!("  the caches of the system could not be dropped: files may be in memory");
    }
}

fn questions(nodes: u64, draw: Draw, first: u64, count: u64) -> Vec<Vec<u8>> {
    (first..first + count).map(|number| ask(&board(nodes, draw, number))).collect()
}

fn ask(board: &Board) -> Vec<u8> {
    let color = |color: &Color| if *color == Color::Black { "B" } else { "W" };
    let moves = board.iter();
    question(moves.map(|(mover, played)| (color(mover), played.to_gtp(BoardSize::NINETEEN))))
}

fn show(what: &str, figures: &Figures, bar: u32) {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "  {what:<24}  {:>8.2} ms   p50; p99 {:.2} ms, bar {bar} ms; {} answered, {} not",
        milliseconds(figures.percentile(0.5)),
        milliseconds(figures.percentile(0.99)),
        figures.took.len(),
        figures.failed + figures.refused
    );
}

fn show_memory(server: &Running) {
    if let Some((now, most)) = server.memory() {
        println!(
            "  memory of the process     {:>8.2} GB   {:.2} GB at most, bar {:.0} GB",
            gigabytes(now),
            gigabytes(most),
            gigabytes(MEMORY)
        );
    }
}

fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

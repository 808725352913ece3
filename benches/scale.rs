//! One question over books of 10,000 to 10,000,000 nodes: what grows with the book, and what does not. `cargo bench --bench scale`
//!
//! Books are generated (`support/generated.rs`), written to a database, opened by the real server on one core and asked from another, with 64 different boards of
//! 20 moves that follow the book in all four corners. Beside it a constant answer of the same server: that of the page's files whose size is
//! nearest. `JOSEKI_BENCH_NODES=10000,100000` takes other sizes; `JOSEKI_WRITE_CHART=1` draws `docs/scale.svg`.
//! `JOSEKI_BENCH_DATABASE=million.db` with one size only writes such a database, for `benches/anonymous`.

#[path = "support/caller.rs"]
#[expect(dead_code, reason = "the overload run has callers without manners")]
mod caller;
#[path = "support/chart.rs"]
mod chart;
#[path = "support/figures.rs"]
#[expect(dead_code, reason = "the overload run counts more")]
mod figures;
#[path = "support/generated.rs"]
mod generated;
#[path = "support/server.rs"]
#[expect(dead_code, reason = "the run of a large book waits for the check of its file")]
mod server;

use std::fs;
use std::hint::black_box;
use std::net::SocketAddr;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use caller::{Manners, Wave, fetch, question};
use chart::Panel;
use figures::Figures;
use generated::{boards, book};
use joseki::book::{Forest, Index};
use joseki::game::{BoardSize, Color, Move};
use joseki::ledger::ResultTotals;
use joseki::service::next::{self, NextQuery};
use joseki::store::{BookChange, SqliteStore, Store, Upkeep};
use server::{ALL, Running};

const SIZE: BoardSize = BoardSize::NINETEEN;
const NODES: &str = "10000,100000,1000000,10000000";
const BOARDS: usize = 64;
/// Boards for one caller after another, so that nearly all are new to the server.
const NEW_BOARDS: usize = 20_000;
/// Callers who ask on and on: enough to keep one core busy.
const CALLERS: usize = 16;
const ROUNDS: u32 = 5;

type Board = Vec<(Color, Move)>;

/// What was measured of one book.
struct Row {
    nodes: usize,
    writing: Duration,
    file: u64,
    opening: Duration,
    loaded: Duration,
    memory: Option<(u64, u64)>,
    /// From the file, and from memory, to one caller with new boards.
    disk: Figures,
    disk_memory: Option<(u64, u64)>,
    alone: Figures,
    query: Duration,
    line: Duration,
    size: usize,
    constant_size: usize,
    kept: Figures,
    worked_out: Figures,
    constant: Figures,
}

fn main() {
    let seconds = std::env::var("JOSEKI_BENCH_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(5));
    let sizes = std::env::var("JOSEKI_BENCH_NODES").unwrap_or_else(|_| NODES.to_owned());
    let mut sizes = sizes.split(',').map(|size| size.parse().expect("a number of nodes"));
    if let Some(path) = std::env::var_os("JOSEKI_BENCH_DATABASE") {
        let taken = write(Path::new(&path), &book(sizes.next().expect("a size")));
        println!("written in {:.2} s", taken.as_secs_f64());
        return;
    }
    let empty = empty_memory();
    let rows: Vec<Row> =
        sizes.map(|nodes| measure(nodes, time)).inspect(|row| show(row, empty)).collect();
    if std::env::var_os("JOSEKI_WRITE_CHART").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scale.svg");
        fs::write(path, chart::draw(&panels(&rows, empty))).expect("a chart");
    }
}

fn measure(nodes: usize, time: Duration) -> Row {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let path = folder.path().join("joseki.db");
    let forest = book(nodes);
    let writing = write(&path, &forest);
    let file = fs::metadata(&path).map_or(0, |file| file.len());
    let (boards, new, query, line) = inside(forest);
    let new: Rc<Vec<Vec<u8>>> = Rc::new(new.iter().map(ask).collect());
    let server = Running::on(&path, &["--resident-nodes", ALL]);
    let memory = server.memory();
    let requests: Rc<Vec<Vec<u8>>> = Rc::new(boards.iter().map(ask).collect());
    let size = fetch(server.address, &requests[0]).len();
    let (constant, constant_size) = nearest_file(server.address, size);
    let uncached = Running::on(&path, &["--answer-bytes", "0", "--resident-nodes", ALL]);
    let from_disk = Running::on(&path, &["--answer-bytes", "0", "--resident-nodes", "0"]);
    let one_of = |callers: usize, server: &Running, requests| Wave {
        address: server.address,
        callers,
        rate: f64::INFINITY,
        manners: Manners::Obedient,
        time,
        requests,
    };
    let wave = |server: &Running, requests| one_of(CALLERS, server, requests);
    let constant = Rc::new(vec![constant]);
    // In turn, as the machine's speed drifts.
    let (mut kept, mut worked_out, mut constants) = Default::default();
    let (mut disk, mut alone) = Default::default();
    for _ in 0..2 {
        disk = add(disk, one_of(1, &from_disk, Rc::clone(&new)).run());
        alone = add(alone, one_of(1, &uncached, Rc::clone(&new)).run());
        worked_out = add(worked_out, wave(&uncached, Rc::clone(&requests)).run());
        constants = add(constants, wave(&server, Rc::clone(&constant)).run());
        kept = add(kept, wave(&server, Rc::clone(&requests)).run());
    }
    Row {
        nodes,
        writing,
        file,
        opening: server.opening,
        loaded: server.loaded,
        memory,
        disk,
        disk_memory: from_disk.memory(),
        alone,
        query,
        line,
        size,
        constant_size,
        kept,
        worked_out,
        constant: constants,
    }
}

fn add(so_far: Figures, more: Figures) -> Figures {
    so_far.and(more)
}

/// Writes the book durably; the main file then has all of it.
fn write(path: &Path, forest: &Forest) -> Duration {
    let started = Instant::now();
    let store = SqliteStore::open(path).expect("a store");
    store.apply(&BookChange::new_book("main", forest, "bench")).expect("applied");
    store.close().expect("closed");
    started.elapsed()
}

/// Boards that follow the book, the time of a question about one of them inside the process, and that of finding a line.
fn inside(forest: Forest) -> (Vec<Board>, Vec<Board>, Duration, Duration) {
    let index = Index::build(forest);
    let new = boards(&index, NEW_BOARDS);
    let boards = new[..BOARDS].to_vec();
    let queries: Vec<NextQuery> = boards
        .iter()
        .map(|moves| NextQuery { moves: moves.clone(), ..NextQuery::new(SIZE) })
        .collect();
    let standing = ResultTotals::default();
    let query = each(&queries, |query| {
        black_box(next::answer("main", 1, &index, &standing, black_box(query)).expect("an answer"));
    });
    let step = (index.len() / 1000).max(1);
    let lines: Vec<_> = index.nodes().step_by(step).map(|node| index.line(node)).collect();
    let line = each(&lines, |line| {
        let node = index.find(black_box(line));
        black_box(node.map(|node| index.children(node).len()));
    });
    (boards, new, query, line)
}

/// The time of one piece of work, the least of several rounds over all.
fn each<T>(all: &[T], work: impl Fn(&T)) -> Duration {
    let round = |_| {
        let started = Instant::now();
        for _ in 0..20 {
            all.iter().for_each(&work);
        }
        started.elapsed() / (20 * all.len() as u32)
    };
    (0..ROUNDS).map(round).min().unwrap_or_default()
}

fn ask(board: &Board) -> Vec<u8> {
    let color = |color: &Color| if *color == Color::Black { "B" } else { "W" };
    question(board.iter().map(|(mover, played)| (color(mover), played.to_gtp(SIZE))))
}

/// The question for the one of the page's files whose size is nearest, and its size.
fn nearest_file(address: SocketAddr, size: usize) -> (Vec<u8>, usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/dist/assets");
    let files =
        fs::read_dir(folder).expect("the page").map(|file| file.expect("a file").file_name());
    let ask = |name: std::ffi::OsString| {
        let request =
            format!("GET /assets/{} HTTP/1.1\r\nhost: localhost\r\n\r\n", name.to_string_lossy())
                .into_bytes();
        let found = fetch(address, &request).len();
        (request, found)
    };
    files.map(ask).min_by_key(|(_, found)| found.abs_diff(size)).expect("a file")
}

/// The memory of a server without any book of its own.
fn empty_memory() -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("joseki.db");
    write(&path, &book(1));
    Running::on(&path, &[]).memory().map_or(0, |(now, _)| now)
}

fn show(row: &Row, empty: u64) {
    let nodes = row.nodes as f64;
    let (now, most) = row.memory.unwrap_or_default();
    println!("{} nodes", row.nodes);
    println!(
        "  written, durable        {:>8.2} s    {:.0} bytes a node in the file",
        row.writing.as_secs_f64(),
        row.file as f64 / nodes
    );
    println!(
        "  first answer            {:>8.2} s    loaded after {:.2} s; {:.0} bytes a node in memory, {:.0} at most",
        row.opening.as_secs_f64(),
        row.loaded.as_secs_f64(),
        now.saturating_sub(empty) as f64 / nodes,
        most.saturating_sub(empty) as f64 / nodes
    );
    println!(
        "  inside the process      {:>8.2} us   a whole board of 20 moves; {:.3} us a line",
        row.query.as_secs_f64() * 1e6,
        row.line.as_secs_f64() * 1e6
    );
    for (what, figures) in [("from the file", &row.disk), ("from memory", &row.alone)] {
        println!(
            "  one caller, {what:<14} {:>6.0} us   p50; p99 {:.0} us, failed {}",
            micros(figures, 0.5),
            micros(figures, 0.99),
            figures.failed + figures.refused
        );
    }
    if let Some((now, most)) = row.disk_memory {
        println!(
            "  without books in memory {:>8.1} MB   {:.1} at most",
            now as f64 / 1e6,
            most as f64 / 1e6
        );
    }
    let constant = row.constant.answered_per_second();
    for (what, figures, size) in [
        ("worked out", &row.worked_out, row.size),
        ("kept", &row.kept, row.size),
        ("a constant file", &row.constant, row.constant_size),
    ] {
        println!(
            "  HTTP, {what:<16}  {:>8.0}/s    {:.2} of the constant, {size} bytes, p50 {:.2} ms, p99 {:.2} ms, failed {}",
            figures.answered_per_second(),
            figures.answered_per_second() / constant,
            figures.percentile(0.5).as_secs_f64() * 1e3,
            figures.percentile(0.99).as_secs_f64() * 1e3,
            figures.failed + figures.refused
        );
    }
}

fn micros(figures: &Figures, share: f64) -> f64 {
    figures.percentile(share).as_secs_f64() * 1e6
}

fn panels(rows: &[Row], empty: u64) -> Vec<Panel> {
    let of = |value: &dyn Fn(&Row) -> f64| {
        rows.iter().map(|row| (row.nodes as f64, value(row))).collect::<Vec<_>>()
    };
    let per_node = |row: &Row| {
        row.memory.map_or(0.0, |(now, _)| now.saturating_sub(empty) as f64 / row.nodes as f64)
    };
    vec![
        Panel::new("Answers a second over HTTP, one core", "/s")
            .line("worked out", of(&|row| row.worked_out.answered_per_second()))
            .line("kept", of(&|row| row.kept.answered_per_second()))
            .line("constant file", of(&|row| row.constant.answered_per_second())),
        Panel::new("Time of an answer", "µs")
            .line("in the process", of(&|row| row.query.as_secs_f64() * 1e6))
            .line("from the file, one caller, p50", of(&|row| micros(&row.disk, 0.5)))
            .line("from memory, one caller, p50", of(&|row| micros(&row.alone, 0.5)))
            .line(
                "HTTP, 16 callers, p99",
                of(&|row| row.worked_out.percentile(0.99).as_secs_f64() * 1e6),
            ),
        Panel::new("Seconds", "s")
            .line("writing, durable", of(&|row| row.writing.as_secs_f64()))
            .line("until the first answer", of(&|row| row.opening.as_secs_f64()))
            .line("until the book is in memory", of(&|row| row.loaded.as_secs_f64())),
        Panel::new("Bytes a node", "B")
            .line("in the file", of(&|row| row.file as f64 / row.nodes as f64))
            .line("in memory", of(&per_node)),
    ]
}

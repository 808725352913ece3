//! Mining compressed games, beside `gunzip` of the same files: the bars are 6 times its time for the
//! counts, 10 times with the durable book.
//!
//! The games are generated. `JOSEKI_BENCH_GAMES=FOLDER` takes real ones, `JOSEKI_BENCH_COUNT=N` says how
//! many to generate.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use joseki::game::BoardSize;
use joseki::service::{MineRequest, PruningChange, Service};
use joseki::store::SqliteStore;

#[path = "../tests/game/go_support/mod.rs"]
mod go_support;

const ROUNDS: usize = 5;
const GAMES: u64 = 5_000;
const IN_A_FILE: u64 = 500;
const LENGTH: usize = 220;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = match std::env::var_os("JOSEKI_BENCH_GAMES") {
        Some(real) => PathBuf::from(real),
        None => generate(folder.path()),
    };
    let files = files(&games);
    let mut gunzip = Vec::new();
    let mut counts = Vec::new();
    let mut durable = Vec::new();
    let mut found = String::new();
    for round in 0..ROUNDS {
        gunzip.push(time(|| unpack(&files)));
        let database = folder.path().join(format!("{round}.db"));
        let store = Arc::new(SqliteStore::open(&database).expect("a store"));
        let service = Service::new(store);
        counts.push(time(|| {
            mine(&service, &games, folder.path(), true);
        }));
        durable.push(time(|| found = mine(&service, &games, folder.path(), false)));
        let size = database.metadata().map_or(0, |file| file.len() >> 20);
        if round == 0 {
            println!("{found}; the database has {size} MiB");
        }
    }
    let ceiling = median(&mut gunzip);
    println!("gunzip            {ceiling:>10.1?}");
    for (name, bar, times) in [("counts", 6, &mut counts), ("durable book", 10, &mut durable)] {
        let median = median(times);
        let ratio = median.as_secs_f64() / ceiling.as_secs_f64();
        println!("{name:<17} {median:>10.1?}  {ratio:.1} times gunzip (bar {bar})");
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn mine(service: &Service, games: &Path, folder: &Path, dry_run: bool) -> String {
    let request = MineRequest {
        variant: None,
        paths: vec![games.to_owned()],
        book: "games".to_owned(),
        source: None,
        quiet: None,
        pruning: PruningChange::default(),
        keep_records: true,
        memory: 512 << 20,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        folder: folder.to_owned(),
        ratings: None,
        dry_run,
        who: "bench".to_owned(),
    };
    let outcome = service.mine(&request, &mut |_| {}).expect("games are mined");
    let (report, pruned) = (outcome.report, outcome.pruned);
    format!("{} games counted, {} moves, {} kept", report.counted, pruned.counted, pruned.kept)
}

/// The program `gunzip`, as the bar says; without it, the library that mining uses.
fn unpack(files: &[PathBuf]) {
    let program = Command::new("gunzip").arg("-c").args(files).stdout(Stdio::null()).status();
    if program.is_ok_and(|status| status.success()) {
        return;
    }
    for file in files {
        let file = std::fs::File::open(file).expect("a file");
        let mut text = flate2::read::MultiGzDecoder::new(file);
        std::io::copy(&mut text, &mut std::io::sink()).expect("gzip");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "gz")).collect();
    files.sort();
    files
}

fn generate(folder: &Path) -> PathBuf {
    let count = std::env::var("JOSEKI_BENCH_COUNT").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(GAMES);
    let games = folder.join("games");
    std::fs::create_dir(&games).expect("a folder");
    for file in 0..count.div_ceil(IN_A_FILE) {
        let path = games.join(format!("{file:05}.sgf.gz"));
        let out = std::fs::File::create(path).expect("a file");
        let mut out = GzEncoder::new(out, Compression::default());
        for seed in file * IN_A_FILE..count.min((file + 1) * IN_A_FILE) {
            out.write_all(game(seed).as_bytes()).expect("memory takes it");
        }
        out.finish().expect("gzip");
    }
    games
}

fn game(seed: u64) -> String {
    let (year, winner) = (1990 + seed % 30, if seed.is_multiple_of(2) { "B" } else { "W" });
    let mut text = format!(
        "(;GM[1]FF[4]SZ[19]PB[A{seed}]PW[B{seed}]BR[9d]WR[9d]DT[{year}-01-01]RE[{winner}+R]"
    );
    for (color, point) in go_support::games::realistic_game(BoardSize::NINETEEN, LENGTH, seed) {
        text.push_str(&format!(";{}[{}]", color.letter(), point.to_sgf()));
    }
    text.push_str(")\n");
    text
}

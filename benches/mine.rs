//! Mining compressed games, beside `gunzip` of the same files: the bars are 6 times its time for the
//! counts, 10 times with the durable book; for PGN of xiangqi with moves in Chinese, 20 times with the
//! durable book and its tally.
//!
//! The games are generated. `JOSEKI_BENCH_GAMES=FOLDER` takes real ones of Go,
//! `JOSEKI_BENCH_XIANGQI=FOLDER` of xiangqi, `JOSEKI_BENCH_COUNT=N` says how many to generate.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use joseki::format::xiangqi::RecordResult;
use joseki::format::xiangqi::pgn::{self, PgnNotation};
use joseki::game::{BoardSize, Side, Variant};
use joseki::service::{
    Service,
    mine::{MineRequest, PruningChange},
};
use joseki::store::SqliteStore;

#[path = "../tests/game/go_support/mod.rs"]
mod go_support;
#[path = "support/xiangqi.rs"]
mod xiangqi;

use xiangqi::game_of_xiangqi;

const ROUNDS: usize = 5;
const GAMES: u64 = 5_000;
const IN_A_FILE: u64 = 500;
const LENGTH: usize = 220;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let given = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let go = given("JOSEKI_BENCH_GAMES");
    let go = go.unwrap_or_else(|| generate(&folder.path().join("go"), "sgf.gz", game));
    measure(&go, Variant::GO, [("counts", 6), ("durable book", 10)]);
    let games = given("JOSEKI_BENCH_XIANGQI");
    let games =
        games.unwrap_or_else(|| generate(&folder.path().join("xiangqi"), "pgn.gz", xiangqi_game));
    measure(&games, Variant::XIANGQI, [("counts", 20), ("book and tally", 20)]);
}

fn measure(games: &Path, variant: Variant, bars: [(&str, u32); 2]) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = files(games);
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
            mine(&service, games, variant, folder.path(), true);
        }));
        durable.push(time(|| {
            found = mine(&service, games, variant, folder.path(), false);
            if variant == Variant::XIANGQI {
                service.mining().tally("games").expect("games are tallied");
            }
        }));
        let size = database.metadata().map_or(0, |file| file.len() >> 20);
        if round == 0 {
            println!("{found}; the database has {size} MiB");
        }
    }
    let ceiling = median(&mut gunzip);
    println!("gunzip            {ceiling:>10.1?}");
    for ((name, bar), times) in bars.into_iter().zip([&mut counts, &mut durable]) {
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

fn mine(service: &Service, games: &Path, variant: Variant, folder: &Path, dry_run: bool) -> String {
    let request = MineRequest {
        variant: Some(variant),
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
    let outcome = service.mining().mine(&request, &mut |_| {}).expect("games are mined");
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

fn generate(games: &Path, ending: &str, game: fn(u64) -> Vec<u8>) -> PathBuf {
    let count = std::env::var("JOSEKI_BENCH_COUNT").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(GAMES);
    std::fs::create_dir(games).expect("a folder");
    for file in 0..count.div_ceil(IN_A_FILE) {
        let path = games.join(format!("{file:05}.{ending}"));
        let out = std::fs::File::create(path).expect("a file");
        let mut out = GzEncoder::new(out, Compression::default());
        for seed in file * IN_A_FILE..count.min((file + 1) * IN_A_FILE) {
            out.write_all(&game(seed)).expect("memory takes it");
        }
        out.finish().expect("gzip");
    }
    games.to_owned()
}

/// A random game in Big5.
fn xiangqi_game(seed: u64) -> Vec<u8> {
    let mut record = game_of_xiangqi(seed);
    let names = [("Red", "A"), ("Black", "B"), ("Event", "C")];
    record.tags.extend(names.map(|(tag, name)| (tag.to_owned(), format!("{name}{seed}"))));
    record.result = [RecordResult::Won(Side::First), RecordResult::Draw][(seed % 2) as usize];
    let text = pgn::write(&record, PgnNotation::Traditional);
    encoding_rs::BIG5.encode(&text).0.into_owned()
}

fn game(seed: u64) -> Vec<u8> {
    let (year, winner) = (1990 + seed % 30, if seed.is_multiple_of(2) { "B" } else { "W" });
    let mut text = format!(
        "(;GM[1]FF[4]SZ[19]PB[A{seed}]PW[B{seed}]BR[9d]WR[9d]DT[{year}-01-01]RE[{winner}+R]"
    );
    for (color, point) in go_support::games::realistic_game(BoardSize::NINETEEN, LENGTH, seed) {
        text.push_str(&format!(";{}[{}]", color.letter(), point.to_sgf()));
    }
    text.push_str(")\n");
    text.into_bytes()
}

//! A book of a cluster is the same as one of one machine: whatever the shards, their order and the
//! duplicates across them, the floor, the game, and the engine that adds the counts up.
//!
//! `JOSEKI_DUCKDB` names DuckDB's program, `JOSEKI_PANDAS` a Python with pandas and pyarrow, and
//! `JOSEKI_PYSPARK` one with PySpark. Tests that need what is not named are skipped, with a report.

#[path = "../../../tests/support/full.rs"]
mod full;
#[allow(dead_code, reason = "a part is used here")]
#[path = "../../../tests/mine/games.rs"]
mod games;
#[allow(dead_code, reason = "a part is used here")]
#[path = "../../../tests/game/go_support/mod.rs"]
mod go_support;
mod lake;
#[path = "../../../tests/support/messages.rs"]
mod messages;
#[path = "../../../tests/support/programs.rs"]
mod programs;
mod published;
mod refusals;
mod states;
#[path = "../../../benches/support/xiangqi.rs"]
mod xiangqi;

use joseki::format::xiangqi::pgn::{self, PgnNotation};
use joseki::game::Variant;

use games::{Record, record};
use lake::{Engine, Lake};
use states::{BookState, LineState, mined};

/// Games of Go of two collections: some twice in one file, some in two, with other years and names.
fn games_of_go(most: u64) -> Vec<(String, String)> {
    let text = |seeds: std::ops::Range<u64>, year: u16| -> String {
        let named = |seed: u64| {
            let [black, white] = [seed % 40, seed / 40 % 40 + 7].map(|player| format!("P{player}"));
            let game = record(seed);
            let year = if game.year == 0 { 0 } else { game.year + year };
            Record { players: [black, white], year, ..game }.text()
        };
        seeds.map(named).collect()
    };
    let part = most / 8;
    let files = (0..8u64).map(|file| {
        let folder = if file % 3 == 0 { "club" } else { "pro" };
        let own = part * file..part * (file + 1);
        let shared = own.start.saturating_sub(part / 3)..own.start;
        let again = own.start..own.start + 3;
        let year = (file % 4) as u16;
        (format!("{folder}/{file}.sgf"), text(own, year) + &text(shared, year) + &text(again, year))
    });
    files.collect()
}

fn games_of_renju(most: u64) -> Vec<(String, String)> {
    let game = |seed: u64| {
        let mut random = go_support::random::Random::new(seed);
        let mut points: Vec<(u8, u8)> = Vec::new();
        while points.len() < 24 {
            let point = (4 + random.below(7) as u8, 4 + random.below(7) as u8);
            if !points.contains(&point) {
                points.push(point);
            }
        }
        let moves = points.iter().enumerate().map(|(at, (x, y))| {
            let color = ["B", "W"][at % 2];
            format!(";{color}[{}{}]", char::from(b'a' + x), char::from(b'a' + y))
        });
        let moves: String = moves.collect();
        let (player, winner) = (seed % 9, ["B+", "W+", "0"][(seed % 3) as usize]);
        format!(
            "(;GM[4]SZ[15]RU[renju]PB[A{player}]PW[B{player}]DT[2020-01-02]RE[{winner}]{moves})\n"
        )
    };
    (0..3)
        .map(|file| {
            (format!("r/{file}.sgf"), (file * most / 4..(file + 2) * most / 4).map(game).collect())
        })
        .collect()
}

fn games_of_xiangqi(most: u64) -> Vec<(String, String)> {
    let game = |seed: u64| {
        let mut record = xiangqi::game_of_xiangqi(seed);
        let names = [("Red", "A"), ("Black", "B"), ("Event", "C")];
        record
            .tags
            .extend(names.map(|(tag, name)| (tag.to_owned(), format!("{name}{}", seed % 9))));
        pgn::write(&record, PgnNotation::default())
    };
    (0..3)
        .map(|file| {
            (format!("x/{file}.pgn"), (file * most / 4..(file + 2) * most / 4).map(game).collect())
        })
        .collect()
}

/// The books that one machine mines, by floor.
fn mined_books(
    variant: Variant,
    files: &[(String, String)],
    floors: &[u32],
) -> Vec<(u32, BookState)> {
    let folder = tempfile::tempdir().expect("a folder");
    let lake = Lake::new(folder.path(), variant, files);
    let books = floors.iter().map(|floor| {
        let book = BookState::of(mined(&lake, variant, *floor), *floor);
        assert!(book.counted.len() > 20, "{}", book.counted.len());
        assert!(book.counted.values().any(|line| !line.examples.is_empty()));
        (*floor, book)
    });
    books.collect()
}

/// Compares the books of a lake with those of one machine.
fn compare(
    variant: Variant,
    files: &[(String, String)],
    engine: &Engine,
    shards: usize,
    mined: &[(u32, BookState)],
) {
    let folder = tempfile::tempdir().expect("a folder");
    let lake = Lake::new(folder.path(), variant, files);
    lake.fill(engine, shards);
    for (floor, one) in mined {
        lake.reduce(engine, *floor);
        let loaded = BookState::of(lake.load(&format!("loaded-{floor}.db")), *floor);
        let what = format!("{variant:?}, {shards} shards, floor {floor}");
        assert_eq!(one.export, loaded.export, "{what}");
        let is_other =
            |(line, counts): &(&String, &LineState)| loaded.counted.get(*line) != Some(counts);
        assert_eq!(one.counted.iter().find(is_other), None, "{what}");
        assert_eq!(one.counted.len(), loaded.counted.len(), "{what}");
        assert_eq!((one.nodes, one.lines), (loaded.nodes, loaded.lines), "{what}");
    }
}

#[test]
fn duckdb_gives_the_book_of_one_machine_whatever_the_shards() {
    let Some(duckdb) = Engine::duckdb() else { return };
    let games = games_of_go(500);
    let mined = mined_books(Variant::GO, &games, &[1, 3, 10]);
    for shards in [1, 3, 8] {
        compare(Variant::GO, &games, &duckdb, shards, &mined);
    }
}

/// Compares books of a game as above.
fn compare_books(
    variant: Variant,
    files: &[(String, String)],
    engine: &Engine,
    shards: usize,
    floors: &[u32],
) {
    compare(variant, files, engine, shards, &mined_books(variant, files, floors));
}

#[test]
fn duckdb_gives_the_book_of_one_machine_for_every_game() {
    let Some(duckdb) = Engine::duckdb() else { return };
    compare_books(Variant::RENJU, &games_of_renju(200), &duckdb, 3, &[1, 2]);
    compare_books(Variant::XIANGQI, &games_of_xiangqi(60), &duckdb, 3, &[1, 2]);
}

#[test]
fn spark_gives_the_book_of_one_machine() {
    let Some(spark) = Engine::spark() else { return };
    let floors: &[u32] = if full::full() { &[1, 3, 10] } else { &[3] };
    compare_books(Variant::GO, &games_of_go(500), &spark, 3, floors);
    if full::full() {
        compare_books(Variant::XIANGQI, &games_of_xiangqi(60), &spark, 8, &[1, 2]);
        compare_books(Variant::RENJU, &games_of_renju(200), &spark, 1, &[1, 2]);
    }
}

/// Runs an example on the folders of some records; returns the lake.
fn run_example(name: &str, lake: &Lake, programs: &[&str]) {
    let mut folders: Vec<String> = vec![env!("CARGO_BIN_EXE_joseki-cluster").to_owned()];
    folders.extend(programs.iter().map(|program| (*program).to_owned()));
    let parents = folders.iter().filter_map(|program| std::path::Path::new(program).parent());
    let path: Vec<String> = parents.map(|folder| folder.display().to_string()).collect();
    let path = path.join(":") + ":" + &std::env::var("PATH").unwrap_or_default();
    let script = format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut command = std::process::Command::new(script);
    command.arg(lake.path("")).arg("3").args(lake.records()).env("PATH", path);
    lake::run(&mut command);
}

#[test]
fn the_example_with_duckdb_counts_all_records() {
    let Some(Engine::DuckDb(program)) = Engine::duckdb() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut games = games_of_go(80);
    // A task without a game that counts.
    games.push(("void/9.sgf".to_owned(), "(;SZ[9];B[ee])".to_owned()));
    let lake = Lake::new(folder.path(), Variant::GO, &games);
    // Twice: a failed run is repeated.
    run_example("duckdb.sh", &lake, &[&program]);
    run_example("duckdb.sh", &lake, &[&program]);
    let loaded = BookState::of(lake.load("loaded.db"), 3);
    assert_eq!(loaded.export, BookState::of(mined(&lake, Variant::GO, 3), 3).export);
}

#[test]
fn lines_to_keep_stay_whatever_their_games() {
    let Some(duckdb) = Engine::duckdb() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let lake = Lake::new(folder.path(), Variant::GO, &games_of_go(80));
    lake.fill(&duckdb, 2);
    let all = BookState::of(mined(&lake, Variant::GO, 1), 1);
    let rare =
        all.counted.iter().rev().find(|(line, counts)| line.len() > 12 && counts.games() == 1);
    let (line, counts) = rare.expect("a rare line");
    std::fs::write(lake.path("keep.txt"), format!("{line}\r\n")).expect("written");
    lake.reduce(&duckdb, 10);
    let loaded = BookState::of(lake.load("loaded.db"), 1);
    assert_eq!(loaded.counted.get(line), Some(counts));
    let few = loaded.counted.iter().filter(|(_, counts)| counts.games() < 10);
    assert!(few.into_iter().all(|(kept, _)| line.starts_with(kept.as_str())));
}

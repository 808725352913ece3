//! Results of games: how many are entered in a second, durable, and what they cost a question.
//!
//! `cargo bench --bench results`. The games are drawn from the starter book, 60 moves each, against 16
//! opponents of 4 classes. The peer of entering is the same games written to a plain file of lines that
//! is synced once a batch, as often as the store does; that of asking is the same question before any result.

use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use joseki::format::game_info::GameDate;
use joseki::game::go::{GoGame, Rules};
use joseki::game::{BoardSize, Color, Move, Point, Variant};
use joseki::ledger::{BoardRecord, EdgeKey, GameTerms, LedgerChange, OwnOutcome, ResultTotals};
use joseki::priority::random::{hash, uniform};
use joseki::priority::result::epoch;
use joseki::service::{Service, learn::GameResult, next::NextQuery};
use joseki::store::SqliteStore;

const SIZE: BoardSize = BoardSize::NINETEEN;
const GAMES: usize = 20_000;
const BATCH: usize = 1000;
const MOVES: usize = 60;
/// Different games; the rest are these with other opponents and results.
const DRAWN: usize = 1000;
const QUESTIONS: u32 = 2000;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = open(&folder.path().join("a.db"));
    let games: Vec<BoardRecord> = (0..DRAWN).map(|n| draw(&service, n as u64)).collect();
    let results: Vec<GameResult> = (0..GAMES).map(|n| result(&games, n)).collect();
    let query = question(&games[0]);
    let before = ask(&service, &query);
    let entered = time(|| enter(&service, &results));
    let plain = time(|| write(&folder.path().join("plain"), &results));
    let found = time(|| enter(&service, &results));
    let after = ask(&service, &query);
    let own = NextQuery { opponent: Some("bench-3".parse().expect("a name")), ..query.clone() };
    let own = ask(&service, &own);
    let per_second = |time: Duration| GAMES as f64 / time.as_secs_f64();
    println!("{GAMES} results of {MOVES} moves in batches of {BATCH}, one thread");
    println!(
        "  entered, durable              {:>8.0}/s   {:.1} times the plain file",
        per_second(entered),
        entered.as_secs_f64() / plain.as_secs_f64()
    );
    println!("  sent again, nothing changes   {:>8.0}/s", per_second(found));
    let (in_order, crossed) = crossed();
    println!(
        "  two batches added up crossed  {:>8.1} times as long as in order",
        crossed.as_secs_f64() / in_order.as_secs_f64()
    );
    let load = time(|| {
        let again = open(&folder.path().join("a.db"));
        black_box(again.learning().results_version().expect("a ledger"));
    });
    println!("  opened again with all sums    {:>8.1} ms", load.as_secs_f64() * 1e3);
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    println!("a whole-board question after 20 moves");
    println!("  before any result             {:>8.1} us", micros(before));
    for (what, time) in [("with results, no opponent", after), ("with results, an opponent", own)] {
        println!(
            "  {what:<29} {:>8.1} us   {:.2} times",
            micros(time),
            time.as_secs_f64() / before.as_secs_f64()
        );
    }
}

fn open(path: &Path) -> Service {
    let service = Service::new(Arc::new(SqliteStore::open(path).expect("a store")));
    service.curation().ensure_starter().expect("a starter");
    service
}

/// A game in which mostly the book is followed.
fn draw(service: &Service, number: u64) -> BoardRecord {
    let mut game = GoGame::new(SIZE, Rules::default());
    let mut query = NextQuery::new(SIZE);
    for n in 0.. {
        if query.moves.len() == MOVES {
            break;
        }
        let at = hash(7, number, [n, 0, 0]);
        let moves = service.next_moves().next(&query).expect("a legal game").moves;
        let named = uniform(hash(7, number, [n, 1, 0])) < 0.8 && !moves.is_empty();
        let point = if named {
            moves[at as usize % moves.len().min(6)].points()[0]
        } else {
            Point::new((at % 19) as u8, (at / 19 % 19) as u8)
        };
        let color = query.to_play();
        if game.play(color, Move::Play(point)).is_ok() {
            query.moves.push((color, Move::Play(point)));
        }
    }
    BoardRecord { variant: Variant::GO, size: SIZE, initial: Vec::new(), moves: query.moves }
}

fn result(games: &[BoardRecord], number: usize) -> GameResult {
    let draw = hash(8, 1, [number as u64, 0, 0]);
    let opponent = draw % 16;
    GameResult {
        game: format!("game-{number}"),
        opponent: format!("bench-{opponent}").parse().expect("a name"),
        class: Some(format!("class-{}", opponent % 4)),
        color: if draw >> 32 & 1 == 0 { Color::Black } else { Color::White },
        outcome: if draw >> 33 & 1 == 0 { OwnOutcome::Win } else { OwnOutcome::Loss },
        margin: None,
        record: games[number % games.len()].clone(),
        // The same moves on another day are another game.
        terms: GameTerms { date: Some(date(number)), ..GameTerms::default() },
    }
}

fn date(number: usize) -> GameDate {
    let (month, day) = (number / 28 % 12 + 1, number % 28 + 1);
    let year = 1500 + (number / 336 % 600) as u16;
    GameDate { year, month: Some(month as u8), day: Some(day as u8) }
}

/// Adds up two batches of an opponent's games in memory, as they come and the second one first.
fn crossed() -> (Duration, Duration) {
    let change = |number: u64| LedgerChange {
        number,
        opponent: "bench".parse().expect("a name"),
        class: None,
        games: 1,
        points: 0,
        won_lost: (0, 1),
        entered: number,
        epoch: epoch(number - 1) as u32,
        owner: 0,
        edges: (0..28)
            .map(|at| EdgeKey::new(hash(9, at, [number % (1 << at.min(9)), 0, 0]), at % 2 == 0))
            .collect(),
    };
    let changes: Vec<LedgerChange> = (1..=4 * BATCH as u64).map(change).collect();
    let (first, second) = changes.split_at(2 * BATCH);
    let add = |parts: [&[LedgerChange]; 2]| {
        time(|| {
            let mut standing = ResultTotals::default();
            parts.into_iter().for_each(|part| standing.apply(part));
            black_box(standing);
        })
    };
    (add([first, second]), add([second, first]))
}

fn enter(service: &Service, results: &[GameResult]) {
    for batch in results.chunks(BATCH) {
        let answers = service.learning().post_results(batch.to_vec(), "bench");
        let answers = answers.expect("a store that takes them");
        assert!(answers.iter().all(Result::is_ok));
    }
}

/// The same games as lines of a file.
fn write(path: &Path, results: &[GameResult]) {
    let mut file = File::create(path).expect("a file");
    for batch in results.chunks(BATCH) {
        let mut lines = Vec::new();
        for result in batch {
            let (_, moves) = result.record.to_texts();
            writeln!(lines, "{} {} {moves}", result.game, result.opponent).expect("memory");
        }
        file.write_all(&lines).expect("room");
        file.sync_data().expect("a disk");
    }
}

fn question(game: &BoardRecord) -> NextQuery {
    NextQuery { moves: game.moves[..20].to_vec(), ..NextQuery::new(SIZE) }
}

/// The time of one question, the least of several runs.
fn ask(service: &Service, query: &NextQuery) -> Duration {
    let run = || {
        time(|| {
            for _ in 0..QUESTIONS {
                black_box(service.next_moves().next(black_box(query)).expect("an answer"));
            }
        }) / QUESTIONS
    };
    (0..5).map(|_| run()).min().unwrap_or_default()
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

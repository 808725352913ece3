//! Pattern searches: `cargo bench --bench patterns`, 20,000 games with one thread. Other numbers of
//! games and threads by `JOSEKI_BENCH_GAMES` and `JOSEKI_BENCH_THREADS`; games are generated, or
//! those of the SGF files named by `JOSEKI_BENCH_RECORDS`, repeated as often as needed.
//! `JOSEKI_BENCH_SGF=FOLDER` writes the games there as files of SGF, for other programs.

use std::io::{Read, Seek, Write};
use std::path::Path;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use joseki::format::archive;
use joseki::format::sgf::{Limits, read_collection};
use joseki::game::{BoardSize, Color, Game, Move, Variant};
use joseki::mine::{ExampleRank, read_game};
use joseki::patterns::{
    AnchorWord, GameHead, GameOrder, Pattern, PatternGame, PatternGames, PatternOptions,
    PatternSearch, SearchedPattern,
};

#[path = "../tests/game/go_support/mod.rs"]
mod go_support;

/// Number of different generated games, and of their moves.
const GENERATED: u64 = 2_000;
const LENGTH: usize = 210;

/// The games, with their number in bytes.
static GAMES: LazyLock<PatternGames> = LazyLock::new(games);

/// A pattern by its name: rows and place.
const PATTERNS: [(&str, &str, AnchorWord); 12] = [
    (
        "corner 4-4 approach",
        "......./......./.....O./...X.../......./......./.......",
        AnchorWord::Corner,
    ),
    (
        "corner 3-3 invasion",
        "......./......./..OX.../..OX.../......./......./.......",
        AnchorWord::Corner,
    ),
    ("corner empty", "....../....../....../....../....../......", AnchorWord::Corner),
    (
        "corner wild",
        "oooooooooo/oooooooooo/oooXoooooo/oooooooooo/ooOooooooo/oooooooooo",
        AnchorWord::Corner,
    ),
    ("side extension", "....../....../.X..X./......", AnchorWord::Side),
    ("side hane", ".X./OX*/OX*", AnchorWord::Side),
    ("any ponnuki", ".X./X.X/.X.", AnchorWord::Any),
    ("any ko", ".XO./X.XO/.XO.", AnchorWord::Any),
    ("any cross-cut", "XO/OX", AnchorWord::Any),
    ("any empty triangle", "X./XX", AnchorWord::Any),
    ("any wild", "xXx/XOX/x.x", AnchorWord::Any),
    ("board empty", "", AnchorWord::Board),
];

fn main() {
    write_records();
    divan::main();
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The moves of the games, each once.
fn played() -> Vec<Vec<(Color, Move)>> {
    if let Some(folder) = std::env::var_os("JOSEKI_BENCH_RECORDS") {
        return recorded(Path::new(&folder));
    }
    let game = |seed| {
        let moves = go_support::games::realistic_game(BoardSize::NINETEEN, LENGTH, seed);
        moves.into_iter().map(|(color, point)| (color, Move::Play(point))).collect()
    };
    (0..GENERATED).map(game).collect()
}

/// The games of a folder with files that have a record on each line.
fn recorded(folder: &Path) -> Vec<Vec<(Color, Move)>> {
    let files = std::fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path());
    let mut files: Vec<_> = files.filter(|file| file.to_string_lossy().contains(".sgf")).collect();
    files.sort();
    let mut games = Vec::new();
    for file in files {
        let mut text = Vec::new();
        archive::open(&file).and_then(|mut file| file.read_to_end(&mut text)).expect("a file");
        for record in text.split(|byte| *byte == b'\n') {
            let trees = read_collection(record, &Limits::default()).map(|read| read.trees);
            let trees = trees.into_iter().flatten();
            games.extend(trees.filter_map(|tree| Some(read_game(&tree, Variant::GO).ok()?.moves)));
        }
    }
    games
}

fn games() -> PatternGames {
    let played = played();
    let wanted = number("JOSEKI_BENCH_GAMES", 20_000);
    let mut games = PatternGames::new(BoardSize::NINETEEN);
    let mut numbers = 0..wanted as u32;
    while !numbers.is_empty() {
        let part = numbers.by_ref().take(1 << 16).filter_map(|number| {
            let moves = &played[number as usize % played.len()];
            let fingerprint = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let head = GameHead { fingerprint, number, ..GameHead::default() };
            PatternGame::new(Game::Go, BoardSize::NINETEEN, moves, head)
        });
        games = games.with_games(part.collect());
    }
    println!("{} games, {} bytes a game", games.len(), games.bytes() / games.len().max(1));
    games
}

/// Writes each game as a file, for other programs.
fn write_records() {
    let Some(folder) = std::env::var_os("JOSEKI_BENCH_SGF") else { return };
    for (number, moves) in played().iter().enumerate() {
        let moves: String = moves
            .iter()
            .map(|(color, played)| match played {
                Move::Play(point) => format!(";{}[{}]", color.letter(), point.to_sgf()),
                _ => format!(";{}[]", color.letter()),
            })
            .collect();
        let path = Path::new(&folder).join(format!("{number:06}.sgf"));
        std::fs::write(path, format!("(;GM[1]FF[4]SZ[19]RE[B+R]{moves})\n")).expect("a file");
    }
}

/// Reads the games from a file of their bytes, each block with its checksum.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn read(bencher: Bencher) {
    let games = &*GAMES;
    let mut file = tempfile::tempfile().expect("a file");
    let blocks = games.to_bytes().map(|block| {
        file.write_all(&block).expect("a disk");
        (block.len(), crc32fast::hash(&block))
    });
    let blocks: Vec<(usize, u32)> = blocks.collect();
    bencher.counter(ItemsCount::new(games.len())).bench_local(|| {
        file.rewind().expect("a file");
        let blocks = blocks.iter().map(|(length, checksum)| {
            let mut block = vec![0; *length];
            file.read_exact(&mut block)?;
            assert_eq!(crc32fast::hash(&block), *checksum);
            Ok::<_, std::io::Error>(block)
        });
        let read = PatternGames::from_bytes(Game::Go, BoardSize::NINETEEN, blocks);
        assert_eq!(read.expect("a file").expect("games").len(), games.len());
    });
}

/// A search of all games that lists ten of them.
#[divan::bench(args = PATTERNS.map(|(name, ..)| name), sample_count = 5, sample_size = 1)]
fn find(bencher: Bencher, name: &str) {
    let (_, rows, place) = *PATTERNS.iter().find(|(found, ..)| *found == name).expect("a pattern");
    let rows: Vec<String> = match rows {
        "" => vec![".".repeat(19); 19],
        rows => rows.split('/').map(str::to_owned).collect(),
    };
    let options = PatternOptions::default();
    let pattern = Pattern::new(BoardSize::NINETEEN, &rows, place, options).expect("a pattern");
    let threads = number("JOSEKI_BENCH_THREADS", 1);
    let games = &*GAMES;
    bencher.counter(ItemsCount::new(games.len())).bench_local(|| {
        let order: GameOrder<'_> =
            Box::new(|head| ExampleRank::new(0, head.number, head.fingerprint));
        let patterns = vec![SearchedPattern::everywhere(&pattern)];
        let mut search = PatternSearch::new(patterns).listing(10, order, None);
        let done = search.run(games, threads, &|| false);
        assert_eq!(done, Ok(true));
        (search.counts(), search.listed(games, 20))
    });
}

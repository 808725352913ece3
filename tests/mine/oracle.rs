//! Every count and every rating, compared with independent programs: `count.py` and `rate.py`, in
//! Python's standard library.

use std::collections::BTreeMap;
use std::process::Command;

use joseki::mine::Ratings;
use joseki::service::mine::MineRequest;

use crate::fixture::{Counts, Fixture};
use crate::games::{ratings, record};
use crate::go_support::random::Random;
use crate::programs::needs;

const COLUMNS: [&str; 14] = [
    "games",
    "corners",
    "scored",
    "half points",
    "expected",
    "at once",
    "at once, here",
    "later",
    "later, here",
    "again",
    "again, here",
    "moves with a loss",
    "points lost",
    "win rate lost",
];

type Table = BTreeMap<String, [i64; 14]>;

/// The records, in folders with the names of their collections.
const FILES: [&str; 2] = ["east/games.sgf", "west/games.sgf"];

#[test]
fn an_independent_program_counts_the_same() {
    needs!("python3");
    let fixture = Fixture::new();
    for (name, seeds) in FILES.iter().zip([0..70, 70..120]) {
        let text: String = seeds.map(|seed| record(seed).text()).collect();
        fixture.write(name, text);
    }
    let ratings = ratings(&["east", "west"], 120, 0.8);
    fixture.write("ratings.txt", ratings.to_text());
    for quiet in [20, 3, 250] {
        let (ours, theirs) = (ours(&fixture, &ratings, quiet), theirs(&fixture, quiet));
        compare(&ours, &theirs, quiet);
        if quiet > 3 {
            check_variety(&ours);
        }
    }
}

fn ours(files: &Fixture, ratings: &Ratings, quiet: u8) -> Table {
    let fixture = Fixture::new();
    let request = MineRequest {
        source: None,
        quiet: Some(quiet),
        ratings: Some(ratings.clone()),
        ..files.request(&FILES)
    };
    assert_eq!(fixture.mine(&request).report.counted, 120);
    let state = fixture.state();
    let row = |(line, counts): (String, Counts)| {
        let name = if line.is_empty() { "-".to_owned() } else { line };
        (name, numbers(&counts))
    };
    state.counted.into_iter().map(row).collect()
}

fn theirs(files: &Fixture, quiet: u8) -> Table {
    let mut command = Command::new("python3");
    command
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mine/count.py"))
        .arg(quiet.to_string())
        .arg(files.path("ratings.txt"))
        .args(FILES.map(|name| files.path(name)));
    let output = output(&mut command);
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let prefix = cells.next().expect("a prefix").to_owned();
        let numbers: Vec<i64> = cells.map(|cell| cell.parse().expect("a number")).collect();
        (prefix, numbers.try_into().expect("all columns"))
    };
    output.lines().map(row).collect()
}

/// The output of a program that has to succeed.
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn numbers(counts: &Counts) -> [i64; 14] {
    let (total, turns) = (counts.total(), counts.turns);
    assert_eq!(total.points_lost.count, total.win_rate_lost.count);
    [
        total.games.into(),
        total.corners.into(),
        total.scored.into(),
        total.half_points.into(),
        total.expected.try_into().expect("a few games"),
        turns.at_once.turns.into(),
        turns.at_once.here.into(),
        turns.later.turns.into(),
        turns.later.here.into(),
        turns.again.turns.into(),
        turns.again.here.into(),
        total.points_lost.count.into(),
        total.points_lost.sum,
        total.win_rate_lost.sum,
    ]
}

fn compare(ours: &Table, theirs: &Table, quiet: u8) {
    for (line, numbers) in theirs {
        let found = ours.get(line).copied().unwrap_or_default();
        for (at, column) in COLUMNS.iter().enumerate() {
            assert_eq!(found[at], numbers[at], "{column} of {line}, quiet {quiet}");
        }
    }
    let more: Vec<&String> = ours.keys().filter(|line| !theirs.contains_key(*line)).collect();
    assert!(more.is_empty(), "counted here only: {more:?}");
}

/// A comparison of games in which nothing happens proves nothing.
fn check_variety(table: &Table) {
    let sums = table.values().fold([0; 14], |mut sums, row| {
        (0..14).for_each(|at| sums[at] += row[at].abs());
        sums
    });
    for (sum, column) in sums.iter().zip(COLUMNS) {
        assert!(*sum >= 300, "{column}: {sum}");
    }
    assert!(table.len() > 10_000, "{} lines", table.len());
    let longest = table.keys().map(String::len).max();
    assert!(longest >= Some(80), "{longest:?}");
    let tenukis = table.keys().filter(|line| line.contains("XX")).count();
    let far = table.keys().filter(|line| line.contains(['I', 'J', 'K', 'L', 'M']));
    assert!(tenukis > 1000 && far.count() > 1000);
    let twice = table.values().filter(|row| row[1] > row[0]).count();
    assert!(twice > 10, "several corners of a game alike: {twice}");
}

#[test]
fn an_independent_program_rates_the_same() {
    needs!("python3");
    let ratings = rated_the_same(600, 0.2);
    let spread = ratings["player Player 0"] - ratings["player Player 19"];
    assert!(spread > 1.0 && ratings.len() == 24, "{ratings:?}");
    // So few games of equals that they hardly say how far apart the players are.
    rated_the_same(30, 0.0);
}

fn rated_the_same(games: u32, apart: f64) -> BTreeMap<String, f64> {
    let fixture = Fixture::new();
    let file = fixture.write("games.sgf", rated_games(games, apart));
    let mut ours = Command::new(env!("CARGO_BIN_EXE_joseki"));
    ours.args(["ratings", "--source", "club"]).arg(&file);
    let mut theirs = Command::new("python3");
    theirs.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mine/rate.py")).arg("club").arg(&file);
    let (ours, theirs) = (values(&output(&mut ours)), values(&output(&mut theirs)));
    assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
    for (name, value) in &ours {
        let other = theirs[name];
        assert!((value - other).abs() < 0.002, "{name} of {games} games: {value}, not {other}");
    }
    ours
}

/// The values of ratings by what they belong to.
fn values(text: &str) -> BTreeMap<String, f64> {
    let value = |line: &str| {
        let (word, rest) = line.split_once(' ').expect("a value");
        let (value, name) = match word {
            "grade" => (rest, ""),
            "komi" => rest.split_once(' ').map(|(komi, value)| (value, komi)).expect("a komi"),
            _ => rest.split_once(' ').expect("a player"),
        };
        (format!("{word} {name}"), value.parse().expect("a number"))
    };
    text.lines().skip(2).map(value).collect()
}

/// Games of twenty-one players, strong ones first, the last without a name. Neighbours are `apart`
/// in log odds. Some have no rank, some games have no komi or no result, and some are draws.
fn rated_games(games: u32, apart: f64) -> String {
    let mut random = Random::new(1);
    let mut text = String::new();
    for game in 0..games {
        let [black, white] = [random.below(21), random.below(21)];
        let strength = |player: u32| -apart * f64::from(player);
        let odds = strength(black) - strength(white) + 0.3;
        let result = match f64::from(random.below(1000)) / 1000.0 {
            drawn if drawn < 0.03 => "RE[0]",
            unknown if unknown > 0.98 => "",
            won if won < 1.0 / (1.0 + (-odds).exp()) => "RE[B+R]",
            _ => "RE[W+R]",
        };
        text.push_str("(;SZ[19]");
        for (color, player) in [('B', black), ('W', white)] {
            if player < 20 {
                text.push_str(&format!("P{color}[Player {player}]"));
            }
            let rank = match player {
                player if player % 5 == 4 => continue,
                player @ ..6 => format!("{}p", 9 - player),
                player @ ..16 => format!("{}d", 1 + (16 - player) / 2),
                player => format!("{}k", player - 15),
            };
            text.push_str(&format!("{color}R[{rank}]"));
        }
        text.push_str(["KM[6.5]", "KM[7.5]", "KM[7.5]", ""][random.below(4) as usize]);
        // Every game begins with other moves.
        let letter = |number: u32| char::from(b'a' + (number % 19) as u8);
        let (x, y) = (letter(game), letter(game / 19));
        text.push_str(&format!("{result};B[{x}{y}];W[{y}s])\n"));
    }
    text
}

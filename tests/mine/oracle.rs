//! Every count, compared with an independent program: `count.py`, in Python's standard library.

use std::collections::BTreeMap;
use std::process::Command;

use joseki::service::MineRequest;

use crate::games::record;
use crate::house::{Counts, House};

const COLUMNS: [&str; 13] = [
    "games",
    "corners",
    "scored",
    "half points",
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

type Table = BTreeMap<String, [i64; 13]>;

#[test]
fn an_independent_program_counts_the_same() {
    let text: String = (0..120).map(|seed| record(seed).text()).collect();
    for quiet in [20, 3, 250] {
        let (ours, theirs) = (ours(&text, quiet), theirs(&text, quiet));
        compare(&ours, &theirs, quiet);
        if quiet > 3 {
            check_variety(&ours);
        }
    }
}

fn ours(text: &str, quiet: u8) -> Table {
    let house = House::new();
    house.write("games.sgf", text);
    let request = MineRequest { quiet: Some(quiet), ..house.request(&["games.sgf"]) };
    assert_eq!(house.mine(&request).report.counted, 120);
    let state = house.state();
    let row = |(line, counts): (String, Counts)| {
        let name = if line.is_empty() { "-".to_owned() } else { line };
        (name, numbers(&counts))
    };
    state.counted.into_iter().map(row).collect()
}

fn theirs(text: &str, quiet: u8) -> Table {
    let house = House::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mine/count.py");
    let output = Command::new("python3")
        .arg(script)
        .arg(house.write("games.sgf", text))
        .arg(quiet.to_string())
        .output()
        .unwrap_or_else(|error| panic!("this test needs python3: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let output = String::from_utf8(output.stdout).expect("text");
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let prefix = cells.next().expect("a prefix").to_owned();
        let numbers: Vec<i64> = cells.map(|cell| cell.parse().expect("a number")).collect();
        (prefix, numbers.try_into().expect("all columns"))
    };
    output.lines().map(row).collect()
}

fn numbers(counts: &Counts) -> [i64; 13] {
    let (total, turns) = (counts.total(), counts.turns);
    assert_eq!(total.points_lost.count, total.win_rate_lost.count);
    [
        total.games.into(),
        total.corners.into(),
        total.scored.into(),
        total.half_points.into(),
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
    let sums = table.values().fold([0; 13], |mut sums, row| {
        (0..13).for_each(|at| sums[at] += row[at].abs());
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

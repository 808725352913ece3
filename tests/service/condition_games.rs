//! What games say of conditions: a handful of games in which one ladder decides, counted by hand.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use joseki::service::{
    Service, SourceFile,
    curate::{ConditionGames, ConditionSource, ConditionsOutcome, ConditionsQuery, ImportRequest},
};
use joseki::store::SqliteStore;
use tempfile::TempDir;

/// White sticks to Black's star point and plays elsewhere twice; with P15 Black chases across the board.
const BOOK: &str = "(;SZ[19];B[pd];W[od];B[oc];W[];B[nc];W[];B[oe])";
/// The same up to White's second move elsewhere, which is D6 where it breaks the ladder.
const GOOD: &str = "pd od oc jq nc qp";
const BAD: &str = "pd od oc jq nc dn";

struct Fixture {
    service: Service,
    folder: TempDir,
}

impl Fixture {
    fn new(book: &str) -> Fixture {
        crate::messages::keep_short();
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
        let service = Service::new(Arc::new(store));
        let file = SourceFile { name: "book.sgf".to_owned(), bytes: book.as_bytes().to_vec() };
        let request = ImportRequest::new("main", vec![file], "test");
        service.curation().import(&request).expect("imported");
        Fixture { service, folder }
    }

    fn write(&self, name: &str, games: &[String]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, games.concat()).expect("games");
        path
    }

    fn weigh(&self, paths: &[PathBuf], threads: usize) -> ConditionsOutcome {
        let outcome =
            self.service.curation().conditions_in_games(&query(), paths, threads, &mut |_| {});
        let outcome = outcome.expect("weighed");
        let records = &outcome.records;
        let rejected: u64 = records.rejected.values().sum();
        assert_eq!(records.seen, records.counted + records.duplicates + rejected);
        outcome
    }
}

fn query() -> ConditionsQuery {
    ConditionsQuery {
        book: "main".to_owned(),
        prefix: String::new(),
        all: false,
        after: None,
        limit: usize::MAX,
    }
}

/// A game on one of eight boards (bits: swap the axes, turn one, turn the other), with the colours swapped too.
fn game(name: &str, result: &str, moves: &str, turned: u8) -> String {
    let swap = turned & 8 != 0;
    let colors = if swap { ["W", "B"] } else { ["B", "W"] };
    let turn = |point: &str| {
        let bytes = point.as_bytes();
        let (x, y) = (bytes[0] - b'a', bytes[1] - b'a');
        let (x, y) = if turned & 1 == 0 { (x, y) } else { (y, x) };
        let x = if turned & 2 == 0 { x } else { 18 - x };
        let y = if turned & 4 == 0 { y } else { 18 - y };
        format!("{}{}", char::from(b'a' + x), char::from(b'a' + y))
    };
    let nodes = moves.split_whitespace().zip(colors.into_iter().cycle());
    let nodes: String = nodes.map(|(point, color)| format!(";{color}[{}]", turn(point))).collect();
    let result = match (swap, result) {
        (true, "B+R") => "W+R",
        (true, "W+R") => "B+R",
        (_, other) => other,
    };
    format!("(;GM[1]SZ[19]PB[{name}]PW[other]RE[{result}]{nodes})\n")
}

fn games(turned: u8) -> Vec<String> {
    let at_once = |name, result, before: &str| game(name, result, &format!("{before} oe"), turned);
    vec![
        at_once("a", "B+R", GOOD),
        at_once("b", "W+R", GOOD),
        at_once("c", "B+R", GOOD),
        at_once("d", "?", GOOD),
        at_once("e", "W+R", BAD),
        at_once("f", "0", BAD),
        // Never played.
        game("g", "B+R", &format!("{GOOD} dd dp"), turned),
        // Played once White has broken the ladder.
        game("h", "B+R", &format!("{GOOD} dd dn oe"), turned),
    ]
}

#[test]
fn games_are_counted_by_whether_the_ladder_is_good() {
    let good = ConditionGames { reached: 6, chosen: 4, games: 4, scored: 3, half_points: 4 };
    let bad = ConditionGames { reached: 2, chosen: 2, games: 3, scored: 3, half_points: 3 };
    let fixture = Fixture::new(BOOK);
    for turned in 0..16 {
        let path = fixture.write("games.sgf", &games(turned));
        let outcome = fixture.weigh(&[path], 1);
        assert_eq!(outcome.page.items.len(), 1);
        let item = &outcome.page.items[0];
        assert_eq!(item.line.to_string(), "DDDECEXXCFXXEE");
        assert_eq!(item.source, ConditionSource::Proposed);
        let evidence = outcome.evidence[0];
        assert_eq!((evidence.good, evidence.bad), (good, bad), "{turned}");
        assert_eq!(evidence.unknown, ConditionGames::default());
        assert_eq!((outcome.records.seen, outcome.records.counted), (8, 8));
        let difference = evidence.difference().expect("games on both sides");
        assert!((difference.by - (2.0 / 3.0 - 0.5)).abs() < 1e-12);
        assert!(difference.low < 0.0 && difference.high > 0.0);
    }
}

#[test]
fn a_condition_of_the_book_is_weighed_too() {
    let fixture = Fixture::new(&BOOK.replace("B[oe]", "B[oe]JC[ladder(DE, own)]"));
    let outcome = fixture.weigh(&[fixture.write("games.sgf", &games(0))], 1);
    assert_eq!(outcome.page.items.len(), 1);
    let item = &outcome.page.items[0];
    assert_eq!(item.source, ConditionSource::Book);
    assert_eq!(item.conditions.to_string(), "ladder(DE, own)");
    assert_eq!(outcome.evidence[0].good.games, 4);
    assert_eq!(outcome.evidence[0].bad.games, 3);
}

#[test]
fn order_threads_and_copies_make_no_difference() {
    let fixture = Fixture::new(BOOK);
    let games = games(3);
    let expected = fixture.weigh(&[fixture.write("a.sgf", &games)], 1);
    let reversed: Vec<String> = games.iter().rev().cloned().collect();
    let backwards = fixture.weigh(&[fixture.write("b.sgf", &reversed)], 3);
    assert_eq!(backwards.evidence, expected.evidence);
    assert_eq!(backwards.records, expected.records);
    let twice =
        fixture.weigh(&[fixture.write("c.sgf", &games), fixture.write("d.sgf", &reversed)], 2);
    assert_eq!(twice.evidence, expected.evidence);
    assert_eq!(twice.records.duplicates, 8);
    // The same moves and names with two results: one of them counts, whichever comes first.
    let two =
        [game("x", "B+R", &format!("{GOOD} oe"), 0), game("x", "W+R", &format!("{GOOD} oe"), 0)];
    let one = fixture.weigh(&[fixture.write("e.sgf", &two)], 1);
    let other = fixture.weigh(&[fixture.write("f.sgf", &[two[1].clone(), two[0].clone()])], 1);
    assert_eq!(one.evidence, other.evidence);
    assert_eq!(one.evidence[0].good.games, one.records.counted);
}

#[test]
fn games_that_cannot_be_counted_are_told() {
    let fixture = Fixture::new(BOOK);
    let games = ["(;SZ[9];B[ee])".to_owned(), game("x", "B+R", &format!("{GOOD} oe"), 0)];
    let outcome = fixture.weigh(&[fixture.write("a.sgf", &games)], 1);
    assert_eq!(outcome.records.seen, 2);
    assert_eq!(outcome.records.rejected.values().sum::<u64>(), 1);
    let text = games.concat();
    let in_text = fixture.service.curation().conditions_in_text(&query(), text.as_bytes(), 2);
    assert_eq!(in_text.expect("weighed").evidence, outcome.evidence);
    let refused = fixture.service.curation().conditions_in_text(&query(), text.as_bytes(), 1);
    let error = refused.expect_err("more than one").to_string();
    assert_eq!(error, "more than 1 games: split them into several requests");
}

//! The order of runs, the memory and the threads do not matter.

use joseki::service::MineRequest;

use crate::games::record;
use crate::house::{House, State};

fn texts() -> [String; 2] {
    let first: String = (0..45).map(|seed| record(seed).text()).collect();
    let second: String = (45..90).map(|seed| record(seed).text()).collect();
    // Some games come a second time, turned; those with evaluations would need theirs turned too.
    let again = (0..45).map(record).filter(|game| game.evaluated.is_none());
    let again: String = again.map(|game| game.turned().text()).collect();
    [first, second + &again]
}

/// Mines in runs of files; every worker puts its counts aside game by game if `memory` is tiny.
fn mined(runs: &[&[&str]], memory: usize, threads: usize) -> (House, State) {
    let house = House::new();
    for (name, text) in ["a.sgf", "b.sgf"].iter().zip(texts()) {
        house.write(name, text);
    }
    for run in runs {
        let request = MineRequest { memory, threads, ..house.request(run) };
        let outcome = house.mine(&request);
        assert!(outcome.changed, "{outcome:?}");
    }
    let state = house.state();
    (house, state)
}

#[test]
fn runs_in_any_order_give_the_same_book() {
    let (_, together) = mined(&[&["a.sgf", "b.sgf"]], 1 << 30, 1);
    assert_eq!(together.games, 90);
    assert!(together.counted.len() > 5000);
    assert!(together.book.values().any(|(_, mined, ..)| *mined));
    let forwards: &[&[&str]] = &[&["a.sgf"], &["b.sgf"]];
    let backwards: &[&[&str]] = &[&["b.sgf"], &["a.sgf"]];
    let at_once: &[&[&str]] = &[&["b.sgf", "a.sgf"]];
    let cases = [
        (forwards, 2000, 2),
        (backwards, 2000, 3),
        (backwards, 200_000, 1),
        (at_once, 2000, 1),
        (at_once, 200_000, 3),
    ];
    for (order, memory, threads) in cases {
        let (_, state) = mined(order, memory, threads);
        assert_eq!(state.counted.len(), together.counted.len());
        assert!(state == together, "{order:?}, {threads} threads");
    }
}

#[test]
fn sources_are_counted_apart_in_any_order() {
    let state = |files: [(&str, u64); 2]| {
        let house = House::new();
        for (source, from) in files {
            let text: String = (from..from + 20).map(|seed| record(seed).text()).collect();
            house.write("games.sgf", text);
            let source = Some(source.to_owned());
            house.mine(&MineRequest { source, ..house.request(&["games.sgf"]) });
        }
        house.state()
    };
    let one = state([("pro", 0), ("club", 20)]);
    assert!(one == state([("club", 20), ("pro", 0)]));
    let mut sources: Vec<&str> =
        one.counted[""].cells.keys().map(|cohort| cohort.source.as_str()).collect();
    sources.dedup();
    assert_eq!(sources, ["club", "pro"]);
    let games = |source: &str| -> u32 {
        let cells = one.counted[""].cells.iter();
        cells.filter(|(cohort, _)| cohort.source == source).map(|(_, count)| count.games).sum()
    };
    assert_eq!((games("pro"), games("club")), (20, 20));
}

#[test]
fn mining_the_same_again_changes_nothing() {
    let (house, before) = mined(&[&["a.sgf"]], 2000, 2);
    let info = house.info();
    for threads in [1, 3] {
        let request = MineRequest { threads, ..house.request(&["a.sgf"]) };
        let outcome = house.mine(&request);
        assert!(!outcome.changed);
        assert_eq!(outcome.report.duplicates, 45);
        assert_eq!(outcome.report.counted, 0);
        assert_eq!(house.info(), info);
        assert!(house.state() == before);
    }
}

#[test]
fn a_dry_run_tells_the_same_and_changes_nothing() {
    let (house, before) = mined(&[&["a.sgf"]], 2000, 2);
    let info = house.info();
    let dry = MineRequest { dry_run: true, ..house.request(&["b.sgf"]) };
    let would = house.mine(&dry);
    assert!(would.changed && would.dry_run);
    assert_eq!(house.info(), info);
    assert!(house.state() == before);
    let did = house.mine(&house.request(&["b.sgf"]));
    assert_eq!(would.report, did.report);
    assert_eq!(would.pruned, did.pruned);
    assert_eq!(
        (would.book.version, would.book.nodes, would.book.lines),
        (did.book.version, did.book.nodes, did.book.lines)
    );
}

#[test]
fn a_mined_book_is_the_same_after_a_restart() {
    let (house, before) = mined(&[&["a.sgf"], &["b.sgf"]], 2000, 2);
    let export = house.service.export_counts("mined").expect("an export");
    let house = house.reopen();
    assert!(house.state() == before);
    assert!(house.service.export_counts("mined").expect("an export") == export);
}

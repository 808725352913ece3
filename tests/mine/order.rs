//! The order of runs, the memory and the threads do not matter.

use joseki::service::mine::MineRequest;
use rusqlite::types::Value;

use crate::fixture::{Fixture, State};
use crate::games::{Record, ratings, record};

fn texts() -> [String; 2] {
    let first: String = (0..45).map(|seed| record(seed).text()).collect();
    let second: String = (45..90).map(|seed| record(seed).text()).collect();
    // Some games come a second time, turned; those with evaluations would need theirs turned too.
    let again = (0..45).map(record).filter(|game| game.evaluated.is_none());
    let again: String = again.map(|game| game.turned().text()).collect();
    [first, second + &again]
}

/// Mines in runs of files, all with the same ratings; every worker puts its counts aside game by
/// game if `memory` is tiny. Black has no advantage, or games with swapped colours would differ.
fn mined(runs: &[&[&str]], memory: usize, threads: usize) -> (Fixture, State) {
    let fixture = Fixture::new();
    for (name, text) in ["a.sgf", "b.sgf"].iter().zip(texts()) {
        fixture.write(name, text);
    }
    for run in runs {
        let ratings = Some(ratings(&["test"], 90, 0.0));
        let request = MineRequest { memory, threads, ratings, ..fixture.request(run) };
        let outcome = fixture.mine(&request);
        assert!(outcome.changed, "{outcome:?}");
        // The next run finds it in memory.
        drop(fixture.info());
    }
    let state = fixture.state();
    (fixture, state)
}

#[test]
fn runs_in_any_order_give_the_same_book() {
    let (_, together) = mined(&[&["a.sgf", "b.sgf"]], 1 << 30, 1);
    assert_eq!(together.games, 90);
    assert!(together.counted.len() > 5000);
    assert!(together.book.values().any(|(_, mined, ..)| *mined));
    assert!(together.has_uneven_games());
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

/// The players of all games of a run are rated before any game counts.
#[test]
fn the_order_of_a_run_does_not_matter_to_the_ratings_of_its_players() {
    let text = |seeds: std::ops::Range<u64>| -> String {
        // Eight players, who meet again and again.
        let named = |seed: u64| {
            let [black, white] = [seed % 8, seed / 8 % 8].map(|player| format!("Player {player}"));
            Record { players: [black, white], ..record(seed) }.text()
        };
        seeds.map(named).collect()
    };
    let mined = |files: &[&str], memory: usize, threads: usize| {
        let fixture = Fixture::new();
        fixture.write("a.sgf", text(0..40));
        fixture.write("b.sgf", text(40..80));
        fixture.mine(&MineRequest { memory, threads, ..fixture.request(files) });
        fixture.state()
    };
    let one = mined(&["a.sgf", "b.sgf"], 1 << 30, 1);
    assert_eq!(one.games, 80);
    assert!(one.has_uneven_games());
    for (files, memory, threads) in [
        (&["b.sgf", "a.sgf"][..], 16 << 20, 2),
        (&["b.sgf", "a.sgf"], 2000, 3),
        (&["a.sgf", "b.sgf", "a.sgf"], 2000, 1),
        (&["b.sgf", "a.sgf", "b.sgf", "a.sgf"], 200_000, 2),
    ] {
        assert!(mined(files, memory, threads) == one, "{files:?}, {threads} threads");
    }
}

#[test]
fn sources_are_counted_apart_in_any_order() {
    let state = |files: [(&str, u64); 2]| {
        let fixture = Fixture::new();
        let ratings = ratings(&["pro", "club"], 40, 0.5);
        for (source, from) in files {
            let text: String = (from..from + 20).map(|seed| record(seed).text()).collect();
            fixture.write("games.sgf", text);
            let source = Some(source.to_owned());
            let ratings = Some(ratings.clone());
            fixture.mine(&MineRequest { source, ratings, ..fixture.request(&["games.sgf"]) });
        }
        fixture.state()
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
    let (fixture, before) = mined(&[&["a.sgf"]], 2000, 2);
    let info = fixture.info();
    for threads in [1, 3] {
        let request = MineRequest { threads, ..fixture.request(&["a.sgf"]) };
        let outcome = fixture.mine(&request);
        assert!(!outcome.changed);
        assert_eq!(outcome.report.duplicates, 45);
        assert_eq!(outcome.report.counted, 0);
        assert_eq!(fixture.info(), info);
        assert!(fixture.state() == before);
    }
}

#[test]
fn a_dry_run_tells_the_same_and_changes_nothing() {
    let (fixture, before) = mined(&[&["a.sgf"]], 2000, 2);
    let info = fixture.info();
    let dry = MineRequest { dry_run: true, ..fixture.request(&["b.sgf"]) };
    let would = fixture.mine(&dry);
    assert!(would.changed && would.dry_run);
    assert_eq!(fixture.info(), info);
    assert!(fixture.state() == before);
    let did = fixture.mine(&fixture.request(&["b.sgf"]));
    assert_eq!(would.report, did.report);
    assert_eq!(would.pruned, did.pruned);
    assert_eq!(
        (would.book.version, would.book.nodes, would.book.lines),
        (did.book.version, did.book.nodes, did.book.lines)
    );
}

#[test]
fn a_mined_book_is_the_same_after_a_restart() {
    let (fixture, before) = mined(&[&["a.sgf"], &["b.sgf"]], 2000, 2);
    let export = fixture.service.mining().export_counts("mined").expect("an export");
    let fixture = fixture.reopen();
    assert!(fixture.state() == before);
    assert!(fixture.service.mining().export_counts("mined").expect("an export") == export);
}

/// All stored rows of the mined book, in the order of their keys.
fn stored(fixture: &Fixture) -> Vec<Vec<Value>> {
    let conn = rusqlite::Connection::open(fixture.path("joseki.db")).expect("a database");
    let tables = [
        ("cohort", "number", "number, source, year, band, imported"),
        ("game", "number", "*"),
        ("tally", "part", "*"),
        ("node", "id", "*"),
        ("line", "line", "*"),
    ];
    let rows = tables.map(|(table, key, columns)| {
        let sql = format!("SELECT {columns} FROM {table} ORDER BY {key}");
        let mut all = conn.prepare(&sql).expect("a statement");
        let width = all.column_count();
        let rows = all.query_map([], |row| (0..width).map(|at| row.get(at)).collect());
        rows.expect("rows").collect::<Result<Vec<_>, _>>().expect("rows")
    });
    rows.concat()
}

#[test]
fn what_is_stored_depends_on_the_records_alone() {
    // In the order of the bytes of their paths, where a folder is not before what is like it.
    let names = ["games/a-b/1.sgf", "games/a.sgf", "games/a/1.sgf", "games/a/2.sgf", "games/b.sgf"];
    let text = |at: u16| -> String {
        let own = 60 * u64::from(at)..60 * u64::from(at) + 80;
        // A shorter game has its date in its identity.
        let long = own.map(record).filter(|game| game.moves.len() > 60);
        long.map(|game| Record { year: 2001 + at, ..game }.text()).collect()
    };
    let mined = |paths: &[&str], threads: usize, memory: usize| {
        let fixture = Fixture::new();
        for (at, name) in (0..).zip(names) {
            fixture.write(name, text(at));
        }
        let request = MineRequest { threads, memory, ..fixture.request(paths) };
        let outcome = fixture.mine(&request);
        assert!(outcome.report.duplicates > 50);
        stored(&fixture)
    };
    let one = mined(&["games"], 1, 1 << 30);
    let rows = one.iter().filter(|row| row.len() == 16);
    let years: Vec<&Value> = rows.map(|row| &row[4]).collect();
    assert!(years.len() > 250 && years.is_sorted_by_key(|year| format!("{year:?}")));
    for (paths, threads, memory) in [
        (&["games"][..], 3, 1 << 30),
        (&["games"], 2, 200_000),
        (&["games"], 4, 2000),
        (&["games/b.sgf", "games/a", "games/a.sgf", "games/a-b"], 2, 1 << 30),
    ] {
        assert!(mined(paths, threads, memory) == one, "{paths:?}, {threads} threads, {memory}");
    }
}

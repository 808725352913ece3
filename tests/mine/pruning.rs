//! What a book answers with, and what curators wrote in it.

use joseki::mine::{PruneReport, Pruning, Settings};
use joseki::service::mine::PruningChange;

use crate::fixture::{Fixture, game};

/// Ten games that open the upper right at the 4-4 point. White answers six times at CF, three times at CC and
/// once at CD; twice Black goes on after CF.
fn ten_games() -> Fixture {
    let fixture = Fixture::new();
    let text =
        |answer: &str, at: u32| game(&format!("Q16 {answer}"), &format!("{answer} {at}"), "");
    let mut texts: Vec<String> = (0..4).map(|at| text("R14", at)).collect();
    texts.extend((0..2).map(|at| text("R14 O17", at)));
    texts.extend((0..3).map(|at| text("R17", at)));
    texts.push(text("R16", 0));
    fixture.mine_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    fixture
}

fn change(min_games: u32, min_share: f64, max_depth: u32) -> PruningChange {
    PruningChange {
        min_games: Some(min_games),
        min_share: Some(min_share),
        max_depth: Some(max_depth),
    }
}

/// Counted, kept, few games, small share, too deep, after a cut.
fn report(numbers: [u64; 6]) -> PruneReport {
    let [counted, kept, few_games, small_share, too_deep, after_cut] = numbers;
    PruneReport { counted, kept, few_games, small_share, too_deep, after_cut }
}

#[test]
fn each_parameter_cuts_what_it_says() {
    let fixture = ten_games();
    let before = fixture.state();
    assert_eq!(before.numbers("DD"), [10, 10, 0, 0]);
    assert_eq!(before.numbers("DDCF"), [6, 6, 0, 0]);
    assert_eq!(fixture.nodes(), ["DD*", "DDCC*", "DDCD*", "DDCF*", "DDCFFC*"]);
    let cases: [(PruningChange, &[&str], [u64; 6]); 9] = [
        // A quarter of all 40 corners, 0.6 and 0.3 and 0.1 of the ten, a third of the six.
        (change(3, 0.0, 40), &["DD", "DDCC", "DDCF"], [5, 3, 2, 0, 0, 0]),
        (change(4, 0.0, 40), &["DD", "DDCF"], [5, 2, 3, 0, 0, 0]),
        (change(7, 0.0, 40), &["DD"], [5, 1, 3, 0, 0, 1]),
        (change(11, 0.0, 40), &[], [5, 0, 1, 0, 0, 4]),
        (change(1, 0.25, 40), &["DD", "DDCC", "DDCF", "DDCFFC"], [5, 4, 0, 1, 0, 0]),
        (change(1, 0.26, 40), &[], [5, 0, 0, 1, 0, 4]),
        (change(1, 0.2, 2), &["DD", "DDCC", "DDCF"], [5, 3, 0, 1, 1, 0]),
        (change(1, 0.0, 1), &["DD"], [5, 1, 0, 0, 3, 1]),
        (change(1, 0.0, 40), &["DD", "DDCC", "DDCD", "DDCF", "DDCFFC"], [5, 5, 0, 0, 0, 0]),
    ];
    let mut version = fixture.info().version;
    for (pruning, kept, numbers) in cases {
        let outcome = fixture.prune(pruning);
        version += 1;
        let mined: Vec<String> = kept.iter().map(|line| format!("{line}*")).collect();
        assert_eq!(fixture.nodes(), mined, "{pruning:?}");
        assert_eq!(outcome.pruned, report(numbers), "{pruning:?}");
        assert_eq!(outcome.book.version, version);
        assert_eq!((outcome.games, outcome.report.games), (10, 0));
        assert_eq!(outcome.book.nodes, kept.len() as u64);
    }
    let after = fixture.state();
    assert_eq!(after.counted, before.counted, "nothing is lost by pruning");
    assert_eq!(after.book, before.book);
}

#[test]
fn what_is_not_said_stays_and_the_same_again_is_no_change() {
    let fixture = ten_games();
    fixture.prune(change(4, 0.02, 30));
    let depth = PruningChange { max_depth: Some(12), ..PruningChange::default() };
    let outcome = fixture.prune(depth);
    let settings = Settings {
        quiet: 20,
        pruning: Pruning { min_games: 4, min_share: 0.02, max_depth: 12 },
        floor: 1,
    };
    assert_eq!(outcome.settings, settings);
    assert_eq!(fixture.state().settings, Some(settings));
    let again = fixture.prune(depth);
    assert!(!again.changed);
    assert_eq!(again.book.version, outcome.book.version);
    // Later games are cut alike.
    fixture.write("more.sgf", game("Q16 R16", "more", ""));
    let more = fixture.mine(&joseki::service::mine::MineRequest {
        pruning: PruningChange::default(),
        ..fixture.request(&["more.sgf"])
    });
    assert_eq!(more.settings, settings);
    assert_eq!(fixture.nodes(), ["DD*", "DDCF*"]);
}

#[test]
fn the_defaults_are_those_of_the_help() {
    let fixture = Fixture::new();
    fixture.write("a.sgf", game("Q16", "a", ""));
    let outcome = fixture.mine(&joseki::service::mine::MineRequest {
        pruning: PruningChange::default(),
        ..fixture.request(&["a.sgf"])
    });
    let Settings { quiet, pruning, .. } = outcome.settings;
    assert_eq!(quiet, 20);
    assert_eq!((pruning.min_games, pruning.min_share, pruning.max_depth), (3, 0.005, 30));
}

#[test]
fn what_curators_wrote_stays_with_its_counts_and_the_rest_goes() {
    let fixture = Fixture::new();
    fixture.import("(;SZ[19];B[pd];W[qd]C[rare])");
    let text =
        |answer: &str, at: u32| game(&format!("Q16 {answer}"), &format!("{answer} {at}"), "");
    let texts = [text("R16", 0), text("R14", 0), text("R14", 1)];
    fixture.mine_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(fixture.nodes(), ["DD", "DDCD", "DDCF*"]);
    let outcome = fixture.prune(change(100, 0.0, 40));
    assert_eq!(outcome.pruned, report([3, 0, 3, 0, 0, 0]));
    assert_eq!(fixture.nodes(), ["DD", "DDCD"]);
    let state = fixture.state();
    let (_, _, data, counts) = &state.book["DDCD"];
    assert!(data.contains("rare"), "{data}");
    assert_eq!(counts.as_ref().map(|counts| counts.total().games), Some(1));
    fixture.prune(change(2, 0.0, 40));
    assert_eq!(fixture.nodes(), ["DD", "DDCD", "DDCF*"]);
}

#[test]
fn what_follows_a_curators_rare_move_is_cut_by_its_own_counts() {
    let fixture = Fixture::new();
    fixture.import("(;SZ[19];B[pd];W[qd])");
    let text = |moves: &str, at: u32| game(&format!("Q16 {moves}"), &format!("{moves} {at}"), "");
    let texts =
        [text("R16 R17", 0), text("R14", 0), text("R14", 1), text("R14", 2), text("R14 P17", 3)];
    fixture.mine_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    // Q16 is in a quarter of the corners and R16 in a fifth, R17 in all that reached it.
    let outcome = fixture.prune(change(1, 0.5, 40));
    assert_eq!(outcome.pruned, report([5, 2, 0, 3, 0, 0]));
    assert_eq!(fixture.nodes(), ["DD", "DDCD", "DDCDCC*", "DDCF*"]);
}

#[test]
fn an_imported_tree_makes_mined_moves_a_curator_s() {
    let fixture = ten_games();
    fixture.import("(;SZ[19];B[pd];W[qf];B[nc];W[qc])");
    assert_eq!(fixture.nodes(), ["DD", "DDCC*", "DDCD*", "DDCF", "DDCFFC", "DDCFFCCC"]);
    let counts = |fixture: &Fixture, line: &str| {
        let state = fixture.state();
        let (.., counts) = &state.book[line];
        counts.as_ref().map(|counts| counts.total().games)
    };
    assert_eq!(counts(&fixture, "DDCF"), Some(6));
    fixture.prune(change(100, 1.0, 1));
    assert_eq!(fixture.nodes(), ["DD", "DDCF", "DDCFFC", "DDCFFCCC"]);
    assert_eq!(counts(&fixture, "DDCFFC"), Some(2));
    // A tree of what was only counted so far gets the counts with it.
    fixture.import("(;SZ[19];B[pd];W[qc])");
    assert_eq!(counts(&fixture, "DDCC"), Some(3));
    let fixture = fixture.reopen();
    assert_eq!(counts(&fixture, "DDCC"), Some(3));
}

#[test]
fn lines_end_where_the_book_ends() {
    let fixture = ten_games();
    fixture.prune(change(3, 0.0, 40));
    let page = fixture.service.lines(&"mined".into(), "", None, 100).expect("lines");
    let lines: Vec<(String, u64)> =
        page.lines.into_iter().map(|row| (row.line, row.games)).collect();
    assert_eq!(lines, [("DDCC".to_owned(), 3), ("DDCF".to_owned(), 6)]);
    // An import that continues a line where counted moves ended removes the line's end there.
    fixture.import("(;SZ[19];B[pd];W[qf];B[nc])");
    let page = fixture.service.lines(&"mined".into(), "", None, 100).expect("lines");
    let lines: Vec<String> = page.lines.into_iter().map(|row| row.line).collect();
    assert_eq!(lines, ["DDCC", "DDCFFC"]);
}

//! What is counted, rejected, cut short, known already, in files of any form.

use joseki::book::Band;
use joseki::mine::RecordRejection;
use joseki::service::{
    mine::{MineError, MineRequest},
    next::GamesFilter,
};

use crate::build::{Entries, gz, gz_twice, tar, zip, zip_stored, zst};
use crate::fixture::{BOOK, Fixture, game, rejected};
use crate::games::record;

#[test]
fn every_rejection_is_counted_by_its_reason() {
    let fixture = Fixture::new();
    let stones = "(;SZ[19];B[pd];W[dd]AB[dp];B[pp])";
    let outcome = fixture.mine_texts(&[
        "(;GM[2]SZ[19];B[pd])",
        "(;SZ[20];B[dd])(;SZ[4];B[dd])(;SZ[19:13];B[dd])",
        "(;SZ[19]HA[2]AB[pd][dp];W[dd])(;SZ[19]HA[9];W[dd])",
        stones,
        "(;SZ[19]AW[pd]AB[dp];B[dd])",
        "(;SZ[19])(;)",
        "(;SZ[19];B[zz];W[dd])",
        &game("Q16", "a", "HA[0]"),
    ]);
    assert_eq!(
        rejected(&outcome),
        [
            (RecordRejection::NotGo, 1),
            (RecordRejection::Size, 3),
            (RecordRejection::Handicap, 2),
            (RecordRejection::Setup, 2),
            (RecordRejection::NoMoves, 2),
            (RecordRejection::Damaged, 1),
        ]
    );
    assert_eq!((outcome.report.games, outcome.report.counted), (12, 1));
    assert_eq!(fixture.state().lines(), ["", "DD"]);
}

#[test]
fn a_game_of_passes_alone_has_no_moves() {
    let fixture = Fixture::new();
    let outcome = fixture.mine_texts(&[
        "(;SZ[19];B[];W[tt])",
        "(;SZ[19];B[];W[pd])",
        "(;SZ[19];B[tt];W[zz])",
    ]);
    assert_eq!(rejected(&outcome), [(RecordRejection::NoMoves, 1), (RecordRejection::Damaged, 1)]);
    assert_eq!((outcome.report.games, outcome.report.counted), (3, 1));
}

#[test]
fn a_game_is_known_in_another_rotation_and_with_its_colours_swapped() {
    let fixture = Fixture::new();
    let text = game("Q16 R14 D4 C6", "a", "PW[b]RE[B+R]");
    // The same moves in the upper left and lower right; White begins.
    let turned = "(;SZ[19]PW[A]PB[B]RE[W+R];W[dd];B[cf];W[pp];B[qn])";
    // The other player won in another game of the same moves: names distinguish short games.
    let other = game("Q16 R14 D4 C6", "c", "PW[d]RE[W+R]");
    let outcome = fixture.mine_texts(&[&text, turned, &other, &text]);
    assert_eq!((outcome.report.counted, outcome.report.duplicates), (2, 2), "{outcome:?}");
    let state = fixture.state();
    assert_eq!(state.numbers("DD"), [2, 4, 2, 2]);
    assert_eq!(state.numbers("DDCF"), [2, 4, 2, 2]);
}

#[test]
fn a_long_game_is_known_whatever_its_root_says() {
    let fixture = Fixture::new();
    let game = (0..50).map(record).find(|game| game.moves.len() > 60 && !game.cut_short);
    let mut game = game.expect("a long game");
    game.evaluated = None;
    let text = game.text();
    let mut again = game.turned();
    again.players = ["somebody".to_owned(), "else".to_owned()];
    again.result = "";
    let outcome = fixture.mine_texts(&[&text, &again.text()]);
    // Two workers: whichever is first is counted.
    assert_eq!((outcome.report.counted, outcome.report.duplicates), (1, 1));
}

#[test]
fn a_damaged_record_counts_up_to_its_damage() {
    let fixture = Fixture::new();
    let twice = "\n(;SZ[19]PB[a]RE[B+1];B[pd];W[qf]\n;B[pd];W[nc])";
    let outcome = fixture.mine_texts(&[twice, "(;SZ[19]PB[b];B[dd];W[jj];B[kk];W[];B[t9])"]);
    let report = &outcome.report;
    assert_eq!((report.counted, report.cut_short), (2, 2));
    assert_eq!(report.without_result, 1);
    let mut defects = report.defects.clone();
    defects.sort();
    let name = |name: &str| fixture.path(name).display().to_string();
    assert_eq!(
        defects,
        [
            format!("{}:2: move 3 cannot be played", name("0.sgf")),
            format!("{}:1: move 5 cannot be played", name("1.sgf")),
        ]
    );
    let state = fixture.state();
    assert_eq!(state.lines(), ["", "DD", "DDCF"]);
    assert_eq!(state.numbers("DD"), [2, 2, 1, 2]);
}

#[test]
fn what_cannot_be_read_between_good_games_is_told_and_left_out() {
    let fixture = Fixture::new();
    let good = game("Q16 R14", "a", "");
    let cut = gz(&record(1).text().into_bytes().repeat(50));
    fixture.write("all/0.sgf", &good);
    fixture.write("all/1.sgf.gz", &cut[..cut.len() / 2]);
    fixture.write("all/2.sgf", format!("junk {good} more junk {}", game("Q16 R17", "b", "")));
    fixture.write("all/3.txt", "hello");
    fixture.write("all/4.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    let outcome = fixture.mine(&fixture.request(&["all"]));
    let report = &outcome.report;
    assert!(report.unreadable >= 1, "{report:?}");
    assert!(report.defects.iter().any(|defect| defect.contains("1.sgf.gz")), "{report:?}");
    assert!(report.skipped >= 1, "{report:?}");
    let state = fixture.state();
    assert_eq!(state.numbers("DDCC")[0], 1);
    assert_eq!(state.numbers("DDCF")[0], 1, "once, though it is there twice");
}

#[test]
fn compression_and_archives_make_no_difference() {
    let texts: Vec<String> = (0..8).map(|seed| record(seed).text()).collect();
    let all = texts.concat();
    let entries: Entries = texts
        .iter()
        .enumerate()
        .map(|(at, text)| (format!("games/{at}.sgf"), text.clone().into_bytes()))
        .collect();
    let plain = Fixture::new();
    plain.mine_texts(&[&all]);
    let plain = plain.state();
    let inner = vec![("inner.zip".to_owned(), zip(&entries))];
    let forms: [(&str, Vec<u8>); 9] = [
        ("a.sgf.gz", gz(all.as_bytes())),
        ("a.sgf.zst", zst(all.as_bytes())),
        ("a.zip", zip(&entries)),
        ("b.zip", zip_stored(&entries)),
        ("a.tar", tar(&entries)),
        ("a.tar.gz", gz(&tar(&entries))),
        ("b.tgz", gz_twice(&tar(&entries))),
        ("a.tar.zst", zst(&tar(&entries))),
        ("nested.tar.gz", gz(&tar(&inner))),
    ];
    for (name, bytes) in forms {
        let fixture = Fixture::new();
        fixture.write(name, bytes);
        let outcome = fixture.mine(&fixture.request(&[name]));
        assert_eq!(outcome.report.counted, 8, "{name}");
        assert!(fixture.state() == plain, "{name}");
    }
}

#[test]
fn a_collection_is_called_by_its_folder_unless_somebody_says() {
    let fixture = Fixture::new();
    fixture.write("pro/2008/a.sgf", game("Q16", "a", "DT[2008-01-02]BR[9p]WR[1p]"));
    fixture.write("club.zip", zip(&[("x.sgf".to_owned(), game("Q16", "b", "").into_bytes())]));
    fixture.write("odd \x1b[2J\n name/a.sgf", game("Q16", "c", "DT[?]BR[3k]WR[2d]"));
    let request = fixture.request(&["pro", "club.zip", "odd \x1b[2J\n name"]);
    fixture.mine(&MineRequest { source: None, ..request });
    let state = fixture.state();
    let cohorts: Vec<_> = state.counted["DD"]
        .cells
        .keys()
        .map(|cohort| (cohort.source.as_str(), cohort.year, cohort.band))
        .collect();
    assert_eq!(
        cohorts,
        [("club", 0, Band::Unknown), ("odd_[2J_name", 0, Band::Kyu), ("pro", 2008, Band::Pro),]
    );
}

#[test]
fn both_orders_count_for_the_position_and_each_for_its_line() {
    let fixture = Fixture::new();
    fixture.mine_texts(&[
        &game("Q16 O17 R14 R17", "a", "RE[B+R]"),
        &game("Q16 R17 R14 O17", "b", "RE[W+R]"),
        &game("Q16 R17 O17 R14", "c", "RE[0]"),
        &game("Q16 O17", "d", "RE[B+R]"),
    ]);
    let state = fixture.state();
    assert_eq!(state.numbers("DDCFFCCC"), [1, 1, 1, 2]);
    assert_eq!(state.numbers("DDCCCFFC"), [2, 2, 2, 1]);
    for line in ["DDCFFCCC", "DDCCCFFC"] {
        let line = line.parse().expect("a line");
        let node = fixture.service.curation().node(&BOOK.into(), &line, &GamesFilter::default());
        let statistics = node.expect("a node").statistics.expect("games");
        assert_eq!(statistics.position.games, 3);
        // White makes the move in all of them: one win and a draw.
        assert_eq!((statistics.position.scored, statistics.position.points), (3, 1.5));
    }
}

#[test]
fn a_game_counts_once_and_its_corners_each() {
    let fixture = Fixture::new();
    fixture.mine_texts(&[
        // Black opens one corner and White another, and Black a third.
        &game("Q16 R14 D4 C6", "a", "RE[B+R]"),
        &game("Q16 D4 C6 R14", "b", "RE[B+R]"),
    ]);
    let state = fixture.state();
    // The second game has either colour as first mover.
    assert_eq!(state.numbers("DD"), [2, 4, 2, 3]);
    assert_eq!(state.numbers("DDCF"), [2, 4, 2, 3]);
    assert_eq!(state.numbers(""), [2, 8, 2, 2]);
}

#[test]
fn records_are_kept_or_not() {
    let fixture = Fixture::new();
    fixture.write("a.sgf", game("Q16 R14 pass D4", "a", "PW[b]RE[B+2.5]DT[2020-02-03]EV[Cup]"));
    fixture.write("b.sgf", game("Q16 R17", "c", ""));
    fixture.mine(&fixture.request(&["a.sgf"]));
    let bare = MineRequest { keep_records: false, ..fixture.request(&["b.sgf"]) };
    fixture.mine(&bare);
    let state = fixture.state();
    let id = |line: &str| state.counted[line].examples[0].clone();
    let kept = fixture.service.mining().game_record(BOOK, &id("DDCF")).expect("a record");
    let kept = String::from_utf8(kept).expect("text").replace('\n', "");
    for part in
        [";B[pd];W[qf];B[];W[dp]", "PB[a]", "PW[b]", "RE[B+2.5]", "DT[2020-02-03]", "EV[Cup]"]
    {
        assert!(kept.contains(part), "{part} in {kept}");
    }
    let error = fixture.service.mining().game_record(BOOK, &id("DDCC")).expect_err("not kept");
    assert!(matches!(error.of(), Some(MineError::NoRecord { .. })), "{error}");
}

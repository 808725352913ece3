//! Without an engine behind: the book, the plain player, and the commands of the standard.

use std::fs;

use crate::support::{Talk, run};

/// GTP version 2, section 6.2: what every engine has to have, and what it may.
const STANDARD: [&str; 24] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "loadsgf",
    "reg_genmove",
    "showboard",
    "lz-analyze",
    "kata-analyze",
];

#[test]
fn every_command_of_the_standard_is_listed_and_known() {
    let mut talk = Talk::alone(&[]);
    let listed = talk.must("list_commands");
    let listed: Vec<&str> = listed.lines().collect();
    for command in STANDARD {
        assert!(listed.contains(&command), "{command}");
    }
    assert!(listed.is_sorted());
    for command in listed {
        assert_eq!(talk.must(&format!("known_command {command}")), "true", "{command}");
    }
    assert_eq!(talk.must("known_command nonsense"), "false");
    assert_eq!(talk.must("protocol_version"), "2");
    assert_eq!(talk.must("version"), env!("CARGO_PKG_VERSION"));
}

#[test]
fn numbers_comments_and_blank_lines_are_as_the_standard_says() {
    let mut talk = Talk::alone(&[]);
    talk.send("\n   \n# a comment\n17 name # and another\n");
    assert_eq!(talk.answer(), "=17 Joseki");
    talk.send("18\tplay\tb\tQ16\r\n");
    assert_eq!(talk.answer(), "=18");
    assert_eq!(talk.ask("19 nonsense"), "?19 unknown command");
    assert_eq!(talk.ask("nonsense"), "? unknown command");
    assert_eq!(talk.ask("20"), "?20 unknown command");
}

#[test]
fn a_line_is_one_command_however_long() {
    let mut talk = Talk::alone(&[]);
    // The rest of a line that is cut may not be read as the next command.
    let long = format!("1 {}play b Q16\n2 name\n", "x".repeat((1 << 20) - 2));
    talk.send(&long);
    assert_eq!(talk.answer(), "?1 unknown command");
    assert_eq!(talk.answer(), "=2 Joseki");
    assert_eq!(talk.own_stones(), "");
}

#[test]
fn the_book_is_played_and_then_it_passes() {
    // The golden line of the facts page: R17 is an answer to the knight's answer.
    let mut talk = Talk::alone(&[]);
    talk.must("clear_board");
    for (color, point) in [("b", "Q16"), ("w", "O17"), ("b", "R14")] {
        talk.must(&format!("play {color} {point}"));
    }
    let listed = talk.must("joseki-next w");
    assert!(listed.lines().any(|line| line.starts_with("R17 ")), "{listed}");
    let best = listed.lines().next().and_then(|line| line.split(' ').next()).expect("a move");
    assert_eq!(talk.must("reg_genmove w"), best);
    assert_eq!(talk.must("genmove w"), best);
    assert!(talk.must("joseki-last").starts_with(&format!("book {best} ")));
    // Nowhere is a move of the book left.
    let mut talk = Talk::alone(&["--depth", "1", "--book-only"]);
    for point in ["D4", "Q4", "Q16", "D16"] {
        talk.must(&format!("play b {point}"));
    }
    assert_eq!(talk.must("genmove w"), "pass");
    assert_eq!(talk.must("joseki-last"), "pass: no answer from the book");
    // A pass is a move that can be taken back.
    talk.must("undo");
    assert_eq!(talk.must("joseki-next w"), "");
}

#[test]
fn a_settled_corner_is_answered_when_a_later_stone_asks_for_it() {
    let mut talk = Talk::alone(&["--book-only"]);
    for (color, point) in ["b", "w"].iter().cycle().zip(["Q16", "O17", "R14", "K16"]) {
        talk.must(&format!("play {color} {point}"));
    }
    let far = |point: &str| {
        let column = point.as_bytes().first().copied().unwrap_or_default();
        column < b'K' || point[1..].parse().is_ok_and(|row: u8| row < 10)
    };
    let elsewhere = talk.must("reg_genmove b");
    assert!(far(&elsewhere), "{elsewhere}");
    let listed = talk.must("joseki-next b");
    assert!(listed.lines().all(|line| far(line.split(' ').next().expect("a point"))), "{listed}");
    talk.must("play b D4");
    talk.must("play w Q17");
    assert_eq!(talk.must("genmove b"), "R17");
}

#[test]
fn what_is_played_answers_in_every_corner_of_the_board() {
    // The 3-3 invasion of the golden line, through the corners and colours: Q16 O17 R14 asks for R17.
    let lines = [
        ("b", "w", ["Q16", "O17", "R14"], "R17"),
        ("w", "b", ["D16", "F17", "C14"], "C17"),
        ("b", "w", ["D4", "C6", "F3"], "C3"),
        ("w", "b", ["Q4", "O3", "R6"], "R3"),
    ];
    let mut wanted = None;
    for (first, second, played, invasion) in lines {
        let mut talk = Talk::alone(&[]);
        for (color, point) in [first, second, first].iter().zip(played) {
            talk.must(&format!("play {color} {point}"));
        }
        let listed = talk.must(&format!("joseki-next {second}"));
        let place = listed.lines().position(|line| line.starts_with(&format!("{invasion} ")));
        let told: Vec<&str> =
            listed.lines().nth(place.expect("it is there")).expect("a line").split(' ').collect();
        let of_line = told[3].to_owned();
        assert_eq!(*wanted.get_or_insert(of_line.clone()), of_line);
    }
}

#[test]
fn a_free_handicap_has_as_many_stones_as_there_are_points_for() {
    for (asked, placed) in [("2", 2), ("9", 9), ("10", 9), ("18446744073709551615", 9)] {
        let mut talk = Talk::alone(&[]);
        let points = talk.must(&format!("place_free_handicap {asked}"));
        assert_eq!(points.split(' ').count(), placed, "{asked}");
        assert_eq!(talk.own_stones().split(' ').count(), placed);
    }
    let mut talk = Talk::alone(&[]);
    for wrong in ["1", "0", "-2", "many", ""] {
        talk.fails(&format!("place_free_handicap {wrong}"));
    }
}

#[test]
fn moves_are_refused_with_what_is_wrong() {
    let mut talk = Talk::alone(&[]);
    talk.must("play b Q16");
    assert!(talk.fails("play w Q16").starts_with("illegal move"));
    assert!(talk.fails("play w Z1").starts_with("syntax error"));
    assert!(talk.fails("play green Q4").starts_with("syntax error"));
    assert!(talk.fails("play w").starts_with("syntax error"));
    assert!(talk.fails("genmove").starts_with("syntax error"));
    assert!(talk.fails("boardsize 1").starts_with("unacceptable size"));
    assert!(talk.fails("boardsize x").starts_with("syntax error"));
    assert!(talk.fails("komi much").starts_with("syntax error"));
    assert!(talk.fails("komi nan").starts_with("syntax error"));
    assert!(talk.fails("time_left b").starts_with("syntax error"));
    assert!(talk.fails("final_status_list asleep").starts_with("syntax error"));
    talk.must("undo");
    assert_eq!(talk.fails("undo"), "cannot undo");
    // None of the commands moved a stone.
    assert_eq!(talk.own_stones(), "");
}

#[test]
fn suicide_and_an_open_ko_are_illegal() {
    let mut talk = Talk::alone(&[]);
    talk.must("boardsize 9");
    for play in ["b A2", "b B1"] {
        talk.must(&format!("play {play}"));
    }
    assert!(talk.fails("play w A1").starts_with("illegal move"));
    talk.must("clear_board");
    for play in ["b D5", "w E5", "b E6", "w F6", "b E4", "w F4", "w G5", "b F5"] {
        talk.must(&format!("play {play}"));
    }
    assert!(talk.fails("play w E5").starts_with("illegal move"));
    talk.must("play w A1");
    talk.must("play b A9");
    talk.must("play w E5");
}

#[test]
fn boards_that_the_book_does_not_know_get_a_pass() {
    for size in [2, 7, 21, 25] {
        let mut talk = Talk::alone(&["--book-only"]);
        talk.must(&format!("boardsize {size}"));
        assert_eq!(talk.must("genmove b"), "pass", "{size}");
    }
    let mut talk = Talk::alone(&["--book-only"]);
    talk.must("boardsize 13");
    assert_ne!(talk.must("genmove b"), "pass");
}

#[test]
fn captures_and_rescues_come_before_the_book_and_influence_after_it() {
    let mut talk = Talk::alone(&[]);
    for play in ["b Q16", "w O17", "w D10", "b D11", "b C10", "b D9"] {
        talk.must(&format!("play {play}"));
    }
    // The book has moves in the corner; the stone in the middle is in atari.
    assert_ne!(talk.must("joseki-next b"), "");
    assert_eq!(talk.must("reg_genmove b"), "E10");
    assert_eq!(talk.must("genmove b"), "E10");
    assert_eq!(talk.must("joseki-last"), "capture E10 1");
    talk.must("undo");
    assert_eq!(talk.must("genmove w"), "E10");
    assert_eq!(talk.must("joseki-last"), "rescue E10 1");
    talk.must("undo");
    talk.send("kata-genmove_analyze w\n");
    assert_eq!(talk.answer(), "=\nplay E10");
    // With the stone gone the book goes on.
    talk.must("undo");
    talk.must("play b E10");
    let best = talk.must("joseki-next w").lines().next().expect("a move").to_owned();
    assert_eq!(talk.must("reg_genmove w"), best.split(' ').next().expect("a point"));
    // Where the book has no move, the move that gains most is played. On five lines a stone in the
    // centre reaches the whole board, and one at the edge half of it.
    let mut talk = Talk::alone(&[]);
    talk.must("boardsize 5");
    let played = talk.must("genmove b");
    assert!(talk.must("joseki-last").starts_with(&format!("influence {played} +")));
    let values =
        run(talk.folder.path(), &["influence", "--size", "5", "--values", "--format", "json"]);
    let values: serde_json::Value = serde_json::from_str(&values).expect("JSON");
    assert_eq!(values["values"]["moves"][0]["point"], played);
    // An engine decides itself what is urgent, and so does the book alone.
    let mut talk = Talk::alone(&["--book-only"]);
    talk.must("boardsize 5");
    for play in ["w C3", "b C4", "b B3", "b C2"] {
        talk.must(&format!("play {play}"));
    }
    assert_eq!(talk.must("genmove b"), "pass");
}

#[test]
fn the_player_ends_its_games() {
    for size in [2, 3, 5, 7] {
        let mut talk = Talk::alone(&[]);
        talk.must(&format!("boardsize {size}"));
        let mut passes = 0;
        for color in ["b", "w"].into_iter().cycle().take(20 * size * size) {
            passes = match talk.must(&format!("genmove {color}")).as_str() {
                "pass" => passes + 1,
                _ => 0,
            };
            if passes == 2 {
                break;
            }
        }
        assert_eq!(passes, 2, "{size}");
        assert_eq!(talk.must("joseki-last"), "pass: no move gains");
    }
}

#[test]
fn records_are_loaded_up_to_a_move() {
    let mut talk = Talk::alone(&[]);
    let folder = talk.folder.path().to_owned();
    let path = folder.join("game.sgf");
    fs::write(&path, "(;GM[1]FF[4]SZ[19]KM[0.5]AB[pd][dd];W[dp];B[qf];W[nc])").expect("a file");
    let path = path.display();
    talk.must(&format!("loadsgf {path}"));
    assert_eq!(talk.own_stones(), "bD16 bQ16 bR14 wD4 wO17");
    assert_eq!(talk.must("final_score").split('+').next(), Some("B"));
    // The position before its second move.
    talk.must(&format!("loadsgf {path} 2"));
    assert_eq!(talk.own_stones(), "bD16 bQ16 wD4");
    // Black's two handicap stones stay when all moves are taken back.
    talk.must("undo");
    assert_eq!(talk.fails("undo"), "cannot undo");
    assert_eq!(talk.own_stones(), "bD16 bQ16");
    for (wrong, why) in [
        ("loadsgf", "syntax error"),
        ("loadsgf nothing.sgf", "cannot load file: nothing.sgf"),
        // It has no end.
        ("loadsgf /dev/zero", "cannot load file: /dev/zero"),
        (&format!("loadsgf {path} 0"), "syntax error"),
    ] {
        assert!(talk.fails(wrong).starts_with(why), "{wrong}");
    }
    fs::write(folder.join("bad.sgf"), "(;SZ[19];B[pd];W[pd])").expect("a file");
    let refused = talk.fails("loadsgf bad.sgf");
    assert!(refused.contains("move 2"), "{refused}");
    assert_eq!(talk.own_stones(), "bD16 bQ16");
}

#[test]
fn a_finished_board_is_scored_by_area() {
    let mut talk = Talk::alone(&[]);
    talk.must("boardsize 9");
    talk.must("komi 5.5");
    for row in 1..=9 {
        talk.must(&format!("play b E{row}"));
        talk.must(&format!("play w F{row}"));
    }
    // Five columns against four.
    assert_eq!(talk.must("final_score"), "B+3.5");
    assert_eq!(talk.must("final_status_list dead"), "");
    assert_eq!(talk.must("final_status_list alive").lines().count(), 18);
}

#[test]
fn draws_are_repeatable_and_differ_from_game_to_game() {
    let games = |seed: &str| -> Vec<String> {
        let mut talk = Talk::alone(&["--seed", seed]);
        let mut games = Vec::new();
        for _ in 0..12 {
            talk.must("clear_board");
            games.push(
                [talk.must("genmove b"), talk.must("genmove w"), talk.must("genmove b")].join(" "),
            );
        }
        games
    };
    let first = games("5");
    assert_eq!(first, games("5"));
    let different: std::collections::BTreeSet<&String> = first.iter().collect();
    assert!(different.len() > 1, "{first:?}");
}

#[test]
fn the_bar_stops_the_book() {
    let moves = |arguments: &[&str]| -> usize {
        let mut talk = Talk::alone(arguments);
        talk.must("play b Q16");
        talk.must("joseki-next w").lines().count()
    };
    let all = moves(&[]);
    assert!(all > 3, "{all}");
    assert_eq!(moves(&["--until-move", "1"]), 0);
    assert_eq!(moves(&["--until-move", "2"]), all);
    // Only moves in corners that are empty.
    let first = moves(&["--depth", "1"]);
    assert!((1..all).contains(&first), "{first}");
    assert_eq!(moves(&["--min-priority", "9"]), 0);
    assert!(moves(&["--min-verdict", "ideal"]) < all);
    assert!(moves(&["--min-games", "10000"]) < all);
    assert_eq!(moves(&["--min-urgency", "1"]), 0);
    assert_eq!(moves(&["--min-gain", "-361"]), all);
    assert_eq!(moves(&["--min-gain", "361"]), 0);
    // Not all lines gain as much as one stone does.
    let gaining = moves(&["--min-gain", "5"]);
    assert!((1..all).contains(&gaining), "{gaining}");
}

#[test]
fn a_book_that_is_not_there_is_told_before_the_first_command() {
    let folder = crate::support::folder();
    let output = crate::support::program(folder.path())
        .args(["gtp", "--book", "nothing"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("\"nothing\""), "{errors}");
}

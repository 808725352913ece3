//! `joseki next`.

use std::sync::Arc;

use joseki::game::Variant;
use joseki::service::Service;
use joseki::store::SqliteStore;
use joseki::wire::moves::split_moves;
use joseki::wire::{Coords, NextRequest, NextResponse};
use serde_json::{Value, json};

use crate::program::Place;

fn fields(value: &Value) -> Vec<&str> {
    let object = value.as_object().unwrap_or_else(|| panic!("{value} is no object"));
    object.keys().map(String::as_str).collect()
}

fn sorted<const N: usize>(mut names: [&str; N]) -> [&str; N] {
    names.sort_unstable();
    names
}

#[test]
fn a_small_board_with_its_candidates_and_corners() {
    let place = Place::with_small_book();
    let out =
        place.ok(&["next", "--book", "small", "--size", "9", "--moves", "F6", "--limit", "9"]);
    assert_eq!(out, include_str!("next_small.txt"));
}

/// A move has names in several languages; a table and a review show the main one.
#[test]
fn the_main_name_stands_for_all() {
    let place = Place::with_small_book();
    for name in ["4-4, approach", "hoshi kakari", "星 挂角"] {
        place.ok(&["edit", "--book", "small", "set", "DDCF", "--add-name", name]);
    }
    let table = place.ok(&["next", "--book", "small", "--moves", "Q16"]);
    assert!(table.contains("4-4, approach"), "{table}");
    let json = place.ok(&["next", "--book", "small", "--moves", "Q16", "--format", "json"]);
    assert!(json.contains("hoshi kakari"), "{json}");
    place.write("game.sgf", "(;SZ[19];B[pd];W[qf];B[dp])");
    let review = place.ok(&["review", "--book", "small", "game.sgf"]);
    assert!(review.contains("4-4, approach; "), "{review}");
    for shown in [table, review] {
        assert!(!shown.contains("hoshi") && !shown.contains('星'), "{shown}");
    }
}

#[test]
fn a_board_after_a_pass_and_a_move_out_of_book() {
    let place = Place::with_small_book();
    let moves = "W:Q16,B:O17,W:R3,pass";
    let out = place.ok(&[
        "next",
        "--book",
        "small",
        "--moves",
        moves,
        "--limit",
        "1",
        "--min-verdict",
        "ideal",
    ]);
    assert_eq!(out, include_str!("next_left_book.txt"));
}

#[test]
fn conditions_that_fail_are_marked_or_hidden() {
    let place = Place::with_small_book();
    let next = ["next", "--book", "small", "--moves", "Q16"];
    let marked = place.ok(&next);
    assert!(
        marked.contains("[end of line, condition fails]\n     if enemy(FC): false, R14 is empty\n"),
        "{marked}"
    );
    let hidden = place.ok(&[&next[..], &["--failed-conditions", "hide"]].concat());
    assert!(!hidden.contains("condition fails"), "{hidden}");
    assert!(hidden.contains("; 1 filtered by conditions\n"), "{hidden}");
}

#[test]
fn a_transposition_is_marked() {
    let place = Place::with_starter();
    place.write("t.sgf", "(;SZ[19](;B[pd];W[nc];B[qf];W[qc];B[pc])(;B[qf];W[qc];B[pd]))");
    place.ok(&["import", "--book", "t", "t.sgf"]);
    let answer = place.json(&["next", "--book", "t", "--moves", "R14,R17,Q16,O17"]);
    let via = answer["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .find(|found| found["via"] == "transposition");
    let out = place.ok(&["next", "--book", "t", "--moves", "R14,R17,Q16,O17"]);
    assert_eq!(via.is_some(), out.contains("transposition"), "{out}");
    assert!(via.is_some(), "{answer}");
}

#[test]
fn json_has_every_field_of_the_answer() {
    let place = Place::with_small_book();
    let answer = place.json(&["next", "--book", "small", "--moves", "Q16,D4,R3,C17"]);
    let top = ["book", "to_play", "coords", "best", "reason", "moves", "corners"];
    assert_eq!(fields(&answer), sorted(top));
    assert_eq!(answer["book"], json!({"name": "small", "version": 1}));
    let candidate = [
        "point",
        "points",
        "corner",
        "step",
        "leads_to",
        "handedness",
        "first_mover",
        "verdict",
        "verdict_by",
        "proposed",
        "advantage",
        "names",
        "comment",
        "conditions",
        "statistics",
        "priority",
        "score",
        "evidence",
        "via",
        "leaf",
    ];
    for found in answer["moves"].as_array().expect("moves") {
        assert_eq!(fields(found), sorted(candidate));
    }
    let corner = [
        "corner",
        "state",
        "first_mover",
        "steps",
        "handedness",
        "node",
        "left_book",
        "urgency",
        "tenuki",
        "settled",
        "reason",
        "filtered",
    ];
    let corners = answer["corners"].as_array().expect("corners");
    assert_eq!(corners.len(), 4);
    for found in corners {
        assert_eq!(fields(found), sorted(corner));
        assert_eq!(fields(&found["filtered"]), ["conditions", "min_games", "min_verdict"]);
    }
    let left = ["move", "color", "point", "step", "node", "expected"];
    assert_eq!(fields(&corners[3]["left_book"]), sorted(left));
    let conditional = place.json(&["next", "--book", "small", "--moves", "Q16"]);
    let mut conditions = conditional["moves"].as_array().expect("moves").iter();
    let condition = conditions.find_map(|found| found["conditions"].get(0)).expect("a condition");
    assert_eq!(fields(condition), ["holds", "points", "text", "why"]);
}

#[test]
fn json_is_the_same_as_over_http() {
    let place = Place::with_small_book();
    let moves = "W:qd,B:pass,W:dd";
    let out = place.ok(&[
        "next", "--book", "small", "--coords", "sgf", "--moves", moves, "--seed", "7", "--format",
        "json",
    ]);
    let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
    let service = Service::new(Arc::new(store));
    let request = NextRequest {
        coords: Coords::Sgf,
        moves: split_moves(moves),
        book: Some("small".to_owned()),
        seed: Some(7),
        ..NextRequest::default()
    };
    let query = request.into_query(Variant::GO).expect("a question");
    let answer = service.next_moves().next(&query).expect("an answer");
    let response = NextResponse::new(&answer, Coords::Sgf, query.size);
    assert_eq!(out, serde_json::to_string(&response).expect("JSON") + "\n");
}

#[test]
fn the_whole_board_is_told_in_columns_and_as_over_http() {
    let place = Place::with_small_book();
    let next = ["next", "--book", "small", "--moves", "Q16,D4", "--limit", "2"];
    let asked = [&next[..], &["--whole-board"]].concat();
    let out = place.ok(&asked);
    let mut head = out.lines().filter(|line| line.contains("point  "));
    let head = head.next().expect("a table");
    assert!(head.contains("priority   move   line  score"), "{head}");
    assert!(out.contains("from it, in points for Black.\n"), "{out}");
    assert!(out.contains(" if the other side plays first, swing "), "{out}");
    let last = out.lines().last().expect("a line");
    assert!(last.starts_with("Whole board: SFB is even; the biggest corner is "));
    assert!(!place.ok(&next).contains("SFB"));

    let json = place.json(&asked);
    let found = json["moves"][0]["whole_board"].clone();
    assert_eq!(fields(&found), ["last", "line", "line_moves", "move"]);
    let row = out.lines().find(|line| line.starts_with("a  ")).expect("a");
    for name in ["move", "line"] {
        let number = found[name].as_f64().expect("a number");
        assert!(row.contains(&format!(" {number:+.2} ")), "{row}");
    }
    let corner = &json["corners"][0]["whole_board"];
    assert_eq!(fields(corner), ["line", "opponent_line", "opponent_moves", "swing"]);
    assert_eq!(fields(&json["whole_board"]), ["biggest_corner", "by", "lead"]);
    let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
    let service = Service::new(Arc::new(store));
    let request = NextRequest {
        moves: split_moves("Q16,D4"),
        book: Some("small".to_owned()),
        limit: Some(2),
        whole_board: true,
        ..NextRequest::default()
    };
    let query = request.into_query(Variant::GO).expect("a question");
    let answer = service.next_moves().next(&query).expect("an answer");
    let response = NextResponse::new(&answer, Coords::Gtp, query.size);
    assert_eq!(serde_json::to_value(&response).expect("JSON"), json);
}

#[test]
fn every_flag_reaches_the_question() {
    let place = Place::with_small_book();
    let next = |flags: &[&str]| place.json(&[&["next", "--book", "small"], flags].concat());
    assert_eq!(next(&["--moves", "Q16"])["to_play"], "W");
    assert_eq!(next(&["--moves", "Q16", "--to-play", "b"])["to_play"], "B");
    assert_eq!(next(&["--stones", "D4,Q16"])["to_play"], "W");
    assert_eq!(next(&["--coords", "sgf"])["best"], "dd");
    assert_eq!(next(&["--limit", "1"])["moves"].as_array().map(Vec::len), Some(4));
    let ideal = next(&["--moves", "Q16", "--min-verdict", "ideal"]);
    assert_eq!(ideal["corners"][1]["filtered"]["min_verdict"], 2);
    let drawn = |seed: &str, opponent: &str| {
        let answer = next(&["--seed", seed, "--opponent", opponent, "--class", "bots"]);
        answer["moves"][0]["priority"].clone()
    };
    assert_eq!(drawn("1", "a"), drawn("1", "a"));
    assert_ne!(drawn("1", "a"), drawn("2", "a"));
    assert_ne!(drawn("1", "a"), drawn("1", "b"));
}

#[test]
fn a_board_from_a_game_record() {
    let place = Place::with_small_book();
    let record = "(;GM[1]SZ[19]AB[dd][pp]AW[dp];AE[dp]PL[W]C[start];W[qc]\n;B[];W[nc]C[last](;B[pd])(;B[aa]))";
    place.write("game.sgf", record);
    let same = |record: &[&str], flags: &[&str]| {
        let next = ["next", "--book", "small"];
        let record = place.json(&[&next, record].concat());
        assert_eq!(record, place.json(&[&next, flags].concat()));
    };
    let stones = "B:D16,B:Q4";
    same(&["--sgf", "game.sgf"], &["--stones", stones, "--moves", "W:R17,B:pass,W:O17,B:Q16"]);
    same(&["--sgf", "game.sgf", "--move", "1"], &["--stones", stones, "--moves", "W:R17"]);
    same(&["--sgf", "game.sgf", "--move", "0"], &["--stones", stones, "--to-play", "W"]);
    same(
        &["--sgf", "game.sgf", "--move", "0", "--to-play", "B"],
        &["--stones", stones, "--to-play", "B"],
    );
    let run = place.run_with_input(&["next", "--book", "small", "--sgf", "-"], record);
    assert!(run.out.contains("\nLast move: Q16 (Black, move 4)\n"), "{run:?}");
}

#[test]
fn plain_text_where_nobody_looks() {
    let place = Place::with_small_book();
    for color in [None, Some("1")] {
        let mut command = place.command(&["next", "--moves", "Q16"]);
        command.envs(color.map(|value| ("NO_COLOR", value)));
        let output = command.env("TERM", "xterm-256color").output().expect("a run");
        assert!(output.status.success());
        assert!(!output.stdout.contains(&0x1b), "an escape in a file");
    }
}

#[test]
fn no_letter_looks_like_a_stone() {
    let place = Place::with_starter();
    let out = place.ok(&["next", "--moves", "Q16,O17,R14", "--limit", "361"]);
    assert!(out.contains("\nw  "), "{out}");
    assert!(!out.contains("\no  ") && !out.contains("\nx  "), "stones look like these: {out}");
}

#[test]
fn output_has_colors_where_it_is_asked_for() {
    let place = Place::with_starter();
    let run = |arguments: &[&str]| place.ok(arguments);
    let plain = run(&["next", "Q16,O17"]);
    for words in [&["next", "Q16", "O17"][..], &["next", "Q16,", "O17"]] {
        assert_eq!(run(words), plain, "{words:?}");
    }
    assert!(!plain.contains('\x1b'), "{plain}");
    let black = "\x1b[38;5;16;48;5;179m●\x1b[0m";
    for words in [
        &["next", "Q16,O17", "--color", "always"][..],
        &["--color", "always", "next", "Q16,O17"],
        &["--color", "never", "next", "Q16,O17", "--color=always"],
    ] {
        assert_eq!(run(words).matches(black).count(), 1, "{words:?}");
    }
    assert_eq!(run(&["next", "Q16,O17", "--color", "never"]), plain);
    // Where the word is a side, it stays one.
    let edited = run(&["edit", "set", "DDCF", "--color", "W", "--comment", "White first."]);
    assert!(edited.contains("{B} first."), "{edited}");
    let mut play = place.command(&["play", "--game", "xiangqi", "--color", "always"]);
    let drawn = String::from_utf8(play.output().expect("a game").stdout).expect("UTF-8");
    assert!(drawn.contains("\x1b[1;31mR\x1b[0m") && drawn.contains("\x1b[1mr\x1b[0m"), "{drawn}");
}

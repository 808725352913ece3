//! `joseki ladder` through the program.

use crate::program::Place;

const MOVES: &str = "Q16,P16,P17,K3,O17,R4,P15";

#[test]
fn a_ladder_is_read_without_a_database() {
    let place = Place::new();
    let out = place.ok(&["ladder", "--moves", MOVES, "--at", "P16"]);
    assert!(out.starts_with("P16 White, 1 liberty: captured\n"), "{out}");
    assert!(out.contains("Black catches White's P16 in a ladder: White O16 N16"), "{out}");
    assert!(!place.path("joseki.db").exists());
    let broken = place.ok(&["ladder", "--moves", MOVES, "--stones", "W:D4", "--at", "P16"]);
    assert!(broken.contains("White's P16 gets out of the ladder"), "{broken}");
    let quiet = place.ok(&["ladder", "--moves", "Q16"]);
    assert_eq!(quiet, "No chain has one or two liberties.\n");
}

#[test]
fn a_record_and_json_give_the_same() {
    let place = Place::with_starter();
    place.write("g.sgf", "(;SZ[19];B[pd];W[od];B[oc];W[jq];B[nc];W[qp];B[oe];W[aa])");
    let args = ["ladder", "--at"];
    let typed = place.json(&[&args[..], &["P16", "--moves", MOVES]].concat());
    let read = place.json(&[&args[..], &["P16", "--sgf", "g.sgf", "--move", "7"]].concat());
    assert_eq!(typed, read);
    assert_eq!(typed["ladders"][0]["outcome"], "captured");
}

#[test]
fn what_is_no_stone_is_told() {
    let place = Place::with_starter();
    let run = place.run(&["ladder", "--at", "K10"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--at: no stone at K10"), "{}", run.err);
}

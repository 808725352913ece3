//! `joseki import` into a book that says something else.

use serde_json::json;

use crate::program::{Place, SMALL};

/// Another edition of the small book: two verdicts differ, a move is new, and a comment.
const SECOND: &str = "\
(;GM[1]SZ[19](;B[pd]N[4-4](;W[nc]BM[1]C[Better not.](;B[qf]TE[1]))(;W[qc]TE[2]JC[enemy(FC)]))(;B[qd]BM[1]))";

#[test]
fn what_differs_is_told_field_by_field() {
    let place = Place::with_small_book();
    place.write("second.sgf", SECOND);
    let usual = place.ok(&["import", "--book", "small", "second.sgf", "--dry-run"]);
    let (_, told) = usual.split_once("\n\n").expect("a blank line");
    assert_eq!(
        told,
        "\
3 in conflict; the first value was kept:
  second.sgf: verdict of DDCF: ideal, not mistake
  second.sgf: verdict of DDCC: good, not ideal
  second.sgf: verdict of CD: good, not mistake

DDCF  comment  From the top. And a second line. -> From the top. And a second line. Better not.

Dry run, nothing was written: book small would become version 2 with 6 nodes, 5 lines; 1 node added, 1 node changed.
"
    );
    let rules = ["import", "--book", "small", "second.sgf", "--rules", "verdict=take,comment=keep"];
    let taken = place.ok(&[&rules[..], &["--details", "2", "--reason", "second edition"]].concat());
    let (_, told) = taken.split_once("\n\n").expect("a blank line");
    assert_eq!(
        told,
        "\
4 contradictions:
  CD    verdict  mistake (new), not good
  DDCC  verdict  ideal (new), not good
  … and 2 more; --details shows them

CD    verdict  good -> mistake
DDCC  verdict  good -> ideal
… and 1 more node; --details shows them

Book small is now version 2: 6 nodes, 5 lines; 1 node added, 3 nodes changed.
This is change 3; to revert it: joseki revert 3
"
    );
    assert_eq!(place.json(&["change", "3"])["reason"], "second edition");
    let json = place.json(&[&rules[..], &["--dry-run", "--details", "1"]].concat());
    assert_eq!((&json["changed"], &json["change"]), (&json!(false), &json!(null)));
    assert_eq!(json["contradictions"]["count"], 1, "the comments still differ");
}

#[test]
fn the_surer_side_stands() {
    let place = Place::with_small_book();
    place.write("second.sgf", SECOND);
    let sure = |confidence: &str, book: &str| {
        place.ok(&["book", "copy", "small", book]);
        place.ok(&["edit", "--book", book, "set", "DDCF", "--confidence", "60"]);
        let rules = ["--rules", "all=confident", "--confidence", confidence];
        place.ok(&[&["import", "--book", book, "second.sgf"][..], &rules].concat());
        let answer = place.json(&["next", "--book", book, "--moves", "Q16"]);
        let mut moves = answer["moves"].as_array().expect("moves").iter();
        moves.find(|found| found["leads_to"] == "DDCF").expect("the approach")["verdict"].clone()
    };
    assert_eq!(sure("70", "surer"), "mistake");
    assert_eq!(sure("50", "less-sure"), "ideal");
    for rules in [
        ["--rules", "verdict=both"],
        ["--rules", "mood=take"],
        ["--rules", "verdict"],
        ["--confidence", "101"],
    ] {
        let run = place.run(&[&["import", "second.sgf"][..], &rules].concat());
        assert_eq!(run.code, Some(2), "{run:?}");
    }
}

#[test]
fn of_a_second_edition_only_what_it_changed_comes_in() {
    let place = Place::with_small_book();
    // The curator disagrees with the first edition, and the second has nothing new there.
    place.ok(&["edit", "--book", "small", "set", "DDDE", "--verdict", "trick"]);
    place.write("second.sgf", SMALL.replace("TE[1]JC", "TE[2]JC"));
    let out = place.ok(&["import", "--book", "small", "second.sgf", "--base", "small.sgf"]);
    let (_, told) = out.split_once("\n\n").expect("a blank line");
    assert_eq!(
        told,
        "\
DDCC  verdict  good -> ideal

Book small is now version 3: 5 nodes, 4 lines; 1 node changed.
This is change 4; to revert it: joseki revert 4
"
    );
    // Moves that are new in it are listed.
    place.write("third.sgf", "(;GM[1]SZ[19];B[pd];W[nc];B[qf])");
    place.write("fourth.sgf", "(;GM[1]SZ[19];B[pd];W[nc];B[qf];W[pb])");
    place.ok(&["import", "--book", "new", "third.sgf"]);
    let out = place.ok(&["import", "--book", "new", "fourth.sgf", "--base", "third.sgf"]);
    assert!(out.contains("\nDDCFFCBD  added"), "{out}");
}

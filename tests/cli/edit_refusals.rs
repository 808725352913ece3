//! What `joseki edit` refuses, and what it does not print.

use crate::edit::{done, edit};
use crate::program::Place;

#[track_caller]
fn refused(place: &Place, arguments: &[&str], code: i32, error: &str) {
    let run = edit(place, arguments);
    assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{arguments:?} {run:?}");
    assert!(run.err.starts_with(&format!("error: {error}\nhint: ")), "{arguments:?} {run:?}");
}

#[test]
fn an_edit_of_what_was_not_seen_is_refused() {
    let place = Place::with_small_book();
    done(&place, &["set", "DDCF", "--verdict", "good", "--if-revision", "1"]);
    refused(
        &place,
        &["set", "DDCF", "--verdict", "trick", "--if-revision", "1"],
        1,
        "edit 1: node DDCF of book \"small\" has changed: it is at revision 2, not 1: read it again and repeat the edit",
    );
    refused(
        &place,
        &["delete", "DDFE", "--if-revision", "1"],
        1,
        "edit 1: node DDEF of book \"small\" no longer exists: read it again and repeat the edit",
    );
    done(&place, &["set", "DDCF", "--verdict", "trick", "--if-revision", "2"]);
}

#[test]
fn a_dry_run_changes_no_byte_and_makes_no_database() {
    let place = Place::with_small_book();
    let before = place.read("joseki.db");
    let out = done(&place, &["delete", "DD", "--dry-run", "--details", "1"]);
    assert_eq!(
        out,
        "\
DD  deleted
… and 3 more nodes; --details shows them

Dry run, nothing was written: book small would become version 2: 4 nodes deleted.
"
    );
    assert_eq!(place.read("joseki.db"), before);
    place.ok(&["edit", "delete", "DD", "--dry-run", "--db", "new.db"]);
    assert!(!place.files().contains(&"new.db".to_owned()));
}

#[test]
fn what_cannot_be_done_is_told_and_changes_nothing() {
    let place = Place::with_small_book();
    let before = place.read("joseki.db");
    let check = |arguments: &[&str], error: &str| refused(&place, arguments, 1, error);
    let of_book = |text: &str| format!("edit 1 of book \"small\": {text}");
    check(
        &["set", "DDEE", "--verdict", "good"],
        &of_book("unknown node DDEE: check the line, or add it"),
    );
    check(&["add", "DDFC"], &of_book("node DDCF already exists: change it, or delete it first"));
    check(&["add", "DDCFDD"], &of_book("step 3 of DDCFDD, DD, is illegal: the point is occupied"));
    check(
        &["delete", ""],
        &of_book("the empty corner is not a move: give a line of one step or more"),
    );
    check(&["move", "DD", "DDCFFC"], &of_book("DD cannot be moved below itself"));
    let run = place.run(&["edit", "--book", "a b", "delete", "DD"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("unknown book \"a b\""), "{run:?}");
    assert_eq!(place.read("joseki.db"), before);
}

#[test]
fn what_makes_no_sense_touches_nothing() {
    let place = Place::new();
    let check = |arguments: &[&str], error: &str| refused(&place, arguments, 2, error);
    check(
        &["delete", "DDC"],
        "LINE: the step string \"DDC\" ends in half a step: each step has two letters",
    );
    check(&["set", "DD"], "flags: specify the fields to change");
    check(
        &["set", "DD", "--mark", "LB:Q16"],
        "--mark: mark 1: required for labels (LB), not allowed for other marks",
    );
    check(
        &["set", "DD", "--mark", "TR:Z9"],
        "--mark: mark 1: invalid point \"Z9\": expected a point on the board",
    );
    check(
        &["set", "--moves", "Q16", "--verdict", "good", "--color", "W"],
        "--color: already determined by `moves`: omit it",
    );
    check(&["delete", "--moves", "Q16,Z9"], "--moves: move 2: point \"Z9\" is off the 19x19 board");
    check(
        &["move", "--moves", "Q16,O17", "--to-moves", "D4,C6"],
        "--to-moves: the first move must be in the corner of the line",
    );
    check(
        &["add", "DD", "--if-revision", "3"],
        "--if-revision: a new node has no revision: omit it",
    );
    check(
        &["set", "DD", "--advantage", "NaN"],
        "--advantage: out of range: expected -1000 to 1000",
    );
    check(
        &["set", "DD", "--verdict", "good", "--clear", "verdict"],
        "--clear: verdict is both set and cleared",
    );
    let long = "DD".repeat(1_000_000 / 32);
    check(&["delete", &long], "LINE: too long: at most 400 steps are allowed");
    let reason = "x".repeat(501);
    check(
        &["delete", "DD", "--reason", &reason],
        "--reason: expected at most 500 characters without control characters",
    );
    for arguments in [
        &["set", "DD", "--verdict", "best"][..],
        &["set", "DD", "--confidence", "101"],
        &["set", "DD", "--clear", "mood"],
        &["set", "DD", "--name", "a", "--add-name", "b"],
        &["delete"],
        &["delete", "DD", "--moves", "Q16"],
        &["move", "DD"],
        &["bury", "DD"],
    ] {
        assert_eq!(edit(&place, arguments).code, Some(2), "{arguments:?}");
    }
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn what_is_written_cannot_steer_the_terminal() {
    let place = Place::with_small_book();
    let comment = ["set", "DDCF", "--comment", "a\x1b[2J\u{9b}31m\x07"];
    refused(&place, &comment, 2, "--comment: control characters are not allowed");
    let comment = "a\t定石\r\nsecond line";
    let out = done(&place, &["set", "DDCF", "--comment", comment]);
    assert!(out.contains("comment  From the"), "{out}");
    let name = ["set", "DDCF", "--name", "a\x1b[2Jb"];
    refused(
        &place,
        &name,
        2,
        "--name: invalid text: expected 1 to 1000 characters without control characters",
    );
    for arguments in [&["history", "DDCF"][..], &["change", "3"], &["diff", "small@1", "small"]] {
        let book: &[&str] = if arguments[0] == "history" { &["--book", "small"] } else { &[] };
        let out = place.ok(&[arguments, book].concat());
        assert!(out.contains("定石"), "{out}");
        assert!(!out.contains(|letter: char| letter.is_control() && letter != '\n'), "{out:?}");
    }
}

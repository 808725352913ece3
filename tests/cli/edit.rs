//! `joseki edit`: one node at a time.

use serde_json::json;

use crate::program::{Place, Run};

/// An edit of the small book.
pub fn edit(place: &Place, arguments: &[&str]) -> Run {
    place.run(&[&["edit", "--book", "small"], arguments].concat())
}

#[track_caller]
pub fn done(place: &Place, arguments: &[&str]) -> String {
    let run = edit(place, arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
    run.out
}

fn lines(place: &Place) -> String {
    place.ok(&["lines", "--book", "small"]).replace('\n', " ")
}

#[test]
fn what_changed_is_told_with_the_way_back() {
    let place = Place::with_small_book();
    assert_eq!(
        done(&place, &["set", "DDCF", "--verdict", "mistake", "--add-name", "low approach"]),
        "\
DDCF  verdict  ideal -> mistake
DDCF  names    approach -> approach, low approach

Book small is now version 2: 1 node changed.
This is change 3; to revert it: joseki revert 3
"
    );
    let again = done(&place, &["set", "DDCF", "--verdict", "mistake"]);
    assert_eq!(again, "Book small did not change: version 2.\n");
    let elsewhere =
        place.ok(&["edit", "set", "DDCF", "--verdict", "trick", "--db", "other place.db"]);
    assert!(
        elsewhere.ends_with("to revert it: joseki revert 5 --db 'other place.db'\n"),
        "{elsewhere}"
    );
}

#[test]
fn json_is_what_http_answers() {
    let place = Place::with_small_book();
    let mut answer = place.json(&[
        "edit",
        "--book",
        "small",
        "set",
        "DDFC",
        "--verdict",
        "good",
        "--clear",
        "names",
        "--reason",
        "tried",
    ]);
    let book = answer["book"].as_object_mut().expect("a book");
    assert!(book.remove("created").is_some() && book.remove("changed").is_some());
    assert_eq!(
        answer,
        json!({
            "change": 3, "dry_run": false,
            "book": {"name": "small", "version": 2, "nodes": 5, "lines": 4,
                "game": "go", "board_size": null},
            "difference": {"added": 0, "changed": 1, "deleted": 0, "next": null, "nodes": [
                {"line": "DDCF", "change": "changed", "fields": [
                    {"field": "verdict", "before": "ideal", "after": "good"},
                    {"field": "names", "before": ["approach"], "after": null},
                ]},
            ]},
        })
    );
}

#[test]
fn a_node_is_reached_from_every_corner_and_colour() {
    let place = Place::with_small_book();
    // DDCF of the facts in some of its places; every one takes the last verdict's place.
    let names = ["good", "mistake", "ideal", "trick", "question", "good"];
    for (moves, verdict) in ["Q16,O17", "W:Q16,B:R14", "D4,F3", "D16,F17", "W:Q4,B:R6", "B:D4,W:C6"]
        .into_iter()
        .zip(names)
    {
        let out = done(&place, &["set", "--moves", moves, "--verdict", verdict]);
        assert!(out.starts_with("DDCF  verdict  "), "{moves} {out}");
        assert!(out.contains(&format!(" -> {verdict}\n")), "{moves} {out}");
    }
    // Points of what is written lie as the moves do: R14 beside Q16 and O17 is FC, and O17 beside Q16 and R14.
    for (moves, point) in [("Q16,O17", "R14"), ("Q16,R14", "O17"), ("W:D4,B:F3", "C6")] {
        let mark = format!("TR:{point}");
        let comment = format!("Black {point}");
        let out = done(&place, &["put", "--moves", moves, "--mark", &mark, "--comment", &comment]);
        assert!(!out.contains("marks") || out.contains("-> TR FC\n"), "{moves} {out}");
        let sgf = place.ok(&["export", "--book", "small", "--to", "sgf"]);
        assert!(sgf.contains("TR[qf]"), "{moves} {sgf}");
        let color = if moves.starts_with('W') { "White" } else { "Black" };
        assert!(sgf.contains(&format!("C[{color} R14]")), "{moves} {sgf}");
    }
}

#[test]
fn every_field_has_its_flag() {
    let place = Place::with_small_book();
    let out = done(
        &place,
        &[
            "put",
            "DDCC",
            "--verdict",
            "trick",
            "--advantage",
            "-0.5",
            "--sente",
            "second",
            "--confidence",
            "80",
            "--name",
            "one",
            "--name",
            "two",
            "--tag",
            "t",
            "--source",
            "s",
            "--comment",
            "-",
            "--mark",
            "LB:R14:A:b",
            "--mark",
            "AR:Q16:O17",
            "--conditions",
            "own(R14) or enemy(CF)",
            "--ends",
            "true",
        ],
    );
    assert_eq!(
        out,
        "\
DDCC  verdict     good -> trick
DDCC  advantage   nothing -> -0.5
DDCC  sente       nothing -> second
DDCC  confidence  nothing -> 80
DDCC  names       nothing -> one, two
DDCC  tags        nothing -> t
DDCC  sources     nothing -> s
DDCC  comment     nothing -> -
DDCC  marks       nothing -> AR DD-CF, LB FC A:b
DDCC  conditions  enemy(FC) -> own(FC) or enemy(CF)

Book small is now version 2: 1 node changed.
This is change 3; to revert it: joseki revert 3
"
    );
    let fields =
        "verdict advantage sente confidence names tags sources comment marks conditions properties";
    let clear: Vec<&str> = fields.split(' ').flat_map(|field| ["--clear", field]).collect();
    let out = done(&place, &[&["set", "DDCC"], &clear[..]].concat());
    // There was no property.
    assert_eq!(out.matches(" -> nothing\n").count(), 10, "{out}");
}

#[test]
fn nodes_come_move_go_and_are_put_aside() {
    let place = Place::with_small_book();
    assert_eq!(lines(&place), "CD DDCC DDCF DDDE ");
    let out = done(&place, &["add", "DDFCCFCC", "--verdict", "good"]);
    assert_eq!(
        out,
        "\
DDCFFC    added
DDCFFCCC  added
DDCFFCCC  verdict  nothing -> good

Book small is now version 2: 2 nodes added.
This is change 3; to revert it: joseki revert 3
"
    );
    // The same move of what follows, on the board.
    done(&place, &["move", "--moves", "Q16,O17,R14", "--to-moves", "Q16,O17,R13"]);
    assert_eq!(lines(&place), "CD DDCC DDCF DDCFGCCC DDDE ");
    // A line that ended before still does.
    done(&place, &["retire", "DDCFGC", "--reason", "refuted"]);
    assert_eq!(lines(&place), "CD DDCC DDCF DDDE ");
    done(&place, &["restore", "DDFCCG"]);
    done(&place, &["move", "DDFCCG", "DDFCCF"]);
    done(&place, &["delete", "DDCF"]);
    assert_eq!(lines(&place), "CD DDCC DDDE ");
    done(&place, &["set", "", "--comment", "The corner."]);
    let root = place.ok(&["history", "", "--book", "small"]);
    assert!(root.contains("comment  nothing -> The corner.\n"), "{root}");
}

#[test]
fn who_edits_is_in_the_history() {
    let place = Place::with_small_book();
    let edit = ["edit", "--book", "small", "delete", "DDCF"];
    let done = place.command(&edit).env("USER", "ann\x1b[1m").output();
    assert!(done.expect("a run").status.success());
    let history = place.json(&["history", "--book", "small"]);
    assert_eq!(history["changes"][0]["who"], "command line (ann [1m)");
    assert_eq!(history["changes"][1]["who"], "command line");
}

//! `joseki books`, `joseki lines`, `joseki search`, and the database that they open.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::Place;

#[test]
fn books_are_a_table() {
    let place = Place::with_small_book();
    let out = place.ok(&["books"]);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["book", "version", "nodes", "lines", "games", "changed"]);
    assert_eq!(rows[1][..2], ["main", "1"]);
    // The starter book's counts were imported without their games.
    assert_eq!(rows[1][4], "52483");
    assert_eq!(rows[2][..5], ["small", "1", "5", "4", "0"]);
    assert!(rows[2][5].starts_with("20") && rows[2][7] == "UTC", "{out}");
    assert_eq!(rows.len(), 3);
}

#[test]
fn books_as_json() {
    let books = Place::with_small_book().json(&["books"]);
    let names: Vec<&Value> =
        books["books"].as_array().expect("books").iter().map(|book| &book["name"]).collect();
    assert_eq!(names, [&json!("main"), &json!("small")]);
    let mut keys: Vec<&String> = books["books"][1].as_object().expect("a book").keys().collect();
    keys.sort();
    let wanted =
        ["board_size", "changed", "created", "game", "games", "lines", "name", "nodes", "version"];
    assert_eq!(keys, wanted);
    let starter = &books["books"][0];
    assert_eq!((&starter["games"], &starter["counted_games"]), (&json!(0), &json!(52_483)));
}

#[test]
fn names_are_found_in_both_formats() {
    let place = Place::with_small_book();
    let search = |flags: &[&str]| place.ok(&[&["search", "雪崩"], flags].concat());
    let out = search(&["--limit", "1"]);
    let rows: Vec<&str> = out.lines().collect();
    assert!(rows[1].contains("CDEDECDD") && rows[1].contains("Q17 Q15 R15 Q16"), "{out}");
    assert!(rows[2].ends_with(" more; --limit shows them."), "{out}");
    let found = place.json(&["search", "Great", "avalanche"]);
    assert_eq!(found["book"], json!({"name": "main", "version": 1}));
    let none = place.ok(&["search", "avalanche", "--book", "small"]);
    assert_eq!(none, "Nothing in book small has these words.\n");
    let refused = place.run(&["search", ",-"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.err.contains("error: WORD: expected 1 to 16 words with a letter or digit"),
        "{}",
        refused.err
    );
}

#[test]
fn lines_in_both_formats() {
    let place = Place::with_small_book();
    let lines = |flags: &[&str]| place.ok(&[&["lines", "--book", "small"], flags].concat());
    assert_eq!(lines(&[]), "CD\nDDCC\nDDCF\nDDDE\n");
    assert_eq!(lines(&["--prefix", "ddc"]), "DDCC\nDDCF\n");
    assert_eq!(lines(&["--prefix", "XX"]), "");
    assert_eq!(lines(&["--limit", "1"]), "CD\n");
    assert!(lines(&["--after", "CD"]).starts_with("DDCC\n"));
    assert_eq!(
        lines(&["--prefix", "DDC", "--format", "json"]),
        "{\"line\":\"DDCC\",\"games\":0}\n{\"line\":\"DDCF\",\"games\":0}\n"
    );
}

/// The points of the upper right corner as SGF, and whether they are right of its diagonal.
fn corner() -> Vec<(String, bool)> {
    let columns = ('k'..='s').rev().enumerate();
    let point = |(u, x): (usize, char)| {
        let rows = ('a'..='i').enumerate();
        rows.map(move |(v, y)| (format!("{x}{y}"), u < v))
    };
    columns.flat_map(point).collect()
}

/// A tree of 36 · 80 · 4 lines, none the mirror of another: more than one page of them.
fn large_tree() -> String {
    let mut sgf = "(;SZ[19]".to_owned();
    for (first, _) in corner().iter().filter(|(_, right)| *right) {
        for (second, _) in corner().iter().filter(|(second, _)| second != first) {
            let free = corner().into_iter().map(|(third, _)| third);
            let thirds = free.filter(|third| third != first && third != second).take(4);
            let thirds: String = thirds.map(|third| format!("(;B[{third}])")).collect();
            sgf.push_str(&format!("(;B[{first}];W[{second}]{thirds})\n"));
        }
    }
    sgf + ")"
}

#[test]
fn lines_of_several_pages_are_all_there_in_order() {
    let place = Place::with_starter();
    place.write("large.sgf", large_tree());
    let report = place.json(&["import", "--book", "large", "large.sgf"]);
    assert_eq!(report["book"]["lines"], json!(36 * 80 * 4));
    let text = place.ok(&["lines", "--book", "large"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 36 * 80 * 4);
    assert!(lines.is_sorted_by(|a, b| a < b));
    let some = place.ok(&["lines", "--book", "large", "--limit", "10001"]);
    assert_eq!(some.lines().collect::<Vec<_>>(), lines[..10_001]);
    let exported = place.ok(&["export", "--book", "large", "--to", "lines"]);
    assert_eq!(exported.lines().count(), lines.len());
}

/// A command that writes a little.
const SETS_SOURCE: [&str; 5] = ["sources", "set", "club", "--license", "MIT"];

#[test]
fn every_command_works_on_a_fresh_machine_and_says_so() {
    for arguments in [
        &["books"][..],
        &["lines"],
        &["next", "--moves", "Q16"],
        &["export", "--to", "lines"],
        &["keys", "list"],
    ] {
        let place = Place::new();
        let run = place.run(arguments);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(!run.out.is_empty());
        assert_eq!(run.err, "note: no database joseki.db: the starter book answers\n");
        assert_eq!(place.files(), [""; 0], "what only reads makes no file");
    }
    let place = Place::new();
    let run = place.run(&SETS_SOURCE);
    assert_eq!(run.err, "note: created joseki.db with the starter book as \"main\"\n");
    assert_eq!(place.files(), ["joseki.db"]);
    assert_eq!(place.run(&SETS_SOURCE).err, "");
}

#[test]
fn the_database_is_named_by_a_flag_or_the_environment() {
    let place = Place::new();
    let from_environment = place.command(&SETS_SOURCE).env("JOSEKI_DB", "a.db").output();
    assert!(from_environment.expect("a run").status.success());
    place.ok(&[&SETS_SOURCE[..], &["--db", "b.db"]].concat());
    place.ok(&[&["--db", "c.db"], &SETS_SOURCE[..]].concat());
    let arguments = [&SETS_SOURCE[..], &["--db", "d.db"]].concat();
    let both = place.command(&arguments).env("JOSEKI_DB", "e.db").output();
    assert!(both.expect("a run").status.success());
    assert_eq!(place.files(), ["a.db", "b.db", "c.db", "d.db"]);
}

#[test]
fn an_empty_file_becomes_a_database() {
    let place = Place::with_starter();
    place.write("joseki.db", "");
    let run = place.run(&SETS_SOURCE);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.err.starts_with("note: joseki.db had no books: added the starter book"), "{run:?}");
}

#[test]
fn programs_that_start_at_once_share_one_new_database() {
    let place = Place::with_starter();
    let spawn = |_| {
        let mut command = place.command(&["books", "--format", "json"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("a run")
    };
    let runs: Vec<_> = (0..4).map(spawn).collect();
    for run in runs {
        let output = run.wait_with_output().expect("a run");
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(place.json(&["books"])["books"][0]["version"], json!(1));
}

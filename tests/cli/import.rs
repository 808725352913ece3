//! `joseki import`.

use std::io::Write;
use std::process::Stdio;

use serde_json::json;

use crate::program::{Place, SMALL};

#[test]
fn the_report_accounts_for_every_node() {
    let place = Place::new();
    place.write("small.sgf", SMALL);
    let run = place.run(&["import", "--book", "small", "small.sgf"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(
        run.out,
        "\
small.sgf: 6 nodes read = 5 placed + 1 merged (0 duplicate, 0 mirror, 0 tenuki, 1 no move) + 0 refused

Book small is now version 1: 5 nodes, 4 lines; 5 nodes added.
This is change 5; to revert it: joseki revert 5
"
    );
    assert_eq!(run.err, "note: created joseki.db with the starter book as \"main\"\n");
    let again = place.run(&["import", "--book", "small", "small.sgf"]);
    assert_eq!(
        again.out,
        "\
small.sgf: 6 nodes read = 0 placed + 6 merged (5 duplicate, 0 mirror, 0 tenuki, 1 no move) + 0 refused

Book small did not change: version 1, 5 nodes, 4 lines.
"
    );
    assert_eq!(again.err, "");
}

#[test]
fn json_is_the_same_account() {
    let place = Place::with_small_book();
    place.write("more.sgf", "(;SZ[19];B[pd];W[qf])(;B[pd];W[pd])");
    let mut report = place.json(&["import", "--book", "small", "more.sgf"]);
    let book = report["book"].as_object_mut().expect("a book");
    assert!(book.remove("created").is_some_and(|time| time.is_i64()));
    assert!(book.remove("changed").is_some_and(|time| time.is_i64()));
    // The approach from the other side is the mirror of the one that is there.
    assert_eq!(
        report,
        json!({
            "book": {"name": "small", "version": 1, "nodes": 5, "lines": 4, "game": "go", "board_size": null},
            "dry_run": false,
            "changed": false,
            "files": [{
                "file": "more.sgf",
                "trees": 2,
                "nodes": 5,
                "placed": 0,
                "merged": {"duplicate": 3, "mirror": 0, "tenuki": 0, "no_move": 1},
                "refused": [{"line": 1, "reason": "Q16 is already occupied"}],
                "implied": 0,
                "conflicts": [],
                "warnings": [],
            }],
            "change": null,
            "difference": {"added": 0, "changed": 0, "deleted": 0, "nodes": [], "next": null},
            "contradictions": {"count": 0, "first": []},
            "converted": {"count": 0, "first": []},
            "to_review": {"count": 0, "first": []},
        })
    );
}

#[test]
fn twenty_refusals_are_listed_and_the_rest_is_counted() {
    let place = Place::with_starter();
    let twice = "(;B[pd]\n;W[pd])\n".repeat(25);
    place.write("twice.sgf", format!("(;SZ[19]\n{twice})"));
    let run = place.run(&["import", "--book", "x", "twice.sgf"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("+ 25 refused\n\n25 refused:\n"), "{run:?}");
    assert!(run.out.contains("  twice.sgf:3: Q16 is already occupied\n"), "{run:?}");
    assert_eq!(run.out.matches("is already occupied").count(), 20, "{run:?}");
    assert!(
        run.out.ends_with(
            "  … and 5 more; --format json lists all

25 nodes refused and left out; the rest was imported.
Book x is now version 1: 1 node, 1 line; 1 node added.
This is change 2; to revert it: joseki revert 2
"
        ),
        "{run:?}"
    );
    let report = place.json(&["import", "--book", "x", "twice.sgf"]);
    assert_eq!(report["files"][0]["refused"].as_array().map(Vec::len), Some(25));
}

#[test]
fn conflicts_and_warnings_are_told() {
    let place = Place::with_small_book();
    place.write("other.sgf", "(;SZ[19];B[pd]BM[1];W[jd]TE[1]");
    let run = place.run(&["import", "--book", "small", "other.sgf"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(
        run.out.contains(
            "1 in conflict; the first value was kept:\n  other.sgf: verdict of DD: ideal, not mistake\n"
        ),
        "{run:?}"
    );
    assert!(run.out.contains("1 odd but readable:\n  other.sgf: line 1: "), "{run:?}");
}

#[test]
fn several_files_go_into_one_version() {
    let place = Place::with_starter();
    place.write("a.sgf", "(;B[pd];W[nc])");
    place.write("b.sgf", "(;B[pd];W[qc])");
    let out = place.ok(&["import", "--book", "ab", "a.sgf", "b.sgf"]);
    assert!(out.contains("a.sgf: 2 nodes read = 2 placed"), "{out}");
    assert!(out.contains("b.sgf: 2 nodes read = 1 placed + 1 merged (1 duplicate"), "{out}");
    assert!(
        out.ends_with("\nBook ab is now version 1: 3 nodes, 2 lines; 3 nodes added.\nThis is change 2; to revert it: joseki revert 2\n"),
        "{out}"
    );
}

#[test]
fn all_files_or_none() {
    let place = Place::with_small_book();
    let before = place.ok(&["books"]);
    place.write("good.sgf", "(;B[dd])");
    place.write("bad.sgf", "hello");
    let run = place.run(&["import", "--book", "small", "good.sgf", "bad.sgf"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.starts_with("error: bad.sgf: line 1: "), "{run:?}");
    assert_eq!(place.ok(&["books"]), before);
}

#[test]
fn standard_input_is_a_dash() {
    let place = Place::with_starter();
    let run = place.run_with_input(&["import", "--book", "small", "-"], SMALL);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.starts_with("<stdin>: 6 nodes read = 5 placed"), "{run:?}");
}

#[test]
fn a_dry_run_changes_no_byte() {
    let place = Place::with_small_book();
    let before = place.read("joseki.db");
    place.write("more.sgf", "(;B[qd];W[od])");
    let arguments = ["import", "--book", "small", "--dry-run", "more.sgf"];
    assert_eq!(
        place.ok(&arguments),
        "\
more.sgf: 2 nodes read = 1 placed + 1 merged (1 duplicate, 0 mirror, 0 tenuki, 0 no move) + 0 refused

Dry run, nothing was written: book small would become version 2 with 6 nodes, 5 lines; 1 node added.
"
    );
    let report = place.json(&arguments);
    assert_eq!((&report["dry_run"], &report["changed"]), (&json!(true), &json!(true)));
    assert_eq!(place.read("joseki.db"), before);
    let nothing = place.ok(&["import", "--book", "small", "--dry-run", "small.sgf"]);
    assert!(nothing.ends_with("book small would not change.\n"), "{nothing}");
}

#[test]
fn a_dry_run_creates_no_database() {
    let place = Place::new();
    place.write("small.sgf", SMALL);
    place.write("empty.db", "");
    let run = place.run(&["import", "--dry-run", "small.sgf"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(
        run.err,
        "note: joseki.db has no books yet; a real run would add the starter book\n"
    );
    // As in a real run, the starter book is there first.
    assert!(run.out.contains("book main would become version 2"), "{run:?}");
    assert_eq!(place.run(&["import", "--dry-run", "small.sgf", "--db", "empty.db"]).code, Some(0));
    assert_eq!(place.files(), ["empty.db", "small.sgf"]);
    assert_eq!(place.read("empty.db"), b"");
}

#[test]
fn a_wrong_file_name_creates_no_database() {
    let place = Place::new();
    assert_eq!(place.run(&["import", "nothing.sgf"]).code, Some(1));
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn an_import_that_is_killed_leaves_the_database_as_it_was() {
    let place = Place::with_small_book();
    let before = place.read("joseki.db");
    let mut command = place.command(&["import", "--book", "small", "-"]);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("a run");
    let mut stdin = child.stdin.take().expect("standard input");
    stdin.write_all(b"(;B[dd];W[cc]").expect("it reads");
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    assert_eq!(place.read("joseki.db"), before);
}

#[test]
fn what_a_file_says_cannot_steer_the_terminal() {
    let place = Place::with_starter();
    place.write("evil.sgf", "(;SZ[\x1b[2J\\]\x07])");
    let run = place.run(&["import", "evil.sgf"]);
    assert!(run.out.contains("evil.sgf:1: unsupported board size SZ["), "{run:?}");
    assert!(!run.out.contains(['\x1b', '\x07']), "{run:?}");
}

#[test]
fn a_file_that_is_no_sgf_is_refused_and_changes_nothing() {
    let place = Place::with_small_book();
    for (name, text, why) in [
        ("page.html", &b"<html><p>a game (; see [1] below)</p></html>"[..], "no SGF property"),
        ("loop.c", b"int main(void) {\n  for (;;) { a[i] = b[i]; }\n}\n", "no SGF property"),
        ("program", b"\x7fELF\0\0(;GM[1];B[pd])", "zero bytes before the first game tree"),
    ] {
        place.write(name, text);
        let run = place.run(&["import", "--book", "other", name]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert_eq!(run.out, "", "{name}");
        let said = run.err.contains(&format!("error: {name}: line ")) && run.err.contains(why);
        assert!(said, "{}", run.err);
    }
    let books = place.ok(&["books"]);
    assert!(!books.contains("other"), "{books}");
    place.write("mail.txt", "From: club\n\nhere (today):\n\n(;GM[1];B[pd])\n-- \nbye (;-)\n");
    place.ok(&["import", "--book", "other", "mail.txt"]);
}

#[test]
fn an_import_of_which_everything_is_refused_makes_no_book() {
    let place = Place::with_small_book();
    place.write("off.sgf", "(;SZ[19]GN[x]C[hello];W[zz];B[pd])");
    for flags in [&["--dry-run"][..], &[]] {
        let arguments = [&["import", "--book", "other", "off.sgf"], flags].concat();
        let run = place.run(&arguments);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.out.contains("2 refused:\n  off.sgf:1: invalid point W[zz]"), "{}", run.out);
        let said = "error: nothing was imported into book \"other\": every move was refused, first off.sgf:1: invalid point W[zz]";
        assert!(run.err.contains(said), "{}", run.err);
    }
    let json = place.run(&["import", "--book", "small", "off.sgf", "--format", "json"]);
    assert_eq!(json.code, Some(1), "{json:?}");
    assert!(json.out.contains("\"changed\":false"), "{}", json.out);
    let books = place.ok(&["books"]);
    assert!(!books.contains("other"), "{books}");
    // Annotations of an imported node are kept, though the rest is left out.
    place.write("half.sgf", "(;SZ[19];B[pd];W[zz])");
    place.ok(&["import", "--book", "small", "half.sgf"]);
}

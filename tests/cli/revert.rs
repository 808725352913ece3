//! `joseki revert`.

use serde_json::json;

use crate::history::edited;
use crate::program::Place;

fn sgf(place: &Place, book: &[&str]) -> String {
    place.ok(&[&["export", "--to", "sgf"], book].concat())
}

#[test]
fn a_change_is_taken_back_and_that_too() {
    let place = edited();
    let gone = sgf(&place, &["--book", "small"]);
    let out = place.ok(&["revert", "5", "--reason", "a slip"]);
    assert!(out.starts_with("DDCF  added\n"), "{out}");
    assert!(out.ends_with("This is change 6; to revert it: joseki revert 6\n"), "{out}");
    assert_eq!(
        sgf(&place, &["--book", "small"]),
        sgf(&place, &["--book", "small", "--as-of", "3"])
    );
    place.ok(&["revert", "6"]);
    assert_eq!(sgf(&place, &["--book", "small"]), gone);
    assert_eq!(place.json(&["change", "6"])["what"], "change 5");
}

#[test]
fn a_book_without_nodes_is_said_to_be_empty() {
    let place = Place::with_starter();
    place.write("one.sgf", "(;SZ[19];B[dd])");
    let imported = place.ok(&["import", "one.sgf", "--book", "one"]);
    assert!(!imported.contains("empty"), "{imported}");
    let change = place.json(&["history", "--book", "one"])["changes"][0]["id"].to_string();
    let out = place.ok(&["revert", &change]);
    let said = "Book one is empty now; to delete it: joseki book delete one\n";
    assert!(out.contains(said), "{out}");
}

#[test]
fn later_changes_are_refused_kept_or_lost() {
    let place = edited();
    place.ok(&["revert", "5"]);
    let run = place.run(&["revert", "3"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.out, "\n1 contradiction:\n  DDCF  verdict  trick (kept), not ideal\n");
    assert!(
        run.err.starts_with("error: later changes conflict with change 3 (1 in all, "),
        "{run:?}"
    );
    assert!(run.err.contains("--later keep"), "{run:?}");
    let json = place.run(&["revert", "3", "--format", "json"]);
    assert_eq!((json.code, json.out.as_str()), (Some(1), ""));
    let kept = place.json(&["revert", "3", "--later", "keep"]);
    assert_eq!((&kept["change"], &kept["contradictions"]["count"]), (&json!(null), &json!(1)));
    let trial = place.json(&["revert", "3", "--later", "drop", "--dry-run"]);
    assert_eq!((&trial["change"], &trial["dry_run"]), (&json!(null), &json!(true)));
    assert_eq!(trial["contradictions"]["first"][0]["taken"], true);
    let lost = place.json(&["revert", "3", "--later", "drop"]);
    assert_eq!(lost["difference"]["nodes"][0]["fields"][0]["after"], "ideal");
    // What change 4 did beside it stays.
    assert!(sgf(&place, &["--book", "small"]).contains("N[trap]"));
}

#[test]
fn everything_since_a_version_is_taken_back() {
    let place = edited();
    let first = sgf(&place, &["--book", "small", "--as-of", "1"]);
    assert_eq!(first, {
        let fresh = Place::with_small_book();
        sgf(&fresh, &["--book", "small"])
    });
    let out = place.ok(&["revert", "--since", "1", "--book", "small"]);
    assert!(out.contains("Book small is now version 5: 1 node added.\n"), "{out}");
    assert_eq!(sgf(&place, &["--book", "small"]), first);
    let nothing = place.ok(&["revert", "--since", "2100-01-01", "--book", "small"]);
    assert_eq!(nothing, "Book small did not change: version 5.\n");
}

#[test]
fn what_cannot_be_taken_back_is_told() {
    let place = edited();
    let check = |arguments: &[&str], code: i32, error: &str| {
        let run = place.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{run:?}");
        assert!(run.err.starts_with(&format!("error: {error}")), "{run:?}");
        assert!(code == 2 || run.err.contains("\nhint: "), "{run:?}");
    };
    check(&["revert", "99"], 1, "unknown change 99");
    check(&["revert", "1"], 1, "change 1 (create) cannot be reverted: ");
    check(
        &["revert", "4", "--book", "main"],
        1,
        "change 4 (edit) cannot be reverted: it belongs to book",
    );
    check(
        &["revert", "--since", "99", "--book", "small"],
        1,
        "book \"small\" has no version 99 yet",
    );
    check(
        &["revert", "--since", "1970-01-02", "--book", "small"],
        1,
        "the log of book \"small\" begins with",
    );
    check(&["revert", "--since", "yesterday"], 2, "invalid value 'yesterday'");
    check(&["revert", "4", "--since", "1"], 2, "the argument '[ID]' cannot be used with");
    check(&["revert"], 2, "the following required arguments");
    check(&["change", "x"], 2, "invalid value 'x'");
    check(&["change", "99"], 1, "unknown change 99");
    check(&["history", "DDEE", "--book", "small"], 1, "unknown node DDEE in book \"small\"");
    check(&["history", "DDE"], 2, "LINE: the step string");
    check(&["history", "--book", "nope"], 1, "unknown book \"nope\"");
    check(&["diff", "small@9", "small"], 1, "book \"small\" has no version 9 yet");
    check(&["diff", "small@", "small"], 2, "invalid value 'small@'");
    check(&["diff", "nope", "small"], 1, "unknown book \"nope\"");
}

/// The starter book has some 500 moves that were written, and 12,000 that counted games made.
#[test]
fn counted_moves_that_go_with_an_edit_come_back_with_their_counts() {
    let place = Place::with_starter();
    let ask = || {
        let mut answer = place.json(&["next", "--moves", "Q16,O17", "--trend"]);
        answer["book"]["version"] = json!(null);
        (answer, place.ok(&["lines", "--format", "json"]))
    };
    let before = ask();
    place.ok(&["edit", "delete", "DDCF"]);
    place.ok(&["edit", "set", "CDXXCH", "--verdict", "good"]);
    assert_ne!(ask(), before);
    place.ok(&["revert", "3"]);
    place.ok(&["revert", "2"]);
    assert_eq!(place.ok(&["diff", "main@1", "main"]), "No differences.\n");
    assert_eq!(ask(), before);
    // And what was taken back can be taken back.
    place.ok(&["revert", "5"]);
    assert_eq!(place.ok(&["diff", "main@4", "main"]), "No differences.\n");
    place.ok(&["revert", "--since", "1"]);
    assert_eq!(ask(), before);
    assert_eq!(place.json(&["doctor"])["healthy"], true);
}

//! `joseki book`: whole books.

use serde_json::json;

use crate::program::Place;

fn lines(place: &Place, book: &str) -> String {
    place.ok(&["lines", "--book", book]).replace('\n', " ")
}

#[test]
fn books_are_made_copied_renamed_deleted_and_made_again() {
    let place = Place::with_small_book();
    assert_eq!(
        place.ok(&["book", "create", "club", "--reason", "beginners"]),
        "Book club created: version 1, 0 nodes, 0 lines.\n"
    );
    assert_eq!(
        place.ok(&["book", "copy", "small", "draft"]),
        "Book draft copied from small: version 1, 5 nodes, 4 lines.\n"
    );
    let renamed = place.json(&["book", "rename", "draft", "mine", "--if-version", "1"]);
    assert_eq!((&renamed["name"], &renamed["nodes"]), (&json!("mine"), &json!(5)));
    let before = lines(&place, "mine");
    let deleted = place.ok(&["book", "delete", "mine"]);
    assert_eq!(deleted, "Book mine deleted.\nThis is change 6; to revert it: joseki revert 6\n");
    assert_eq!(place.run(&["lines", "--book", "mine"]).code, Some(1));
    let history = place.json(&["history", "--all"]);
    assert_eq!(history["changes"][0]["kind"], "delete");
    place.ok(&["revert", "6"]);
    assert_eq!(lines(&place, "mine"), before);
    let deleted = place.json(&["book", "delete", "mine"]);
    assert_eq!((&deleted["kind"], &deleted["book"]), (&json!("delete"), &json!("mine")));
}

#[test]
fn names_and_versions_are_checked() {
    let place = Place::with_small_book();
    for (arguments, error) in [
        (&["create", "small"][..], "book \"small\" already exists: "),
        (&["create", "a b"], "invalid book name \"a b\""),
        (&["create", "a@1"], "invalid book name \"a@1\""),
        (&["copy", "nope", "x"], "unknown book \"nope\""),
        (&["copy", "main", "small"], "book \"small\" already exists: "),
        (&["rename", "small", "main"], "book \"main\" already exists: "),
        (&["rename", "small", "x", "--if-version", "7"], "book \"small\" is at version 1, but "),
        (&["delete", "small", "--if-version", "7"], "book \"small\" is at version 1, but "),
        (&["delete", "nope"], "unknown book \"nope\""),
        (&["split", "small", "x", "EEEE"], "unknown node EEEE in book \"small\""),
        (&["merge", "small", "nope"], "unknown book \"nope\""),
    ] {
        let run = place.run(&[&["book"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.err.starts_with(&format!("error: {error}")), "{run:?}");
        assert!(run.err.contains("\nhint: "), "{run:?}");
    }
    let run = place.run(&["book", "split", "small", "x", "DDC"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    let run = place.run(&["book", "merge", "small", "main", "--rules", "verdict=both"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("its rule must be keep, take or confident, not both"), "{run:?}");
}

#[test]
fn lines_are_split_off() {
    let place = Place::with_small_book();
    let split = ["book", "split", "small", "traps", "DDED", "CD"];
    let trial = place.json(&[&split[..], &["--dry-run"]].concat());
    assert_eq!(
        (&trial["from"]["dry_run"], &trial["to"]["book"]["nodes"]),
        (&json!(true), &json!(3))
    );
    assert_eq!(place.run(&["lines", "--book", "traps"]).code, Some(1));
    let out = place.ok(&split);
    assert!(out.contains("Book small is now version 2: 2 nodes deleted.\n"), "{out}");
    assert!(out.contains("Book traps is now version 1: 3 nodes added.\n"), "{out}");
    assert_eq!(lines(&place, "small"), "DDCC DDCF ");
    assert_eq!(lines(&place, "traps"), "CD DDDE ");
}

#[test]
fn what_a_copy_changed_comes_back() {
    let place = Place::with_small_book();
    place.ok(&["book", "copy", "small", "draft"]);
    let edit =
        |book: &str, arguments: &[&str]| place.ok(&[&["edit", "--book", book], arguments].concat());
    edit("draft", &["add", "DDCFFC", "--verdict", "ideal"]);
    edit("draft", &["set", "DDCF", "--verdict", "mistake"]);
    edit("small", &["set", "DDCF", "--verdict", "trick"]);
    edit("small", &["set", "DDCC", "--name", "contact"]);
    let merge = ["book", "merge", "small", "draft"];
    let out = place.ok(&[&merge[..], &["--dry-run"]].concat());
    assert_eq!(
        out,
        "\
Common base: small@1.

DDCFFC  added
DDCFFC  verdict  nothing -> ideal

1 contradiction:
  DDCF  verdict  trick (kept), not mistake

Dry run, nothing was written: book small would become version 4: 1 node added.
"
    );
    let taken = place.json(&[&merge[..], &["--rules", "verdict=take"]].concat());
    assert_eq!((&taken["base"], &taken["contradictions"]["count"]), (&json!("small@1"), &json!(1)));
    assert_eq!(
        (&taken["difference"]["added"], &taken["difference"]["changed"]),
        (&json!(1), &json!(1))
    );
    let again = place.json(&merge);
    assert_eq!(again["change"], json!(null), "{again}");
    // Without a base, all of the other book is new.
    place.ok(&["book", "create", "empty"]);
    let all = place.ok(&["book", "merge", "empty", "small@1"]);
    assert!(all.starts_with("No common base in the history.\n"), "{all}");
    assert_eq!(lines(&place, "empty"), "CD DDCC DDCF DDDE ");
}

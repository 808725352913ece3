//! `joseki edit apply`: the edits of a file, all of them or none.

use serde_json::json;

use crate::program::{Place, Run};

fn apply(place: &Place, file: &str, flags: &[&str]) -> Run {
    place.run(&[&["edit", "--book", "small", "apply", file], flags].concat())
}

const EDITS: &str = r#"[
    {"op": "set", "line": "DDFC", "if_match": 1, "fields": {"verdict": "good", "names": {"remove": ["approach"]}}},
    {"op": "add", "moves": "W:D4,B:F3,W:C6", "fields": {"comment": "White C6"}},
    {"op": "move", "line": "DDDE", "to": "DDDF"},
    {"op": "delete", "line": "CD"}
]"#;

#[test]
fn all_edits_are_one_change() {
    let place = Place::with_small_book();
    place.write("edits.json", EDITS);
    let run = apply(&place, "edits.json", &["--reason", "review"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(
        run.out,
        "\
CD      deleted
DDCF    verdict  ideal -> good
DDCF    names    approach -> nothing
DDCFFC  added
DDCFFC  comment  nothing -> {B} {FC}
DDDE    deleted
DDDF    added
DDDF    verdict  nothing -> mistake

Book small is now version 2: 2 nodes added, 1 node changed, 2 nodes deleted.
This is change 3; to revert it: joseki revert 3
"
    );
    assert_eq!(place.json(&["change", "3"])["reason"], "review");
    let lines = place.ok(&["lines", "--book", "small"]);
    assert_eq!(lines, "DDCC\nDDCF\nDDCFFC\nDDDF\n");
}

#[test]
fn the_body_of_an_http_request_is_taken_too_and_standard_input() {
    let place = Place::with_small_book();
    let body = json!({"reason": "from the body", "edits": [{"op": "delete", "line": "CD"}]});
    let arguments = ["edit", "--book", "small", "apply", "-"];
    let run = place.run_with_input(&arguments, body.to_string());
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(place.json(&["change", "3"])["reason"], "from the body");
    let body = json!({"dry_run": true, "edits": [{"op": "delete", "line": "DD"}]});
    let run = place.run_with_input(&arguments, body.to_string());
    assert!(run.out.contains("Dry run, nothing was written"), "{run:?}");
    assert_eq!(place.ok(&["lines", "--book", "small"]).lines().count(), 3);
}

#[test]
fn one_wrong_edit_and_none_is_done() {
    let place = Place::with_small_book();
    let before = place.read("joseki.db");
    let check = |json: &str, code: i32, error: &str| {
        place.write("edits.json", json);
        let run = apply(&place, "edits.json", &[]);
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{run:?}");
        assert!(run.err.starts_with(&format!("error: {error}")), "{run:?}");
        assert!(run.err.contains("\nhint: nothing was changed"), "{run:?}");
        assert!(run.err.len() < 1_000, "{} bytes", run.err.len());
        assert_eq!(place.read("joseki.db"), before, "{error}");
    };
    // Stale, after an edit that could be done.
    let stale = EDITS.replace(r#""op": "delete","#, r#""op": "delete", "if_match": 9,"#);
    check(&stale, 1, "edit 4: node CD of book \"small\" has changed: it is at revision 1, not 9");
    check(&EDITS.replace("DDDF", "DDCC"), 1, "edit 3 of book \"small\": ");
    check(&EDITS.replace("DDDF", "DDD"), 1, "edits.json: edits[2].to: ");
    check(&EDITS.replace("\"good\"", "\"best\""), 1, "edits.json: edits[0].fields.verdict: ");
    check(
        &EDITS.replace("delete", "destroy"),
        1,
        "edits.json: unknown variant `destroy`, expected one of `add`, `set`, `put`, `move`, `delete` at line 5",
    );
    check(&EDITS.replace("\"to\"", "\"too\""), 1, "edits.json: unknown field `too`");
    check("", 1, "edits.json: the file is empty: expected a list of edits");
    check("7", 1, "edits.json: invalid type: integer `7`, expected a list");
    check("\0\x1b[2J", 1, "edits.json: expected value at line 1 column 1");
    check(&"[".repeat(100_000), 1, "edits.json: ");
    let deep = format!("{{\"edits\": {}", "{\"a\":".repeat(100_000));
    check(&deep, 1, "edits.json: ");
}

#[test]
fn ten_megabytes_are_read_and_said_little_of() {
    const LONG: usize = 10 << 20;
    let place = Place::with_small_book();
    let before = place.read("joseki.db");
    let unknown = format!(r#"[{{"op": "{}", "line": "DD"}}]"#, "x".repeat(LONG));
    let line = format!(r#"[{{"op": "delete", "line": "{}"}}]"#, "DD".repeat(LONG / 2));
    let many = format!("[{}]", vec![r#"{"op": "delete", "line": "DD"}"#; LONG / 30].join(","));
    let comment = format!(
        r#"[{{"op": "set", "line": "DD", "fields": {{"comment": "{}"}}}}]"#,
        "x".repeat(LONG)
    );
    for (json, error) in [
        (unknown, "error: edits.json: unknown variant `xxx"),
        (line, "error: edits.json: edits[0].line: too long: at most 400 steps are allowed"),
        (many, "error: edits.json: edits: too many edits: 349525, at most 10000 are allowed"),
        (comment, "error: edits.json: edits[0].fields.comment: too long: at most"),
    ] {
        place.write("edits.json", &json);
        let run = apply(&place, "edits.json", &[]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
        assert!(run.err.starts_with(error), "{}", &run.err[..200.min(run.err.len())]);
        assert!(run.err.len() < 1_000, "{} bytes", run.err.len());
    }
    assert_eq!(place.read("joseki.db"), before);
    // Blanks do not count towards the limit.
    let blank = format!("{}{EDITS}", " ".repeat(LONG));
    let run = place.run_with_input(&["edit", "--book", "small", "apply", "-"], &blank);
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn a_revision_for_all_edits_makes_no_sense() {
    let place = Place::with_small_book();
    place.write("edits.json", EDITS);
    let run = apply(&place, "edits.json", &["--if-revision", "1"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.starts_with("error: --if-revision: "), "{run:?}");
    let run = apply(&place, "none.json", &[]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.starts_with("error: cannot read none.json: "), "{run:?}");
}

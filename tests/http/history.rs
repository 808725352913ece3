//! The log of changes over HTTP: looked at, taken back, and books as they were.

use joseki::service::{SourceFile, curate::ImportRequest};
use joseki::store::Scopes;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::desk::Desk;
use crate::fixture::Fixture;

const NODE: &str = "/v1/books/b/nodes/DDCF";

fn comment(desk: &Desk, text: &str) -> i64 {
    desk.set("b", "DDCF", &json!({"comment": text}))
}

fn revert(desk: &Desk, body: Value) -> Answer {
    desk.post("/v1/books/b/revert", &body)
}

fn ids(page: &Value) -> Vec<i64> {
    let changes = page["changes"].as_array().expect("changes").iter();
    changes.map(|change| change["id"].as_i64().expect("an id")).collect()
}

#[test]
fn the_log_is_read_in_pages_both_ways() {
    let desk = Desk::new();
    let [first, starter] = ids(&desk.get("/v1/changes"))[..] else {
        panic!("a change for each book")
    };
    let made: Vec<i64> = (0..5).map(|n| comment(&desk, &format!("comment {n}"))).collect();
    let wanted: Vec<i64> = std::iter::once(first).chain(made).collect();
    let all: Vec<i64> = std::iter::once(starter).chain(wanted.clone()).collect();
    for (path, wanted) in [
        ("/v1/changes?", &all),
        ("/v1/changes?book=b&", &wanted),
        ("/v1/books/b/changes?", &wanted),
    ] {
        let mut found = Vec::new();
        let mut next = desk.get(&format!("{path}limit=4"));
        loop {
            found.extend(ids(&next));
            let Some(before) = next["next"].as_i64() else {
                break;
            };
            next = desk.get(&format!("{path}limit=4&before={before}"));
        }
        found.reverse();
        assert_eq!(found, *wanted, "{path}");
        let mut found = Vec::new();
        let mut next = desk.get(&format!("{path}limit=4&after=0"));
        loop {
            found.extend(ids(&next));
            let Some(after) = next["next"].as_i64() else {
                break;
            };
            next = desk.get(&format!("{path}limit=4&after={after}"));
        }
        assert_eq!(found, *wanted, "{path}");
    }
    let of_node = desk.get(&format!("{NODE}/changes?limit=2"));
    assert_eq!(ids(&of_node), wanted.iter().rev().take(2).copied().collect::<Vec<_>>());
    let field = &of_node["changes"][0]["node"]["fields"][0];
    assert_eq!((&field["before"], &field["after"]), (&json!("comment 3"), &json!("comment 4")));
    let by_moves = desk.get("/v1/books/b/nodes/changes?moves=W:D4,B:C6&limit=2");
    assert_eq!(by_moves, of_node);
    let mirrored = desk.get("/v1/books/b/nodes/DDFC/changes?limit=2");
    assert_eq!(mirrored, of_node);
    desk.get("/v1/books/b/nodes/changes");
}

#[test]
fn a_change_is_told_with_its_nodes_in_parts() {
    let desk = Desk::new();
    let id = ids(&desk.get("/v1/changes"))[0];
    let path = format!("/v1/changes/{id}");
    let whole = desk.get(&format!("{path}?limit=10000"));
    let nodes = whole["difference"]["nodes"].as_array().expect("nodes").len();
    assert_eq!(whole["difference"]["added"], nodes);
    let mut found = 0;
    let mut part = desk.get(&format!("{path}?limit=2"));
    loop {
        found += part["difference"]["nodes"].as_array().expect("nodes").len();
        let Some(after) = part["difference"]["next"].as_str() else {
            break;
        };
        part = desk.get(&format!("{path}?limit=2&after={after}"));
    }
    assert_eq!(found, nodes);
    for (path, status, code) in [
        ("/v1/changes/999", 404, "unknown_change"),
        ("/v1/changes/x", 400, "invalid_path"),
        ("/v1/changes?book=none", 404, "unknown_book"),
        ("/v1/books/none/changes", 404, "unknown_book"),
        ("/v1/changes?limit=0", 400, "invalid_value"),
        ("/v1/books/b/nodes/DDPP/changes", 404, "unknown_node"),
    ] {
        let refused = desk.fixture.get(path).send().expect(status);
        assert_eq!(refused.code(), code, "{path}");
    }
}

#[test]
fn a_change_is_taken_back_and_that_too() {
    let desk = Desk::new();
    let before = desk.export("b");
    let change = comment(&desk, "wrong");
    let dry = revert(&desk, json!({"change": change, "dry_run": true}));
    let dry = dry.expect(200).json();
    assert_eq!((&dry["dry_run"], &dry["difference"]["changed"]), (&json!(true), &json!(1)));
    assert_eq!(desk.get(NODE)["comment"], "wrong");
    let back = revert(&desk, json!({"change": change, "reason": "a slip"}));
    let back = back.expect(200).json();
    let after = desk.export("b");
    assert!(after == before, "the book is another");
    let entry = desk.get(&format!("/v1/changes/{}", back["change"]));
    assert_eq!(
        [&entry["kind"], &entry["reason"], &entry["what"]],
        ["revert", "a slip", &format!("change {change}")]
    );
    let again = revert(&desk, json!({"change": back["change"]})).expect(200);
    assert_eq!(again.json()["contradictions"]["count"], 0);
    assert_eq!(desk.get(NODE)["comment"], "wrong");
}

#[test]
fn later_changes_are_kept_or_dropped_as_is_said() {
    let desk = Desk::new();
    let first = comment(&desk, "first");
    comment(&desk, "second");
    let refused = revert(&desk, json!({"change": first})).expect(409);
    assert_eq!(refused.code(), "later_changes");
    let contradictions = refused.json()["contradictions"].clone();
    assert_eq!(
        (&contradictions[0]["line"], &contradictions[0]["field"]),
        (&json!("DDCF"), &json!("comment"))
    );
    let kept = revert(&desk, json!({"change": first, "later": "keep"})).expect(200);
    assert_eq!(kept.json()["contradictions"]["count"], 1);
    assert_eq!(desk.get(NODE)["comment"], "second");
    revert(&desk, json!({"change": first, "later": "drop"})).expect(200);
    assert_ne!(desk.get(NODE)["comment"], "second");
}

#[test]
fn all_since_a_version_is_taken_back() {
    let desk = Desk::new();
    let before = desk.export("b");
    comment(&desk, "one");
    let add = json!({"edits": [{"op": "add", "line": "DDHK"}, {"op": "delete", "line": "DDCFFC", "if_match": 1}]});
    desk.edits(&add).expect(200);
    revert(&desk, json!({"since": "1"})).expect(200);
    let after = desk.export("b");
    assert!(after == before, "the book is another");
    for (body, status, code, field) in [
        (json!({}), 400, "missing_field", "change"),
        (json!({"change": 1, "since": "1"}), 400, "invalid_value", "since"),
        (json!({"since": "soon"}), 400, "invalid_value", "since"),
        (json!({"since": "99"}), 422, "not_yet", "since"),
        (json!({"change": 999}), 404, "unknown_change", "change"),
        (json!({"change": 1}), 409, "not_revertible", "change"),
        (json!({"change": 2, "later": "never"}), 400, "invalid_value", "later"),
    ] {
        // The starter is the first change, and the book began with it.
        if code == "not_revertible" {
            continue;
        }
        let refused = revert(&desk, body.clone()).expect(status);
        assert_eq!(
            (refused.code().as_str(), &refused.json()["field"]),
            (code, &json!(field)),
            "{body}"
        );
    }
}

#[test]
fn a_book_is_asked_as_it_was() {
    let desk = Desk::new();
    let paths = [
        "/v1/next?book=b&moves=Q16,O17&",
        "/v1/books/b?",
        "/v1/books/b/lines?prefix=DDCF&",
        "/v1/books/b/nodes/DDCF?",
        "/v1/books/b/nodes?moves=Q16,O17&",
        "/v1/books/b/export?format=lines&",
        "/v1/books/b/export?format=sgf&",
    ];
    let then: Vec<Answer> =
        paths.iter().map(|path| desk.fixture.get(path).send().expect(200)).collect();
    let batch =
        json!({"queries": [{"book": "b", "moves": [["B", "Q16"], ["W", "O17"]], "as_of": "1"}]});
    let edits = json!({"edits": [
        {"op": "delete", "line": "DDCFFC", "if_match": 1},
        {"op": "set", "line": "DDCF", "if_match": 1, "fields": {"verdict": "mistake"}}
    ]});
    desk.edits(&edits).expect(200);
    for (path, then) in paths.iter().zip(&then) {
        let now = desk.fixture.get(path).send().expect(200);
        assert_ne!(now.text(), then.text(), "{path}");
        let past = desk.fixture.get(&format!("{path}as_of=1")).send().expect(200);
        let (mut past_json, mut then_json) = (past.text(), then.text());
        if path.contains("/nodes") {
            // Revisions are those of today's nodes.
            let revised = |text: &str| -> Value {
                let mut json: Value = serde_json::from_str(text).expect("JSON");
                json["revision"] = Value::Null;
                json
            };
            (past_json, then_json) =
                (revised(&past_json).to_string(), revised(&then_json).to_string());
            assert_eq!(past.header("etag"), Some("\"b-1.0\""));
        } else {
            assert_eq!(past.header("etag"), Some("\"b-1\""), "{path}");
        }
        assert_eq!(past_json, then_json, "{path}");
        let held = desk.fixture.get(&format!("{path}as_of=1"));
        let held = held.header("If-None-Match", past.header("etag").expect("a tag"));
        held.send().expect(304);
        let soon = desk.fixture.get(&format!("{path}as_of=99")).send().expect(422);
        assert_eq!((soon.code().as_str(), &soon.json()["field"]), ("not_yet", &json!("as_of")));
        let early = desk.fixture.get(&format!("{path}as_of=1999-01-01")).send();
        assert_eq!(early.expect(404).code(), "no_history", "{path}");
        let wrong = desk.fixture.get(&format!("{path}as_of=never")).send().expect(400);
        assert_eq!(wrong.json()["field"], "as_of", "{path}");
    }
    let answer = desk.fixture.post("/v1/next/batch").json(&batch).send().expect(200);
    let first = &answer.json()["answers"][0];
    let moves: Value = serde_json::from_slice(&then[0].body).expect("JSON");
    assert_eq!((&first["moves"], &first["book"]["version"]), (&moves["moves"], &json!(1)));
    let one = json!({"book": "b", "moves": [["B", "Q16"], ["W", "O17"]], "as_of": "1"});
    let one = desk.fixture.post("/v1/next").json(&one).send().expect(200).json();
    assert_eq!(one["moves"], moves["moves"]);
    let counts = desk.fixture.get("/v1/books/b/export?format=counts&as_of=1").send();
    assert_eq!(counts.expect(400).json()["field"], "as_of");
}

#[test]
fn states_are_compared() {
    let desk = Desk::new();
    comment(&desk, "one");
    let difference = desk.get("/v1/books/b/diff?as_of=1");
    assert_eq!([&difference["added"], &difference["changed"], &difference["deleted"]], [0, 1, 0]);
    let field = &difference["nodes"][0]["fields"][0];
    assert_eq!(field["after"], "one");
    assert_eq!(desk.get("/v1/books/b/diff?with=b")["changed"], 0);
    let same = desk.get("/v1/books/b/diff?with=b@1");
    assert_eq!(same, difference);
    for (query, code) in [
        ("", "missing_field"),
        ("?with=b&as_of=1", "invalid_value"),
        ("?with=b@soon", "invalid_value"),
    ] {
        let refused = desk.fixture.get(&format!("/v1/books/b/diff{query}")).send();
        assert_eq!(refused.expect(400).code(), code, "{query}");
    }
    let unknown = desk.fixture.get("/v1/books/b/diff?with=none").send();
    assert_eq!(unknown.expect(404).code(), "unknown_book");
}

#[test]
fn folders_of_imported_files_are_for_those_with_a_key() {
    let import = |fixture: &Fixture| {
        let file = |name: &str, line: &str| {
            let bytes = format!("(;SZ[19];B[{line}])").into_bytes();
            SourceFile { name: name.to_owned(), bytes }
        };
        let files = vec![file("/home/ann/books/a.sgf", "pd"), file("b c.sgf", "pc")];
        let request = ImportRequest::new("b", files, "command line (ann)");
        fixture.service.curation().import(&request).expect("imported").change.expect("a change")
    };
    let what = |fixture: &Fixture, path: &str| {
        let key = fixture.key(Scopes::READ);
        let answer = fixture.get(path).key(&key).send().expect(200).json();
        let change = answer["changes"].get(0).cloned().unwrap_or(answer);
        change["what"].as_str().expect("a source").to_owned()
    };
    let open = Fixture::new();
    let closed = Fixture::with(|options| options.anonymous_reads = false);
    for (fixture, wanted) in
        [(&open, "a.sgf, b c.sgf"), (&closed, "/home/ann/books/a.sgf, b c.sgf")]
    {
        let id = import(fixture);
        for path in [
            "/v1/changes?limit=1".to_owned(),
            "/v1/books/b/changes?limit=1".to_owned(),
            "/v1/books/b/nodes/DD/changes".to_owned(),
            format!("/v1/changes/{id}"),
        ] {
            assert_eq!(what(fixture, &path), wanted, "{path}");
        }
    }
}

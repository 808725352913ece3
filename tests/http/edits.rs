//! Nodes edited over HTTP: stale entity tags, conflicts, and no lost updates.

use std::thread;

use joseki::store::StoreError;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::desk::Desk;
use crate::faulty::Fault;

const NODE: &str = "/v1/books/b/nodes/DDCF";

fn tag(answer: &Answer) -> String {
    answer.header("etag").expect("a tag").to_owned()
}

#[test]
fn what_was_seen_has_to_be_said() {
    let desk = Desk::new();
    for path in [NODE, "/v1/books/b/nodes?moves=Q16,O17"] {
        for method in ["PATCH", "PUT", "DELETE"] {
            let request = desk.request(method, path).json(&json!({}));
            let refused = request.send().expect(428);
            assert_eq!(refused.code(), "precondition_required", "{method} {path}");
        }
    }
    for op in ["set", "put", "move", "delete"] {
        let mut edit = json!({"op": op, "line": "DDCF"});
        match op {
            "set" | "put" => edit["fields"] = json!({}),
            "move" => edit["to"] = json!("DC"),
            _ => {}
        }
        let first = json!({"op": "add", "line": "DDHK"});
        let refused = desk.edits(&json!({"edits": [first, edit]})).expect(428);
        assert_eq!(refused.json()["field"], "edits[1].if_match", "{op}");
    }
    assert_eq!(desk.version(), 1);
}

/// A database that is gone right after a commit makes no change fail that was made.
#[test]
fn an_edit_that_was_made_is_not_refused_for_what_cannot_be_read_after_it() {
    let desk = Desk::new();
    let gone = StoreError::Unreachable { file: "b".to_owned(), detail: "test".to_owned() };
    let seen = tag(&desk.answer(NODE));
    desk.fixture.faults.on_read_after_write(Fault::Fail(gone));
    let done = desk.patch(NODE, &seen, &json!({"verdict": "trick"})).expect(200).json();
    assert_eq!((&done["book"]["version"], &done["difference"]["changed"]), (&json!(2), &json!(1)));
    desk.fixture.faults.on_read_after_write(Fault::None);
    desk.fixture.faults.on_read(Fault::None);
    assert_eq!(desk.answer(NODE).json()["verdict"], "trick");
}

#[test]
fn an_edit_answers_with_the_node_as_it_is_now() {
    let desk = Desk::new();
    let seen = desk.answer(NODE);
    let before = seen.json();
    assert_eq!(tag(&seen), format!("\"b-1.{}\"", before["revision"]));
    let fields = json!({"verdict": "trick", "confidence": 70, "tags": {"add": ["b", "a"]}});
    let done = desk.patch(&format!("{NODE}?reason=a+test"), &tag(&seen), &fields);
    let done = done.expect(200);
    let node = done.json();
    assert_eq!(
        [&node["verdict"], &node["confidence"], &node["tags"], &node["revision"]],
        [&json!("trick"), &json!(70), &json!(["a", "b"]), &json!(2)]
    );
    assert_eq!(tag(&done), "\"b-2.2\"");
    assert_eq!(tag(&desk.answer(NODE)), "\"b-2.2\"");
    let change = desk.answer(&format!("/v1/changes/{}", node["change"])).json();
    assert_eq!(
        [&change["reason"], &change["kind"], &change["version"]],
        [&json!("a test"), &json!("edit"), &json!(2)]
    );
    assert!(change["who"].as_str().expect("who").starts_with("a test ("));
    // The same value again is not a change.
    let again = desk.patch(NODE, "\"2\"", &json!({"verdict": "trick"}));
    let again = again.expect(200).json();
    assert_eq!((&again["change"], &again["revision"]), (&Value::Null, &json!(2)));
    let kept = desk.fixture.get(NODE).header("If-None-Match", "\"b-2.2\"");
    kept.send().expect(304);
    let other = desk.fixture.get(NODE).header("If-None-Match", "\"b-1.2\"");
    other.send().expect(200);
}

#[test]
fn a_stale_edit_is_refused_with_what_is_there_now() {
    let desk = Desk::new();
    let seen = tag(&desk.answer(NODE));
    let first = desk.patch(NODE, &seen, &json!({"comment": "first"}));
    let first = first.expect(200);
    let second = desk.patch(NODE, &seen, &json!({"comment": "second"}));
    let second = second.expect(412);
    assert_eq!(second.code(), "precondition_failed");
    assert_eq!(tag(&second), tag(&first));
    let mut now = first.json();
    now.as_object_mut().expect("a node").remove("change");
    assert_eq!(second.json()["current"], now);
    // With the tag of the refusal it is done.
    let second = desk.patch(NODE, &tag(&second), &json!({"comment": "second"}));
    second.expect(200);
}

#[test]
fn tags_count_as_they_should() {
    let desk = Desk::new();
    let seen = tag(&desk.answer(NODE));
    for (tags, status, code) in [
        (format!("W/{seen}"), 412, "precondition_failed"),
        ("\"other-1.1\"".to_owned(), 412, "precondition_failed"),
        ("\"b-1\"".to_owned(), 412, "precondition_failed"),
        ("\"99\"".to_owned(), 412, "precondition_failed"),
        ("b-1.1".to_owned(), 400, "invalid_value"),
        ("*, \"1\"".to_owned(), 400, "invalid_value"),
    ] {
        let refused = desk.patch(NODE, &tags, &json!({"ends": true}));
        let refused = refused.expect(status);
        assert_eq!(refused.code(), code, "{tags}");
        if status == 412 {
            assert_eq!(refused.json()["current"]["revision"], 1, "{tags}: {}", refused.text());
        }
    }
    for (number, tags) in ["\"1\"", &seen, "*", "\"77\", \"1\""].into_iter().enumerate() {
        let node = "/v1/books/b/nodes/DDCFFC";
        let fields = json!({"names": [format!("name {number}")]});
        let tags = tags.replace("\"1\"", &format!("\"{}\"", desk.answer(node).json()["revision"]));
        let tags = if tags.contains("b") { tag(&desk.answer(node)) } else { tags };
        desk.patch(node, &tags, &fields).expect(200);
    }
}

#[test]
fn nobodys_tag_is_lost() {
    const EDITORS: usize = 50;
    let desk = Desk::new();
    thread::scope(|scope| {
        for editor in 0..EDITORS {
            let desk = &desk;
            // Half of them look at the node the other way round.
            let path = match editor % 2 {
                0 => NODE,
                _ => "/v1/books/b/nodes?moves=W:D4,B:C6",
            };
            scope.spawn(move || {
                let fields = json!({"tags": {"add": [format!("editor {editor:02}")]}});
                let mut seen = tag(&desk.answer(path));
                loop {
                    let answer = desk.patch(path, &seen, &fields);
                    if answer.status == 200 {
                        return;
                    }
                    seen = tag(&answer.expect(412));
                }
            });
        }
    });
    let node = desk.answer(NODE).json();
    let wanted: Vec<String> = (0..EDITORS).map(|n| format!("editor {n:02}")).collect();
    assert_eq!(node["tags"], json!(wanted));
    assert_eq!((&node["revision"], desk.version()), (&json!(51), 51), "every edit is one change");
    let log = desk.answer(&format!("{NODE}/changes?limit=1000")).json();
    assert_eq!(log["changes"].as_array().map(Vec::len), Some(EDITORS + 1));
}

#[test]
fn what_follows_is_not_deleted_unseen() {
    let desk = Desk::new();
    let seen = tag(&desk.answer(NODE));
    let below = "/v1/books/b/nodes/DDCFFC";
    desk.patch(below, "*", &json!({"comment": "new"})).expect(200);
    let delete = |tags: &str| {
        let request = desk.request("DELETE", NODE).header("If-Match", tags);
        request.send()
    };
    let refused = delete(&seen).expect(412);
    assert!(refused.json()["detail"].as_str().expect("words").contains("DDCFFC"));
    assert_eq!(refused.json()["current"]["line"], "DDCF");
    let lines = desk.answer("/v1/books/b/lines?prefix=DDCF").json();
    assert!(lines["total"].as_u64() > Some(0));
    let done = delete(&tag(&refused)).expect(200).json();
    assert_eq!(done["difference"]["added"], 0);
    assert!(done["difference"]["deleted"].as_u64() > Some(1), "{done}");
    assert_eq!((&done["dry_run"], &done["book"]["version"]), (&json!(false), &json!(3)));
    let gone = delete("*").expect(404);
    assert_eq!(gone.code(), "unknown_node");
    let gone = delete("\"1\"").expect(412).json();
    assert_eq!(gone.get("current"), Some(&Value::Null));
    let lines = desk.answer("/v1/books/b/lines?prefix=DDCF").json();
    assert_eq!(lines["total"], 0);
}

#[test]
fn a_node_is_put_once_and_put_anew_as_a_whole() {
    let desk = Desk::new();
    let path = "/v1/books/b/nodes?moves=Q16,K10";
    let put = |name: &str, value: &str, fields: Value| {
        let request = desk.request("PUT", path).header(name, value);
        request.json(&fields).send()
    };
    let fields = json!({"verdict": "question", "names": ["a"], "comment": "Q16"});
    let missing = put("If-Match", "*", fields.clone()).expect(412);
    assert_eq!(missing.json().get("current"), Some(&Value::Null));
    let made = put("If-None-Match", "*", fields.clone()).expect(201);
    let place = made.header("location").expect("a place").to_owned();
    assert_eq!(place, "/v1/books/b/nodes/DDJJ");
    assert_eq!(tag(&desk.answer(&place)), tag(&made));
    let again = put("If-None-Match", "*", fields).expect(412);
    assert_eq!(again.code(), "precondition_failed");
    assert_eq!(again.json()["current"]["comment"], "Q16");
    let other = put("If-Match", &tag(&again), json!({"verdict": "good"}));
    let other = other.expect(200).json();
    assert_eq!(
        [&other["verdict"], &other["names"], &other["comment"]],
        [&json!("good"), &json!([]), &Value::Null]
    );
    for value in ["\"1\"", "W/\"1\""] {
        assert_eq!(
            put("If-None-Match", value, json!({})).expect(400).json()["field"],
            "If-None-Match"
        );
    }
    let root = desk.request("PUT", "/v1/books/b/nodes");
    let root = root.header("If-None-Match", "*").json(&json!({})).send();
    assert_eq!(root.expect(422).code(), "illegal_edit");
}

#[test]
fn a_retired_node_is_answered_to_nobody_and_comes_back() {
    let desk = Desk::new();
    let next = || desk.answer("/v1/next?book=b&moves=Q16,O17").json()["moves"].clone();
    let before = next();
    let path = "/v1/books/b/nodes/DDCFFC";
    let done = desk.patch(path, "*", &json!({"retired": true})).expect(200);
    assert_eq!(done.json()["retired"], true);
    let without = next();
    assert_ne!(without, before);
    let parent = desk.answer(NODE).json();
    let child = |parent: &Value| -> Value {
        let children = parent["children"].as_array().expect("children").clone();
        let child = children.into_iter().find(|child| child["line"] == "DDCFFC");
        child.expect("the child")["retired"].clone()
    };
    assert_eq!(child(&parent), true);
    let below = desk.request("PUT", "/v1/books/b/nodes/DDCFFCHKHJ");
    let below = below.header("If-None-Match", "*").json(&json!({})).send();
    assert_eq!(below.expect(422).code(), "illegal_edit");
    desk.patch(path, &tag(&desk.answer(path)), &json!({"retired": false})).expect(200);
    assert_eq!((next(), child(&desk.answer(NODE).json())), (before, json!(false)));
}

#[test]
fn a_dry_run_tells_and_changes_nothing() {
    let desk = Desk::new();
    let path = format!("{NODE}?dry_run=true");
    let told = desk.patch(&path, "*", &json!({"verdict": "trick"}));
    let told = told.expect(200).json();
    assert_eq!((&told["dry_run"], &told["change"]), (&json!(true), &Value::Null));
    let field = &told["difference"]["nodes"][0]["fields"][0];
    assert_eq!((&field["field"], &field["after"]), (&json!("verdict"), &json!("trick")));
    let gone = desk.request("DELETE", &path).header("If-Match", "*").send();
    assert!(gone.expect(200).json()["difference"]["deleted"].as_u64() > Some(1));
    let added = json!({"dry_run": true, "edits": [{"op": "add", "line": "DDHK"}]});
    assert_eq!(desk.edits(&added).expect(200).json()["difference"]["added"], 1);
    assert_eq!(desk.version(), 1);
    assert_ne!(desk.answer(NODE).json()["verdict"], "trick");
}

#[test]
fn many_edits_are_all_done_or_none() {
    let desk = Desk::new();
    let add = json!({"op": "add", "moves": "W:D4,B:K10", "fields": {"comment": "White D4"}});
    let set = json!({"op": "set", "line": "DDCF", "if_match": 1, "fields": {"verdict": "trick"}});
    let stale = json!({"op": "delete", "moves": "D4,C6,F3", "if_match": 9});
    let refused = desk.edits(&json!({"edits": [add, set, stale]})).expect(412);
    let problem = refused.json();
    assert_eq!(problem["field"], "edits[2]");
    assert_eq!(problem["current"]["points"], json!(["D4", "C6", "F3"]));
    assert_eq!(desk.version(), 1);
    let twice = json!({"edits": [add, add]});
    let refused = desk.edits(&twice).expect(409);
    assert_eq!(
        (refused.code(), refused.json()["field"].clone()),
        ("already_exists".to_owned(), json!("edits[1]"))
    );
    let moved = json!({"op": "move", "line": "DDJJ", "to": "DDJK", "if_match": 1});
    let refused = desk.edits(&json!({"edits": [moved]})).expect(412);
    assert_eq!(refused.json().get("current"), Some(&Value::Null));
    let done = desk.edits(&json!({"reason": "both", "edits": [add, set]}));
    let done = done.expect(200).json();
    assert_eq!([&done["difference"]["added"], &done["difference"]["changed"]], [1, 1]);
    let node = desk.answer("/v1/books/b/nodes/DDJJ").json();
    assert_eq!(node["comment"], "Black Q16");
    let seen = node["revision"].clone();
    let moved = json!({"op": "move", "line": "DDJJ", "to": "DDJK", "if_match": seen});
    let delete = json!({"op": "delete", "line": "DDCF", "if_match": 2, "seen_version": 2});
    desk.edits(&json!({"edits": [moved, delete]})).expect(200);
    assert_eq!(desk.answer("/v1/books/b/nodes/DDJK").json()["comment"], "Black Q16");
    for line in ["DDJJ", "DDCF"] {
        let path = format!("/v1/books/b/nodes/{line}");
        desk.fixture.get(&path).send().expect(404);
    }
}

#[test]
fn what_no_book_may_have_is_told_with_the_step() {
    let desk = Desk::new();
    let put = |path: &str| {
        let request = desk.request("PUT", &format!("/v1/books/b/nodes/{path}"));
        request.header("If-None-Match", "*").json(&json!({})).send()
    };
    let refused = put("DDCFDD").expect(422);
    assert_eq!(refused.code(), "illegal_line");
    assert_eq!(
        refused.json()["step"],
        json!({"line": "DDCFDD", "number": 3, "step": "DD", "reason": "occupied"})
    );
    assert_eq!(refused.json()["field"], "steps");
    for (path, status, code) in [
        ("XX", 400, "invalid_line"),
        ("DDXXXX", 400, "invalid_line"),
        ("DDC", 400, "invalid_line"),
        ("ZZ", 400, "invalid_line"),
    ] {
        assert_eq!(put(path).expect(status).code(), code, "{path}");
    }
    for (path, field) in [
        ("?moves=Q16,Z99", "moves[1]"),
        ("?moves=K10", "moves"),
        ("?moves=Q16&color=W", "color"),
        ("/DD?moves=Q16", "moves"),
        ("?moves=Q16&corner=upper_left", "corner"),
        ("?corner=middle", "corner"),
    ] {
        let refused = desk.fixture.get(&format!("/v1/books/b/nodes{path}")).send();
        assert_eq!(refused.expect(400).json()["field"], field, "{path}");
    }
    for (fields, field) in [
        (json!({"verdict": "best"}), "verdict"),
        (json!({"marks": [{"kind": "TR", "point": "Z1"}]}), "marks[0].point"),
        (json!({"comments": "x"}), "comments"),
        (json!({"tags": {"add": [""]}}), "tags"),
    ] {
        let refused = desk.patch(NODE, "*", &fields).expect(400);
        assert_eq!(refused.json()["field"], field, "{fields}");
    }
    let long = format!("{NODE}?reason={}", "x".repeat(501));
    let refused = desk.patch(&long, "*", &json!({})).expect(400);
    assert_eq!(refused.json()["field"], "reason");
}

#[test]
fn the_tag_of_a_node_stays_strong() {
    let desk = Desk::new();
    let long = json!({"comment": "far ".repeat(1000)});
    let zipped = |path: &str| {
        let request = desk.fixture.get(path).header("Accept-Encoding", "gzip");
        request.send().expect(200)
    };
    desk.patch(NODE, "*", &long).expect(200);
    let node = zipped(NODE);
    assert!(node.body.len() > 4000 && node.header("content-encoding").is_none());
    let seen = tag(&node);
    assert!(seen.starts_with("\"b-"), "{seen}");
    let lines = zipped("/v1/books/main/lines?limit=1000");
    assert_eq!(lines.header("content-encoding"), Some("gzip"));
    assert!(tag(&lines).starts_with("W/"));
    let request = desk.request("PATCH", NODE).header("Accept-Encoding", "gzip");
    let request = request.header("If-Match", seen).json(&json!({"ends": true}));
    let done = request.send().expect(200);
    assert!(done.body.len() > 4000 && done.header("content-encoding").is_none());
    assert!(!tag(&done).starts_with("W/"));
}

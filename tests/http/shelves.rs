//! Whole books over HTTP.

use serde_json::{Value, json};

use crate::desk::Desk;

#[test]
fn a_book_is_made_once() {
    let desk = Desk::new();
    let made = desk.put("/v1/books/drafts?reason=a+start").expect(201);
    assert_eq!(made.header("location"), Some("/v1/books/drafts"));
    assert_eq!(made.header("etag"), Some("\"drafts-1\""));
    assert_eq!((&made.json()["nodes"], &made.json()["lines"]), (&json!(0), &json!(0)));
    assert_eq!(desk.put("/v1/books/drafts").expect(409).code(), "already_exists");
    assert_eq!(desk.put("/v1/books/a%20b").expect(400).code(), "invalid_book_name");
    let log = desk.get("/v1/books/drafts/changes");
    assert_eq!(
        (&log["changes"][0]["kind"], &log["changes"][0]["reason"]),
        (&json!("create"), &json!("a start"))
    );
}

#[test]
fn a_book_is_deleted_as_it_was_seen_and_comes_back() {
    let desk = Desk::new();
    let before = desk.export("b");
    let request = desk.fixture.request("DELETE", "/v1/books/b").key(&desk.key);
    assert_eq!(request.send().expect(428).code(), "precondition_required");
    desk.set("b", "DDCF", &json!({"comment": "new"}));
    for seen in ["\"b-1\"", "\"1\"", "\"other-2\"", "W/\"b-2\"", "\"b-2.2\""] {
        let stale = desk.delete("/v1/books/b", seen).expect(412);
        assert_eq!(
            (stale.code().as_str(), stale.header("etag")),
            ("precondition_failed", Some("\"b-2\"")),
            "{seen}"
        );
        assert_eq!(stale.json()["current"]["version"], 2);
    }
    let gone = desk.delete("/v1/books/b?reason=old", "\"b-2\"").expect(200).json();
    assert_eq!((&gone["kind"], &gone["reason"]), (&json!("delete"), &json!("old")));
    assert!(gone["deleted"].as_u64() > Some(5), "{gone}");
    desk.fixture.get("/v1/books/b").send().expect(404);
    assert_eq!(desk.delete("/v1/books/b", "*").expect(404).code(), "unknown_book");
    let back = json!({"change": gone["id"]});
    let back = desk.post("/v1/books/b/revert", &back).expect(200).json();
    assert_eq!(back["difference"]["added"], gone["deleted"]);
    assert_eq!(desk.get("/v1/books/b/nodes/DDCF")["comment"], "new");
    desk.set("b", "DDCF", &json!({"comment": null}));
    let after = desk.export("b");
    assert!(after == before, "the book is another");
}

#[test]
fn a_book_is_copied_and_renamed_with_its_history() {
    let desk = Desk::new();
    let copied = desk.post("/v1/books/b/copy", &json!({"to": "second"})).expect(201);
    assert_eq!(copied.header("location"), Some("/v1/books/second"));
    assert_eq!(desk.lines("second"), desk.lines("b"));
    let taken = desk.post("/v1/books/b/copy", &json!({"to": "second"})).expect(409);
    assert_eq!((taken.code().as_str(), &taken.json()["field"]), ("already_exists", &json!("to")));
    let wrong = desk.post("/v1/books/b/copy", &json!({"to": "a b"})).expect(400);
    assert_eq!(
        (wrong.code().as_str(), &wrong.json()["field"]),
        ("invalid_book_name", &json!("to"))
    );
    let rename = |seen: Option<&str>, to: &str| {
        let request = desk.fixture.post("/v1/books/second/rename").key(&desk.key);
        let request = match seen {
            Some(seen) => request.header("If-Match", seen),
            None => request,
        };
        request.json(&json!({"to": to})).send()
    };
    let stale = rename(Some("\"second-77\""), "third").expect(412);
    assert_eq!(stale.json()["current"]["name"], "second");
    assert_eq!(rename(None, "b").expect(409).json()["field"], "to");
    let renamed = rename(Some(copied.header("etag").expect("a tag")), "third").expect(200);
    assert_eq!(renamed.header("location"), Some("/v1/books/third"));
    desk.fixture.get("/v1/books/second").send().expect(404);
    assert_eq!(desk.lines("third"), desk.lines("b"));
    let log = desk.get("/v1/books/third/changes");
    let kinds: Vec<&str> = log["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .filter_map(|change| change["kind"].as_str())
        .collect();
    assert_eq!(kinds, ["rename", "copy"]);
}

#[test]
fn lines_are_split_off_and_merged_again() {
    let desk = Desk::new();
    let before = desk.lines("b");
    let split = |dry: bool, lines: Value| {
        let body = json!({"to": "part", "lines": lines, "dry_run": dry});
        desk.post("/v1/books/b/split", &body)
    };
    let dry = split(true, json!(["DDFC"])).expect(200).json();
    assert_eq!(desk.lines("b"), before);
    // As often as it is named, and with what it contains, it is the same line.
    let mut often = vec!["DDCFFC"];
    often.resize(9_999, "DDFC");
    let same = split(true, json!(often)).expect(200).json();
    assert_eq!(same, dry);
    let done = split(false, json!(["DDFC"])).expect(201);
    assert_eq!(done.header("location"), Some("/v1/books/part"));
    let done = done.json();
    assert_eq!(done["from"]["difference"], dry["from"]["difference"]);
    let (rest, part) = (desk.lines("b"), desk.lines("part"));
    assert!(part.iter().all(|line| line.starts_with("DDCF")) && !part.is_empty());
    assert!(!rest.iter().any(|line| line.starts_with("DDCF")) && !rest.is_empty());
    for (lines, status, field) in [
        (json!([]), 400, "lines"),
        (json!(["DD", "D"]), 400, "lines[1]"),
        (json!(["DDPP"]), 404, "lines"),
    ] {
        let body = json!({"to": "other", "lines": lines});
        let refused = desk.post("/v1/books/b/split", &body).expect(status);
        assert_eq!(refused.json()["field"], field, "{lines}");
    }
    let merge = json!({"from": "part", "reason": "together again"});
    let merged = desk.post("/v1/books/b/merge", &merge).expect(200).json();
    assert_eq!(merged["contradictions"]["count"], 0, "{merged}");
    assert_eq!(desk.lines("b"), before);
}

#[test]
fn what_both_changed_is_merged_by_the_rules() {
    let desk = Desk::new();
    desk.post("/v1/books/b/copy", &json!({"to": "draft"})).expect(201);
    desk.set("b", "DDCF", &json!({"verdict": "good"}));
    desk.set("draft", "DDCF", &json!({"verdict": "trick", "names": {"add": ["a name"]}}));
    let merge = |rules: &str, dry_run: bool| {
        let body = json!({"from": "draft", "rules": rules, "dry_run": dry_run});
        desk.post("/v1/books/b/merge", &body)
    };
    let dry = merge("verdict=take", true).expect(200).json();
    assert_eq!(dry["contradictions"]["count"], 1);
    assert_eq!(dry["contradictions"]["first"][0]["field"], "verdict");
    assert!(dry["base"].as_str().is_some_and(|base| base.starts_with("b@")), "{dry}");
    assert_eq!(desk.get("/v1/books/b/nodes/DDCF")["verdict"], "good");
    merge("", false).expect(200);
    let node = desk.get("/v1/books/b/nodes/DDCF");
    assert_eq!(node["verdict"], "good");
    assert!(node["names"].to_string().contains("a name"));
    for rules in ["verdict", "verdict=both", "points=take", "verdict=best"] {
        assert_eq!(merge(rules, true).expect(400).json()["field"], "rules", "{rules}");
    }
    let unknown = desk.post("/v1/books/b/merge", &json!({"from": "none"}));
    assert_eq!(unknown.expect(404).code(), "unknown_book");
}

#[test]
fn an_import_follows_its_rules_and_tells_what_it_changed() {
    let desk = Desk::new();
    // TE and BM say good and bad moves in SGF.
    desk.set("b", "DDCF", &json!({"verdict": "good", "comment": "ours"}));
    let file = "(;SZ[19];B[pd];W[nc]C[theirs]BM[1];B[kk])";
    let import = |query: &str| desk.import("b", query, file);
    let dry =
        import("dry_run=true&rules=verdict%3Dtake,comment%3Dtake&confidence=70").expect(200).json();
    assert_eq!(dry["change"], Value::Null);
    assert_eq!(dry["difference"]["added"], 1, "{}", dry["difference"]);
    let fields = dry["contradictions"]["first"].as_array().expect("contradictions");
    let fields: Vec<&str> = fields.iter().filter_map(|found| found["field"].as_str()).collect();
    assert!(fields.contains(&"verdict"), "{fields:?}");
    let none = import("dry_run=true&details=0").expect(200).json();
    assert_eq!(none["difference"]["nodes"], json!([]));
    let done = import("rules=verdict%3Dtake,comment%3Dtake&confidence=70&reason=second+edition")
        .expect(200)
        .json();
    let node = desk.get("/v1/books/b/nodes/DDCF");
    assert_eq!([&node["comment"], &node["confidence"]], [&json!("theirs"), &json!(70)]);
    assert_eq!(node["verdict"], "mistake");
    let entry = desk.get(&format!("/v1/changes/{}", done["change"]));
    assert_eq!((&entry["kind"], &entry["reason"]), (&json!("import"), &json!("second edition")));
    desk.post("/v1/books/b/revert", &json!({"change": done["change"]})).expect(200);
    assert_eq!(desk.get("/v1/books/b/nodes/DDCF")["comment"], "ours");
    for (query, field) in
        [("rules=x", "rules"), ("confidence=101", "confidence"), ("details=10001", "details")]
    {
        assert_eq!(import(query).expect(400).json()["field"], field);
    }
}

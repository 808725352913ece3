//! Changes that are sent again with their `Idempotency-Key`, to the same node or to another one.

use std::time::Duration;

use joseki::store::Scopes;
use serde_json::{Value, json};

use crate::client::{Answer, Request};
use crate::desk::Desk;
use crate::fixture::Fixture;

const FILE: &str = "(;SZ[19];B[ee])";

/// A node on the store of another that does not look at it by itself.
fn node_beside(fixture: &Fixture) -> Fixture {
    fixture.beside(|options| options.refresh_every = Duration::from_secs(3600))
}

/// The number of changes in the log.
fn changes(fixture: &Fixture) -> i64 {
    let log = fixture.get("/v1/changes?limit=1").send().expect(200).json();
    log["changes"][0]["id"].as_i64().expect("a number")
}

fn change_of(answer: &Value) -> Value {
    [&answer["change"], &answer["from"]["change"], &answer["id"]]
        .into_iter()
        .find(|number| number.is_i64())
        .cloned()
        .unwrap_or_default()
}

/// Makes a request for a change to a node.
type ChangeTo<'a> = Box<dyn Fn(&Fixture) -> Request + 'a>;

/// What makes every kind of change, in an order in which each can be made.
fn every_change(desk: &Desk) -> Vec<ChangeTo<'_>> {
    let send = move |method: &'static str, path: &'static str| {
        move |fixture: &Fixture| fixture.request(method, path).key(&desk.key)
    };
    let json = move |method, path, body: Value| {
        let send = send(method, path);
        move |fixture: &Fixture| send(fixture).header("If-Match", "*").json(&body)
    };
    vec![
        Box::new(send("PUT", "/v1/books/new?reason=why")),
        Box::new(json("POST", "/v1/books/b/copy", json!({"to": "second"}))),
        Box::new(json("POST", "/v1/books/second/rename", json!({"to": "third"}))),
        Box::new(move |fixture| {
            send("POST", "/v1/books/b/import")(fixture).body("text/plain", FILE)
        }),
        Box::new(json(
            "POST",
            "/v1/books/b/edits",
            json!({"edits": [{"op": "add", "line": "DDHK"}]}),
        )),
        Box::new(json("PATCH", "/v1/books/b/nodes/DDCF", json!({"comment": "seen"}))),
        Box::new(json("PUT", "/v1/books/b/nodes/DDCF", json!({"comment": "put"}))),
        Box::new(json("POST", "/v1/books/b/split", json!({"to": "part", "lines": ["DDHK"]}))),
        Box::new(json("POST", "/v1/books/third/merge", json!({"from": "b"}))),
        Box::new(json("POST", "/v1/books/b/revert", json!({"since": "1"}))),
        Box::new(move |fixture| {
            send("DELETE", "/v1/books/b/nodes/DDCF")(fixture).header("If-Match", "*")
        }),
        Box::new(move |fixture| send("DELETE", "/v1/books/third")(fixture).header("If-Match", "*")),
    ]
}

#[test]
fn every_change_is_made_once() {
    let desk = Desk::new();
    let other = node_beside(&desk.fixture);
    for (number, request) in every_change(&desk).into_iter().enumerate() {
        let name = format!("request-{number}");
        let request = |fixture: &Fixture| request(fixture).header("Idempotency-Key", &name);
        let first = request(&desk.fixture).send();
        let status = first.status;
        let first = first.expect(status).json();
        assert!(status == 200 || status == 201, "{number}: {first}");
        // A book that was made is known by its version.
        let is_book = first["change"].is_null() && first["lines"].is_u64();
        assert!(is_book || change_of(&first).is_i64(), "{number}: {first}");
        let made = changes(&desk.fixture);
        for fixture in [&desk.fixture, &other] {
            let again = request(fixture).send().expect(status).json();
            assert_eq!(change_of(&again), change_of(&first), "{number}: {again}");
            let same = ["name", "version", "book", "added", "inserted", "difference", "comment"];
            for field in same {
                assert_eq!(again[field], first[field], "{number}, {field}");
            }
            assert_eq!(changes(&desk.fixture), made, "{number}");
        }
    }
}

#[test]
fn what_is_sent_to_two_nodes_at_once_is_made_once() {
    let desk = Desk::new();
    let other = node_beside(&desk.fixture);
    let before = changes(&desk.fixture);
    for round in 0..8 {
        let edit = json!({"edits": [{"op": "set", "line": "DDCF", "if_match": 1 + round,
                                     "seen_version": 1 + round, "fields": {"comment": round.to_string()}}]});
        let name = format!("round-{round}");
        let send = |fixture: &Fixture| {
            let request = fixture.request("POST", "/v1/books/b/edits").key(&desk.key);
            request.header("Idempotency-Key", &name).json(&edit).send()
        };
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let senders = [&desk.fixture, &other, &desk.fixture, &other];
            let sent = senders.map(|fixture| scope.spawn(move || send(fixture)));
            sent.into_iter().map(|sent| sent.join().expect("an answer")).collect()
        });
        let made: Vec<Value> =
            answers.into_iter().map(|answer| change_of(&answer.expect(200).json())).collect();
        assert_eq!(made, vec![json!(before + round + 1); 4], "{round}");
    }
    assert_eq!(changes(&desk.fixture), before + 8);
}

#[test]
fn a_name_is_for_one_request_of_one_key() {
    let desk = Desk::new();
    let send = |key: &str, path: &str, name: &str, line: &str| {
        let edit = json!({"edits": [{"op": "add", "line": line}]});
        let request = desk.fixture.request("POST", path).key(key);
        request.header("Idempotency-Key", name).json(&edit).send()
    };
    let path = "/v1/books/b/edits";
    let first = send(&desk.key, path, "n", "DDHK").expect(200).json();
    for (path, line) in [(path, "DDHJ"), ("/v1/books/main/edits", "DDHK")] {
        let refused = send(&desk.key, path, "n", line).expect(422);
        assert_eq!(refused.code(), "idempotency_key_reused");
        assert_eq!(refused.json()["field"], "Idempotency-Key");
    }
    // Another key's names are its own.
    let other = desk.fixture.key(Scopes::CURATE);
    let second = send(&other, path, "n", "DDHJ").expect(200).json();
    assert_eq!(second["change"], json!(first["change"].as_i64().expect("a change") + 1));
    for name in ["", "a b", "é", &"n".repeat(256)] {
        let refused = send(&desk.key, path, name, "DDHL").expect(400).json();
        assert_eq!(
            (&refused["code"], &refused["field"]),
            (&json!("invalid_value"), &json!("Idempotency-Key"))
        );
    }
    send(&desk.key, path, &"n".repeat(255), "DDHL").expect(200);
    // What failed made no change, and may be sent again with the name.
    send(&desk.key, "/v1/books/none/edits", "later", "DDHK").expect(404);
    send(&desk.key, path, "later", "DDHM").expect(200);
}

#[test]
fn files_are_the_same_request_in_whatever_multipart_body_they_come() {
    let desk = Desk::new();
    let send = |boundary: &str, file: &str| {
        let body = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.sgf\"\r\n\r\n{file}\r\n--{boundary}--\r\n"
        );
        let request = desk.request("POST", "/v1/books/b/import").header("Idempotency-Key", "f");
        request.body(&format!("multipart/form-data; boundary={boundary}"), body).send()
    };
    let first = send("AA", FILE).expect(200).json();
    assert!(change_of(&first).is_i64(), "{first}");
    let again = send("BB", FILE).expect(200).json();
    assert_eq!((&again["change"], &again["changed"]), (&first["change"], &json!(true)));
    assert_eq!(send("BB", "(;SZ[19];B[de])").expect(422).code(), "idempotency_key_reused");
}

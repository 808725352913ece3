//! Requests made from the OpenAPI document, right and wrong ones: every answer is a documented one.

use std::collections::{BTreeMap, BTreeSet};

use joseki::service::curate::Author;
use joseki::store::Scopes;
use serde_json::{Map, Value, json};

use crate::counted::mine_seven;
use crate::desk::Desk;
use crate::full::count;
use crate::maker::{Maker, bodies, operations};

/// Generated requests; ten thousand are the bar of `docs/figures.md`.
const CASES: u64 = 15_000;
const ALL_CASES: u64 = 100_000;

/// Parameters of games that the books here are not about, with which `tests/games` asks; and one that
/// its address refuses.
const OF_OTHER_GAMES: &[(&str, &str)] = &[
    ("get /v1/best", "fen"),
    ("get /v1/best", "fields"),
    ("get /v1/best", "search"),
    ("get /v1/next", "fen"),
    ("get /v1/next", "search"),
    ("get /v1/next/picture", "fen"),
    ("get /v1/next/picture", "search"),
];

/// The parameters, headers and members that are answered, by address.
const WANTED: &[(&str, &[&str])] = &[
    (
        "get /v1/next",
        &[
            "since",
            "until",
            "source",
            "strength",
            "min_games",
            "trend",
            "examples",
            "as_of",
            "moves",
        ],
    ),
    ("post /v1/next", &["since", "until", "source", "strength", "min_games", "trend", "examples"]),
    ("post /v1/forbidden", &["black", "white"]),
    ("post /v1/ladder", &["moves", "points", "first", "board_size", "initial_stones"]),
    (
        "post /v1/influence",
        &["moves", "initial_stones", "model", "dead", "line", "metrics", "blocks", "links"],
    ),
    ("post /v1/score", &["moves", "rules", "komi", "dead", "seki", "estimate", "prisoners"]),
    ("get /v1/books/{book}/nodes/{steps}", &["since", "until", "source", "strength"]),
    ("post /v1/review", &["games", "players", "moves", "annotate", "record", "coords", "as_of"]),
    ("get /v1/books/{book}/games/{id}", &["format", "coords"]),
    ("post /v1/results", &["moves", "sgf", "class", "results"]),
    ("put /v1/results/{game_id}", &["moves", "class"]),
    ("get /v1/results/{game_id}", &["coords"]),
    ("delete /v1/results/{game_id}", &[]),
    ("get /v1/opponents", &["limit", "after"]),
    ("get /v1/books/{book}/nodes", &["moves", "as_of", "color"]),
    ("patch /v1/books/{book}/nodes/{steps}", &["verdict", "comment", "tags", "dry_run"]),
    ("patch /v1/books/{book}/nodes", &["moves", "retired"]),
    ("put /v1/books/{book}/nodes/{steps}", &["If-Match", "If-None-Match"]),
    ("put /v1/books/{book}/nodes", &["moves"]),
    ("delete /v1/books/{book}/nodes/{steps}", &["dry_run"]),
    ("delete /v1/books/{book}/nodes", &["moves"]),
    ("post /v1/books/{book}/edits", &["op", "line", "dry_run"]),
    ("post /v1/books/{book}/revert", &["change", "since", "later"]),
    ("post /v1/books/{book}/merge", &["from", "rules"]),
    ("post /v1/books/{book}/split", &["to", "lines"]),
    ("post /v1/books/{book}/copy", &["to"]),
    ("post /v1/books/{book}/rename", &["to"]),
    ("put /v1/books/{book}", &[]),
    ("delete /v1/books/{book}", &["If-Match"]),
    ("get /v1/books/{book}/diff", &["with", "as_of"]),
    ("get /v1/books/{book}/changes", &["before", "after"]),
    ("get /v1/books/{book}/nodes/{steps}/changes", &["limit"]),
    ("get /v1/books/{book}/nodes/changes", &["moves"]),
    ("get /v1/books/{book}/snapshots", &[]),
    ("get /v1/changes", &["book"]),
    ("get /v1/changes/{id}", &["limit"]),
    ("get /v1/changes/stream", &["after", "Last-Event-ID"]),
    ("post /v1/books/{book}/import", &["rules", "confidence", "details", "phrases"]),
    (
        "post /v1/quiz",
        &[
            "moves",
            "answer",
            "player",
            "question",
            "prefix",
            "names",
            "color",
            "hints",
            "only_due",
            "tolerance",
        ],
    ),
    ("get /v1/quiz/players/{player}", &["limit", "book"]),
    ("get /v1/quiz/players/{player}/export", &[]),
    ("post /v1/quiz/players/{player}/import", &[]),
    ("delete /v1/quiz/players/{player}", &[]),
    ("get /v1/books/{book}/conditions", &["prefix", "all", "after", "limit"]),
    ("post /v1/books/{book}/conditions", &["prefix", "limit"]),
    ("get /v1/opponents/{opponent}", &["results", "before", "min_games"]),
];

/// Answers of an operation after which each of its parameters should have been in one.
const ENOUGH: u64 = 40;

/// Addresses that are asked now and then only.
const SELDOM: &[&str] = &[
    "/v1/audit",
    "/v1/best",
    "/v1/books/{book}/patterns",
    "/v1/books/{book}/search",
    "/v1/books/{book}/snapshots",
    "/v1/forbidden",
    "/v1/next/picture",
    "/v1/solve",
    "/v1/tables/{table}/close",
    "/v1/tables",
    "/v1/tables/{table}",
    "/v1/tables/{table}/actions",
    "/v1/tables/{table}/events",
    "/v1/tables/{table}/record",
];

/// Operations with a parameter that needs the right value of another.
const RARE: &[&str] = &["get /v1/books/{book}/export", "put /v1/books/{book}"];

/// Fields that are needed only beside another field, or in the place of another.
const ALTERNATIVES: &[&str] = &[
    "post /v1/books/{book}/revert: change",
    "post /v1/quiz: moves",
    "post /v1/quiz: question",
    "put /v1/results/{game_id}: moves",
];

#[test]
fn every_answer_to_a_made_up_request_is_documented() {
    let Desk { fixture, .. } = Desk::new();
    // A small book in the place of the starter: each case is a request, and many change the book.
    let by = Author::default();
    fixture.service.curation().delete_book("main", None, &by).expect("gone");
    fixture.service.curation().rename_book("b", "main", None, &by).expect("renamed");
    mine_seven(&fixture.service, fixture.directory.path(), "main");
    let key = fixture.key(Scopes::ADMIN);
    let game = fixture.get("/v1/next?examples=1").send().expect(200).json();
    let game = game["moves"][0]["statistics"]["examples"][0]["id"].clone();
    let game = game.as_str().expect("a game").to_owned();
    let known =
        json!({"results": [crate::games::game("2026-01-31-17", "gnugo@3.8", "win", "Q16,O17")]});
    let posted = fixture.post("/v1/results").key(&key).json(&known).send();
    assert_eq!(posted.expect(200).json()["counted"], 1);
    for player in ["ann", "bob"] {
        let answer =
            json!({"player": player, "question": "q", "moves": [["B", "Q16"]], "answer": "pass"});
        let answered = fixture.post("/v1/quiz").key(&key).json(&answer).send();
        answered.expect(200);
    }
    let version = fixture.get("/v1/books/main").send().expect(200).json();
    let version = version["version"].to_string();
    let document = fixture.get("/openapi.json").send().expect(200).json();
    // These have their turn now and then: with one operation more to draw from, all draws would be
    // others, and what is rarely answered would need many more cases.
    let (seldom, operations): (Vec<_>, Vec<_>) =
        operations(&document).into_iter().partition(|(path, method, _)| {
            SELDOM.contains(path) || (*path, *method) == ("/v1/tables", "get")
        });
    let statuses = &document["components"]["responses"]["Problem"]["x-statuses"];
    let mut refused = 0;
    // By address, the parameters and members of requests that were answered.
    let mut answered: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    // Fields whose absence was refused though none requires them.
    let mut needed = BTreeSet::new();
    let mut times: BTreeMap<String, u64> = BTreeMap::new();
    let cases = count(CASES, ALL_CASES);
    for case in 0..cases {
        let mut maker = Maker {
            document: &document,
            game: &game,
            version: &version,
            state: case,
            names: BTreeSet::new(),
            headers: Vec::new(),
        };
        let drawn = if case % 256 == 0 { &seldom } else { &operations };
        let (path, method, operation) = maker.choose(drawn);
        let address = maker.address(path, operation);
        let mut request = fixture.request(&method.to_ascii_uppercase(), &address).key(&key);
        let mut sent = String::new();
        let bodies = bodies(operation);
        if !bodies.is_empty() {
            let (kind, schema) = &bodies[maker.below(bodies.len())];
            sent = maker.body(kind, schema);
            let kind = if kind.starts_with("multipart") {
                "multipart/form-data; boundary=XX"
            } else {
                kind.as_str()
            };
            request = request.body(kind, sent.clone());
        }
        for (name, value) in std::mem::take(&mut maker.headers) {
            request = request.header(&name, value);
        }
        let answer = match path {
            // It does not end by itself.
            "/v1/changes/stream" => request.send_head(),
            _ => request.send(),
        };
        let at =
            format!("case {case}: {method} {address} {sent}: {} {}", answer.status, answer.text());
        // A name made up may have a slash in it, or be empty, and lead to another address.
        let moved = matches!(answer.status, 404 | 405);
        assert!(answer.status < 500, "{at}");
        let (required, members) = (required(&document, operation), members(&sent));
        let without = |field: &&&str| !members.contains_key(**field);
        if answer.status >= 400 {
            let problem = answer.json();
            let field = problem["field"].as_str().filter(|_| problem["code"] == "missing_field");
            if let (Some(required), Some(field)) = (&required, field)
                && !required.contains(&field)
                && schema_of(&document, operation)["properties"][field].is_object()
            {
                needed.insert(format!("{method} {path}: {field}"));
            }
            let code = answer.code();
            let codes = operation["x-codes"].as_array().expect("codes");
            let documented = statuses[&code] == answer.status && codes.contains(&json!(code));
            assert!(documented || moved, "{at}");
            refused += 1;
        } else {
            let documented = &operation["responses"][answer.status.to_string()];
            assert!(documented.is_object(), "{at}");
            let required = required.as_deref().unwrap_or_default();
            assert_eq!(required.iter().find(without), None, "{at}");
            *times.entry(format!("{method} {path}")).or_default() += 1;
            let names = answered.entry(format!("{method} {path}")).or_default();
            names.append(&mut maker.names);
        }
    }
    let declared: Vec<(String, Vec<&str>)> = operations
        .iter()
        .map(|(path, method, operation)| {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let optional = parameters.filter(|parameter| parameter["in"] != "path");
            let names = optional.filter_map(|parameter| parameter["name"].as_str());
            (format!("{method} {path}"), names.collect())
        })
        .collect();
    // Operations that rarely succeed do not test their parameters.
    let declared = declared.iter().map(|(address, names)| (address.as_str(), names.as_slice()));
    let declared = declared.filter(|(address, _)| {
        times.get(*address).is_some_and(|times| *times >= ENOUGH) && !RARE.contains(address)
    });
    let missing: Vec<String> = WANTED
        .iter()
        .copied()
        .chain(declared)
        .flat_map(|(address, names)| {
            let found = answered.get(address);
            let is_missing = move |name: &&&str| {
                !found.is_some_and(|found| found.contains(**name))
                    && !OF_OTHER_GAMES.contains(&(address, **name))
            };
            let missing = names.iter().filter(is_missing);
            missing
                .map(move |name| format!("{address} was never answered with {name}"))
                .chain(found.is_none().then(|| format!("{address} was never answered")))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let needed: Vec<&str> = needed.iter().map(String::as_str).collect();
    assert_eq!(needed, ALTERNATIVES);
    assert!((cases / 10..cases * 9 / 10).contains(&refused), "{refused} were refused");
}

/// The schema of an operation's JSON body, if it is one object.
fn schema_of<'a>(document: &'a Value, operation: &'a Value) -> &'a Value {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let pointer = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    let schema = pointer.and_then(|pointer| document.pointer(pointer));
    schema.filter(|schema| schema["properties"].is_object()).unwrap_or(&Value::Null)
}

/// The fields that this schema requires.
fn required<'a>(document: &'a Value, operation: &'a Value) -> Option<Vec<&'a str>> {
    let schema = schema_of(document, operation);
    let required = schema["required"].as_array().into_iter().flatten();
    schema.is_object().then(|| required.filter_map(Value::as_str).collect())
}

fn members(sent: &str) -> Map<String, Value> {
    serde_json::from_str(sent).unwrap_or_default()
}

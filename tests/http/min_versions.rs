//! Reads that include what was written on another node: `min_version` and `min_results`.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Answer, Request, connect, read_answer};
use crate::desk::Desk;
use crate::fixture::{Fixture, eventually};
use crate::games::{KICK, game};

/// A node on the store of another that does not look at it by itself.
fn node_beside(fixture: &Fixture) -> Fixture {
    fixture.beside(|options| options.refresh_every = Duration::from_secs(3600))
}

/// Adds a comment to a node of the book `b`; returns the version that the answer gives.
fn edit(desk: &Desk) -> u64 {
    let comment = desk.get("/v1/books/b")["version"].to_string();
    let fields = json!({"comment": comment});
    let edited = desk.patch("/v1/books/b/nodes/DDCF", "*", &fields).expect(200).json();
    let version = &edited["book"]["version"];
    version.as_u64().expect("a version")
}

/// The version of the book `b` that a node answers from.
fn version(fixture: &Fixture) -> u64 {
    let answer = fixture.get("/v1/next?book=b").send().expect(200).json();
    answer["book"]["version"].as_u64().expect("a version")
}

#[track_caller]
fn check_behind(answer: Answer, field: &str, words: &str) {
    let answer = answer.expect(503);
    assert_eq!(answer.code(), "node_behind");
    assert_eq!(answer.header("retry-after"), Some("1"));
    let problem = answer.json();
    assert_eq!(problem["field"], field);
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(words)), "{problem}");
}

#[test]
fn every_read_of_another_node_includes_what_was_written() {
    let desk = Desk::new();
    let other = node_beside(&desk.fixture);
    let get = |path: &str| other.get(path);
    let post = |path: &str, body: Value| other.post(path).json(&body);
    let reads: [&dyn Fn(u64) -> Request; 20] = [
        &|v| get(&format!("/v1/next?book=b&min_version={v}&moves=Q16")),
        &|v| get(&format!("/v1/next?min_version=b:{v}")),
        &|v| get(&format!("/v1/best?book=b&min_version={v}&moves=Q16")),
        &|v| get(&format!("/v1/next/picture?min_version=b:{v}&format=svg")),
        &|v| post(&format!("/v1/next?min_version={v}"), json!({"book": "b"})),
        &|v| post(&format!("/v1/next?min_version=b:{v}"), json!({})),
        &|v| post(&format!("/v1/next/batch?min_version=b:{v}"), json!({"queries": []})),
        &|v| post(&format!("/v1/quiz?min_version={v}"), json!({"book": "b"})),
        &|v| post(&format!("/v1/review?min_version=b:{v}"), json!({"games": []})),
        &|v| {
            let path = format!("/v1/review?book=b&min_version={v}");
            other.post(&path).body("application/x-go-sgf", "(;B[pd])")
        },
        &|v| get(&format!("/v1/books?min_version=main:1,b:{v}")),
        &|v| get(&format!("/v1/books/b?min_version={v}")),
        &|v| get(&format!("/v1/books/b/nodes/DDCF?min_version={v}")),
        &|v| get(&format!("/v1/books/b/nodes/?min_version={v}&min_results=0")),
        &|v| get(&format!("/v1/books/b/lines?min_version={v}&limit=1")),
        &|v| get(&format!("/v1/books/b/diff?min_version=main:1,{v}&with=main")),
        &|v| get(&format!("/v1/books/%62/export?format=sgf&min_version={v}")),
        &|v| get(&format!("/v1/books/b/conditions?min_version={v}")),
        &|v| get(&format!("/v1/books/b/changes?min_version={v}")),
        &|v| get(&format!("/v1/changes?book=b&min_version={v}")),
    ];
    for (number, read) in reads.iter().enumerate() {
        let before = version(&other);
        let written = edit(&desk);
        assert_eq!((version(&other), version(&desk.fixture)), (before, before + 1));
        read(written).send().expect(200);
        assert_eq!(version(&other), written, "read {number}");
    }
}

#[test]
fn new_and_deleted_books_are_found_out_about() {
    let desk = Desk::new();
    let other = node_beside(&desk.fixture);
    let made = desk.put("/v1/books/drafts").expect(201).json()["version"].to_string();
    let path = format!("/v1/next?book=drafts&min_version={made}");
    other.get(&path).send().expect(200);
    let renamed = desk.post("/v1/books/drafts/rename", &json!({"to": "ideas"})).expect(200).json();
    let path = format!("/v1/next?book=ideas&min_version={}", renamed["version"]);
    other.get(&path).send().expect(200);
    let started = Instant::now();
    let gone = desk.delete("/v1/books/ideas", "*").expect(200).json()["version"].to_string();
    // It is in the log, so nobody waits for it.
    let path = format!("/v1/next?book=ideas&min_version={gone}");
    assert_eq!(other.get(&path).send().expect(404).code(), "unknown_book");
    assert!(started.elapsed() < Duration::from_secs(120));
}

#[test]
fn a_version_that_never_was_is_answered_in_time_and_holds_nobody_up() {
    let desk = Desk::new();
    let other = node_beside(&desk.fixture);
    let paths = ["/v1/next?book=b&min_version=99", "/v1/books/none?min_version=1"];
    let waiting: Vec<_> = (0..40)
        .map(|number| {
            let request = other.get(paths[number % 2]);
            std::thread::spawn(move || {
                let started = Instant::now();
                (request.send(), started.elapsed())
            })
        })
        .collect();
    for _ in 0..5 {
        let written = edit(&desk);
        other.get(&format!("/v1/next?book=b&min_version={written}")).send().expect(200);
    }
    for (number, waiting) in waiting.into_iter().enumerate() {
        let (answer, took) = waiting.join().expect("no panic");
        assert!(took > Duration::from_millis(900) && took < Duration::from_secs(120), "{took:?}");
        let words = ["version 99 yet", "no version of book \"none\", not version 1 yet"];
        check_behind(answer, "min_version", words[number % 2]);
    }
    let body = other.post("/v1/next?min_version=99").json(&json!({"book": "b"}));
    check_behind(body.send(), "min_version", "of book \"b\", not version 99 yet");
    check_behind(other.get("/v1/opponents?min_results=7").send(), "min_results", "not up to 7 yet");
}

#[test]
fn requests_that_wait_are_limited_in_number() {
    let desk = Desk::new();
    let other = desk.fixture.beside(|options| options.max_connections_per_address = 1000);
    let head = "GET /v1/books?min_version=b:99 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    eventually("more than can wait", || {
        let open = |_| {
            let mut stream = connect(other.address).expect("a connection");
            stream.write_all(head.as_bytes()).expect("to write");
            stream
        };
        let streams: Vec<_> = (0..300).map(open).collect();
        let answers = streams.into_iter().map(|mut stream| {
            let answer = read_answer(&mut stream, false).expect("an answer").expect(503);
            assert!(answer.header("retry-after").is_some());
            answer.code()
        });
        let codes: Vec<String> = answers.collect();
        let count = |code: &str| codes.iter().filter(|found| *found == code).count();
        assert_eq!(count("node_behind") + count("overloaded"), 300);
        // One address may have half of 256 places.
        assert!(count("node_behind") >= 128);
        count("overloaded") > 0
    });
}

#[test]
fn results_entered_on_one_node_are_read_on_another() {
    let fixture = Fixture::new();
    let other = node_beside(&fixture);
    let desk = crate::games::Desk::new(&fixture);
    let games = |results: &Value| {
        let path = format!("/v1/opponents/o?min_results={results}");
        other.get(&path).send().expect(200).json()["games"].clone()
    };
    let one = game("one", "o", "win", KICK);
    let posted = desk.post(&one).expect(201).json();
    other.get("/v1/opponents/o").send().expect(404);
    assert_eq!(games(&posted["results"]), 1);
    // A client that repeats a result does not know on which node it was entered.
    let elsewhere = crate::games::Desk::new(&other);
    desk.post(&game("two", "o", "loss", KICK)).expect(201);
    let again = elsewhere.post(&game("two", "o", "loss", KICK)).expect(200).json();
    assert_eq!(again["status"], "unchanged");
    assert_eq!(games(&again["results"]), 2);
    let many = json!({"results": [game("three", "o", "win", KICK), {"game_id": "x"}, one]});
    let many = desk.post(&many).expect(200).json();
    assert_eq!(games(&many["results"][0]["results"]), 3);
    assert_eq!(many["results"][2]["results"], many["results"][0]["results"]);
    let lines = format!("{}\n{{}}\n", game("four", "o", "win", KICK));
    let stream = desk.lines(lines).expect(200).json();
    assert_eq!(games(&stream["results"]), 4);
    let corrected = desk.put("one", &game("one", "o", "loss", KICK)).expect(200).json();
    games(&corrected["results"]);
    let lost = other.get("/v1/opponents/o").send().expect(200).json();
    assert_eq!(lost["lost"], 2);
    let withdrawn = desk.withdraw("one").expect(200).json();
    assert_eq!(games(&withdrawn["results"]), 3);
    let path = format!("/v1/next?moves=Q16,O17&opponent=o&min_results={}", withdrawn["results"]);
    let answer = other.get(&path).send().expect(200);
    let tag = format!("\"main-1-r{}\"", withdrawn["results"]);
    assert_eq!(answer.header("etag"), Some(tag.as_str()));
}

#[test]
fn conditional_requests_wait_first() {
    let desk = Desk::new();
    let other = node_beside(&desk.fixture);
    let old = other.get("/v1/next?book=b").send().expect(200);
    let old = old.header("etag").expect("a tag").to_owned();
    assert_eq!(old, "\"b-1\"");
    let written = edit(&desk);
    let ask = |query: &str, tag: &str| {
        let request = other.get(&format!("/v1/next?book=b{query}"));
        request.header("If-None-Match", tag.to_owned()).send()
    };
    ask("", &old).expect(304);
    let least = format!("&min_version={written}");
    let new = ask(&least, &old).expect(200);
    assert_eq!(new.header("etag"), Some("\"b-2\""));
    assert_eq!(new.json()["book"]["version"], 2);
    for query in ["", &least] {
        assert_eq!(ask(query, "\"b-2\"").expect(304).header("etag"), Some("\"b-2\""));
    }
}

#[test]
fn invalid_values_say_what_is_expected() {
    let desk = Desk::new();
    let get = |path: &str| desk.fixture.get(path).send();
    for (path, field, words) in [
        ("/v1/next?min_version=", "min_version", "expected the version of the book, such as `12`"),
        ("/v1/next?min_version=-1", "min_version", "such as `main:12,club:3`"),
        ("/v1/next?min_version=main@1", "min_version", "expected the version"),
        ("/v1/next?min_version=main:", "min_version", "expected the version"),
        ("/v1/next?min_version=1,2", "min_version", "expected the version"),
        ("/v1/next?min_version=1&min_version=2", "min_version", "duplicate parameter"),
        ("/v1/next?min_results=all", "min_results", "expected a whole number"),
        ("/v1/books?min_version=1", "min_version", "write its name before"),
        ("/v1/changes?min_version=1", "min_version", "write its name before"),
    ] {
        let refused = get(path).expect(400);
        assert_eq!(refused.code(), "invalid_value", "{path}");
        let problem = refused.json();
        assert_eq!(problem["field"], field, "{path}");
        assert!(problem["detail"].as_str().is_some_and(|it| it.contains(words)), "{problem}");
    }
    let batch = desk.fixture.post("/v1/next/batch?min_version=1").json(&json!({"queries": []}));
    assert_eq!(batch.send().expect(400).code(), "invalid_value");
    let many = (0..33).map(|number| format!("a{number}:0")).collect::<Vec<_>>().join(",");
    get(&format!("/v1/next?min_version={many}")).expect(400);
    // What depends on no book and writes do not take them.
    let solve = desk.fixture.post("/v1/ladder?min_version=1").json(&json!({}));
    assert_eq!(solve.send().expect(400).code(), "unknown_field");
    let write = desk.put("/v1/books/drafts?min_version=1").expect(400);
    assert_eq!(
        (write.code().as_str(), &write.json()["field"]),
        ("unknown_field", &json!("min_version"))
    );
    // Whatever is invalid besides is still reported.
    let other = get("/v1/next?min_version=1&min_verdikt=good").expect(400);
    assert_eq!(other.json()["field"], "min_verdikt");
}

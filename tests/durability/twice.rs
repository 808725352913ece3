//! The same request from many clients at one moment: one of them does it.

use std::sync::Barrier;
use std::thread;

use serde_json::json;
use tempfile::TempDir;

use crate::client::{Answer, Request};
use crate::load::day_of;
use crate::report::{count, say};
use crate::server::{Server, healthy, make_book};

/// Clients that send at once.
const CLIENTS: usize = 16;

#[test]
fn what_many_send_at_one_moment_is_done_once() {
    let rounds = count(10, 200);
    let directory = TempDir::new().expect("a directory");
    make_book(directory.path());
    let server = Server::start(directory.path());
    let key = server.key.clone().expect("the first key");
    let request = |method: &str, path: &str| Request::new(server.address, method, path).key(&key);
    let node = "/v1/books/b/nodes/DDCF";
    for round in 0..rounds {
        let game = json!({
            "game_id": format!("game {round}"), "opponent": "o", "color": "B", "result": "win", "date": day_of(round).0,
            "moves": [["B", "Q16"], ["W", "O17"]]
        });
        let posted = at_once(|_| request("POST", "/v1/results").json(&game).send());
        let new = posted.iter().filter(|answer| answer.status == 201).count();
        let known = posted.iter().filter(|answer| answer.status == 200).count();
        assert_eq!((new, known), (1, CLIENTS - 1), "round {round}");
        let seen = request("GET", node).send().expect(200);
        let seen = seen.header("etag").expect("a tag");
        let edited = at_once(|client| {
            let fields = json!({"tags": {"add": [format!("{round} {client}")]}});
            request("PATCH", node).header("If-Match", seen).json(&fields).send()
        });
        let done = edited.iter().filter(|answer| answer.status == 200).count();
        let stale = edited.iter().filter(|answer| answer.status == 412).count();
        assert_eq!((done, stale), (1, CLIENTS - 1), "round {round}");
    }
    let opponent = request("GET", "/v1/opponents/o?book=b").send().expect(200).json();
    assert_eq!(opponent["games"], rounds);
    let node = request("GET", node).send().expect(200).json();
    assert_eq!(node["tags"].as_array().map(Vec::len), Some(rounds));
    assert_eq!(node["revision"], rounds + 1, "every edit is one change");
    healthy(directory.path());
    say(&format!(
        "at once: {rounds} results and {rounds} edits, each by {CLIENTS} clients at one moment: each done once"
    ));
}

/// What each of the clients is answered.
fn at_once(ask: impl Fn(usize) -> Answer + Sync) -> Vec<Answer> {
    let start = Barrier::new(CLIENTS);
    thread::scope(|scope| {
        let client = |number| {
            let (start, ask) = (&start, &ask);
            scope.spawn(move || {
                start.wait();
                ask(number)
            })
        };
        let clients: Vec<_> = (0..CLIENTS).map(client).collect();
        let answers = clients.into_iter().map(|client| client.join().expect("an answer"));
        answers.collect()
    })
}

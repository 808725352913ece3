//! SIGKILL under load, again and again, on one database.

use std::path::Path;

use joseki::store::{SqliteStore, Store};
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::claims::{Claim, Outcome, What};
use crate::client::Request;
use crate::load::{Load, games, lines};
use crate::random::Random;
use crate::report::{count, say, seed};
use crate::server::{FILE, Server, healthy, make_book};
use crate::verdict::{not_in_history, wrong};

#[test]
fn nothing_acknowledged_is_lost_by_kill_9() {
    let (kills, seed) = (count(8, 200), seed());
    let directory = TempDir::new().expect("a directory");
    make_book(directory.path());
    let mut random = Random::new(seed);
    let mut server = Server::start(directory.path());
    let key = server.key.clone().expect("the first key");
    let mut claims: Vec<Claim> = Vec::new();
    for round in 0..kills {
        let at = format!("kill {round}, JOSEKI_SEED={seed}");
        let load = Load::start(server.address, &key, round, seed);
        load.wait_for(1 + random.below(80));
        server.kill();
        let begin = claims.len();
        claims.extend(load.claims());
        is_sound(directory.path(), &at);
        server = Server::start(directory.path());
        let again = if round + 1 == kills { 0 } else { begin };
        all_again(&server, &key, &claims[again..], &at);
        let store = SqliteStore::open(directory.path().join(FILE)).expect("a store");
        let found = wrong(&store, claims.iter(), Claim::is_done).expect("a store");
        assert!(found.is_empty(), "{at}: {found:#?}");
        let missing = not_in_history(&store, &claims[again..]);
        assert!(missing.is_empty(), "{at}: {missing:#?}");
        drop(store);
        healthy(directory.path());
    }
    let writes = claims.iter().filter(|claim| claim.is_kept() && claim.is_done());
    let unknown =
        claims.iter().filter(|claim| claim.is_kept() && claim.outcome == Outcome::Unknown);
    say(&format!(
        "kill -9: {kills} kills, {} writes acknowledged ({} without an answer), 0 lost, integrity_check ok {kills} times",
        writes.count(),
        unknown.count()
    ));
}

#[test]
fn a_killed_server_goes_on_with_every_game_where_it_stood() {
    let directory = TempDir::new().expect("a directory");
    make_book(directory.path());
    let mut server = Server::start(directory.path());
    let make = |server: &Server, setup: &Value| {
        let made = Request::new(server.address, "POST", "/v1/tables").json(setup).send();
        made.expect(201).json()["tokens"].clone()
    };
    let get = |server: &Server, token: &str| {
        let path = format!("/v1/tables/{token}");
        Request::new(server.address, "GET", &path).send().expect(200).json()
    };
    let clock = json!({"game": "gomoku", "white": "person", "clock": {"main": 600}});
    let tokens: Vec<Value> = (0..3).map(|_| make(&server, &clock)).collect();
    let token =
        |table: usize, side: &str| tokens[table][side].as_str().expect("a token").to_owned();
    let mut played = vec![Vec::new(); tokens.len()];
    let points = ["h8", "a1", "h9", "b1", "h10", "c1", "g8", "d15"];
    for point in points {
        for (table, moves) in played.iter_mut().enumerate() {
            let side = ["black", "white"][moves.len() % 2];
            let path = format!("/v1/tables/{}/actions", token(table, side));
            let action = json!({"action": "play", "move": point});
            Request::new(server.address, "POST", &path).json(&action).send().expect(200);
            moves.push(point);
        }
        let before: Vec<Value> =
            (0..played.len()).map(|at| get(&server, &token(at, "watch"))).collect();
        server.kill();
        server = Server::start(directory.path());
        for (table, before) in before.iter().enumerate() {
            let after = get(&server, &token(table, "watch"));
            assert_eq!(after["moves"], json!(played[table]));
            assert_eq!(
                (&after["phase"], &after["to_move"]),
                (&json!("playing"), &before["to_move"])
            );
        }
    }
    healthy(directory.path());
    server.kill();
    // As if the server had not run for an hour: no clock did.
    let store = SqliteStore::open(directory.path().join(FILE)).expect("a store");
    let seen = store.table_node_seen("here").expect("readable").expect("noted");
    store.note_table_node("here", seen - 3_600_000).expect("noted");
    drop(store);
    let server = Server::start(directory.path());
    for table in 0..played.len() {
        let after = get(&server, &token(table, "watch"));
        let left = after["clock"]["black"]["main"].as_f64().expect("a clock");
        assert!(after["phase"] == "playing" && left > 500.0, "{after}");
    }
}

/// What SQLite itself says of the file as the killed server left it, in a copy, so that the server finds it as it was.
fn is_sound(directory: &Path, at: &str) {
    let copy = TempDir::new().expect("a directory");
    for name in [FILE.to_owned(), format!("{FILE}-wal")] {
        let from = directory.join(&name);
        if from.exists() {
            std::fs::copy(from, copy.path().join(name)).expect("a copy");
        }
    }
    let conn =
        Connection::open_with_flags(copy.path().join(FILE), OpenFlags::SQLITE_OPEN_READ_WRITE);
    let conn = conn.expect("a database");
    let told: String =
        conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("a check");
    assert_eq!(told, "ok", "{at}");
}

/// Sends all acknowledged results again: none counts a second time.
fn all_again(server: &Server, key: &str, claims: &[Claim], at: &str) {
    let done =
        claims.iter().filter(|claim| claim.is_done() && matches!(claim.what, What::Results { .. }));
    let (text, sent) = lines(&done.flat_map(games).collect::<Vec<_>>());
    let request = Request::new(server.address, "POST", "/v1/results").key(key);
    let told = request.body("application/x-ndjson", text).send().expect(200).json();
    let counts = [&told["counted"], &told["unchanged"], &told["refused"]];
    assert_eq!(counts, [&json!(0), &json!(sent), &json!(0)], "{at}");
}

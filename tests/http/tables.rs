//! Tables: games between two sides, identified by their tokens.

use std::time::{Duration, Instant};

use joseki::engine::TableEngine;
use joseki::game::Game;
use joseki::store::{Scopes, Store};
use serde_json::{Value, json};

use crate::client::Answer;
use crate::fixture::{Fixture, eventually};
use crate::metrics::rejected;
use crate::programs::needs;
use crate::streams::Listener;

/// A table, by its tokens.
struct Table<'a> {
    fixture: &'a Fixture,
    black: String,
    white: String,
    watch: String,
}

impl Table<'_> {
    fn new<'a>(fixture: &'a Fixture, setup: &Value) -> Table<'a> {
        let made = fixture.post("/v1/tables").json(setup).send().expect(201);
        let location = made.header("location").expect("an address").to_owned();
        let made = made.json();
        let token = |side: &str| made["tokens"][side].as_str().unwrap_or_default().to_owned();
        let table =
            Table { fixture, black: token("black"), white: token("white"), watch: token("watch") };
        assert_eq!(location, format!("/v1/tables/{}", table.watch));
        table
    }

    fn of_two<'a>(fixture: &'a Fixture, setup: &Value) -> Table<'a> {
        let mut setup = setup.clone();
        setup["white"] = json!("person");
        Table::new(fixture, &setup)
    }

    fn act(&self, token: &str, action: &Value) -> Answer {
        self.fixture.post(&format!("/v1/tables/{token}/actions")).json(action).send()
    }

    fn play(&self, token: &str, played: &str) -> Value {
        self.act(token, &json!({"action": "play", "move": played})).expect(200).json()
    }

    /// Plays moves by turns, Black's first.
    fn play_all(&self, moves: &[&str]) -> Value {
        let mut state = Value::Null;
        for (at, played) in moves.iter().enumerate() {
            state = self.play(if at % 2 == 0 { &self.black } else { &self.white }, played);
        }
        state
    }

    fn state(&self) -> Value {
        self.fixture.get(&format!("/v1/tables/{}", self.watch)).send().expect(200).json()
    }

    fn record(&self, query: &str) -> Answer {
        self.fixture.get(&format!("/v1/tables/{}/record{query}", self.watch)).send()
    }

    fn follow(&self, token: &str) -> Listener {
        Listener::following(self.fixture, &format!("/v1/tables/{token}/events"), &[])
    }

    /// What a refused action says.
    fn refused(&self, token: &str, action: &Value, status: u16, code: &str) -> String {
        let problem = self.act(token, action).expect(status).json();
        assert_eq!(problem["code"], code, "{problem}");
        problem["detail"].as_str().expect("a sentence").to_owned()
    }
}

/// The next state that a listener is sent.
fn state_of(listener: &mut Listener) -> Value {
    loop {
        let event = listener.text().expect("more events");
        if event.contains("event: table\n") {
            let data = event.lines().find_map(|line| line.strip_prefix("data: "));
            return serde_json::from_str(data.expect("data")).expect("JSON");
        }
    }
}

#[test]
fn two_play_go_until_both_agree_on_the_count() {
    let fixture = Fixture::new();
    let table = Table::of_two(&fixture, &json!({"board_size": 9, "komi": 6.5}));
    let start = table.state();
    assert_eq!(
        (&start["phase"], &start["to_move"], &start["you"]),
        (&json!("playing"), &json!("black"), &json!([]))
    );
    // A wall each: Black has the left, White the right of it.
    let mut moves = Vec::new();
    for row in 1..=9 {
        moves.extend([format!("E{row}"), format!("F{row}")]);
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    table.play_all(&moves);
    // White's stone in Black's area is dead.
    table.play(&table.black, "pass");
    table.play(&table.white, "B2");
    table.play(&table.black, "pass");
    let counted = table.play(&table.white, "pass");
    assert_eq!(counted["phase"], "counting");
    assert_eq!(counted["counting"]["dead"], json!(["B2"]), "estimated");
    // 45 points against 36 and komi.
    assert_eq!(counted["counting"]["score"], "B+2.5");
    let owner: Vec<&str> =
        counted["counting"]["owner"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(owner, ["BBBBBWWWW"; 9]);
    let by = |token: &str, action: &Value| table.act(token, action).expect(200).json();
    let agree = json!({"action": "agree"});
    assert_eq!(by(&table.black, &agree)["counting"]["agreed"], json!(["black"]));
    // A mark ends the agreement, and a mark of a whole chain is taken off again.
    let marked = by(&table.white, &json!({"action": "dead", "point": "b2"}));
    assert_eq!(
        (&marked["counting"]["agreed"], &marked["counting"]["dead"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(by(&table.white, &json!({"action": "estimate"}))["counting"]["dead"], json!(["B2"]));
    by(&table.white, &agree);
    let over = by(&table.black, &agree);
    assert_eq!(over["result"], json!({"record": "B+2.5", "words": "B+2.5", "winner": "black"}));
    assert_eq!(table.state()["result"], over["result"]);
    let record = table.record("?format=sgf").expect(200).text();
    for part in ["SZ[9]", "KM[6.5]", "RU[Chinese]", "RE[B+2.5]", "PB[person]", ";B[];W[]"] {
        assert!(record.replace('\n', "").contains(part), "{part}: {record}");
    }
    assert!(table.record("?format=go").expect(422).text().contains("19 lines"));
    assert!(table.record("?format=pgn").expect(422).text().contains("go cannot be written as pgn"));
    table.refused(&table.black, &json!({"action": "play", "move": "A1"}), 409, "table_refused");
}

#[test]
fn what_the_other_side_must_agree_to_waits_for_it() {
    let fixture = Fixture::new();
    let table = Table::of_two(&fixture, &json!({"game": "renju"}));
    let (black, white) = (&table.black, &table.white);
    table.play_all(&["h8", "h9", "j10"]);
    let undo = json!({"action": "undo", "count": 1});
    let offered = table.act(black, &undo).expect(200).json();
    assert_eq!(offered["offer"], json!({"by": "black", "what": "undo", "count": 1}));
    let refused = table.refused(black, &json!({"action": "accept"}), 409, "table_refused");
    assert_eq!(refused, "there is no offer of the other side");
    table.act(white, &json!({"action": "decline"})).expect(200);
    table.act(black, &undo).expect(200);
    let undone = table.act(white, &json!({"action": "accept"})).expect(200).json();
    assert_eq!(undone["moves"], json!(["h8", "h9"]));
    for (token, action, says) in [
        (white, json!({"action": "play", "move": "a1"}), "it is the other side's turn"),
        (white, json!({"action": "resume"}), "the game is going on"),
        (white, json!({"action": "agree"}), "the board is counted after both sides have passed"),
        (white, json!({"action": "undo", "count": 3}), "there are only 2 moves to take back"),
        (white, json!({"action": "estimate"}), "the board is counted after both sides have passed"),
        (white, json!({"action": "stop"}), "no program thinks"),
    ] {
        assert_eq!(table.refused(token, &action, 409, "table_refused"), says);
    }
    let fouls = Table::of_two(
        &fixture,
        &json!({
            "game": "renju", "moves": ["h9", "a1", "h10", "a15", "g8", "o1", "f8", "o15"]
        }),
    );
    let foul = json!({"action": "play", "move": "h8"});
    let named = fouls.refused(&fouls.black, &foul, 422, "illegal_move");
    assert!(named.contains("forbidden to Black") && named.contains("three"), "{named}");
    let occupied = json!({"action": "play", "move": "h9"});
    assert_eq!(table.refused(black, &occupied, 422, "illegal_move"), "the point is occupied");
    let off = json!({"action": "play", "move": "z9"});
    assert!(table.refused(black, &off, 400, "invalid_point").contains("z9"));
    for (action, code) in [
        (json!({"action": "play"}), "missing_field"),
        (json!({"action": "dance"}), "invalid_value"),
        (json!({"action": "say", "phrase": "boo"}), "invalid_value"),
        (json!({"action": "resign", "side": "white"}), "invalid_value"),
    ] {
        table.refused(black, &action, 400, code);
    }
    let watched = json!({"action": "resign"});
    assert!(table.refused(&table.watch, &watched, 400, "invalid_value").contains("may only watch"));
    let said = table.act(white, &json!({"action": "say", "phrase": "thanks"})).expect(200).json();
    assert_eq!(said["said"], json!([{"by": "white", "phrase": "thanks", "after_move": 2}]));
    table.act(black, &json!({"action": "pause"})).expect(200);
    assert_eq!(
        table.act(white, &json!({"action": "accept"})).expect(200).json()["phase"],
        "paused"
    );
    table.refused(black, &json!({"action": "play", "move": "a1"}), 409, "table_refused");
    table.act(black, &json!({"action": "resume"})).expect(200);
    table.act(white, &json!({"action": "draw"})).expect(200);
    let drawn = table.act(black, &json!({"action": "draw"})).expect(200).json();
    assert_eq!(
        drawn["result"],
        json!({"record": "0", "words": "a draw by agreement", "winner": null})
    );
    let psq = table.record("?format=psq").expect(200);
    assert!(
        psq.text().starts_with("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\nperson\n"),
        "{}",
        psq.text()
    );
    let name = psq.header("content-disposition").expect("a name");
    assert!(
        name.starts_with("attachment; filename=\"renju-20") && name.ends_with(".psq\""),
        "{name}"
    );
}

#[test]
fn a_retry_does_nothing_twice_and_what_was_seen_too_late_is_refused() {
    let fixture = Fixture::new();
    let table = Table::of_two(&fixture, &json!({"game": "xiangqi"}));
    let first = json!({"action": "play", "move": "h2e2", "version": 0});
    assert_eq!(table.act(&table.black, &first).expect(200).json()["version"], 1);
    assert_eq!(table.act(&table.black, &first).expect(200).json()["version"], 1);
    // In any notation of the game, after an answer that was lost.
    let answer = json!({"action": "play", "move": "馬8進7", "version": 1});
    let state = table.act(&table.white, &answer).expect(200).json();
    assert_eq!(state["moves"], json!(["h2e2", "h9g7"]));
    assert_eq!(table.act(&table.black, &first).expect(200).json()["version"], 2);
    let other = json!({"action": "play", "move": "b2e2", "version": 0});
    table.refused(&table.black, &other, 409, "table_moved_on");
    let later = json!({"action": "resign", "version": 7});
    table.refused(&table.black, &later, 409, "table_moved_on");
    let chinese = fixture
        .get(&format!("/v1/tables/{}?coords=chinese", table.watch))
        .send()
        .expect(200)
        .json();
    assert_eq!(chinese["moves"], json!(["炮二平五", "马８进７"]));
    table.act(&table.white, &json!({"action": "resign"})).expect(200);
    let pgn = table.record("").expect(200).text();
    for part in ["[Red \"person\"]", "[Result \"1-0\"]", "H2-E2"] {
        assert!(pgn.contains(part), "{part}: {pgn}");
    }
}

#[test]
fn the_clock_of_the_server_counts_and_a_loss_on_time_is_a_result() {
    let fixture = Fixture::new();
    let setup = json!({"game": "gomoku", "clock": {"main": 60, "periods": 2, "period": 0.4}});
    let slow = Table::of_two(&fixture, &setup);
    assert_eq!(slow.state()["clock"]["running"], "black");
    let setup = json!({"game": "gomoku", "clock": {"periods": 2, "period": 0.2}});
    let quick = Table::of_two(&fixture, &setup);
    let mut listener = quick.follow(&quick.white);
    let over = loop {
        let state = state_of(&mut listener);
        if state["phase"] == "over" {
            break state;
        }
    };
    assert_eq!(over["result"]["record"], "W+T");
    assert_eq!(over["clock"]["black"], json!({"main": 0.0, "periods": 0, "period": 0.0}));
    let late = json!({"action": "play", "move": "h8"});
    assert_eq!(quick.refused(&quick.black, &late, 409, "table_refused"), "the game is over");
    let undo = json!({"action": "undo"});
    quick.refused(&quick.black, &undo, 409, "table_refused");
}

#[test]
fn programs_play_and_say_what_they_think() {
    let fixture = Fixture::new();
    // The book, then our own play.
    let table = Table::new(
        &fixture,
        &json!({"moves": ["Q16"], "black": "book", "white": "person", "seconds": 0.1}),
    );
    table.play(&table.white, "D4");
    let mut state = Value::Null;
    eventually("the book's move", || {
        state = table.state();
        state["moves"].as_array().is_some_and(|moves| moves.len() == 3)
    });
    assert!(
        state["comments"][2].as_str().is_some_and(|words| words.starts_with("book ")),
        "{state}"
    );
    assert!(table.record("").expect(200).text().contains("C[book "));
    // Alone with a program, a person need not ask, but for a draw.
    let undone = table.act(&table.white, &json!({"action": "undo", "count": 2})).expect(200).json();
    assert_eq!(undone["moves"], json!(["Q16"]));
    let draw = json!({"action": "draw"});
    assert_eq!(
        table.refused(&table.white, &draw, 409, "table_refused"),
        "a program does not agree on a draw"
    );

    // A long search is stopped, and the best move so far is played.
    let table = Table::new(&fixture, &json!({"game": "xiangqi", "white": "engine", "seconds": 5}));
    let mut listener = table.follow(&table.black);
    table.play(&table.black, "h2e2");
    loop {
        let event = listener.text().expect("more events");
        if event.contains("event: thinking\n") {
            assert!(
                event.contains("\"side\":\"white\"") && event.contains("\"line\":["),
                "{event}"
            );
            break;
        }
    }
    table.act(&table.black, &json!({"action": "stop"})).expect(200);
    let moved = loop {
        let state = state_of(&mut listener);
        if state["version"] == 2 {
            break state;
        }
    };
    assert_eq!(moved["sides"]["black"], json!({"kind": "person", "present": true}));
    assert_eq!(moved["moves"].as_array().map(Vec::len), Some(2));
}

#[test]
fn programs_play_each_other_while_somebody_watches() {
    let fixture = Fixture::new();
    let table = Table::new(
        &fixture,
        &json!({"game": "gomoku", "black": "book", "white": "engine", "seconds": 0.05}),
    );
    assert_eq!((table.black.as_str(), table.white.as_str()), ("", ""));
    assert_eq!(table.state()["moves"], json!([]));
    let mut listener = table.follow(&table.watch);
    while state_of(&mut listener)["moves"].as_array().map_or(0, Vec::len) < 3 {}
    drop(listener);
    eventually("a rest", || table.state()["thinking"].is_null());
    // A move that was under way may still come; then the programs of other tables have their turns.
    let other =
        Table::new(&fixture, &json!({"game": "gomoku", "white": "engine", "seconds": 0.05}));
    let mut rests = 0;
    let mut last = table.state()["version"].clone();
    while rests < 3 {
        other.play(&other.black, ["a1", "a15", "o1", "o15", "a8", "h1"][rests]);
        eventually("an answer", || other.state()["to_move"] == "black");
        let now = table.state()["version"].clone();
        assert!(rests == 0 || now == last, "{now} after {last}");
        (rests, last) = (rests + 1, now);
    }
    fixture.request("DELETE", &format!("/v1/tables/{}", table.watch)).send().expect(204);
    assert_eq!(
        fixture.get(&format!("/v1/tables/{}", table.watch)).send().expect(404).json()["code"],
        "unknown_table"
    );
}

#[test]
fn an_engine_of_the_operator_plays_and_ours_where_it_fails() {
    needs!("python3");
    let directory = tempfile::tempdir().expect("a directory");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gtp/search_engine.py");
    let log = directory.path().join("log");
    let scripted =
        format!("python3 {script} gomocup --moves '0,0 1,0' --fail-at 2 --log {}", log.display());
    let fixture = Fixture::with(|options| {
        let engine = |game, command: &str| TableEngine { game, command: command.to_owned() };
        options.table_engines =
            vec![engine(Game::Gomoku, &scripted), engine(Game::Standard, "false")];
    });
    let table = |game: &str| {
        Table::new(&fixture, &json!({"game": game, "white": "engine", "seconds": 0.05}))
    };
    let wrapped = table("gomoku");
    wrapped.play(&wrapped.black, "h8");
    eventually("its move", || wrapped.state()["version"] == 2);
    assert_eq!(wrapped.state()["moves"], json!(["h8", "a15"]));
    // It ends at its second move, and ours comes instead.
    wrapped.play(&wrapped.black, "h9");
    eventually("a move of our own", || wrapped.state()["version"] == 4);
    let failing = table("standard");
    failing.play(&failing.black, "h8");
    eventually("a move of our own", || failing.state()["version"] == 2);
}

/// An engine that hangs is not waited for: its side loses when its time is over.
#[test]
fn a_program_that_is_out_of_time_loses_as_a_person_does() {
    needs!("python3");
    let directory = tempfile::tempdir().expect("a directory");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gtp/search_engine.py");
    let log = directory.path().join("log");
    let command =
        format!("python3 {script} gomocup --fail-at 1 --how hang --log {}", log.display());
    let fixture = Fixture::with(|options| {
        options.table_engines = vec![TableEngine { game: Game::Gomoku, command }];
    });
    let clock = json!({"periods": 1, "period": 4.0});
    let table = Table::new(&fixture, &json!({"game": "gomoku", "white": "engine", "clock": clock}));
    let begun = Instant::now();
    table.play(&table.black, "h8");
    eventually("the end", || table.state()["phase"] == "over");
    assert_eq!(table.state()["result"]["record"], "B+T");
    assert!(begun.elapsed() >= Duration::from_secs(4));
}

#[test]
fn operators_list_tables_and_close_them() {
    let fixture = Fixture::new();
    let table = Table::of_two(&fixture, &json!({"game": "renju"}));
    table.play(&table.black, "h8");
    let other = Table::new(&fixture, &json!({"white": "book"}));
    let admin = fixture.key(Scopes::ADMIN);
    let listed = || fixture.get("/v1/tables").key(&admin).send().expect(200).json();
    let all = listed();
    let rows = all["tables"].as_array().expect("a list");
    let of = |game: &str| rows.iter().find(|row| row["game"] == game).expect("a table").clone();
    let renju = of("renju");
    assert_eq!(
        (&renju["black"], &renju["white"], &renju["version"], &renju["result"]),
        (&json!("person"), &json!("person"), &json!(1), &Value::Null)
    );
    assert_eq!(of("go")["white"], "book");
    for token in [&table.watch, &table.black, &table.white] {
        assert!(!all.to_string().contains(token.as_str()), "no token is shown");
    }
    let mut listener = table.follow(&table.watch);
    state_of(&mut listener);
    let id = renju["id"].as_str().expect("an id");
    let close = |id: &str| fixture.post(&format!("/v1/tables/{id}/close")).key(&admin).send();
    assert_eq!(close(id).expect(200).json()["id"], id);
    while listener.text().is_some_and(|event| !event.contains("event: end")) {}
    let late = json!({"action": "play", "move": "h9"});
    table.refused(&table.white, &late, 404, "unknown_table");
    let signed = format!("+{}", &id[1..]);
    for gone in [id, "0123", "zzzzzzzzzzzzzzzz", &signed, table.watch.as_str()] {
        assert_eq!(close(gone).expect(404).json()["code"], "unknown_table", "{gone}");
    }
    assert_eq!(listed()["tables"].as_array().map(Vec::len), Some(1));
    // Another program closes one in the database: the game ends with the next action.
    let found = fixture.service.tables().list(9).expect("tables");
    fixture.service.tables().close(&found[0].id).expect("closed");
    table.refused(&other.black, &json!({"action": "play", "move": "Q16"}), 404, "unknown_table");
    let none = fixture.get(&format!("/v1/tables/{}", other.watch)).send().expect(404);
    assert_eq!(none.json()["code"], "unknown_table");
}

#[test]
fn who_follows_is_present_and_a_new_connection_misses_nothing() {
    let fixture = Fixture::with(|options| options.max_table_followers = 8);
    let table = Table::of_two(&fixture, &json!({"game": "standard"}));
    let mut black = table.follow(&table.black);
    let first = state_of(&mut black);
    assert_eq!(
        (&first["you"], &first["sides"]["white"]["present"]),
        (&json!(["black"]), &json!(false))
    );
    let white = table.follow(&table.white);
    while state_of(&mut black)["sides"]["white"]["present"] == false {}
    drop(white);
    while state_of(&mut black)["sides"]["white"]["present"] == true {}
    drop(black);
    table.play_all(&["h8", "a1", "h9"]);
    assert_eq!(state_of(&mut table.follow(&table.black))["moves"], json!(["h8", "a1", "h9"]));
    eventually("nobody", || table.state()["sides"]["black"]["present"] == false);
    // A quarter of those who follow may be at one address.
    let held = [table.follow(&table.watch), table.follow(&table.watch)];
    let full = fixture.get(&format!("/v1/tables/{}/events", table.watch)).send_head();
    assert_eq!(full.expect(503).json()["code"], "overloaded");
    assert!(rejected(&fixture, "address_streams") > 0);
    drop(held);
}

#[test]
fn one_address_has_a_limited_number_of_games_that_go_on() {
    let fixture = Fixture::with(|options| {
        options.max_tables_per_address = 2;
        options.trusted_proxies = vec![options.listen.ip().into()];
    });
    let setup = json!({"game": "gomoku"});
    let make = || fixture.post("/v1/tables").json(&setup);
    let tables = [Table::of_two(&fixture, &setup), Table::of_two(&fixture, &setup)];
    let refused = make().send().expect(503);
    assert_eq!(refused.code(), "too_many_tables");
    make().header("X-Forwarded-For", "192.0.2.1").send().expect(201);
    // Also if they are made at once.
    let made = std::thread::scope(|scope| {
        let ask = || make().header("X-Forwarded-For", "192.0.2.2").send().status;
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        asked.into_iter().map(|asked| asked.join().expect("no panic")).collect::<Vec<u16>>()
    });
    assert_eq!(made.iter().filter(|status| **status == 201).count(), 2, "{made:?}");
    let key = fixture.key(Scopes::READ);
    make().key(&key).send().expect(201);
    // Games that are over and tables that are gone count no longer.
    tables[0].act(&tables[0].black, &json!({"action": "resign"})).expect(200);
    make().send().expect(201);
    make().send().expect(503);
    fixture.request("DELETE", &format!("/v1/tables/{}", tables[1].black)).send().expect(204);
    make().send().expect(201);
}

#[test]
fn a_game_is_resumed_after_passes_a_few_times_only() {
    let fixture = Fixture::new();
    let table = Table::of_two(&fixture, &json!({"game": "go", "board_size": 9}));
    for _ in 0..5 {
        table.play_all(&["pass", "pass"]);
        table.act(&table.white, &json!({"action": "resume"})).expect(200);
    }
    table.play_all(&["pass", "pass"]);
    let refused = table.act(&table.white, &json!({"action": "resume"})).expect(409);
    assert!(refused.text().contains("at most 5 times"), "{}", refused.text());
    table.act(&table.white, &json!({"action": "resign"})).expect(200);
}

#[test]
fn tables_are_limited_and_invalid_ones_are_explained() {
    let fixture = Fixture::with(|options| options.max_tables = 2);
    let make = |setup: &Value| fixture.post("/v1/tables").json(setup).send();
    for (setup, field, says) in [
        (json!({"game": "chess"}), "game", "unknown game"),
        (json!({"board_size": 8}), "board_size", "9 to 19"),
        (json!({"game": "renju", "board_size": 19}), "board_size", "have 15 lines"),
        (json!({"game": "xiangqi", "board_size": 10}), "board_size", "one board"),
        (
            json!({"moves": ["Q16", "Q16"]}),
            "moves",
            "move 2, Q16, is illegal: the point is occupied",
        ),
        (json!({"moves": ["I1"]}), "moves", "move 1"),
        (json!({"fen": "x"}), "fen", "only for xiangqi"),
        (json!({"game": "xiangqi", "fen": "x"}), "fen", ""),
        (json!({"handicap": 10}), "handicap", "no place"),
        (json!({"game": "gomoku", "handicap": 2}), "handicap", "only for go"),
        (json!({"komi": 2000}), "komi", "-1000 to 1000"),
        (json!({"game": "gomoku", "komi": 1}), "komi", "only for go"),
        (json!({"rules": "maori"}), "rules", "chinese, ing or japanese"),
        (json!({"seconds": 60}), "seconds", "0.05 to 5"),
        (json!({"clock": {}}), "clock.main", "main time"),
        (json!({"clock": {"main": 1e9}}), "clock.main", "0 to 86400"),
        (json!({"clock": {"main": 1, "periods": 3}}), "clock.period", "both"),
        (json!({"one_screen": true}), "one_screen", "both sides"),
        (json!({"opponent": ""}), "opponent", ""),
        (json!({"game": "renju", "book": "main"}), "book", "about go"),
    ] {
        let refused = make(&setup);
        assert_eq!(refused.status, 400, "{setup}");
        let problem = refused.json();
        assert_eq!(
            (&problem["code"], &problem["field"]),
            (&json!("invalid_value"), &json!(field)),
            "{setup}"
        );
        assert!(
            problem["detail"].as_str().is_some_and(|detail| detail.contains(says)),
            "{problem}"
        );
    }
    assert_eq!(make(&json!({"book": "none"})).expect(404).json()["code"], "unknown_book");
    let one = Table::of_two(&fixture, &json!({}));
    let screen = json!({"white": "person", "one_screen": true});
    let both = Table::new(&fixture, &screen);
    assert_eq!(both.black, both.white);
    both.play_all(&["Q16", "D4"]);
    // Alone at a screen, nobody else is asked.
    assert_eq!(
        both.act(&both.black, &json!({"action": "undo", "count": 2})).expect(200).json()["moves"],
        json!([])
    );
    let full = make(&json!({})).expect(503);
    assert_eq!(
        (full.json()["code"].clone(), full.header("retry-after")),
        (json!("too_many_tables"), Some("60"))
    );
    // A game that goes on is not removed; one that has ended or not begun is, by a side.
    one.play(&one.black, "Q16");
    let delete = |token: &str| fixture.request("DELETE", &format!("/v1/tables/{token}")).send();
    delete(&one.watch).expect(409);
    delete(&one.white).expect(409);
    one.act(&one.white, &json!({"action": "resign"})).expect(200);
    delete(&one.white).expect(204);
    make(&json!({})).expect(201);
    fixture.get("/v1/tables/0123").send().expect(404);
}

#[test]
fn handicap_stones_and_a_position_stand_at_the_start() {
    let fixture = Fixture::new();
    let table = Table::of_two(&fixture, &json!({"handicap": 2}));
    let state = table.state();
    assert_eq!(state["start"], json!({"fen": null, "handicap": ["Q16", "D4"], "to_move": "white"}));
    assert_eq!((&state["komi"], &state["to_move"]), (&json!(0.5), &json!("white")));
    assert!(table.record("?format=go").expect(422).text().contains("handicap"));
    // Red mates by b7b9.
    let fen = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1";
    let mate = Table::of_two(&fixture, &json!({"game": "xiangqi", "fen": fen}));
    let over = mate.play(&mate.black, "b7b9");
    assert_eq!(
        over["result"],
        json!({"record": "B+", "words": "Red won: checkmate", "winner": "black"})
    );
    assert!(mate.record("").expect(200).text().contains("3k5/R8/1R7"));
    assert!(mate.record("?format=sgf").expect(422).text().contains("use pgn"));
}

#[test]
fn a_table_lives_on_one_node_until_that_is_gone() {
    let fixture = Fixture::with(|options| options.node = "http://one.example".to_owned());
    let other = fixture.beside(|options| options.node = "http://two.example".to_owned());
    let table = Table::of_two(&fixture, &json!({"clock": {"main": 600}}));
    table.play(&table.black, "Q16");
    let address = format!("/v1/tables/{}", table.white);
    let elsewhere = other.get(&address).send().expect(421).json();
    assert_eq!(
        (&elsewhere["code"], &elsewhere["node"]),
        (&json!("table_elsewhere"), &json!("http://one.example"))
    );
    // Its node was not seen for an hour: the game goes on here, and its clock did not run.
    let one = "http://one.example";
    let seen = fixture.faults.table_node_seen(one).expect("readable").expect("seen");
    let mut state = Value::Null;
    eventually("another node", || {
        // The first one is alive after all, and says so every five seconds.
        other.faults.note_table_node(one, seen - 3_600_000).expect("noted");
        let answer = other.get(&address).send();
        state = answer.json();
        answer.status == 200
    });
    assert_eq!((&state["moves"], &state["phase"]), (&json!(["Q16"]), &json!("playing")));
    // What is done at the first one meanwhile is refused, and its followers are sent on.
    let mut listener = table.follow(&table.watch);
    state_of(&mut listener);
    let late = json!({"action": "play", "move": "A1"});
    table.refused(&table.white, &late, 409, "table_moved_on");
    while listener.text().is_some_and(|event| !event.contains("event: end")) {}
    let mut elsewhere = Value::Null;
    eventually("the first node to know", || {
        let answer = fixture.get(&address).send();
        elsewhere = answer.json();
        answer.status == 421
    });
    assert_eq!(elsewhere["node"], "http://two.example");
    let moved =
        other.post(&format!("{address}/actions")).json(&json!({"action": "play", "move": "D4"}));
    assert_eq!(moved.send().expect(200).json()["version"], 2);
}

/// Its end is shown, though it cannot be stored.
#[test]
fn a_table_of_a_store_that_is_only_read_is_shown() {
    let fixture = Fixture::new();
    let clock = json!({"periods": 1, "period": 0.3});
    let table = Table::of_two(&fixture, &json!({"game": "gomoku", "clock": clock}));
    let reader = fixture.beside_read_only();
    let address = format!("/v1/tables/{}", table.watch);
    let mut listener = Listener::following(&reader, &format!("{address}/events"), &[]);
    let over = loop {
        let state = state_of(&mut listener);
        if state["phase"] == "over" {
            break state;
        }
    };
    assert_eq!(over["result"]["record"], "W+T");
}

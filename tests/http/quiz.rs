//! Training over sockets: questions, grades, and what is kept of whom.

use joseki::store::Scopes;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::fixture::Fixture;

fn ask(fixture: &Fixture, body: &Value) -> Answer {
    fixture.post("/v1/quiz").json(body).send()
}

/// An answer of a player, with the key of somebody who may report it.
fn answer(fixture: &Fixture, key: &str, question: &Value, point: &str) -> Answer {
    let body = json!({
        "player": "ann", "moves": question["moves"], "to_play": question["to_play"],
        "question": question["id"], "answer": point, "seed": 1
    });
    fixture.post("/v1/quiz").key(key).json(&body).send()
}

/// The same answer without its random parts.
fn graded(answer: &Answer) -> String {
    answer.json()["graded"].to_string()
}

#[test]
fn a_question_is_drawn_answered_and_goes_on() {
    let fixture = Fixture::new();
    let key = fixture.key(Scopes::FEEDBACK);
    let drawn = ask(&fixture, &json!({"seed": 4, "hints": true})).expect(200);
    let question = &drawn.json()["next"];
    assert_eq!(drawn.json(), ask(&fixture, &json!({"seed": 4, "hints": true})).expect(200).json());
    assert_eq!(question["drawn"], "new");
    assert_eq!(question["recall"], Value::Null);
    assert!(question["hints"]["right_moves"].as_u64() >= Some(1), "{question}");
    let shown = answer(&fixture, &key, question, "pass").expect(200);
    let graded_json = &shown.json()["graded"];
    assert_eq!((&graded_json["grade"], &graded_json["right"]), (&json!("unknown"), &json!(false)));
    assert_eq!((&shown.json()["continues"], &shown.json()["reply"]), (&json!(false), &Value::Null));
    let best = graded_json["accepted"][0]["point"].as_str().expect("a point").to_owned();
    let memory = &graded_json["memory"][0];
    assert_eq!((&memory["before"], &memory["after"]["lapsed"]), (&Value::Null, &json!(true)));
    assert_eq!(memory["after"]["half_life"], 43_200);
    // The same question again: the first answer counts, byte for byte.
    for point in ["pass", &best] {
        let again = answer(&fixture, &key, question, point).expect(200);
        assert_eq!(graded(&again), graded(&shown), "{point}");
    }
    let other =
        json!({"id": "of my own", "moves": question["moves"], "to_play": question["to_play"]});
    let right = answer(&fixture, &key, &other, &best).expect(200).json();
    assert_eq!(right["graded"]["grade"], "best");
    assert_eq!(right["graded"]["memory"][0]["after"]["half_life"], 86_400);
    if right["continues"] == true {
        let moves = right["next"]["moves"].as_array().expect("moves");
        let before = question["moves"].as_array().expect("moves").len();
        assert_eq!(moves.len(), before + 2);
        assert_eq!(moves[before][1], best);
        assert_eq!(moves[before + 1][1], right["reply"]["point"]);
    }
    // The id belongs to another board.
    let moved =
        json!({"id": question["id"], "moves": [["B", "Q16"], ["W", "R14"]], "to_play": "B"});
    let moved = if moved["moves"] == question["moves"] {
        json!({"id": question["id"], "moves": []})
    } else {
        moved
    };
    let refused = answer(&fixture, &key, &moved, "P17").expect(409);
    assert_eq!(
        (refused.code().as_str(), &refused.json()["field"]),
        ("question_conflict", &json!("question"))
    );
}

#[test]
fn points_are_written_as_the_caller_writes_them() {
    let fixture = Fixture::new();
    let body = json!({"coords": "sgf", "moves": [["B", "pd"], ["W", "nc"]], "answer": "zz"});
    let refused = ask(&fixture, &body).expect(400);
    assert_eq!(
        (refused.code().as_str(), &refused.json()["field"]),
        ("invalid_point", &json!("answer"))
    );
    let body = json!({"coords": "sgf", "moves": [["B", "pd"], ["W", "nc"]], "answer": "oc"});
    let graded = &ask(&fixture, &body).expect(200).json()["graded"];
    assert_eq!(graded["answer"], "oc");
    let best = graded["accepted"][0]["point"].as_str().expect("a point");
    assert!(best.len() == 2 && best.bytes().all(|byte| byte.is_ascii_lowercase()), "{best}");
    let small = json!({"board_size": 13, "seed": 1});
    assert_eq!(ask(&fixture, &small).expect(200).json()["next"]["board_size"], 13);
}

#[test]
fn a_quiz_that_is_refused_says_why() {
    let fixture = Fixture::new();
    let on = json!([["B", "Q16"]]);
    for (body, status, code, field) in [
        (json!({"answer": "Q16"}), 400, "missing_field", "moves"),
        (json!({"moves": [["B", "Q16"], ["W", "Q16"]]}), 422, "illegal_move", "moves[1]"),
        (json!({"moves": on, "answer": "Q16"}), 422, "illegal_move", "answer"),
        (
            json!({"moves": [["B", "C3"], ["W", "K10"], ["B", "A1"]], "to_play": "x"}),
            400,
            "invalid_color",
            "to_play",
        ),
        (json!({"color": "green"}), 400, "invalid_color", "color"),
        (json!({"prefix": "DDC"}), 400, "invalid_value", "prefix"),
        (json!({"prefix": "AAAB"}), 404, "unknown_node", "prefix"),
        (json!({"names": [""]}), 400, "invalid_value", "names[0]"),
        (json!({"names": vec!["x"; 21]}), 400, "too_many", "names"),
        (json!({"max_depth": 0}), 400, "invalid_value", "max_depth"),
        (json!({"new_share": 1.5}), 400, "invalid_value", "new_share"),
        (json!({"tolerance": -0.1}), 400, "invalid_value", "tolerance"),
        (json!({"question": "a\nb"}), 400, "invalid_value", "question"),
        (json!({"player": " "}), 400, "invalid_value", "player"),
        (json!({"board_size": 7}), 422, "unsupported_size", "board_size"),
        (json!({"book": "none"}), 404, "unknown_book", "book"),
        (json!({"colour": "B"}), 400, "unknown_field", "colour"),
    ] {
        let refused = ask(&fixture, &body).expect(status);
        assert_eq!(
            (refused.code().as_str(), refused.json()["field"].as_str()),
            (code, Some(field)),
            "{body}"
        );
    }
    let key = fixture.key(Scopes::FEEDBACK);
    let nameless = json!({"player": "ann", "moves": on, "answer": "O17"});
    let refused = fixture.post("/v1/quiz").key(&key).json(&nameless).send().expect(400);
    assert_eq!(
        (refused.code().as_str(), &refused.json()["field"]),
        ("missing_field", &json!("question"))
    );
    // A player needs a key, whatever is asked.
    let named = ask(&fixture, &json!({"player": "ann"})).expect(401);
    assert_eq!(named.code(), "key_missing");
    let reader = fixture.key(Scopes::READ);
    let refused = fixture.post("/v1/quiz").key(&reader).json(&json!({"player": "ann"})).send();
    assert_eq!(refused.expect(403).code(), "key_scope");
    let nothing = ask(&fixture, &json!({"names": ["no such name"]})).expect(200).json();
    assert_eq!((&nothing["next"], &nothing["reason"]), (&Value::Null, &json!("nothing_found")));
}

#[test]
fn a_player_is_written_out_taken_in_and_forgotten() {
    let fixture = Fixture::new();
    let (key, curator) = (fixture.key(Scopes::FEEDBACK), fixture.key(Scopes::CURATE));
    let get = |path: &str| fixture.get(path).key(&key).send();
    for path in ["", "/export"] {
        let unknown = get(&format!("/v1/quiz/players/ann{path}")).expect(404);
        assert_eq!(unknown.code(), "unknown_player");
    }
    for (number, point) in ["P17", "pass", "R17", "D4", "O17"].into_iter().enumerate() {
        let question = json!({"id": format!("q{number}"), "moves": [["B", "Q16"]], "to_play": "W"});
        answer(&fixture, &key, &question, point).expect(200);
    }
    let progress = get("/v1/quiz/players/ann?limit=3").expect(200);
    assert_eq!(progress.header("cache-control"), Some("no-store"));
    assert_eq!(progress.json()["answers"], 5);
    assert_eq!(progress.json()["hardest"][0]["line"], "DD");
    let text = get("/v1/quiz/players/ann/export").expect(200);
    assert_eq!(text.header("content-type"), Some("application/x-ndjson"));
    let text = text.text();
    let mut lines: Vec<&str> = text.lines().collect();
    let head: Value = serde_json::from_str(lines[0]).expect("JSON");
    assert_eq!(
        head,
        json!({"format": "joseki-training", "version": 1, "player": "ann", "answers": 5})
    );
    assert_eq!(lines.len(), 6);
    lines[1..].reverse();
    let import = |player: &str, body: String| {
        let path = format!("/v1/quiz/players/{player}/import");
        fixture.post(&path).key(&key).body("application/x-ndjson", body).send()
    };
    let taken = import("bob%20b", lines.join("\n") + "\nnonsense\n{}\n").expect(200).json();
    assert_eq!(
        (&taken["added"], &taken["known"], &taken["refused"]),
        (&json!(5), &json!(0), &json!(2))
    );
    assert_eq!(
        (&taken["errors"][0]["line"], &taken["errors"][1]["code"]),
        (&json!(7), &json!("missing_field"))
    );
    let again = import("bob%20b", text.clone()).expect(200).json();
    assert_eq!((&again["added"], &again["known"]), (&json!(0), &json!(5)));
    let without = |text: String| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let bob = get("/v1/quiz/players/bob%20b/export").expect(200).text();
    assert_eq!(without(bob), without(text.clone()));
    let of = |player: &str| {
        let mut progress = get(&format!("/v1/quiz/players/{player}")).expect(200).json();
        progress["hardest"][0]["recall"] = Value::Null;
        progress["player"] = Value::Null;
        progress
    };
    assert_eq!(of("bob%20b"), of("ann"));
    // Nobody has answered in the future, or before there were clocks.
    let mut later: Value = serde_json::from_str(lines[1]).expect("JSON");
    for at in [i64::MAX, 8_640_000_000_000_000, -1] {
        (later["at"], later["question"]) = (json!(at), json!("later"));
        let refused = import("bob%20b", later.to_string()).expect(200).json();
        assert_eq!((&refused["added"], &refused["refused"]), (&json!(0), &json!(1)));
        assert_eq!(refused["errors"][0]["field"], "at");
    }
    let newer = r#"{"format":"joseki-training","version":2,"player":"ann","answers":0}"#;
    assert_eq!(import("ann", newer.to_owned()).expect(200).json()["refused"], 1);
    let gone = fixture.request("DELETE", "/v1/quiz/players/ann").key(&curator).send();
    assert_eq!(gone.expect(200).json(), json!({"player": "ann", "answers": 5}));
    get("/v1/quiz/players/ann").expect(404);
    // What is left survives a restart.
    let fixture = fixture.restarted();
    let bob = fixture.get("/v1/quiz/players/bob%20b").key(&key).send().expect(200).json();
    assert_eq!(bob["answers"], 5);
}

#[test]
fn a_long_export_comes_whole() {
    let fixture = Fixture::new();
    let key = fixture.key(Scopes::FEEDBACK);
    let question = json!({"id": "q", "moves": [["B", "Q16"]], "to_play": "W"});
    answer(&fixture, &key, &question, "pass").expect(200);
    let line = fixture.get("/v1/quiz/players/ann/export").key(&key).send().expect(200).text();
    let line: Value = serde_json::from_str(line.lines().nth(1).expect("an answer")).expect("JSON");
    let lines = (0..1234).map(|number| {
        let mut line = line.clone();
        line["question"] = json!(format!("q{number:04}"));
        format!("{line}\n")
    });
    let body: String = lines.collect();
    let path = "/v1/quiz/players/eve/import";
    let taken = fixture.post(path).key(&key).body("application/x-ndjson", body).send().expect(200);
    assert_eq!(taken.json()["added"], 1234);
    let text = fixture.get("/v1/quiz/players/eve/export").key(&key).send().expect(200).text();
    assert_eq!(text.lines().count(), 1235);
    let wrong = fixture.post(path).key(&key).json(&json!({})).send();
    assert_eq!(wrong.expect(415).code(), "unsupported_type");
}

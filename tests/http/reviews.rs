//! Games reviewed over the socket.

use serde_json::{Value, json};

use crate::fixture::Fixture;

/// The 4-4 point and its approach, then a move that is in no book.
const GAME: &str = "(;GM[1]SZ[19]PB[Ann]BR[3d]PW[Bob]DT[2020-01-02]RE[W+R];B[pd];W[nc];B[ss])";
/// A game without moves, one that is damaged at its second move, and one on a large board.
const ODD: [&str; 3] = ["(;GM[1]SZ[19])", "(;GM[1]SZ[19];B[pd];W[pd])", "(;GM[1]SZ[25];B[pd])"];

fn post(fixture: &Fixture, body: &Value) -> Value {
    let answer = fixture.post("/v1/review").json(body).send().expect(200);
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    answer.json()
}

#[test]
fn a_game_corner_by_corner() {
    let fixture = Fixture::new();
    let answer = post(&fixture, &json!({"games": [GAME]}));
    assert_eq!(answer["book"]["name"], "main");
    assert_eq!(answer["moves_of_a_game"], 60);
    let item = &answer["games"][0];
    assert_eq!((&item["index"], &item["sgf"]), (&json!(0), &Value::Null));
    let review = &item["review"];
    assert_eq!(review["black"], json!({"name": "Ann", "rank": "3d"}));
    assert_eq!(review["white"], json!({"name": "Bob", "rank": null}));
    assert_eq!(
        (&review["date"], &review["winner"], &review["moves"]),
        (&json!("2020-01-02"), &json!("W"), &json!(3))
    );
    let corner = &review["corners"][1];
    assert_eq!(corner["corner"], "upper_right");
    assert_eq!(corner["steps"], "DDCF");
    assert_eq!(corner["left_book"], Value::Null);
    let moves = corner["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 2);
    let first = &moves[0];
    assert_eq!(
        (&first["move"], &first["point"], &first["kind"]),
        (&json!(1), &json!("Q16"), &json!("best"))
    );
    assert_eq!(first["verdict_by"], "curator");
    assert_eq!((&first["rank"], &first["cost"]["win_rate"]), (&json!(1), &json!(0.0)));
    let expected = &moves[1]["expected"];
    assert!(expected.as_array().expect("expected").len() <= 5);
    let priorities: Vec<f64> = expected
        .as_array()
        .expect("expected")
        .iter()
        .map(|one| one["priority"].as_f64().expect("a number"))
        .collect();
    assert!(priorities.windows(2).all(|pair| pair[0] >= pair[1]), "{priorities:?}");
    // Nothing else was played near, so the lower right has the stone on the 1-1 point.
    let away = &review["corners"][3];
    assert_eq!(away["state"], "terminated");
    let left = &away["left_book"];
    assert_eq!(
        (&left["move"], &left["by"], &left["returned"]),
        (&json!(3), &json!("B"), &json!(false))
    );
    assert_eq!(away["moves"][0]["kind"], "left");
    let names: Vec<&Value> =
        answer["profiles"].as_array().expect("profiles").iter().map(|one| &one["player"]).collect();
    assert_eq!(names, ["Ann", "Bob"]);
}

#[test]
fn the_same_as_sgf_with_many_games_and_parameters() {
    let fixture = Fixture::new();
    let body = format!("{GAME}\n{}\n{}", ODD[1], GAME.replace("Ann", "Cid"));
    let sgf =
        |address: &str| fixture.post(address).body("application/x-go-sgf", body.clone()).send();
    let answer = sgf("/v1/review?players=bob&coords=sgf&moves=2&annotate=true").expect(200).json();
    let games = answer["games"].as_array().expect("games");
    assert_eq!(games.len(), 3);
    let review = &games[0]["review"];
    assert_eq!((&review["moves"], &review["reviewed"]), (&json!(3), &json!(2)));
    assert_eq!(review["corners"][1]["moves"][0]["point"], "pd");
    let record = games[0]["sgf"].as_str().expect("a record");
    assert!(record.starts_with("(;FF[4]CA[UTF-8]GM[1]SZ[19]PB[Ann]"), "{record}");
    assert!(record.contains(";B[pd]C[upper right: best (ideal); 4-4 point]"), "{record}");
    assert_eq!(games[1]["review"]["damaged_at"], 2);
    let profiles = answer["profiles"].as_array().expect("profiles");
    assert_eq!(profiles.len(), 1);
    assert_eq!(
        (&profiles[0]["player"], &profiles[0]["games"], &profiles[0]["won"]),
        (&json!("bob"), &json!(2), &json!(2))
    );
    // The same in JSON is the same answer.
    let texts: Vec<String> = vec![GAME.to_owned(), ODD[1].to_owned(), GAME.replace("Ann", "Cid")];
    let same = post(
        &fixture,
        &json!({"games": texts, "players": ["bob"], "coords": "sgf", "moves": 2, "annotate": true}),
    );
    assert_eq!(same, answer);
}

#[test]
fn the_record_comes_whole_if_it_is_asked_for() {
    let fixture = Fixture::new();
    // A handicap game with a pass, two moves of it examined, and one with a damaged fourth move.
    let games = [
        "(;GM[1]SZ[19]HA[2]AB[dd][pp]AW[jj];W[pd];B[];W[qf];B[nc])",
        "(;GM[1]SZ[13];B[jd];W[dj];B[dd];W[jd];B[jj])",
    ];
    let asked = |extra: Value| {
        let mut body = json!({"games": games, "moves": 2});
        let extra = extra.as_object().expect("an object").clone();
        body.as_object_mut().expect("an object").extend(extra);
        post(&fixture, &body)
    };
    let records = |answer: &Value| {
        let items = answer["games"].as_array().expect("games").iter();
        let records = items.map(|item| item["review"]["record"].clone());
        records.collect::<Vec<Value>>()
    };
    for without in [asked(json!({})), asked(json!({"record": false}))] {
        let review = without["games"][0]["review"].as_object().expect("a review");
        assert!(review.contains_key("record"));
        assert_eq!(records(&without), [Value::Null, Value::Null]);
    }
    let with = asked(json!({"record": true}));
    assert_eq!(with["games"][0]["review"]["reviewed"], 2);
    assert_eq!(with["games"][1]["review"]["damaged_at"], 4);
    let expected = [
        json!({
            "initial_stones": [["B", "D16"], ["B", "Q4"], ["W", "K10"]],
            "moves": [["W", "Q16"], ["B", "pass"], ["W", "R14"], ["B", "O17"]]
        }),
        json!({"initial_stones": [], "moves": [["B", "K10"], ["W", "D4"], ["B", "D10"]]}),
    ];
    assert_eq!(records(&with), expected);
    let with = asked(json!({"record": true, "coords": "sgf"}));
    let expected = json!({
        "initial_stones": [["B", "dd"], ["B", "pp"], ["W", "jj"]],
        "moves": [["W", "pd"], ["B", "pass"], ["W", "qf"], ["B", "nc"]]
    });
    assert_eq!(records(&with)[0], expected);
    // Nothing else of the answer is another, and the parameter is the field.
    let mut plain = with.clone();
    for item in plain["games"].as_array_mut().expect("games") {
        item["review"]["record"] = Value::Null;
    }
    assert_eq!(plain, asked(json!({"coords": "sgf"})));
    let file = fixture.post("/v1/review?record=true&coords=sgf&moves=2");
    let file = file.body("application/x-go-sgf", games.join("\n"));
    assert_eq!(file.send().expect(200).json(), with);
    let refused = fixture.post("/v1/review?record=1");
    let refused = refused.body("application/x-go-sgf", games[0]).send();
    assert_eq!(refused.expect(400).json()["field"], "record");
}

#[test]
fn a_game_that_cannot_be_read_spoils_no_other() {
    let fixture = Fixture::new();
    let texts =
        ["", "no game", "(;B[pd", "(;B[pd])(;B[dd])", ODD[0], ODD[2], "(;GM[2];B[pd])", GAME];
    let answer = post(&fixture, &json!({"games": texts}));
    let items = answer["games"].as_array().expect("games");
    let codes: Vec<&str> =
        items.iter().map(|item| item["error"]["code"].as_str().unwrap_or("-")).collect();
    assert_eq!(
        codes,
        [
            "invalid_sgf",
            "invalid_sgf",
            "invalid_sgf",
            "invalid_sgf",
            "invalid_sgf",
            "unsupported_size",
            "invalid_sgf",
            "-"
        ]
    );
    assert_eq!(items[3]["index"], 3);
    let detail = items[3]["error"]["detail"].as_str().expect("a detail");
    assert!(detail.contains("2 games"), "{detail}");
    // A game that was sent twice is answered twice and counts once.
    let twice = post(&fixture, &json!({"games": [GAME, GAME], "players": ["Ann"]}));
    assert_eq!(twice["games"][0]["review"]["id"], twice["games"][1]["review"]["id"]);
    assert_eq!(twice["profiles"][0]["games"], 1);
}

#[test]
fn refusals_of_the_whole() {
    let fixture = Fixture::new();
    let check = |body: Value, status: u16, code: &str, field: &str| {
        let answer = fixture.post("/v1/review").json(&body).send();
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{body}");
        assert_eq!(answer.json()["field"], field, "{body}");
    };
    check(json!({"games": [GAME], "book": "none"}), 404, "unknown_book", "book");
    check(json!({"games": [GAME], "as_of": "99"}), 422, "not_yet", "as_of");
    check(json!({"games": vec!["(;B[pd])"; 201]}), 400, "too_many", "games");
    check(json!({"games": [], "players": vec!["a"; 101]}), 400, "too_many", "players");
    check(json!({"games": [], "moves": 0}), 400, "invalid_value", "moves");
    check(json!({"games": [], "moves": 1001}), 400, "invalid_value", "moves");
    check(json!({"game": GAME}), 400, "unknown_field", "game");
    check(json!({"games": [3]}), 400, "invalid_value", "games[0]");
    let many = "(;B[pd])".repeat(201);
    let answer = fixture.post("/v1/review").body("application/x-go-sgf", many).send();
    assert_eq!((answer.status, answer.code().as_str()), (400, "too_many"));
    let answer = fixture.post("/v1/review?moves=3").json(&json!({})).send();
    assert_eq!((answer.status, answer.code().as_str()), (400, "unknown_field"));
    let answer = fixture.post("/v1/review").body("text/plain", GAME).send();
    assert_eq!((answer.status, answer.code().as_str()), (415, "unsupported_type"));
    let large = vec![b' '; (8 << 20) + 1];
    let answer = fixture.post("/v1/review").body("application/x-go-sgf", large).send();
    assert_eq!((answer.status, answer.code().as_str()), (413, "body_too_large"));
    let empty = post(&fixture, &json!({}));
    assert_eq!((&empty["games"], &empty["profiles"]), (&json!([]), &json!([])));
}

#[test]
fn many_games_are_sent_in_parts_that_make_one_answer() {
    let fixture = Fixture::new();
    let alone = post(&fixture, &json!({"games": [GAME], "annotate": true}));
    let mut games = vec![GAME; 200];
    games[100] = ODD[0];
    let request = json!({"games": games, "annotate": true});
    let answer = fixture.post("/v1/review").json(&request).send().expect(200);
    assert_eq!(answer.header("transfer-encoding"), Some("chunked"));
    let mut answer = answer.json();
    assert_eq!(answer["profiles"], alone["profiles"]);
    let reviews = answer["games"].take();
    let reviews = reviews.as_array().expect("reviews");
    assert_eq!(reviews.len(), 200);
    for (index, item) in reviews.iter().enumerate() {
        assert_eq!(item["index"], json!(index));
        let expected = if index == 100 { &Value::Null } else { &alone["games"][0]["sgf"] };
        assert_eq!(&item["sgf"], expected);
    }
}

#[test]
fn a_game_of_many_variations_is_annotated_within_the_time_limit() {
    let fixture = Fixture::new();
    let game = format!("(;SZ[19];B[pd]{})", "(;W[nc])".repeat(200_000));
    let answer = post(&fixture, &json!({"games": [game], "annotate": true}));
    let annotated = answer["games"][0]["sgf"].as_str().expect("a record");
    assert_eq!(annotated.matches("(;W[nc]").count(), 200_000);
}

#[test]
fn a_game_that_sets_up_the_whole_board_over_and_over_is_one_board() {
    let fixture = Fixture::new();
    let all = "[aa:ss]".repeat(1_000_000);
    let game = format!("(;SZ[19];AB{all};AE[aa:ss];AB[pd];W[nc])");
    let answer = post(&fixture, &json!({"games": [game], "record": true}));
    assert_eq!(answer["games"][0]["review"]["record"]["initial_stones"], json!([["B", "Q16"]]));
}

#[test]
fn a_review_writes_nothing() {
    let fixture = Fixture::new();
    let before = fixture.get("/v1/changes").send().expect(200).json();
    let version = fixture.service.data_version().expect("a number");
    post(&fixture, &json!({"games": [GAME], "annotate": true}));
    assert_eq!(fixture.service.data_version().expect("a number"), version);
    assert_eq!(fixture.get("/v1/changes").send().expect(200).json(), before);
}

/// A record of Tygem: the 4-4 point and its approach.
const GIB: &str = "\\HS\r\n\\[GAMEBLACKNAME=Beck (3K)\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\nSTO 0 3 2 13 2\r\n\\GE\r\n";

#[test]
fn records_of_servers_are_reviewed_and_imported() {
    let fixture = Fixture::new();
    let damaged = GIB.replace("13 2", "13 19");
    let answer = post(&fixture, &json!({"games": [GIB, damaged, GAME]}));
    let games = answer["games"].as_array().expect("games");
    assert_eq!(games[0]["review"]["black"], json!({"name": "Beck", "rank": "3k"}));
    assert_eq!(games[0]["review"]["corners"][1]["steps"], "DDCF");
    assert_eq!(games[1]["error"]["code"], "invalid_sgf");
    let detail = games[1]["error"]["detail"].as_str().expect("a text");
    assert!(detail.contains("line 7: invalid move `STO 0 3 2 13 19`"), "{detail}");
    assert_eq!(games[2]["review"]["moves"], 3);
    let body = fixture.post("/v1/review").body("application/x-go-sgf", GIB.repeat(2)).send();
    assert_eq!(body.expect(200).json()["games"].as_array().map(Vec::len), Some(2));

    let key = fixture.key(joseki::store::Scopes::CURATE);
    let import = fixture.post("/v1/books/tygem/import?name=a.gib").key(&key);
    let report = import.body("application/octet-stream", GIB).send().expect(200).json();
    assert_eq!(
        (&report["files"][0]["file"], &report["files"][0]["placed"]),
        (&json!("a.gib"), &json!(2))
    );
    let import = fixture.post("/v1/books/tygem/import?name=a.gib").key(&key);
    assert_eq!(import.body("text/plain", "no record").send().expect(422).code(), "invalid_sgf");
}

//! What counted games say, with numbers counted by hand from the games of `counted_support`.

use joseki::store::{Scopes, StoreError};
use serde_json::{Value, json};

use crate::client::Answer;
use crate::counted::{many, mine, mine_seven};
use crate::faulty::Fault;
use crate::fixture::Fixture;

/// A server whose book `tiny` counts the seven games.
fn fixture() -> Fixture {
    let fixture = Fixture::new();
    mine_seven(&fixture.service, fixture.directory.path(), "tiny");
    fixture
}

/// Adds a book `plain` of a few moves that counts nothing.
fn add_plain(fixture: &Fixture) {
    let tree = "(;SZ[19];B[pd](;W[nc]TE[2];B[qf])(;W[qc]TE[1]))";
    let import = fixture.post("/v1/books/plain/import");
    let import = import.key(&fixture.key(Scopes::CURATE));
    import.body("application/x-go-sgf", tree).send().expect(200);
}

#[test]
fn a_book_lists_its_collections() {
    let fixture = fixture();
    let book = fixture.get("/v1/books/tiny").send().expect(200).json();
    let collections = book["collections"].as_array().expect("collections");
    let names: Vec<&Value> = collections.iter().map(|one| &one["name"]).collect();
    assert!(names.is_sorted_by_key(|name| name.as_str()), "{book}");
    let games = collections.iter().filter_map(|one| one["games"].as_u64());
    assert_eq!(games.sum::<u64>(), book["counted_games"], "{book}");
    for name in names {
        let name = name.as_str().expect("a name");
        fixture.get(&format!("/v1/next?book=tiny&source={name}")).send().expect(200);
    }
    add_plain(&fixture);
    assert!(fixture.get("/v1/books/plain").send().expect(200).json()["collections"].is_null());
}

fn next(fixture: &Fixture, query: &str) -> Value {
    let path = format!("/v1/next?book=tiny&{query}");
    fixture.get(&path).send().expect(200).json()
}

/// The move of an answer that leads to a line.
#[track_caller]
fn leading(answer: &Value, line: &str) -> Value {
    let mut moves = answer["moves"].as_array().expect("moves").iter();
    let found = moves.find(|found| found["leads_to"] == line && found["corner"] == "upper_right");
    found.unwrap_or_else(|| panic!("no {line}")).clone()
}

/// Games, corners, points, share, win rate, reached; then the path's games, corners, points.
fn numbers(found: &Value) -> Value {
    let (all, path) = (&found["statistics"], &found["statistics"]["path"]);
    json!([
        [
            all["games"],
            all["corners"],
            all["points"],
            all["share"],
            all["win_rate"],
            all["reached"]
        ],
        [path["games"], path["corners"], path["points"]]
    ])
}

fn third(part: f64) -> Value {
    json!(part / 3.0)
}

#[test]
fn every_move_has_the_numbers_that_are_counted_by_hand() {
    let fixture = fixture();
    let check = |moves: &str, line: &str, expected: Value| {
        let found = leading(&next(&fixture, &format!("moves={moves}")), line);
        assert_eq!(numbers(&found), expected, "{line}");
    };
    // Seven games: the fourth has the line twice, the sixth no result; the line's first mover
    // won 1, 3 and 7, the fourth was first on both sides and the fifth is a draw.
    let first = json!([[7, 8, 4.0, 8.0 / 28.0, 4.0 / 6.0, 28], [7, 8, 4.0]]);
    check("", "DD", first);
    let sides = [2.0 / 6.0, 7.0 / 8.0];
    let approach = json!([[6, 7, 2.0, sides[1], sides[0], 8], [6, 7, 2.0]]);
    check("Q16", "DDCF", approach);
    let invasion = json!([[1, 1, 0.0, 0.125, null, 8], [1, 1, 0.0]]);
    check("Q16", "DDCC", invasion);
    let check_both = |moves, line, all: Value, path: Value| check(moves, line, json!([all, path]));
    check_both("Q16,O17", "DDCFFC", json!([3, 3, 3.0, 3.0 / 7.0, 1.0, 7]), json!([3, 3, 3.0]));
    // The two orders meet: the position has the games of both, each path its own.
    check_both(
        "Q16,O17,R14,R17",
        "DDCFFCCCCD",
        json!([4, 4, 3.0, 1.0, 0.75, 3]),
        json!([3, 3, 3.0]),
    );
    check_both(
        "Q16,O17,Q17,R17",
        "DDCFCDCCFC",
        json!([4, 4, 3.0, 1.0, 0.75, 1]),
        json!([1, 1, 0.0]),
    );
}

#[test]
fn filters_leave_games_out() {
    let fixture = fixture();
    let of = |query: &str| {
        let answer = next(&fixture, query);
        numbers(&leading(&answer, "DD"))[0].clone()
    };
    let all = of("");
    assert_eq!(of("since=1500"), json!([6, 7, 3.5, 0.291_666_666_666_666_7, 0.7, 24]));
    assert_eq!(of("since=2009&until=2009"), json!([3, 4, 1.5, third(1.0), 0.5, 12]));
    assert_eq!(of("until=2008"), json!([1, 1, 1.0, 0.25, 1.0, 4]));
    assert_eq!(of("strength=kyu"), json!([1, 1, 1.0, 0.25, 1.0, 4]));
    assert_eq!(of("strength=unknown"), json!([1, 1, 0.5, 0.25, 0.5, 4]));
    assert_eq!(of("strength=dan,pro&source=new"), json!([2, 2, 1.0, 0.25, 1.0, 8]));
    assert_eq!(of("source=old")[0], 5);
    assert_eq!(of("source=old,new"), all);
    assert_eq!(of("strength=unknown,kyu,dan,high_dan,pro,engine"), all);
    assert_eq!(of("strength=engine")[0], 0);
}

#[test]
fn moves_of_few_games_are_left_out() {
    let fixture = fixture();
    let filtered = |query: &str| {
        let answer = next(&fixture, &format!("moves=Q16&{query}"));
        let lines = answer["moves"].as_array().expect("moves").iter();
        let lines = lines.filter(|found| found["corner"] == "upper_right");
        let corner = answer["corners"][1].clone();
        (lines.count(), corner["filtered"].clone(), corner["reason"].clone())
    };
    let by = |games: u32, verdict: u32| json!({"min_verdict": verdict, "min_games": games, "conditions": 0});
    assert_eq!(filtered(""), (2, by(0, 0), Value::Null));
    assert_eq!(filtered("min_games=1"), (2, by(0, 0), Value::Null));
    assert_eq!(filtered("min_games=2"), (1, by(1, 0), Value::Null));
    assert_eq!(filtered("min_games=1&until=2009").0, 1);
    let nothing = (0, by(2, 0), json!("all_filtered"));
    assert_eq!(filtered("min_games=7&min_verdict=good"), nothing);
}

#[test]
fn a_trend_has_the_years_in_order_and_the_unknown_one_last() {
    let fixture = fixture();
    let answer = next(&fixture, "moves=Q16&trend=true");
    let year = |year: Value, games: u32, corners: u32, points: f64, share: f64, win_rate: f64| {
        json!({"year": year, "games": games, "corners": corners, "points": points, "share": share,
               "win_rate": win_rate})
    };
    let expected = [
        year(json!(2008), 1, 1, 0.0, 1.0, 0.0),
        year(json!(2009), 3, 4, 1.5, 1.0, 0.5),
        year(json!(2010), 1, 1, 0.0, 0.5, 0.0),
        year(Value::Null, 1, 1, 0.5, 1.0, 0.5),
    ];
    let found = leading(&answer, "DDCF");
    assert_eq!(found["statistics"]["trend"], json!(expected));
    let invasion = leading(&answer, "DDCC");
    let once = json!([{"year": 2010, "games": 1, "corners": 1, "points": 0.0, "share": 0.5, "win_rate": null}]);
    assert_eq!(invasion["statistics"]["trend"], once);
    let later = next(&fixture, "moves=Q16&trend=true&since=2010");
    assert_eq!(leading(&later, "DDCF")["statistics"]["trend"], json!([expected[2]]));
    let without = next(&fixture, "moves=Q16");
    assert_eq!(leading(&without, "DDCF")["statistics"]["trend"], Value::Null);
}

#[test]
fn examples_are_games_that_can_be_fetched() {
    let fixture = fixture();
    let examples = |query: &str| {
        let answer = next(&fixture, &format!("moves=Q16,O17&{query}"));
        leading(&answer, "DDCFFC")["statistics"]["examples"].clone()
    };
    assert_eq!(examples(""), Value::Null);
    assert_eq!(examples("examples=0"), Value::Null);
    // Professionals before a kyu player, and of them the later game first.
    let all = examples("examples=4");
    let blacks: Vec<&Value> =
        all.as_array().expect("games").iter().map(|game| &game["black"]).collect();
    assert_eq!(blacks, ["Jon", "Ada", "Dan"]);
    assert_eq!(examples("examples=2"), json!([all[0], all[1]]));
    let mut ada = all[1].clone();
    let id = ada["id"].as_str().expect("an id").to_owned();
    let expected = json!({
        "id": id, "black": "Ada", "black_rank": "9p", "white": "Ben", "white_rank": "9p",
        "date": "2008-01-31", "result": "B+R", "source": "old", "event": "Cup"
    });
    assert_eq!(ada, expected);
    let path = format!("/v1/books/tiny/games/{id}");
    let game = fixture.get(&path).send().expect(200);
    assert_eq!(game.header("etag"), Some("\"tiny-2\""));
    for (name, value) in [
        ("book", json!({"name": "tiny", "version": 2})),
        ("komi", json!("6.5")),
        ("strength", json!("pro")),
        ("record", json!(true)),
    ] {
        ada[name] = value;
    }
    assert_eq!(game.json(), ada);
    let record = fixture.get(&format!("{path}?format=sgf")).send().expect(200);
    assert_eq!(record.header("content-type"), Some("application/x-go-sgf; charset=utf-8"));
    assert_eq!(record.header("etag"), Some("\"tiny-2\""));
    let disposition = format!("attachment; filename=\"{id}.sgf\"");
    assert_eq!(record.header("content-disposition"), Some(disposition.as_str()));
    let text: String = record.text().split_whitespace().collect();
    assert!(text.ends_with(";B[pd];W[nc];B[qf];W[qc];B[pc])"), "{text}");
    assert!(text.contains("PB[Ada]") && text.contains("RE[B+R]"), "{text}");
    for path in [path.clone(), format!("{path}?format=sgf")] {
        let short = fixture.get(&path).header("If-None-Match", "\"tiny-2\"").send();
        assert!(short.expect(304).body.is_empty());
    }
    let upper = format!("/v1/books/tiny/games/{}", id.to_uppercase());
    assert_eq!(fixture.get(&upper).send().expect(200).json(), ada);
}

#[test]
fn only_examples_need_the_store() {
    let fixture = fixture();
    next(&fixture, "");
    fixture.faults.on_read(Fault::Fail(StoreError::Busy { file: "a file".to_owned() }));
    assert_eq!(leading(&next(&fixture, "trend=true"), "DD")["statistics"]["games"], 7);
    let busy = fixture.get("/v1/next?book=tiny&examples=1").send();
    assert_eq!(busy.expect(503).code(), "store_busy");
    let none = fixture.get("/v1/next?book=main&examples=1").send();
    none.expect(200);
    fixture.faults.on_read(Fault::None);
    assert!(leading(&next(&fixture, "examples=1"), "DD")["statistics"]["examples"].is_array());
}

#[test]
fn games_that_are_not_there() {
    let fixture = fixture();
    let refused = |path: &str, status: u16, code: &str, field: &str| {
        let answer: Answer = fixture.get(path).send().expect(status);
        assert_eq!(answer.code(), code, "{path}");
        assert_eq!(answer.json()["field"], field, "{path}");
    };
    for id in
        ["0123456789abcdef", "123", "no", "0123456789abcdefg", "%2B123456789abcde", "%e7%95%99"]
    {
        for format in ["", "?format=json", "?format=sgf"] {
            let path = format!("/v1/books/tiny/games/{id}{format}");
            refused(&path, 404, "unknown_game", "id");
        }
    }
    refused("/v1/books/main/games/0123456789abcdef", 404, "unknown_game", "id");
    refused("/v1/books/no/games/0123456789abcdef", 404, "unknown_book", "book");
    refused("/v1/books/tiny/games/0123456789abcdef?format=gib", 400, "invalid_value", "format");
}

#[test]
fn parameters_that_make_no_sense_are_refused_with_their_field() {
    let fixture = fixture();
    for (query, code, field) in [
        ("since=2010&until=2009", "invalid_value", "since"),
        ("since=1499", "invalid_value", "since"),
        ("until=2101", "invalid_value", "until"),
        ("until=67545", "invalid_value", "until"),
        ("since=-1", "invalid_value", "since"),
        ("since=now", "invalid_value", "since"),
        ("source=a,,b", "invalid_value", "source[1]"),
        ("source=nobody", "invalid_value", "source"),
        ("strength=pro,amateur", "invalid_value", "strength[1]"),
    ] {
        for path in ["/v1/next?", "/v1/books/tiny/nodes/DD?", "/v1/books/tiny/nodes?"] {
            let refused = fixture.get(&format!("{path}{query}")).send().expect(400);
            assert_eq!(refused.code(), code, "{path}{query}");
            assert_eq!(refused.json()["field"], field, "{path}{query}");
        }
    }
    for (body, field) in [
        (json!({"since": 2010, "until": 2009}), "since"),
        (json!({"source": "old"}), "source"),
        (json!({"source": [""]}), "source[0]"),
        (json!({"source": vec!["a"; 101]}), "source"),
        (json!({"strength": ["kyu", "weak"]}), "strength[1]"),
        (json!({"strength": [1]}), "strength[0]"),
        (json!({"min_games": -1}), "min_games"),
        (json!({"examples": 5}), "examples"),
        (json!({"trend": "yes"}), "trend"),
    ] {
        let refused = fixture.post("/v1/next").json(&body).send().expect(400);
        assert_eq!(refused.json()["field"], field, "{body}");
        let batch = json!({"queries": [body, {}]});
        let answers = fixture.post("/v1/next/batch").json(&batch).send().expect(200).json();
        assert_eq!(answers["answers"][0]["error"]["field"], field, "{body}");
        assert!(answers["answers"][1]["moves"].is_array());
    }
    for query in ["examples=5", "trend=1", "min_games=-1", "min_games=4294967296"] {
        let field = query.split('=').next().expect("a name");
        let refused = fixture.get(&format!("/v1/next?{query}")).send().expect(400);
        assert_eq!(refused.json()["field"], field, "{query}");
    }
}

#[test]
fn get_post_and_batch_count_the_same() {
    let fixture = fixture();
    let query = "/v1/next?book=tiny&moves=Q16,O17&since=2008&until=2009&min_games=1&source=old,new&strength=pro,kyu&trend=true&examples=3";
    let body = json!({
        "book": "tiny", "moves": [["B", "Q16"], ["W", "O17"]], "since": 2008, "until": 2009, "min_games": 1,
        "source": ["old", "new"], "strength": ["pro", "kyu"], "trend": true, "examples": 3
    });
    let got = fixture.get(query).send().expect(200);
    let posted = fixture.post("/v1/next").json(&body).send().expect(200);
    assert_eq!(got.text(), posted.text());
    let batch = fixture.post("/v1/next/batch").json(&json!({"queries": [body]}));
    assert_eq!(batch.send().expect(200).json()["answers"][0], got.json());
    let found = leading(&got.json(), "DDCFFC");
    assert_eq!(numbers(&found)[0], json!([2, 2, 2.0, 2.0 / 5.0, 1.0, 5]));
}

#[test]
fn a_book_that_counts_nothing_says_null() {
    let fixture = fixture();
    add_plain(&fixture);
    let answer = fixture
        .get("/v1/next?book=plain&moves=Q16&trend=true&examples=4&since=2000")
        .send()
        .expect(200)
        .json();
    for found in answer["moves"].as_array().expect("moves") {
        assert_eq!(found["statistics"], Value::Null);
        assert_eq!(found["proposed"], Value::Null);
        let by = if found["verdict"].is_null() { Value::Null } else { json!("curator") };
        assert_eq!(found["verdict_by"], by);
    }
    let plain = fixture.get("/v1/next?book=plain&moves=Q16").send().expect(200).json();
    assert_eq!(answer, plain);
    let node = fixture.get("/v1/books/plain/nodes/DDCF").send().expect(200).json();
    for member in ["statistics", "turns", "proposed"] {
        assert_eq!(node[member], Value::Null, "{member}");
    }
    assert_eq!((&node["mined"], &node["verdict_by"]), (&json!(false), &json!("curator")));
    assert_eq!(node["children"][0]["statistics"], Value::Null);
    let all = next(&fixture, "moves=Q16&min_games=1");
    assert_eq!(all["corners"][0]["filtered"]["min_games"], 0);
    let none = fixture.get("/v1/next?book=plain&min_games=1").send().expect(200).json();
    assert_eq!(none["reason"], "all_filtered", "no move has a game");
}

#[test]
fn a_node_has_its_statistics_turns_and_children() {
    let fixture = fixture();
    let node = |address: &str| {
        let path = format!("/v1/books/tiny/nodes{address}");
        fixture.get(&path).send().expect(200).json()
    };
    let approach = node("/DDCF");
    assert_eq!(approach["mined"], true);
    assert_eq!(approach["statistics"]["games"], 6);
    assert_eq!(approach["statistics"]["trend"].as_array().map(Vec::len), Some(4));
    let examples = approach["statistics"]["examples"].as_array().expect("examples");
    // The four best of six games: professionals, latest first.
    let blacks: Vec<&Value> = examples.iter().map(|game| &game["black"]).collect();
    assert_eq!(blacks, ["Jon", "Fay", "Ada", "Ada"]);
    // Five of seven corners had a move after it: four went on, and in the fourth game White played the
    // other corner. There, and in the fifth game, it was the last move.
    assert_eq!(approach["turns"]["at_once"], json!({"turns": 5, "here": 4}));
    let children = approach["children"].as_array().expect("children");
    let of_child = |child: &Value| {
        json!([child["line"], child["statistics"]["games"], child["statistics"]["share"]])
    };
    let children: Vec<Value> = children.iter().map(of_child).collect();
    assert_eq!(children, [json!(["DDCFCD", 1, 1.0 / 7.0]), json!(["DDCFFC", 3, 3.0 / 7.0])]);
    let professional = node("/DDCF?strength=pro&until=2009&source=old");
    assert_eq!(professional["statistics"]["games"], 3);
    assert_eq!(professional["turns"], approach["turns"], "urgency is that of all games");
    let root = node("");
    assert_eq!(
        (&root["statistics"]["games"], &root["statistics"]["corners"]),
        (&json!(7), &json!(28))
    );
    assert_eq!(root["turns"]["at_once"]["turns"], 0);
    assert_eq!(root["turns"]["later"]["here"], 8);
}

#[test]
fn games_propose_verdicts_and_a_curators_wins() {
    let fixture = Fixture::new();
    add_plain(&fixture);
    let folder = fixture.directory.path();
    mine(&fixture.service, folder, "tiny", "many", &many());
    let answer = next(&fixture, "moves=Q16");
    let approach = leading(&answer, "DDCF");
    assert_eq!((&approach["verdict"], &approach["verdict_by"]), (&json!("ideal"), &json!("games")));
    // 0.5 against 0.2 of the points, less a trace: who wins is rated higher. The error is the root of 0.25 / 450 + (11/52)(41/52) / 50.
    assert_eq!(approach["proposed"]["basis"], "results");
    assert_eq!(
        approach["proposed"]["text"],
        "wins 29.9 % more often than the other moves (± 6.2 %, 450 games)"
    );
    assert!(approach["proposed"]["confidence"].as_f64() > Some(0.99));
    // Results alone do not speak against the other move.
    let invasion = leading(&answer, "DDCC");
    assert_eq!([&invasion["verdict"], &invasion["proposed"]], [&Value::Null; 2]);
    let node = fixture.get("/v1/books/tiny/nodes/DDCF").send().expect(200).json();
    for member in ["verdict", "verdict_by", "proposed"] {
        assert_eq!(node[member], approach[member], "{member}");
    }
    let root = fixture.get("/v1/books/tiny/nodes/DD").send().expect(200).json();
    assert_eq!(root["children"][1]["line"], "DDCF");
    assert_eq!(root["children"][1]["verdict"], "ideal");
    assert_eq!(root["children"][1]["verdict_by"], "games");
    let good = next(&fixture, "moves=Q16&min_verdict=good");
    assert_eq!(good["corners"][1]["filtered"]["min_verdict"], 1);
    // A curator says otherwise of the approach, and that is the verdict.
    mine(&fixture.service, folder, "plain", "many", &many());
    let key = fixture.key(Scopes::CURATE);
    let fields = json!({"verdict": "trick"});
    let set = json!({"edits": [{"op": "set", "line": "DDCF", "if_match": 1, "fields": fields}]});
    fixture.post("/v1/books/plain/edits").key(&key).json(&set).send().expect(200);
    let after = fixture.get("/v1/next?book=plain&moves=Q16").send().expect(200).json();
    let after = leading(&after, "DDCF");
    assert_eq!([&after["verdict"], &after["verdict_by"]], ["trick", "curator"]);
    assert_eq!(after["proposed"], approach["proposed"]);
}

#[test]
fn heads_lines_and_counts_know_the_games() {
    let fixture = fixture();
    add_plain(&fixture);
    let books = fixture.get("/v1/books").send().expect(200).json();
    let heads = |index: usize, name: &str, games: u64| {
        let mut book = fixture.get(&format!("/v1/books/{name}")).send().expect(200).json();
        book.as_object_mut().expect("a book").remove("collections");
        assert_eq!(books["books"][index], book);
        assert_eq!((&book["name"], &book["games"]), (&json!(name), &json!(games)));
    };
    heads(0, "main", 0);
    heads(1, "plain", 0);
    heads(2, "tiny", 7);
    let lines = fixture.get("/v1/books/tiny/lines").send().expect(200).json();
    assert_eq!(
        lines["lines"],
        json!([
            {"line": "DDCC", "games": 1},
            {"line": "DDCFCDCCFC", "games": 1},
            {"line": "DDCFFCCCCD", "games": 3}
        ])
    );
    let counts = fixture.get("/v1/books/tiny/export?format=counts").send().expect(200);
    assert_eq!(counts.header("content-type"), Some("text/plain; charset=utf-8"));
    let name = counts.header("content-disposition");
    assert_eq!(name, Some("attachment; filename=\"tiny.counts\""));
    assert_eq!(counts.header("etag"), Some("\"tiny-2\""));
    let text = counts.text();
    assert!(text.starts_with("joseki counts 2\ncohort new 2010 dan\n"), "{text}");
    let plain = "/v1/books/plain/export?format=counts";
    let refused = fixture.get(plain).send().expect(404);
    assert_eq!(refused.code(), "nothing_counted");
    assert_eq!(refused.json()["field"], "book");
    let copied = fixture.service.mining().import_counts("plain", "tiny.counts", &text);
    assert!(copied.is_ok(), "{copied:?}");
    fixture.get(plain).send().expect(200);
}

fn starter(fixture: &Fixture, query: &str) -> Value {
    fixture.get(&format!("/v1/next?{query}")).send().expect(200).json()
}

#[test]
fn tenuki_is_a_move_of_its_own() {
    let fixture = Fixture::new();
    let answer = starter(&fixture, "moves=Q16,O17&kinds=true");
    let tenuki = &answer["corners"][1]["tenuki"];
    assert_eq!((&tenuki["step"], &tenuki["leads_to"]), (&json!("XX"), &json!("DDCFXX")));
    let share = tenuki["share"].as_f64().expect("a share");
    let urgency = answer["corners"][1]["urgency"].as_f64().expect("a number");
    // Both are of the same turns; the urgency is smoothed with its default.
    assert!((0.05..0.6).contains(&share) && (share + urgency - 1.0).abs() < 0.01, "{answer}");
    assert!(tenuki["statistics"]["games"].as_u64() > Some(100), "{tenuki}");
    assert!(tenuki["urgency"].as_f64() > Some(0.1));
    let steps = answer["moves"].as_array().expect("moves").iter().map(|found| &found["step"]);
    assert!({ steps }.all(|step| *step != "XX"));
    // There is nothing to answer in an empty corner, nor after one's own move.
    assert_eq!(answer["corners"][0]["tenuki"], Value::Null);
    let own = starter(&fixture, "moves=Q16,D4&to_play=B");
    assert_eq!(own["corners"][1]["tenuki"], Value::Null);
    // The kinds are parts of the whole, strongest first.
    let r14 = &answer["moves"][0]["statistics"];
    let kinds = r14["kinds"].as_array().expect("kinds");
    let names: Vec<&str> = kinds.iter().filter_map(|kind| kind["kind"].as_str()).collect();
    assert_eq!(names, ["engine", "other"]);
    let corners: u64 = kinds.iter().filter_map(|kind| kind["corners"].as_u64()).sum();
    assert_eq!(Some(corners), r14["corners"].as_u64());
    let trend = starter(&fixture, "moves=Q16,O17");
    assert_eq!(trend["moves"][0]["statistics"]["kinds"], Value::Null);
}

#[test]
fn equal_weights_count_all_plays_alike() {
    let fixture = Fixture::new();
    let shares = |weights: &str| -> Vec<f64> {
        let answer = starter(&fixture, &format!("moves=Q17,R14,Q12&weights={weights}&limit=361"));
        let moves = answer["moves"].as_array().expect("moves").clone();
        let here = moves.iter().filter(|found| found["corner"] == "upper_right");
        let curated = |found: &&Value| found["verdict_by"] != "curator";
        let shares = here.filter(curated).map(|found| found["statistics"]["share"].as_f64());
        shares.collect::<Option<_>>().expect("shares")
    };
    let equal = shares("equal");
    // Most games are of people: what they play most comes first.
    let often = |share: &f64| *share > 0.1;
    assert!(equal.len() > 2 && equal[..2].iter().all(often), "{equal:?}");
    assert!(!equal[2..].iter().any(often), "{equal:?}");
    assert_ne!(equal, shares("strong_recent"));
    fixture.get("/v1/next?weights=none").send().expect(400);
}

#[test]
fn urgency_comes_from_the_turns_of_counted_games() {
    let fixture = Fixture::new();
    mine(&fixture.service, fixture.directory.path(), "tiny", "many", &many());
    // White answered the 4-4 point in all of 500 games; the default of 0.3 counts like 40 turns.
    let answer = next(&fixture, "moves=Q16");
    let urgency = answer["corners"][1]["urgency"].as_f64().expect("a number");
    assert!((urgency - 512.0 / 540.0).abs() < 1e-12, "{urgency}");
}

//! Results entered, looked at, corrected and withdrawn.

use std::sync::Arc;
use std::time::Duration;

use joseki::service::Service;
use joseki::store::{Scopes, SqliteStore, Store, Upkeep};
use serde_json::{Value, json};

use crate::fixture::{Fixture, eventually};
use crate::games::{Desk, KICK, KNIGHT, game, moves, with};

#[test]
fn a_result_is_counted_once() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let one = game("one", "gnugo@3.8", "win", KICK);
    let posted = desk.count(&one);
    assert_eq!(
        posted,
        json!({
            "game_id": "one", "status": "counted", "results": 1, "learned": 3,
            "lines": {"upper_left": null, "upper_right": "DDCFCE", "lower_left": null, "lower_right": null}
        })
    );
    let again = desk.post(&one).expect(200).json();
    assert_eq!(again, with(&posted, json!({"status": "unchanged"})));
    for change in [
        json!({"result": "loss"}),
        json!({"margin": 2.5}),
        json!({"opponent": "gnugo"}),
        json!({"class": "engine"}),
        json!({"color": "W"}),
        json!({"moves": moves(KNIGHT)}),
        json!({"board_size": 18}),
    ] {
        let refused = desk.post(&with(&one, change.clone())).expect(409);
        assert_eq!(refused.code(), "result_conflict", "{change}");
        assert_eq!(refused.json()["field"], "game_id");
    }
    assert_eq!(desk.opponent("gnugo")["games"], 1);
}

#[test]
fn moves_and_sgf_are_the_same_result() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let said = |game: Value| with(&json!({"opponent": "o", "color": "W", "result": "draw"}), game);
    let forms = [
        ("a", json!({"moves": [["B", "Q16"], ["W", "pass"], ["B", "D4"]]}), "(;B[pd];W[];B[dp])"),
        (
            "b",
            json!({"coords": "sgf", "initial_stones": [["W", "aa"], ["B", "qq"], ["B", "dd"]], "moves": [["W", "pd"]]}),
            "(;GM[1]SZ[19]AB[dd][qq]AW[aa];W[pd](;B[qf])(;B[nc]))",
        ),
        (
            "c",
            json!({"board_size": 9, "moves": [["B", "E5"]]}),
            "(;SZ[9]KM[5.5]PW[somebody];B[ee])",
        ),
    ];
    for (id, moves, sgf) in forms {
        let sgf = with(&said(json!({"game_id": id})), json!({"sgf": sgf}));
        let moves = with(&said(json!({"game_id": id})), moves);
        if id == "b" {
            // The main line goes on.
            assert_eq!(desk.post(&sgf).expect(201).json()["status"], "counted");
            assert_eq!(desk.post(&moves).expect(409).code(), "result_conflict");
            let longer = with(&moves, json!({"moves": [["W", "pd"], ["B", "qf"]]}));
            assert_eq!(desk.post(&longer).expect(200).json()["status"], "unchanged");
        } else {
            desk.count(&moves);
            assert_eq!(desk.post(&sgf).expect(200).json()["status"], "unchanged");
        }
    }
}

#[test]
fn a_result_is_kept_as_it_was_sent() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let sent = json!({
        "game_id": "2026/1 é", "opponent": "gnu go@3.8", "class": "engine", "color": "W", "result": "loss", "margin": 3.5,
        "board_size": 13, "initial_stones": [["B", "D4"]], "moves": [["W", "K10"], ["B", "pass"]]
    });
    desk.count(&sent);
    let kept = |path: &str| fixture.get(path).send().expect(200).json();
    let gtp = kept("/v1/results/2026%2F1%20%C3%A9");
    for (member, value) in sent.as_object().expect("an object") {
        assert_eq!(&gtp[member], value, "{member}");
    }
    // By a margin of 3.5 points against us: 0.2·(½ − ½·3.5/√(3.5² + 225)).
    let points = gtp["points"].as_f64().expect("a number");
    assert!((points - 0.077277).abs() < 1e-6, "{points}");
    assert_eq!((&gtp["revision"], &gtp["withdrawn"]), (&json!(1), &json!(false)));
    let received = gtp["received"].as_str().expect("a moment");
    assert!(
        received.starts_with("20") && received.ends_with('Z') && received.len() == 27,
        "{received}"
    );
    assert!(!gtp.to_string().contains("a test"), "the key's name is nobody's business");
    let sgf = kept("/v1/results/2026%2F1%20%C3%A9?coords=sgf");
    assert_eq!(sgf["moves"], json!([["W", "jd"], ["B", "pass"]]));
    assert_eq!(sgf["initial_stones"], json!([["B", "dj"]]));
    let missing = fixture.get("/v1/results/2026").send().expect(404);
    assert_eq!(missing.code(), "unknown_result");
}

#[test]
fn a_correction_takes_the_place_of_what_was_there() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let one = game("a/b", "old", "win", KICK);
    assert_eq!(desk.put("a%2Fb", &one).expect(404).code(), "unknown_result");
    desk.count(&one);
    let mut better =
        with(&one, json!({"opponent": "new", "result": "loss", "moves": moves(KNIGHT)}));
    let corrected = desk.put("a%2Fb", &better).expect(200).json();
    assert_eq!(
        (&corrected["status"], &corrected["lines"]["upper_right"]),
        (&json!("corrected"), &json!("DDCFFC"))
    );
    assert_eq!(desk.put("a%2Fb", &better).expect(200).json()["status"], "unchanged");
    assert_eq!(desk.post(&one).expect(409).code(), "result_conflict");
    assert_eq!(desk.post(&better).expect(200).json()["status"], "unchanged");
    assert_eq!(desk.opponent("old")["games"], 0);
    let new = desk.opponent("new");
    assert_eq!((&new["games"], &new["lost"]), (&json!(1), &json!(1)));
    let kept = fixture.get("/v1/results/a%2Fb").send().expect(200).json();
    assert_eq!((&kept["revision"], &kept["opponent"]), (&json!(2), &json!("new")));
    let other = desk.put("c", &better).expect(400);
    assert_eq!(
        (other.code().as_str(), &other.json()["field"]),
        ("invalid_value", &json!("game_id"))
    );
    better.as_object_mut().expect("an object").remove("game_id");
    assert_eq!(desk.put("a%2Fb", &better).expect(200).json()["status"], "unchanged");
}

#[test]
fn a_withdrawn_result_counts_no_more_until_it_is_corrected() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let one = game("one", "o", "loss", KICK);
    let before = desk.next("moves=Q16,O17&opponent=o");
    assert_eq!(desk.withdraw("one").expect(404).code(), "unknown_result");
    desk.count(&one);
    let with_it = desk.next("moves=Q16,O17&opponent=o");
    assert_ne!(with_it, before);
    let gone = |status: &str| json!({"game_id": "one", "status": status, "results": 2});
    assert_eq!(desk.withdraw("one").expect(200).json(), gone("withdrawn"));
    assert_eq!(desk.withdraw("one").expect(200).json(), gone("unchanged"));
    assert_eq!(desk.next("moves=Q16,O17&opponent=o"), before);
    assert_eq!(desk.post(&one).expect(409).code(), "result_withdrawn");
    let kept = fixture.get("/v1/results/one").send().expect(200).json();
    assert_eq!((&kept["withdrawn"], &kept["revision"]), (&json!(true), &json!(2)));
    assert_eq!(desk.opponent("o")["results"][0]["withdrawn"], true);
    assert_eq!(desk.put("one", &one).expect(200).json()["status"], "corrected");
    assert_eq!(desk.next("moves=Q16,O17&opponent=o"), with_it);
}

#[test]
fn a_result_that_is_refused_says_why() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let one = game("one", "o", "win", KICK);
    for (change, status, code, field) in [
        (json!({"moves": [["B", "Q16"], ["W", "Q16"]]}), 422, "illegal_move", "moves[1]"),
        (json!({"moves": [], "sgf": "(;B[pd];W[pd])"}), 422, "illegal_move", "sgf"),
        (json!({"moves": [], "sgf": "(;B[pd"}), 422, "invalid_sgf", "sgf"),
        (json!({"moves": []}), 400, "missing_field", "moves"),
        (json!({"game_id": null}), 400, "missing_field", "game_id"),
        (json!({"game_id": ""}), 400, "invalid_value", "game_id"),
        (json!({"game_id": "a\nb"}), 400, "invalid_value", "game_id"),
        (json!({"game_id": " "}), 400, "invalid_value", "game_id"),
        (json!({"result": "won"}), 400, "invalid_value", "result"),
        (json!({"result": null}), 400, "invalid_value", "result"),
        (json!({"margin": -3}), 400, "invalid_value", "margin"),
        (json!({"color": "black!"}), 400, "invalid_color", "color"),
        (json!({"board_size": 7, "moves": [["B", "D4"]]}), 422, "unsupported_size", "board_size"),
        (
            json!({"initial_stones": [["B", "Q16"], ["W", "Q16"]]}),
            422,
            "illegal_stone",
            "initial_stones[1]",
        ),
        (json!({"winner": "B"}), 400, "unknown_field", "winner"),
    ] {
        let refused = desk.post(&with(&one, change.clone())).expect(status);
        assert_eq!(refused.code(), code, "{change}");
        assert_eq!(refused.json()["field"], field, "{change}");
    }
    assert_eq!(fixture.get("/v1/opponents").send().expect(200).json()["opponents"], json!([]));
    let plain = desk.request("POST", "/v1/results").body("text/plain", one.to_string()).send();
    assert_eq!(plain.expect(415).code(), "unsupported_type");
    let reader = fixture.key(Scopes::READ);
    let refused = fixture.post("/v1/results").key(&reader).json(&one).send();
    assert_eq!(refused.expect(403).code(), "key_scope");
}

#[test]
fn a_result_that_contradicts_its_record_is_refused() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let one = json!({
        "game_id": "one", "opponent": "o", "color": "W", "result": "win", "sgf": "(;RE[B+3.5];B[pd];W[qf])"
    });
    let refused = desk.post(&one).expect(400);
    assert_eq!(
        (refused.code().as_str(), &refused.json()["field"]),
        ("invalid_value", &json!("result"))
    );
    let detail = refused.json()["detail"].clone();
    let expected = "result: \"win\" contradicts the record: its RE is \"B+3.5\", a loss for W; correct one of the two";
    assert_eq!(detail, expected);
    desk.count(&with(&one, json!({"result": "loss"})));
    desk.count(&with(
        &one,
        json!({"game_id": "two", "sgf": "(;RE[?];B[pd];W[qf])", "opponent": "p"}),
    ));
    assert_eq!(desk.put("one", &one).expect(400).code(), "invalid_value");
}

#[test]
fn one_game_under_many_ids_counts_once() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let on = |id: &str, date: &str| with(&game(id, "o", "win", KICK), json!({"date": date}));
    let query = "moves=Q16,O17&opponent=other";
    desk.count(&on("000", "2026-01-31"));
    let once = desk.next(query);
    let many: Vec<Value> = (1..100).map(|id| on(&format!("{id:03}"), "2026-01-31")).collect();
    let (list, lines) = many.split_at(50);
    let answer = desk.post(&json!({"results": list})).expect(200).json();
    assert_eq!((&answer["counted"], &answer["duplicates"]), (&json!(0), &json!(50)));
    for item in answer["results"].as_array().expect("items") {
        let found = ["status", "duplicate_of", "learned"].map(|name| item[name].clone());
        assert_eq!(found, [json!("duplicate_game"), json!("000"), json!(0)]);
    }
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let streamed = desk.lines(lines.join("\n")).expect(200).json();
    assert_eq!((&streamed["counted"], &streamed["duplicates"]), (&json!(0), &json!(49)));
    assert_eq!(desk.next(query), once);
    assert_eq!(desk.opponent("o")["games"], 1);
    assert_eq!(desk.post(&on("007", "2026-01-31")).expect(200).json()["duplicate_of"], "000");
    // Another result, another version of the opponent, the board seen from another side.
    let turned = json!([["B", "D4"], ["W", "F3"], ["B", "E3"]]);
    assert_eq!(moves(KICK), json!([["B", "Q16"], ["W", "O17"], ["B", "P17"]]));
    for (id, change) in [
        ("loss", json!({"result": "loss"})),
        ("version", json!({"opponent": "o@2"})),
        ("turned", json!({"moves": turned})),
    ] {
        let answer = desk.post(&with(&on(id, "2026-01-31"), change)).expect(201).json();
        assert_eq!(answer["duplicate_of"], "000", "{id}");
    }
    // Another day, other moves, our other colour, another opponent.
    desk.count(&on("day", "2026-02-01"));
    for (id, change) in [
        ("moves", json!({"moves": moves(KNIGHT)})),
        ("color", json!({"color": "W"})),
        ("opponent", json!({"opponent": "p"})),
    ] {
        desk.count(&with(&on(id, "2026-01-31"), change));
    }
    // The next one takes the place of the first.
    let before = desk.next(query);
    desk.withdraw("000").expect(200);
    assert_eq!(desk.next(query), before);
    let row = |id: &str| fixture.get(&format!("/v1/results/{id}")).send().expect(200).json();
    assert_eq!((&row("001")["learned"], &row("001")["duplicate_of"]), (&json!(3), &Value::Null));
    assert_eq!((&row("002")["learned"], &row("002")["duplicate_of"]), (&json!(0), &json!("001")));
    let again = desk.put("000", &on("000", "2026-01-31")).expect(200).json();
    assert_eq!((&again["status"], &again["duplicate_of"]), (&json!("corrected"), &Value::Null));
    assert_eq!(row("001")["duplicate_of"], "000");
    assert_eq!(desk.next(query), before);
    assert_eq!(fixture.service.check().expect("a check"), [""; 0]);
}

#[test]
fn a_game_whose_terms_cannot_be_judged_is_kept_and_teaches_nothing() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let query = "moves=Q16,O17&opponent=other";
    let before = desk.next(query);
    let stones = "AB[dd][pp][dp][dj][pj][jd][jp][jj][qq]";
    let sgf = |root: &str| format!("(;{root}RE[B+R];W[pd];B[nc];W[oc])");
    for id in 0..40 {
        let result = json!({
            "game_id": format!("nine {id}"), "opponent": format!("weak {id}"), "color": "W", "result": "loss",
            "sgf": sgf(stones)
        });
        let kept = desk.post(&result).expect(201).json();
        assert_eq!((&kept["status"], &kept["learned"]), (&json!("kept"), &json!(0)));
        let why = kept["untaught"].as_str().expect("a reason");
        assert!(why.starts_with("handicap: "), "{why}");
        assert_eq!(desk.post(&result).expect(200).json()["untaught"], why);
    }
    assert_eq!(desk.next(query), before);
    let one = game("one", "o", "win", KICK);
    for (id, change, why) in [
        ("a", json!({"handicap": 2}), "handicap"),
        ("b", json!({"komi": 0.5}), "komi"),
        ("c", json!({"komi": -6.5}), "komi"),
        ("d", json!({"rules": "first capture"}), "rules"),
        ("e", json!({"initial_stones": [["B", "D4"], ["B", "D16"]]}), "setup"),
        ("f", json!({"handicap": 9, "black_rank": "1k", "white_rank": "1k"}), "mismatch"),
    ] {
        let kept = desk.post(&with(&with(&one, change), json!({"game_id": id}))).expect(201).json();
        assert_eq!(kept["status"], "kept", "{id}");
        let untaught = kept["untaught"].as_str().expect("a reason");
        assert!(untaught.starts_with(&format!("{why}: ")), "{untaught}");
    }
    let row = fixture.get("/v1/results/b").send().expect(200).json();
    assert_eq!((&row["komi"], &row["learned"]), (&json!(0.5), &json!(0)));
    assert!(row["untaught"].as_str().is_some_and(|why| why.starts_with("komi")), "{row}");
    assert_eq!(desk.next(query), before);
    // Another game of the kind is not a record of one that teaches.
    desk.count(&with(&one, json!({"komi": 6.5, "rules": "Japanese"})));
    assert_ne!(desk.next(query), before);
    let corrected = desk.put("b", &with(&one, json!({"game_id": "b", "moves": moves(KNIGHT)})));
    let corrected = corrected.expect(200).json();
    assert_eq!((&corrected["status"], &corrected["learned"]), (&json!("corrected"), &json!(3)));
    assert_eq!(corrected["untaught"], Value::Null);
    assert_eq!(fixture.service.check().expect("a check"), [""; 0]);
}

#[test]
fn a_game_with_handicap_is_measured_against_what_the_ranks_make_one_expect() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let mean = |opponent: &str| {
        let found = desk.candidate(&format!("moves=Q16,O17&opponent={opponent}"), "P17");
        found["evidence"]["mean"].as_f64().expect("a number")
    };
    let before = mean("even");
    let terms = |opponent: &str, terms: Value| {
        let one = with(&game(opponent, opponent, "win", KICK), terms);
        desk.count(&one);
        mean(opponent)
    };
    let even = terms("even", json!({}));
    let ranks = json!({"handicap": 4, "komi": 0.5, "black_rank": "5k", "white_rank": "1k"});
    let fair = terms("fair", ranks);
    // Three grades less than the stones: we were expected to win.
    let ranks = json!({"handicap": 4, "komi": 0.5, "black_rank": "1k", "white_rank": "1k"});
    assert_eq!(
        desk.post(&with(&game("m", "m", "win", KICK), ranks)).expect(201).json()["status"],
        "kept"
    );
    let ranks = json!({"handicap": 4, "komi": 0.5, "black_rank": "2k", "white_rank": "1k"});
    let easy = terms("easy", ranks);
    assert!(before < easy && easy < fair && fair < even + 0.02, "{before} {easy} {fair} {even}");
}

#[test]
fn of_many_results_each_is_judged_by_itself() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let (one, two) = (game("one", "o", "win", KICK), game("two", "o", "loss", KNIGHT));
    let many = json!([one, 17, with(&one, json!({"result": "draw"})), one, {"game_id": "x"}, two]);
    let answer = desk.post(&json!({"results": many})).expect(200).json();
    let counts = ["counted", "unchanged", "refused"].map(|name| answer[name].clone());
    assert_eq!(counts, [2, 1, 3].map(Value::from));
    let items = answer["results"].as_array().expect("items");
    let statuses = [0, 3, 5].map(|at: usize| items[at]["status"].clone());
    assert_eq!(statuses, ["counted", "unchanged", "counted"].map(Value::from));
    for (at, code) in [(1, "invalid_value"), (2, "result_conflict"), (4, "missing_field")] {
        let item: &Value = &items[at];
        assert_eq!((&item["index"], &item["error"]["code"]), (&json!(at), &json!(code)));
    }
    assert_eq!(desk.opponent("o")["games"], 2);
    assert_eq!(desk.post(&json!({"results": []})).expect(200).json()["results"], json!([]));
    let refused = desk.post(&json!({"results": vec![1; 10_001]})).expect(400);
    assert_eq!(
        (refused.code().as_str(), &refused.json()["field"]),
        ("too_many", &json!("results"))
    );
    let metrics = fixture.get("/metrics").send().expect(200).text();
    for line in
        ["counted\"} 2", "unchanged\"} 1", "corrected\"} 0", "withdrawn\"} 0", "refused\"} 3"]
    {
        assert!(metrics.contains(&format!("joseki_results_total{{status=\"{line}\n")), "{line}");
    }
}

#[test]
fn results_survive_a_restart() {
    let fixture = Fixture::new();
    let (query, names) = ("moves=Q16,O17&opponent=o", "o?differences=0");
    let (moves, opponent) = {
        let desk = Desk::new(&fixture);
        for (id, opponent, result) in [("1", "o", "loss"), ("2", "p", "win"), ("3", "o@2", "draw")]
        {
            desk.count(&game(id, opponent, result, KICK));
        }
        desk.withdraw("3").expect(200);
        (desk.next(query), desk.opponent(names))
    };
    let fixture = fixture.restarted();
    let desk = Desk::new(&fixture);
    assert_eq!(desk.next(query), moves);
    assert_eq!(desk.opponent(names), opponent);
    assert_eq!(desk.post(&game("1", "o", "loss", KICK)).expect(200).json()["status"], "unchanged");
}

#[test]
fn reads_write_nothing() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    desk.count(&game("one", "o", "win", KICK));
    let store = SqliteStore::open(fixture.directory.path().join("joseki.db")).expect("the store");
    let versions = || {
        let file = store.data_version().expect("a version");
        (file, store.ledger_version().expect("a version"))
    };
    let before = versions();
    for path in [
        "/v1/next?moves=Q16,O17&opponent=o",
        "/v1/next?moves=Q16,O17&opponent=nobody&class=none&seed=3",
        "/v1/results/one",
        "/v1/results/none",
        "/v1/opponents",
        "/v1/opponents/o",
        "/v1/opponents/nobody",
    ] {
        fixture.get(path).send();
    }
    assert_eq!(versions(), before);
    desk.count(&game("two", "o", "win", KICK));
    let after = versions();
    assert!(after.0 != before.0 && after.1 == before.1 + 1, "{before:?} {after:?}");
}

#[test]
fn what_another_program_enters_is_seen() {
    let fixture = Fixture::with(|options| options.refresh_every = Duration::from_millis(20));
    let desk = Desk::new(&fixture);
    desk.count(&game("one", "o", "win", KICK));
    let store = SqliteStore::open(fixture.directory.path().join("joseki.db")).expect("the store");
    let other = Service::new(Arc::new(store));
    let result = |id: &str| {
        let request = serde_json::from_value(game(id, "o", "loss", KICK));
        let request: joseki::wire::ResultRequest = request.expect("a request");
        request.into_result(None).expect("a result")
    };
    let posted = other.learning().post_results(vec![result("two")], "another").expect("entered");
    assert!(posted.iter().all(Result::is_ok));
    let own =
        || desk.candidate("moves=Q16,O17&opponent=o", "P17")["evidence"]["games"]["own"].clone();
    eventually("the other's result", || own() == 2);
    assert_eq!(desk.opponent("o")["lost"], 1);
    assert_eq!(
        desk.post(&game("two", "o", "loss", KICK)).expect(200).json()["status"],
        "unchanged"
    );
}

#[test]
fn a_feedback_key_changes_only_its_own_results_and_the_audit_has_who_did() {
    let fixture = Fixture::new();
    let created = |scopes| {
        let created =
            fixture.service.administration().create_key("bot", scopes, None, None, "an operator");
        created.expect("a key")
    };
    let (own, other) = (created(Scopes::FEEDBACK), created(Scopes::FEEDBACK));
    let curator = fixture.key(Scopes::FEEDBACK.with(Scopes::CURATE));
    let admin = fixture.key(Scopes::ADMIN);
    let post = |id: &str| {
        let request = fixture.post("/v1/results").key(&own.secret);
        request.json(&game(id, "o", "win", KICK)).send().expect(201);
    };
    ["one", "two", "three"].into_iter().for_each(post);
    // One of the command line has no owner.
    let local =
        serde_json::from_value::<joseki::wire::ResultRequest>(game("local", "o", "win", KICK));
    let local = local.expect("a request").into_result(None).expect("a result");
    let entered =
        fixture.service.learning().post_results(vec![local], "an operator").expect("entered");
    assert!(entered.iter().all(Result::is_ok));
    let withdraw = |id: &str, key: &str| {
        fixture.request("DELETE", &format!("/v1/results/{id}")).key(key).send()
    };
    let correct = |id: &str, key: &str| {
        let request = fixture.request("PUT", &format!("/v1/results/{id}")).key(key);
        request.json(&game(id, "o", "loss", KICK)).send()
    };
    for refused in [
        withdraw("one", &other.secret),
        correct("one", &other.secret),
        withdraw("local", &own.secret),
        correct("local", &own.secret),
    ] {
        let refused = refused.expect(403);
        assert_eq!(
            (refused.code().as_str(), &refused.json()["field"]),
            ("not_own_result", &json!("game_id"))
        );
    }
    let audit = |path: &str| fixture.get(path).key(&admin).send().expect(200).json();
    let count = |audit: &Value| audit["changes"].as_array().map(Vec::len).expect("changes");
    assert_eq!(count(&audit("/v1/audit")), 4, "nothing but the four keys");
    correct("one", &own.secret).expect(200);
    withdraw("two", &curator).expect(200);
    withdraw("local", &admin).expect(200);
    let successor = fixture
        .service
        .administration()
        .rotate_key(&own.record.prefix, 0, "an operator")
        .expect("a key");
    withdraw("three", &successor.secret).expect(200);
    fixture
        .service
        .administration()
        .revoke_key(&other.record.prefix, "an operator")
        .expect("revoked");
    let page = audit("/v1/audit?limit=7");
    let told = page["changes"].as_array().expect("changes").iter();
    let told: Vec<[&str; 2]> = told
        .map(|row| ["action", "subject"].map(|field| row[field].as_str().expect("a text")))
        .collect();
    let [new, old, revoked] = [&successor, &own, &other].map(|key| key.record.prefix.as_str());
    assert_eq!(
        told,
        [
            ["key_revoke", revoked],
            ["result_withdraw", "three"],
            ["key_rotate", old],
            ["key_create", new],
            ["result_withdraw", "local"],
            ["result_withdraw", "two"],
            ["result_correct", "one"],
        ]
    );
    let corrected = &page["changes"][6];
    assert_eq!(corrected["who"], format!("bot ({old})"));
    assert_eq!(corrected["before"]["outcome"], "win");
    assert_eq!(corrected["after"]["outcome"], "loss");
    assert_eq!(corrected["after"]["revision"], 2);
    let revoke = &page["changes"][0];
    assert_eq!(
        (&revoke["who"], &revoke["before"]["revoked"]),
        (&json!("an operator"), &Value::Null)
    );
    assert!(revoke["after"]["revoked"].is_i64() && !page.to_string().contains("hash"), "{page}");
    let rest = audit(&format!("/v1/audit?before={}", page["next"]));
    assert_eq!((count(&rest), &rest["next"]), (4, &Value::Null));
    fixture.get("/v1/audit").key(&curator).send().expect(403);
    let file = fixture.directory.path().join("joseki.db");
    let other = rusqlite::Connection::open(file).expect("the file");
    for sql in ["DELETE FROM audit", "UPDATE audit SET who = ''"] {
        assert!(other.execute(sql, []).is_err(), "{sql}");
    }
    assert_eq!(fixture.service.check().expect("a check"), [""; 0]);
}

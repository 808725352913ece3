//! Influence asked about over HTTP. The numbers are those of the facts that the models are made by.

use serde_json::{Value, json};

use crate::fixture::Fixture;

/// Whether a number is the golden one, as far as its digits go.
fn is_about(found: &Value, golden: f64) -> bool {
    (found.as_f64().expect("a number") - golden).abs() < 1e-6
}

#[test]
fn a_lone_stone_in_the_centre_pushes_as_it_is_told() {
    let fixture = Fixture::new();
    let request = fixture.post("/v1/influence").json(&json!({"moves": [["B", "K10"]]}));
    let answer = request.send().expect(200).json();
    assert_eq!(answer["model"], "mechanical");
    assert_eq!(answer["parameters"], "force=32");
    let rows = answer["field"].as_array().expect("rows");
    assert_eq!(rows.len(), 19);
    // By columns to the right and rows down from the stone.
    for (right, down, golden) in [
        (1, 0, 36),
        (1, 1, 20),
        (2, 0, 18),
        (2, 1, 10),
        (2, 2, 6),
        (3, 0, 8),
        (3, 1, 6),
        (3, 2, 2),
        (4, 0, 4),
        (4, 1, 2),
        (5, 0, 2),
        (6, 0, 1),
    ] {
        for (x, y) in [(9 + right, 9 + down), (9 - down, 9 + right)] {
            assert_eq!(rows[y][x], golden, "{right} {down}");
        }
    }
    let numbers = rows.iter().flat_map(|row| row.as_array().expect("a row"));
    assert_eq!(numbers.filter_map(Value::as_i64).sum::<i64>(), 540);
    assert!(is_about(&answer["sfb"], 5.148_629) && is_about(&answer["lead"], 5.148_629));
    let counts = &answer["counts"]["black"];
    assert_eq!((&counts["influence_only"], &counts["solid"]), (&json!(8), &json!(0)));
    for nothing in ["line", "metrics", "blocks", "links", "values"] {
        assert_eq!(answer[nothing], Value::Null, "{nothing}");
    }
}

#[test]
fn rows_are_from_the_top_and_white_is_negative() {
    let fixture = Fixture::new();
    let ask = |request: Value| {
        let request = fixture.post("/v1/influence").json(&request);
        request.send().expect(200).json()
    };
    let corner = ask(json!({"board_size": 9, "coords": "sgf", "moves": [["W", "ca"]]}));
    assert_eq!(corner["board_size"], 9);
    let (beside, far) = (&corner["field"][0][1], &corner["field"][8][1]);
    assert!(beside.as_i64().expect("a number") < -20 && far == &json!(0));
    let gtp = ask(json!({"board_size": 9, "moves": [["W", "C9"]]}));
    assert_eq!(gtp["field"], corner["field"]);
    let held = ask(json!({"coords": "sgf", "moves": [["W", "pd"]]}));
    let held = held["territory"]["white"]["influence"].clone();
    assert!(held.as_array().expect("points").contains(&json!("pc")));
}

#[test]
fn two_stones_with_a_gap_are_two_blocks_and_then_one() {
    let fixture = Fixture::new();
    let request = json!({
        "initial_stones": [["B", "K10"], ["B", "M10"]],
        "blocks": true, "links": true, "metrics": true
    });
    let answer = fixture.post("/v1/influence").json(&request).send();
    let answer = answer.expect(200).json();
    assert!(is_about(&answer["sfb"], 10.123_466));
    let counts = &answer["counts"]["black"];
    assert_eq!((&counts["influence_only"], &counts["solid"]), (&json!(10), &json!(3)));
    assert_eq!(counts["influence"], 13);
    let levels = answer["blocks"]["black"].as_array().expect("levels");
    let sizes = levels.iter().map(|level| level["blocks"].as_array().expect("blocks").len());
    assert_eq!(sizes.collect::<Vec<_>>(), [2, 2, 1]);
    assert_eq!(levels[2], json!({"threshold": 16, "blocks": [["K10", "M10"]]}));
    let jump = json!([{"from": "K10", "to": "M10", "kind": "jump"}]);
    assert_eq!(answer["links"]["black"]["strong"], jump);
    // Between the stones the directions balance out.
    let metrics = &answer["metrics"];
    assert!(is_about(&metrics["b"][9][10], 1.0));
    assert_eq!(metrics["a"], answer["field"]);
    let product = metrics["f"][9][10].as_f64().expect("F");
    assert!(is_about(&metrics["fb"][9][10], product));
}

#[test]
fn a_line_changes_the_sum_move_by_move() {
    let fixture = Fixture::new();
    let ask = |request: Value| {
        let request = fixture.post("/v1/influence").json(&request);
        request.send().expect(200).json()
    };
    let start = json!([["B", "C3"]]);
    let line = ask(json!({"moves": start, "line": [["W", "K10"], ["W", "pass"]]}));
    let (alone, both) =
        (ask(json!({"moves": start})), ask(json!({"moves": [["B", "C3"], ["W", "K10"]]})));
    assert!(is_about(&alone["sfb"], 5.811_410));
    let change = &line["line"];
    assert_eq!((&change["before"], &change["after"][0]), (&alone["sfb"], &both["sfb"]));
    assert_eq!(change["changes"][1], 0.0);
    assert_eq!(change["first"], change["change"]);
    let golden = both["sfb"].as_f64().expect("SFB") - 5.811_410;
    assert!(is_about(&change["change"], golden));
    // A dead stone is a point of the other side: two points less for the one that lost it, and the field stays.
    let dead = ask(json!({"moves": start, "dead": ["C3"]}));
    assert!(is_about(&dead["sfb"], 3.811_410));
    assert_eq!(dead["field"], alone["field"]);
}

#[test]
fn every_legal_move_has_its_value_best_first() {
    let fixture = Fixture::new();
    let ask = |request: Value| {
        let request = fixture.post("/v1/influence").json(&request);
        request.send().expect(200).json()
    };
    // On the empty board a move changes as much as its lone stone is worth; by the golden values
    // that is 5.148629 in the centre and 5.811410 on the four 3-3 points.
    let empty = ask(json!({"values": true}))["values"].clone();
    assert_eq!(empty["to_play"], "B");
    let moves = empty["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 361);
    let value = |moves: &[Value], point: &str| {
        let found = moves.iter().find(|value| value["point"] == point).expect("the point");
        found["change"].as_f64().expect("a number")
    };
    assert!((value(moves, "K10") - 5.148_629).abs() < 1e-6);
    for corner in ["C3", "C17", "R3", "R17"] {
        assert!((value(moves, corner) - 5.811_410).abs() < 1e-6);
    }
    assert!(moves.is_sorted_by(|one, two| one["change"].as_f64() >= two["change"].as_f64()));
    // White is to move, and its best move is the most negative one; a line of it says the same.
    let white = ask(json!({"moves": [["B", "C3"]], "values": true, "line": [["W", "K10"]]}));
    let moves = white["values"]["moves"].as_array().expect("moves");
    assert_eq!((&white["values"]["to_play"], moves.len()), (&json!("W"), 360));
    assert!(moves.is_sorted_by(|one, two| one["change"].as_f64() <= two["change"].as_f64()));
    let line = white["line"]["change"].as_f64().expect("a change");
    assert!((value(moves, "K10") - line).abs() < 1e-6);
    let again = ask(json!({"moves": [["B", "C3"]], "values": true, "to_play": "B"}));
    assert_eq!(again["values"]["to_play"], "B");
    let handicap = json!({"initial_stones": [["B", "D4"], ["B", "Q16"]], "values": true});
    assert_eq!(ask(handicap)["values"]["to_play"], "W");
}

#[test]
fn graded_stones_count_by_the_games_that_their_side_owns_them_in() {
    let fixture = Fixture::new();
    let ask = |request: Value| {
        let request = fixture.post("/v1/influence").json(&request);
        request.send().expect(200).json()
    };
    let moves = json!([["B", "C3"], ["W", "G7"], ["B", "C7"]]);
    let plain = ask(json!({"board_size": 9, "moves": moves}));
    let graded = ask(json!({"board_size": 9, "moves": moves, "graded": true}));
    assert_eq!(plain["ownership"], Value::Null);
    assert_eq!(graded["field"], plain["field"]);
    let rows = graded["ownership"].as_array().expect("rows");
    assert_eq!(rows.len(), 9);
    let owned = |x: usize, y: usize| rows[y][x].as_f64().expect("a number");
    let change = (owned(2, 6) - 1.0) + (owned(2, 2) - 1.0) + (owned(6, 2) + 1.0);
    let lead = |answer: &Value| answer["lead"].as_f64().expect("a number");
    assert!((lead(&graded) - lead(&plain) - change).abs() < 1e-9);
    assert_eq!(graded["sfb"], graded["lead"]);
    let quick = ask(json!({"board_size": 9, "moves": moves, "graded": true, "model": "quick"}));
    assert_eq!(quick["ownership"], graded["ownership"]);
}

#[test]
fn other_models_say_what_they_have() {
    let fixture = Fixture::new();
    let request = json!({"moves": [["B", "K10"]], "model": "zobrist", "links": true});
    let answer = fixture.post("/v1/influence").json(&request).send();
    let answer = answer.expect(200).json();
    let row = answer["field"][9].as_array().expect("a row");
    let golden = [1, 2, 6, 10, 62, 10, 6, 2, 1].map(|number| json!(number));
    assert_eq!(row[5..14], golden);
    for nothing in ["sfb", "territory", "counts"] {
        assert_eq!(answer[nothing], Value::Null, "{nothing}");
    }
    assert!(answer["lead"].as_f64().expect("a number") > 1.0 && answer["links"].is_object());
}

#[test]
fn what_makes_no_sense_is_refused_by_its_name() {
    let fixture = Fixture::new();
    let check = |request: Value, status: u16, code: &str, field: &str| {
        let problem = fixture.post("/v1/influence").json(&request).send();
        let problem = problem.expect(status).json();
        assert_eq!(
            (&problem["code"], &problem["field"]),
            (&json!(code), &json!(field)),
            "{request}"
        );
    };
    let quick = |field: &str, value: Value| json!({"model": "quick", field: value});
    check(json!({"model": "magic"}), 400, "invalid_value", "model");
    check(json!({"model": "mechanical:force=33"}), 400, "invalid_value", "model");
    check(quick("line", json!([["B", "C3"]])), 400, "invalid_value", "line");
    check(quick("metrics", json!(true)), 400, "invalid_value", "metrics");
    check(quick("blocks", json!(true)), 400, "invalid_value", "blocks");
    check(quick("values", json!(true)), 400, "invalid_value", "values");
    check(json!({"to_play": "W"}), 400, "invalid_value", "to_play");
    let both = json!({"moves": [["B", "C3"]], "graded": true, "dead": ["C3"]});
    check(both, 400, "invalid_value", "graded");
    check(json!({"values": true, "to_play": "green"}), 400, "invalid_color", "to_play");
    check(json!({"dead": ["K10"]}), 400, "invalid_point", "dead[0]");
    check(
        json!({"moves": [["B", "K10"]], "line": [["W", "C3"], ["B", "K10"]]}),
        422,
        "illegal_move",
        "line[1]",
    );
    check(json!({"line": [["W", "Z30"]]}), 400, "invalid_point", "line[0]");
    check(json!({"moves": [["B", "K10"], ["W", "K10"]]}), 422, "illegal_move", "moves[1]");
    check(json!({"size": 9}), 400, "unknown_field", "size");
}

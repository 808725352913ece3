//! What the analysis protocol answers to what is wrong, unknown or no query at all.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::analysis::{answers, place, points, query, read};

#[test]
fn errors_are_katagos() {
    let place = place();
    let base = |more: Value| query("Q16 O17", more);
    let illegal = query("Q16 Q16", json!({}));
    let wrong = [
        ("nonsense".to_owned(), "", ""),
        ("[1]".to_owned(), "", ""),
        ("{}".to_owned(), "", ""),
        (r#"{"id":7}"#.to_owned(), "", ""),
        (base(json!({"boardXSize": null})), "boardXSize", "Must be an integer"),
        (base(json!({"boardXSize": 7, "boardYSize": 7})), "boardXSize", "from 9 to 19"),
        (base(json!({"boardYSize": 19.5})), "boardYSize", "Must be an integer"),
        (base(json!({"boardYSize": 13})), "boardYSize", "square"),
        (base(json!({"moves": null})), "moves", "Must be a list of pairs"),
        (base(json!({"moves": [["B", "Q16", 1]]})), "moves", "Must be a list of pairs"),
        (base(json!({"moves": [["X", "Q16"]]})), "moves", "Could not parse player: X"),
        (base(json!({"moves": [["B", "Z99"]]})), "moves", "Could not parse board location: Z99"),
        (illegal, "moves", "Illegal move 1: Q16"),
        (
            base(json!({"initialStones": [["B", "pass"]]})),
            "initialStones",
            "Could not parse board location",
        ),
        (base(json!({"initialStones": [["B", "A1"], ["W", "A1"]]})), "initialStones", "A1"),
        (base(json!({"initialPlayer": 1})), "initialPlayer", "Must be \"b\" or \"w\""),
        (base(json!({"analyzeTurns": [3]})), "analyzeTurns", "Invalid turn number: 3"),
        (base(json!({"analyzeTurns": "x"})), "analyzeTurns", "list of integers"),
        (base(json!({"priorities": [1]})), "priorities", "Requires analyzeTurns"),
        (base(json!({"rules": null})), "rules", "Must be the name of rules"),
        (base(json!({"rules": "mornington"})), "rules", "Could not parse rules: mornington"),
        (base(json!({"komi": 7.3})), "komi", "half-integer"),
        (base(json!({"komi": 1000})), "komi", "half-integer"),
        (base(json!({"maxVisits": 0})), "maxVisits", "from 1 to 2^50"),
        (base(json!({"includePolicy": 1})), "includePolicy", "Must be a boolean"),
        (base(json!({"overrideSettings": 1})), "overrideSettings", "Must be an object"),
        (
            base(json!({"overrideSettings": {"reportAnalysisWinratesAs": "x"}})),
            "overrideSettings",
            "Could not set settings",
        ),
        (base(json!({"avoidMoves": [], "allowMoves": []})), "allowMoves", "both"),
        (base(json!({"avoidMoves": [{"player": "B"}]})), "avoidMoves", "untilDepth"),
        (
            base(json!({"allowMoves": [{"player": "B", "moves": ["x"], "untilDepth": 1}]})),
            "moves",
            "Could not parse board location: x",
        ),
        (r#"{"id":"q","action":"terminate"}"#.to_owned(), "terminateId", "string"),
        (r#"{"id":"q","action":"dance"}"#.to_owned(), "action", "query_version"),
    ];
    let mut lines: Vec<String> = wrong.iter().map(|(line, ..)| line.clone()).collect();
    lines.push(query("Q16", json!({"id": "last"})));
    let answers = answers(&place, &[], &lines);
    assert_eq!(answers.len(), wrong.len() + 1);
    for (answer, (line, field, text)) in answers.iter().zip(&wrong) {
        let said = answer["error"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(said.contains(text), "{line}: {answer}");
        if field.is_empty() {
            assert_eq!(answer.as_object().map(serde_json::Map::len), Some(1), "{answer}");
        } else {
            assert_eq!((&answer["field"], &answer["id"]), (&json!(field), &json!("q")), "{line}");
        }
    }
    assert_eq!(answers[wrong.len()]["id"], "last");
}

#[test]
fn unknown_fields_are_warned_of_and_known_ones_are_taken() {
    let place = place();
    let known = json!({
        "maxVisits": 100, "rootPolicyTemperature": 1.1, "rootFpuReductionMax": 0.1, "includeOwnership": true,
        "includeMovesOwnership": false, "reportDuringSearchEvery": 0.5, "priority": -3, "whiteHandicapBonus": "N",
        "analyzeTurns": [1], "rules": {"ko": "SIMPLE"}, "initialPlayer": "b", "komi": -3, "overrideSettings": {}
    });
    let lines = [query("(15,3)", known), query("q16", json!({"bordSize": 19, "x": null, "y": 2}))];
    let all = answers(&place, &[], &lines);
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(all[1]["field"], "bordSize");
    assert_eq!(all[2]["field"], "y");
    for warning in &all[1..3] {
        assert_eq!(warning["id"], "q");
        assert!(warning["warning"].as_str().expect("text").contains("Unexpected or unused field"));
    }
    // Both say the same board, once by column and row.
    assert_eq!(points(&all[0]), points(&all[3]));
    assert_eq!(all[0]["rootInfo"]["thisHash"], all[3]["rootInfo"]["thisHash"]);
}

#[test]
fn actions_are_echoed_with_what_they_ask_for() {
    let place = place();
    let actions = [
        json!({"id": "1", "action": "query_version", "more": [1]}),
        json!({"id": "2", "action": "clear_cache"}),
        json!({"id": "3", "action": "terminate", "terminateId": "q", "turnNumbers": [1]}),
        json!({"id": "4", "action": "terminate_all"}),
        json!({"id": "5", "action": "query_models"}),
    ];
    let lines: Vec<String> = actions.iter().map(Value::to_string).collect();
    let told = answers(&place, &[], &lines);
    for (answer, action) in told.iter().zip(&actions) {
        for (field, value) in action.as_object().expect("an object") {
            assert_eq!(answer[field], *value);
        }
    }
    assert_eq!(told[0]["version"], env!("CARGO_PKG_VERSION"));
    assert!(told[0]["git_hash"].is_string());
    assert_eq!(told[1..4], actions[1..4]);
    assert_eq!(told[4]["models"][0]["name"], "joseki book b");
}

/// Lines that somebody may send: valid queries with one thing changed, and any text.
fn any_line() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just(json!(null)),
        any::<i64>().prop_map(|number| json!(number)),
        any::<f64>().prop_map(|number| json!(number)),
        "[ -~]{0,12}".prop_map(|text| json!(text)),
        Just(json!([])),
        Just(json!([["B", "Q16"], ["B", "(3,3)"], ["W", "pass"], ["w", "t1"]])),
        Just(json!({"a": [1]})),
        Just(json!([{"player": "b", "moves": ["Q16", "pass"], "untilDepth": 4_000_000_000_u64}])),
        proptest::collection::vec(any::<u8>(), 0..4).prop_map(|numbers| json!(numbers)),
    ];
    let field = proptest::sample::select(vec![
        "id",
        "moves",
        "initialStones",
        "initialPlayer",
        "rules",
        "komi",
        "boardXSize",
        "boardYSize",
        "analyzeTurns",
        "maxVisits",
        "analysisPVLen",
        "avoidMoves",
        "allowMoves",
        "overrideSettings",
        "priority",
        "priorities",
        "action",
        "terminateId",
        "turnNumbers",
        "includePolicy",
        "whatever",
    ]);
    let changed = (field, value).prop_map(|(field, value)| {
        let mut line: Value = serde_json::from_str(&query("Q16 O17", json!({}))).expect("JSON");
        line[field] = value;
        line.to_string()
    });
    let cut = (changed.clone(), 0usize..200)
        .prop_map(|(line, length)| line.chars().take(length).collect());
    let deep = (1usize..2000).prop_map(|depth| "[".repeat(depth));
    prop_oneof![8 => changed, 2 => cut, 1 => "[^\n]{0,40}", 1 => deep]
}

#[test]
fn nothing_that_is_asked_ends_the_loop() {
    let place = place();
    let lines = proptest::collection::vec(any_line(), 1..60);
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) };
    let checked = TestRunner::new(config).run(&lines, |lines| {
        let mut input = lines.join("\n").into_bytes();
        input.extend(b"\n\xff\xfe\n");
        input.extend(query("Q16", json!({"id": "the last one"})).as_bytes());
        let run = place.run_with_input(&["analysis", "--book", "b"], &input);
        prop_assert_eq!(run.code, Some(0), "{:?}", run.err);
        let answers = read(&run);
        let last = answers.last().expect("an answer");
        prop_assert_eq!(&last["id"], &json!("the last one"));
        prop_assert!(last["moveInfos"].is_array());
        for answer in &answers {
            let kinds = ["error", "warning", "moveInfos", "action"];
            prop_assert!(kinds.iter().any(|kind| !answer[*kind].is_null()), "{}", answer);
        }
        Ok(())
    });
    checked.expect("all are answered");
}

//! The whole board in answers, asked over sockets.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::fixture::Fixture;

const PLAIN: &str = "/v1/next?moves=Q16,D4,Q4,D16,O17&limit=3";
const ASKED: &str = "/v1/next?moves=Q16,D4,Q4,D16,O17&limit=3&whole_board=true";

fn array<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn every_door_asks_the_same() {
    let fixture = Fixture::new();
    let body = json!({
        "moves": [["B", "Q16"], ["W", "D4"], ["B", "Q4"], ["W", "D16"], ["B", "O17"]],
        "limit": 3, "whole_board": true
    });
    let got = fixture.get(ASKED).send().expect(200);
    let posted = fixture.post("/v1/next").json(&body).send().expect(200);
    assert_eq!(got.text(), posted.text());
    let batch = json!({"queries": [body, {"whole_board": 1}]});
    let batch = fixture.post("/v1/next/batch").json(&batch).send().expect(200);
    let answers = batch.json()["answers"].take();
    assert_eq!(answers[0], got.json());
    assert_eq!(answers[1]["error"]["code"], "invalid_value");
    // The same book and results: the same tag as of the plain question.
    let plain = fixture.get(PLAIN).send().expect(200);
    assert!(plain.header("etag").is_some());
    assert_eq!(plain.header("etag"), got.header("etag"));
    let path = ASKED.replace("=true", "=yes");
    assert_eq!(fixture.get(&path).send().status, 400);
}

#[test]
fn the_numbers_fit_together() {
    let fixture = Fixture::new();
    let answer = fixture.get(ASKED).send().expect(200).json();
    assert_eq!(answer["to_play"], "W");
    for found in array(&answer, "moves") {
        let whole = &found["whole_board"];
        let line = array(whole, "line_moves");
        assert_eq!(line[0][0], "W");
        assert!(array(found, "points").contains(&line[0][1]), "{found}");
        assert_eq!(whole["last"], line[line.len() - 1][0]);
        assert!(line.windows(2).all(|two| two[0][0] != two[1][0]), "{line:?}");
        assert!(number(&whole["move"]) > 0.0, "a stone gains its own side");
        if line.len() == 1 {
            assert_eq!(whole["move"], whole["line"]);
        }
    }
    let mut swings = Vec::new();
    for corner in array(&answer, "corners") {
        let (name, whole) = (&corner["corner"], &corner["whole_board"]);
        let mut here = array(&answer, "moves").iter();
        let first = here.find(|found| found["corner"] == *name).expect("a move");
        assert_eq!(whole["line"], first["whole_board"]["line"]);
        assert_eq!(whole["opponent_moves"][0][0], "B");
        let swing = number(&whole["line"]) - number(&whole["opponent_line"]);
        assert!((swing - number(&whole["swing"])).abs() < 2e-6, "{whole}");
        swings.push((number(&whole["swing"]), name));
    }
    let biggest = swings.iter().max_by(|one, other| one.0.total_cmp(&other.0));
    let board = &answer["whole_board"];
    assert_eq!(board["by"], "swing");
    assert_eq!(Some(&board["biggest_corner"]), biggest.map(|(_, name)| *name));
}

#[test]
fn the_lead_is_that_of_who_asks() {
    let fixture = Fixture::new();
    let lead = |color: &str| {
        let path = format!("/v1/next?moves=B:D4,B:Q16&to_play={color}&whole_board=true");
        number(&fixture.get(&path).send().expect(200).json()["whole_board"]["lead"])
    };
    assert!(lead("B") > 0.0);
    assert_eq!(lead("B"), -lead("W"));
}

/// What is answered is the same with and without, but for the order of equals and what was asked for.
#[test]
fn nothing_else_changes() {
    let fixture = Fixture::new();
    for moves in ["", "Q16,O17,R14", "Q16,D4,Q4,D16,O17"] {
        let ask = |asked: &str| {
            let path = format!("/v1/next?moves={moves}&limit=361{asked}");
            fixture.get(&path).send().expect(200)
        };
        let plain = ask("");
        assert!(!plain.text().contains("whole_board"), "{moves}");
        assert_eq!(plain.text(), ask("&whole_board=false").text());
        let (plain, mut asked) = (plain.json(), ask("&whole_board=true").json());
        let without = |value: &mut Value| {
            let object = value.as_object_mut().expect("an object");
            assert!(object.remove("whole_board").is_some(), "{object:?}");
        };
        without(&mut asked);
        for name in ["moves", "corners"] {
            let parts = asked[name].as_array_mut().expect("parts");
            parts.iter_mut().for_each(without);
        }
        let moves = |answer: &mut Value| -> BTreeSet<String> {
            let moves = answer["moves"].take();
            let moves = moves.as_array().expect("moves").clone();
            moves.iter().map(Value::to_string).collect()
        };
        let mut plain = plain;
        assert_eq!(moves(&mut asked), moves(&mut plain));
        // The first of equals may be another.
        asked["best"] = plain["best"].clone();
        assert_eq!(asked, plain);
    }
}

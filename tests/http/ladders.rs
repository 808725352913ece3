//! Ladders asked about without a book.

use serde_json::{Value, json};

use crate::fixture::Fixture;

/// Black has just played P15: White's P16 is in atari and runs towards the lower left.
fn chase(more: &Value) -> Value {
    let mut request = json!({
        "moves": [
            ["B", "Q16"], ["W", "P16"], ["B", "P17"], ["W", "K3"], ["B", "O17"], ["W", "R4"], ["B", "P15"]
        ]
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        request[name] = value.clone();
    }
    request
}

#[test]
fn a_ladder_is_told_with_its_moves() {
    let fixture = Fixture::new();
    let ask = |more: Value| {
        let request = fixture.post("/v1/ladder").json(&chase(&more));
        request.send().expect(200).json()["ladders"].clone()
    };
    let caught = ask(json!({"points": ["P16"]}));
    assert_eq!(caught[0]["outcome"], "captured");
    assert_eq!(caught[0]["winner"], "B");
    assert_eq!((&caught[0]["color"], &caught[0]["liberties"]), (&json!("W"), &json!(1)));
    assert_eq!(caught[0]["moves"][0], json!(["W", "O16"]));
    assert!(caught[0]["moves"].as_array().expect("moves").len() > 20);
    // Unless points are named, every chain that could be in one is read.
    assert_eq!(ask(json!({}))[0], caught[0]);
    let broken = ask(json!({"points": ["P16"], "initial_stones": [["W", "D4"]]}));
    assert_eq!((&broken[0]["outcome"], &broken[0]["winner"]), (&json!("escapes"), &json!("W")));
    // If it is Black's turn the stone is taken at once.
    let taken = ask(json!({"points": ["P16"], "first": "B"}));
    assert_eq!(taken[0]["moves"], json!([["B", "O16"]]));
    let sgf = json!({
        "coords": "sgf", "moves": [], "points": ["aa"], "board_size": 25,
        "initial_stones": [["W", "aa"], ["B", "ba"]]
    });
    let edge = ask(sgf);
    assert_eq!((&edge[0]["outcome"], &edge[0]["point"]), (&json!("captured"), &json!("aa")));
}

#[test]
fn boards_that_cannot_be_are_refused() {
    let fixture = Fixture::new();
    let check = |more: Value, status: u16, code: &str, field: &str| {
        let request = fixture.post("/v1/ladder").json(&chase(&more));
        let problem = request.send().expect(status).json();
        assert_eq!((&problem["code"], &problem["field"]), (&json!(code), &json!(field)));
    };
    check(json!({"points": ["K10"]}), 400, "invalid_point", "points[0]");
    check(json!({"points": ["P16", "Z9"]}), 400, "invalid_point", "points[1]");
    check(json!({"first": "green"}), 400, "invalid_color", "first");
    check(json!({"board_size": 26}), 400, "invalid_value", "board_size");
    check(json!({"initial_stones": [["B", "Q16"]]}), 422, "illegal_move", "moves[0]");
    check(json!({"point": "P16"}), 400, "unknown_field", "point");
}

//! Conditions that read the board, asked in every orientation and colour.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::placements::placed;

/// White sticks to Black's star point and is passed over twice; with P15 Black chases P16 towards the
/// opposite corner: White comes by all points whose row is two or three above its column, Black by one and four.
const CHASE: [(&str, &str); 7] = [
    ("B", "Q16"),
    ("W", "P16"),
    ("B", "P17"),
    ("W", "K3"),
    ("B", "O17"),
    ("W", "R4"),
    ("B", "P15"),
];

struct Chase {
    desk: Desk,
}

impl Chase {
    /// A book with the chase, its last move on these conditions.
    fn new(conditions: &str) -> Chase {
        let desk = Desk::new();
        desk.import("c", "", "(;SZ[19];B[pd];W[od];B[oc];W[];B[nc];W[];B[oe])").expect(200);
        let moves = "B:Q16,W:P16,B:P17,W:pass,B:O17,W:pass,B:P15";
        let path = format!("/v1/books/c/nodes?moves={moves}");
        let fields = json!({ "conditions": conditions });
        desk.patch(&path, "*", &fields).expect(200);
        Chase { desk }
    }

    /// The answer before the last move, on a board with these stones besides.
    fn ask(&self, variant: usize, stones: &[(&str, &str)], more: &Value) -> Value {
        let (symmetry, swap) = (variant % 8, variant >= 8);
        let laid = |(color, point): &(&str, &str)| {
            let other = if *color == "B" { "W" } else { "B" };
            json!([if swap { other } else { *color }, placed(point, symmetry)])
        };
        let moves: Vec<Value> = CHASE[..6].iter().map(laid).collect();
        let stones: Vec<Value> = stones.iter().map(laid).collect();
        let mut query = json!({"book": "c", "moves": moves, "initial_stones": stones});
        for (name, value) in more.as_object().into_iter().flatten() {
            query[name] = value.clone();
        }
        let request = self.desk.fixture.request("POST", "/v1/next");
        request.json(&query).send().expect(200).json()
    }

    /// The condition of the last move, which must be answered.
    fn condition(&self, variant: usize, stones: &[(&str, &str)]) -> Value {
        let answer = self.ask(variant, stones, &json!({}));
        let point = placed("P15", variant % 8);
        let mut moves = answer["moves"].as_array().expect("moves").iter();
        let found = moves.find(|found| found["point"] == json!(point));
        let found = found.unwrap_or_else(|| panic!("no {point} in {answer}"));
        assert_eq!(found["conditions"].as_array().map(Vec::len), Some(1));
        found["conditions"][0].clone()
    }
}

#[test]
fn a_ladder_is_read_on_the_board_as_it_stands() {
    let chase = Chase::new("ladder(P16, own)");
    for variant in 0..16 {
        let cases = [
            (vec![], "true"),
            (vec![("W", "D4")], "false"),
            (vec![("B", "D4")], "true"),
            // On the way of the runner itself.
            (vec![("W", "G9")], "false"),
            // Beside the way: the stone never comes near it.
            (vec![("W", "D12")], "true"),
        ];
        for (stones, holds) in cases {
            let found = chase.condition(variant, &stones);
            assert_eq!(found["holds"], holds, "{variant} {stones:?}: {found}");
            assert_eq!(found["points"], json!([placed("P16", variant % 8)]));
            let ladder = found["ladder"].as_array().expect("moves");
            assert!(ladder.len() > 6, "{found}");
            // The runner moves first, out of the atari.
            let runner = if variant >= 8 { "B" } else { "W" };
            assert_eq!(ladder[0], json!([runner, placed("O16", variant % 8)]));
            let runner = if variant >= 8 { "Black's" } else { "White's" };
            let why = found["why"].as_str().expect("a reason");
            assert!(why.contains(runner) && why.contains("ladder"), "{why}");
        }
    }
}

#[test]
fn moves_whose_ladder_fails_are_hidden_on_request() {
    let chase = Chase::new("ladder(P16, own)");
    let points = |stones: &[(&str, &str)], hide: bool| {
        let more = json!({"failed_conditions": if hide { "hide" } else { "mark" }});
        let answer = chase.ask(0, stones, &more);
        let corner = &answer["corners"][1];
        assert_eq!(corner["corner"], "upper_right");
        let here = |found: &&Value| found["corner"] == "upper_right";
        let moves = answer["moves"].as_array().expect("moves");
        let count = moves.iter().filter(here).count();
        (count, corner["filtered"]["conditions"].clone(), corner["reason"].clone())
    };
    let broken = [("W", "D4")];
    assert_eq!(points(&broken, false), (1, json!(0), Value::Null));
    assert_eq!(points(&broken, true), (0, json!(1), json!("conditions_fail")));
    assert_eq!(points(&[], true), (1, json!(0), Value::Null));
}

#[test]
fn every_kind_of_condition_is_answered_with_a_reason() {
    let check = |conditions: &str, stones: &[(&str, &str)], holds: &str, why: &str| {
        let chase = Chase::new(conditions);
        for variant in [0, 13] {
            let found = chase.condition(variant, stones);
            assert_eq!(found["holds"], holds, "{conditions}: {found}");
            if variant == 0 {
                assert_eq!(found["why"], why, "{conditions}");
            }
        }
    };
    check("own(D4)", &[("B", "D4")], "true", "Black stands at D4");
    check("not enemy(D4)", &[("W", "D4")], "false", "White stands at D4");
    check("empty(D4)", &[], "true", "D4 is empty");
    check("first(D4)", &[("W", "D4")], "false", "White stands at D4");
    check("own(D4) or own(Q4)", &[("B", "Q4")], "true", "Black stands at Q4; D4 is empty");
    // The upper right corner's letters run down the right side and to the left.
    check("open(side_v)", &[], "true", "side_v (H19 to M15) is empty");
    check(
        "friendly(next_u, enemy)",
        &[],
        "true",
        "next_u (N7 to T1) has 0 black and 1 white stones",
    );
    check("occupied(C17-D16)", &[], "false", "the region (C17 to D16) is empty");
    check("ladder(K10, own)", &[], "unknown", "no stone at K10 to chase");
    check("ladder(P16, own, after K3)", &[], "unknown", "White cannot play K3 before the ladder");
    check(
        "ko_threat(own)",
        &[],
        "unknown",
        "no atari outside the corner is a ko threat for Black; other threats are not searched",
    );
    check(
        "ko_threat(own)",
        &[("W", "A2"), ("W", "A1"), ("B", "B1")],
        "true",
        "Black can threaten A2 with A3",
    );
}

#[test]
fn wrong_conditions_are_refused_at_the_place() {
    let desk = Desk::new();
    let check = |conditions: &str, says: &str| {
        let fields = json!({ "conditions": conditions });
        let refused = desk.patch("/v1/books/b/nodes/DDCF", "*", &fields);
        let problem = refused.expect(400).json();
        let detail = problem["detail"].as_str().expect("a detail");
        assert!(detail.contains(says), "{detail}");
        assert_eq!(problem["field"], "conditions");
    };
    check("own(R14) and mine(D4)", "\"mine\" at character 14");
    check("own(R14", "at the end (character 8): expected \")\"");
    check("ladder(R14, black)", "\"black\" at character 13: expected a side");
    check("(own(R14)", "unclosed bracket");
}

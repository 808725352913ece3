//! Boards counted over HTTP.

use serde_json::{Value, json};

use crate::fixture::Fixture;

/// The moves that put a wall of a colour on a column.
fn wall(color: &str, column: char, lines: u8) -> Vec<Value> {
    let stone = |row| json!([color, format!("{column}{row}")]);
    (1..=lines).map(stone).collect()
}

/// A black wall on the ninth column and a white one on the eleventh, with more.
fn walls(more: &Value) -> Value {
    let stones = [wall("B", 'J', 19), wall("W", 'L', 19)].concat();
    let mut request = json!({"initial_stones": stones});
    if more.get("dead").is_none() {
        request["estimate"] = json!("none");
    }
    for (name, value) in more.as_object().into_iter().flatten() {
        request[name] = value.clone();
    }
    request
}

fn ask(fixture: &Fixture, request: &Value) -> Value {
    let request = fixture.post("/v1/score").json(request);
    request.send().expect(200).json()
}

#[test]
fn two_walls_have_171_points_each() {
    let fixture = Fixture::new();
    let answer = ask(&fixture, &walls(&json!({})));
    assert_eq!(
        (&answer["rules"], &answer["komi"], &answer["result"]),
        (&json!("chinese"), &json!(7.5), &json!("W+7.5"))
    );
    assert_eq!((&answer["winner"], &answer["score"]), (&json!("W"), &json!(-7.5)));
    for side in ["black", "white"] {
        let count = &answer[side];
        assert_eq!(
            (&count["stones"], &count["territory"], &count["points"]),
            (&json!(19), &json!(152), &json!(180.5))
        );
    }
    assert_eq!(answer["neutral"].as_array().expect("points").len(), 19);
    assert_eq!(answer["neutral"][0], "K19");
    assert_eq!(answer["owner"].as_array().expect("rows").len(), 19);
    assert_eq!(answer["owner"][3], "BBBBBBBBB.WWWWWWWWW");
    assert_eq!(answer["dead"], json!({"by": "none", "points": []}));
    assert_eq!(answer["seki"], json!({"by": "rule", "points": []}));
    // Nineteen points between the walls are more than a finished board has.
    assert!(answer["notes"][0].as_str().expect("a note").contains("19 points"));
}

#[test]
fn groups_are_listed_with_their_eyes_and_why_they_live() {
    let fixture = Fixture::new();
    // Black has two eyes at the upper left of a wall of White; a stone of White is in one of them.
    let stones = json!([
        ["B", "B9"],
        ["B", "D9"],
        ["B", "A8"],
        ["B", "B8"],
        ["B", "C8"],
        ["B", "D8"],
        ["W", "E9"],
        ["W", "E8"],
        ["W", "A7"],
        ["W", "B7"],
        ["W", "C7"],
        ["W", "D7"],
        ["W", "E7"]
    ]);
    let request = json!({"board_size": 9, "initial_stones": stones, "groups": true});
    let answer = ask(&fixture, &request);
    let groups = answer["groups"].as_array().expect("groups");
    assert_eq!(groups.len(), 2);
    let black = &groups[0];
    assert_eq!((&black["color"], &black["eyes"]), (&json!("B"), &json!(2.0)));
    assert_eq!((&black["status"], &black["why"]), (&json!("alive"), &json!("unconditional")));
    assert_eq!((&black["liberties"], &black["owned"]), (&json!(2), &json!(1.0)));
    assert_eq!(black["stones"].as_array().expect("stones").len(), 6);
    // The rest of the board is an eye space of White's.
    assert_eq!((&groups[1]["why"], &groups[1]["eyes"]), (&json!("two_eyes"), &json!(2.0)));
    let mut given = request.clone();
    given["dead"] = json!(["E7"]);
    let given = ask(&fixture, &given)["groups"][1].clone();
    assert_eq!((&given["status"], &given["why"]), (&json!("dead"), &json!("given")));
    assert_eq!(given["owned"], Value::Null);
    // A stone of Black outside leaves White without eyes: an estimate decides.
    let mut open = request.clone();
    open["moves"] = json!([["B", "G3"]]);
    for (estimate, why) in [("playouts", "playouts"), ("quick", "model"), ("none", "not_estimated")]
    {
        open["estimate"] = json!(estimate);
        let groups = ask(&fixture, &open)["groups"].clone();
        let wall = groups.as_array().expect("groups").iter().find(|group| group["color"] == "W");
        assert_eq!(wall.expect("the wall")["why"], why);
    }
    assert_eq!(ask(&fixture, &walls(&json!({})))["groups"], Value::Null);
}

#[test]
fn dead_stones_change_sides_and_are_prisoners_under_japanese_rules() {
    let fixture = Fixture::new();
    let stones =
        [wall("B", 'J', 19), wall("W", 'K', 19), vec![json!(["W", "C3"]), json!(["W", "C4"])]];
    let request = |more: Value| {
        let mut request = json!({"initial_stones": stones.concat(), "dead": ["C3"]});
        for (name, value) in more.as_object().into_iter().flatten() {
            request[name] = value.clone();
        }
        request
    };
    // By area 171 points to 190.
    let area = ask(&fixture, &request(json!({"komi": 0})));
    assert_eq!((&area["result"], &area["score"]), (&json!("W+19"), &json!(-19.0)));
    assert_eq!(
        area["dead"],
        json!({"by": "given", "points": ["C4", "C3"]}),
        "a stone stands for its chain"
    );
    // By territory 8 columns and two stones twice against 9 columns, and what was taken before.
    let japanese = ask(
        &fixture,
        &request(json!({"rules": "japanese", "prisoners": {"black": 3, "white": 1}})),
    );
    assert_eq!(japanese["komi"], 6.5);
    let black = &japanese["black"];
    assert_eq!(
        (&black["territory"], &black["dead"], &black["prisoners"], &black["points"]),
        (&json!(152), &json!(2), &json!(3), &json!(157.0))
    );
    assert_eq!(japanese["white"]["points"], 172.0);
    assert_eq!(japanese["result"], "W+21.5");
    // Alive, they take Black's territory away.
    let alive = ask(&fixture, &request(json!({"dead": [], "komi": 0})));
    assert_eq!(alive["dead"]["by"], "given");
    assert_eq!(alive["black"]["territory"], 0);
}

#[test]
fn the_answer_says_by_what_stones_are_dead() {
    let fixture = Fixture::new();
    let stones = [wall("B", 'E', 9), wall("W", 'F', 9), vec![json!(["W", "B3"])]].concat();
    for (estimate, by) in [
        (json!(null), "playouts"),
        (json!("playouts"), "playouts"),
        (json!("mechanical"), "mechanical"),
        (json!("none"), "none"),
    ] {
        let request = json!({"board_size": 9, "initial_stones": stones, "estimate": estimate});
        let answer = ask(&fixture, &request);
        let dead = if by == "none" { json!([]) } else { json!(["B3"]) };
        assert_eq!(answer["dead"], json!({"by": by, "points": dead}), "{estimate}");
        let notes = answer["notes"].to_string();
        assert_eq!(notes.contains("estimated dead"), by != "none", "{notes}");
    }
}

#[test]
fn a_board_that_comes_again_is_told() {
    let fixture = Fixture::new();
    // Both sides take a ko back at once, which only superko forbids: between them each has passed.
    let stones = json!([
        ["B", "B5"],
        ["B", "A4"],
        ["B", "B3"],
        ["W", "C5"],
        ["W", "D4"],
        ["W", "C3"],
        ["W", "B4"]
    ]);
    let moves = json!([["B", "C4"], ["W", "pass"], ["B", "pass"], ["W", "B4"]]);
    for (rules, word) in [("chinese", "forbid"), ("ing", "one cycle"), ("japanese", "no result")] {
        let request = json!({
            "board_size": 5, "initial_stones": stones, "moves": moves, "rules": rules,
            "estimate": "none"
        });
        let answer = ask(&fixture, &request);
        assert_eq!(answer["repetitions"], json!([{"move": 4, "earlier": 0}]));
        assert!(answer["notes"].to_string().contains(word), "{answer}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_by_its_name() {
    let fixture = Fixture::new();
    let check = |more: Value, status: u16, code: &str, field: &str| {
        let problem = fixture.post("/v1/score").json(&walls(&more)).send();
        let problem = problem.expect(status).json();
        assert_eq!((&problem["code"], &problem["field"]), (&json!(code), &json!(field)), "{more}");
    };
    check(json!({"rules": "Korean"}), 400, "invalid_value", "rules");
    check(json!({"komi": -1000.5}), 400, "invalid_value", "komi");
    let both = json!({"dead": [], "estimate": "quick"});
    check(both, 400, "invalid_value", "estimate");
    check(json!({"komi": 1e300}), 400, "invalid_value", "komi");
    check(json!({"estimate": "luck"}), 400, "invalid_value", "estimate");
    check(json!({"dead": ["J9", "A1"]}), 400, "invalid_point", "dead[1]");
    check(json!({"seki": ["A1"]}), 400, "invalid_point", "seki[0]");
    check(json!({"dead": ["I9"]}), 400, "invalid_point", "dead[0]");
    check(json!({"prisoners": {"black": 10001}}), 400, "invalid_value", "prisoners.black");
    check(json!({"prisoners": {"red": 1}}), 400, "unknown_field", "prisoners.red");
    check(json!({"board_size": 1}), 400, "invalid_value", "board_size");
    check(json!({"moves": [["B", "J9"]]}), 422, "illegal_move", "moves[0]");
}

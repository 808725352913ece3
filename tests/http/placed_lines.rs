//! Placement of a line on the board in responses: it maps the book's node to the stones.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::fixture::Fixture;
use crate::placements::placed;

/// Openings of one corner; in the last three the same stones came in another order than the book's line has, or a tenuki
/// is among them.
const OPENINGS: [&[&str]; 7] = [
    &["Q16"],
    &["Q16", "O17", "R14"],
    &["Q16", "O17", "R14", "Q18", "R17"],
    &["R16", "P17", "L17"],
    &["R14", "O17", "Q16"],
    &["Q16", "Q18", "R14", "O17"],
    &["Q16", "O17", "pass", "R14"],
];

/// The points of a node as the answer says that it lies, those of tenukis left out.
fn points(fixture: &Fixture, line: &Value, corner: &Value, lies: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let address = format!(
        "/v1/books/main/nodes/{}?corner={}&handedness={}&color={}",
        text(line),
        text(corner),
        text(&lies["handedness"]),
        text(&lies["first_mover"]),
    );
    let node = fixture.get(&address).send().expect(200).json();
    assert_eq!(node["color"], lies["first_mover"]);
    let points = node["points"].as_array().expect("points").iter();
    // A tenuki has no point.
    points.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Asks about an opening and reads every node that the answer names.
fn check(fixture: &Fixture, moves: &[(char, String)]) {
    let pairs: Vec<String> =
        moves.iter().map(|(color, point)| format!("{color}:{point}")).collect();
    let asked = format!("/v1/next?moves={}", pairs.join(","));
    let answer = fixture.get(&asked).send().expect(200).json();
    let stones = |of: &[String]| of.iter().cloned().collect::<BTreeSet<_>>();
    let played: Vec<String> =
        moves.iter().map(|(_, point)| point.clone()).filter(|point| point != "pass").collect();
    for corner in answer["corners"].as_array().expect("corners") {
        let node = &corner["node"];
        assert_eq!(node.is_null(), corner["steps"] == "", "{asked}: {corner}");
        if !node.is_null() {
            let there = points(fixture, &node["line"], &corner["corner"], node);
            assert_eq!(stones(&there), stones(&played), "{asked}: {node}");
        }
    }
    let with_stones = |one: &&Value| {
        let corners = answer["corners"].as_array().expect("corners");
        let own = corners.iter().find(|corner| corner["corner"] == one["corner"]);
        own.is_some_and(|corner| corner["steps"] != "")
    };
    let candidates = answer["moves"].as_array().expect("moves").iter();
    let mut seen = 0;
    for one in candidates.filter(with_stones) {
        let there = points(fixture, &one["leads_to"], &one["corner"], one);
        let (last, before) = there.split_last().expect("a move");
        assert_eq!(one["point"], *last, "{asked}: {one}");
        // A stone far from the others may be seen as played elsewhere.
        assert!(stones(before).is_subset(&stones(&played)), "{asked}: {one}");
        seen += 1;
    }
    assert!(seen > 0, "{asked}: no move of the book");
}

#[test]
fn nodes_lie_as_answers_say() {
    let fixture = Fixture::new();
    for opening in OPENINGS {
        for symmetry in 0..8 {
            for colors in [['B', 'W'], ['W', 'B']] {
                let moves = opening.iter().enumerate().map(|(index, point)| {
                    let point = match *point {
                        "pass" => "pass".to_owned(),
                        point => placed(point, symmetry),
                    };
                    (colors[index % 2], point)
                });
                check(&fixture, &moves.collect::<Vec<_>>());
            }
        }
    }
}

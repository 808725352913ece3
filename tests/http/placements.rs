//! One node edited from every orientation: the response and the stored node.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::Answer;
use crate::desk::Desk;

const NODE: &str = "/v1/books/b/nodes/DDCF";

fn tag(answer: &Answer) -> String {
    answer.header("etag").expect("a tag").to_owned()
}

#[test]
fn one_node_from_two_orientations() {
    let desk = Desk::new();
    // The same node in the upper right, and mirrored with White first in the lower left.
    let (one, two) = ("/v1/books/b/nodes?moves=Q16,O17", "/v1/books/b/nodes?moves=W:D4,B:C6");
    let (first, second) = (desk.answer(one), desk.answer(two));
    assert_eq!(first.json()["line"], second.json()["line"]);
    assert_eq!(tag(&first), tag(&second));
    let fields = json!({
        "comment": "Black plays O17 and White R14",
        "marks": [{"kind": "TR", "point": "R14"}],
        "conditions": "empty(R14)"
    });
    desk.patch(one, &tag(&first), &fields).expect(200);
    let late = desk.patch(two, &tag(&second), &json!({"comment": "mine"}));
    let current = late.expect(412).json()["current"].clone();
    // O17 is C6 there, R14 is F3, and the colours are the other way round.
    assert_eq!(current["comment"], "White plays C6 and Black F3");
    assert_eq!(current["marks"][0]["point"], "F3");
    assert_eq!(current["points"], json!(["D4", "C6"]));
    assert_eq!(current["color"], "W");
    let (mine, theirs) = (desk.answer(two).json(), desk.answer(one).json());
    assert_eq!(mine, current);
    assert_eq!(theirs["comment"], fields["comment"]);
    assert_eq!(theirs["conditions"], "empty(FC)");
}

#[test]
fn a_mirrored_line_is_told_as_it_is_written() {
    let desk = Desk::new();
    let fields = json!({
        "comment": "R14 comes next", "marks": [{"kind": "LB", "point": "R14", "label": "1"}],
        "conditions": "own(FC) or empty(Q4)"
    });
    desk.patch(NODE, "*", &fields).expect(200);
    let straight = desk.answer(NODE).json();
    // DDFC lies as the mirror image: its second step is at R14.
    let mirrored = desk.answer("/v1/books/b/nodes/DDFC").json();
    assert_eq!(
        (&straight["points"], &mirrored["points"]),
        (&json!(["Q16", "O17"]), &json!(["Q16", "R14"]))
    );
    assert_eq!(mirrored["comment"], "O17 comes next");
    assert_eq!(mirrored["marks"][0]["point"], "O17");
    assert_eq!(mirrored["conditions"], "own(CF) or empty(DP)");
    assert_eq!(straight["conditions"], "own(FC) or empty(PD)");
    for name in ["line", "transpositions", "revision", "names"] {
        assert_eq!(straight[name], mirrored[name], "{name}");
    }
    assert_eq!(
        (&straight["handedness"], &mirrored["handedness"]),
        (&json!("clockwise"), &json!("counter_clockwise"))
    );
    // What is read is what may be sent back: nothing changes.
    let sent = json!({"comment": mirrored["comment"], "conditions": mirrored["conditions"]});
    let again = desk.patch("/v1/books/b/nodes/DDFC", "*", &sent);
    assert_eq!(again.expect(200).json()["change"], Value::Null);
}

/// The 8 symmetries of a board of 19 lines, on GTP points.
pub fn placed(point: &str, symmetry: usize) -> String {
    const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";
    let (letter, row) = point.split_at(1);
    let column = COLUMNS.find(letter).expect("a column");
    let row: usize = row.parse::<usize>().expect("a row") - 1;
    let (column, row) = match symmetry & 4 {
        0 => (column, row),
        _ => (row, column),
    };
    let flip = |place: usize, flipped: usize| if flipped == 0 { place } else { 18 - place };
    let (column, row) = (flip(column, symmetry & 1), flip(row, symmetry & 2));
    format!("{}{}", &COLUMNS[column..=column], row + 1)
}

#[test]
fn every_placement_and_colour_is_stored_the_same() {
    let desk = Desk::new();
    let mut stored = BTreeSet::new();
    for variant in 0..16 {
        let (symmetry, white) = (variant % 8, variant >= 8);
        let [first, second] = if white { ["W", "B"] } else { ["B", "W"] };
        let at = |point: &str| placed(point, symmetry);
        let book = format!("/v1/books/variant{variant}");
        desk.request("PUT", &book).send().expect(201);
        let moves = format!("{first}:{},{second}:{},{first}:{}", at("Q16"), at("O17"), at("R14"));
        let name = |letter: &str| if letter == "B" { "Black" } else { "White" };
        let fields = json!({
            "verdict": "good",
            "comment": format!("{} {} leaves {} to {}", name(first), at("R14"), at("R17"), name(second)),
            "marks": [
                {"kind": "LB", "point": at("R17"), "label": "a"},
                {"kind": "AR", "point": at("R14"), "to": at("R17")}
            ],
            "conditions": format!("empty({}) and own({})", at("R17"), at("Q4"))
        });
        let path = format!("{book}/nodes?moves={moves}");
        let put = desk.request("PUT", &path).header("If-None-Match", "*");
        let put = put.json(&fields).send().expect(201).json();
        for name in ["comment", "verdict"] {
            assert_eq!(put[name], fields[name], "{moves}");
        }
        assert_eq!(put["marks"][0]["to"], fields["marks"][1]["to"]);
        let written: Vec<String> = ["Q16", "O17", "R14"].map(at).to_vec();
        assert_eq!(put["points"], json!(written));
        let told = desk.answer(&format!("{book}/nodes/DDCFFC")).json();
        let mut told = told.as_object().expect("a node").clone();
        told.remove("book");
        let sgf = desk.answer(&format!("{book}/export")).text();
        stored.insert((Value::Object(told).to_string(), sgf));
    }
    assert_eq!(stored.len(), 1, "{stored:#?}");
}

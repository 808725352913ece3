//! `joseki-lab model`: the formulas, and the program.

use joseki_lab::model::side;
use serde_json::json;

use crate::place::Place;

#[test]
fn nineteen_lines_are_marked_and_nothing_else_is() {
    let place = Place::new();
    let out = place.ok(&["model"]);
    let row = |lines: &str| {
        let row = out.lines().find(|line| line.trim_start().starts_with(lines));
        row.expect("a row").to_owned()
    };
    assert!(row("18").contains("-27/143") && row("19").contains("31/336"), "{out}");
    assert!(row("19").ends_with("<- best balanced"), "{out}");
    assert_eq!(out.matches("<-").count(), 1);
    assert!(out.contains("18.670"), "{out}");
    // A head, 11 to 23 lines, an empty line, two lines of words.
    assert_eq!(out.lines().count(), 1 + 13 + 1 + 2);
    assert!(place.files().is_empty());
}

#[test]
fn json_has_fractions_and_decimals() {
    let models = Place::new().json(&["model"]);
    let boards = models["boards"].as_array().expect("boards");
    assert_eq!(boards.len(), 13);
    assert_eq!(boards[8]["lines"], 19);
    assert_eq!(boards[8]["third"]["fraction"], "17/7");
    assert_eq!(boards[8]["fourth"]["fraction"], "121/48");
    let excess = boards[7]["excess"]["value"].as_f64().expect("a number");
    assert!((excess + 27.0 / 143.0).abs() < 1e-12);
    assert_eq!(models["balanced"], json!(19));
    let root = models["root"].as_f64().expect("a number");
    assert!((root - 18.670).abs() < 5e-4);
}

#[test]
fn what_a_stone_is_worth_by_the_size_of_the_board() {
    let text = |lines| {
        let side = side::SideModel::new(lines).unwrap();
        (side.third.to_string(), side.fourth.to_string(), side.excess.to_string())
    };
    assert_eq!(text(18).2, "-27/143");
    assert_eq!(text(19).2, "31/336");
    // Worked out by hand: (8·19 − 16) / (4·19 − 20) = 136/56, (19 − 8)² / (4·19 − 28) = 121/48.
    assert_eq!(text(19), ("17/7".into(), "121/48".into(), "31/336".into()));
    assert!((side::root() - 18.670).abs() < 5e-4, "{}", side::root());
    let excess: Vec<f64> = side::SideModel::all().map(|side| side.excess.value()).collect();
    assert_eq!(excess.len(), 13);
    assert!(excess.windows(2).all(|pair| pair[0] < pair[1]), "E rises");
    assert!(side::SideModel::new(10).is_none() && side::SideModel::new(24).is_none());
}

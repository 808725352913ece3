//! The analysis protocol on one board in all placements, and with an engine's evaluations.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::analysis::{answers, number, one, place, query};
use crate::programs::needs;

/// A point mirrored left to right, top to bottom, and along the diagonal, on 19 lines.
fn laid(point: &str, placement: u8) -> String {
    const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";
    if point == "pass" {
        return point.to_owned();
    }
    let mut x = COLUMNS.find(&point[..1]).expect("a column");
    let mut y = point[1..].parse::<usize>().expect("a row") - 1;
    if placement & 1 != 0 {
        x = 18 - x;
    }
    if placement & 2 != 0 {
        y = 18 - y;
    }
    if placement & 4 != 0 {
        (x, y) = (y, x);
    }
    format!("{}{}", &COLUMNS[x..=x], y + 1)
}

#[test]
fn sixteen_placements_are_answered_alike() {
    let place = place();
    let view = json!({"reportAnalysisWinratesAs": "SIDETOMOVE"});
    let lines: Vec<String> = (0..16)
        .map(|placement| {
            let colors = if placement & 8 == 0 { ["B", "W"] } else { ["W", "B"] };
            let moves: Vec<[String; 2]> = ["Q16", "O17"]
                .iter()
                .zip(colors)
                .map(|(point, color)| [color.to_owned(), laid(point, placement)])
                .collect();
            query("", json!({"moves": moves, "overrideSettings": view, "komi": null}))
        })
        .collect();
    let all = answers(&place, &[], &lines);
    let corner = &all[0]["moveInfos"][0]["joseki"]["corner"];
    assert_eq!(corner, "upper_right");
    // By the point's image in the upper right: all that the answer has for it.
    let told = |answer: &Value, placement: Option<u8>| -> BTreeMap<String, Value> {
        let here = answer["moveInfos"][0]["joseki"]["corner"].clone();
        let infos = answer["moveInfos"].as_array().expect("a list").iter();
        let here = infos.filter(|info| info["joseki"]["corner"] == here);
        here.map(|info| {
            let mut info = info.clone();
            info["joseki"]["corner"] = Value::Null;
            let lay = |point: &Value| {
                let point = point.as_str().expect("a point");
                placement.map_or(point.to_owned(), |placement| laid(point, placement))
            };
            let point = lay(&info["move"]);
            let line = info["pv"].as_array().expect("a list").iter();
            info["pv"] = line.map(&lay).collect();
            info["move"] = json!(point);
            (point, info)
        })
        .collect()
    };
    let base = told(&all[0], None);
    assert_eq!(base.len(), 3);
    for (placement, answer) in (0u8..).zip(&all) {
        let wanted: BTreeMap<String, Value> = base
            .values()
            .map(|info| {
                let mut info = info.clone();
                let lay = |point: &Value| laid(point.as_str().expect("a point"), placement);
                let line = info["pv"].as_array().expect("a list").iter();
                info["pv"] = line.map(lay).collect();
                let point = lay(&info["move"]);
                info["move"] = json!(point);
                (point, info)
            })
            .collect();
        assert_eq!(told(answer, None), wanted, "placement {placement}");
        let of = |answer: &Value| answer["rootInfo"]["symHash"].clone();
        assert_eq!(of(answer) == of(&all[0]), placement & 8 == 0, "colours are told apart");
        assert_eq!(answer["rootInfo"]["winrate"], all[0]["rootInfo"]["winrate"]);
    }
}

#[test]
fn what_an_engine_said_of_the_board_is_told_and_else_what_moves_lose() {
    needs!("python3");
    let place = place();
    // Black's win rate and lead.
    place.write(
        "values.json",
        r#"{"Q16,O17": [0.52, 0.75], "Q16,O17,R14": [0.5, 0.5], "Q16,O17,Q17": [0.45, -0.5], "Q16,O17,R17": [0.3, -3.0]}"#,
    );
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/katago.py");
    let engine = format!("python3 '{script}' --values values.json");
    place.ok(&["evaluate", "--book", "b", "--engine", &engine, "--visits", "900"]);
    let figures = |answer: &Value, point: &str| -> (f64, f64, String) {
        let infos = answer["moveInfos"].as_array().expect("a list").iter();
        let info = infos.clone().find(|info| info["move"] == point).expect("a move");
        let source = info["joseki"]["figures"].as_str().expect("text").to_owned();
        (number(&info["winrate"]), number(&info["scoreLead"]), source)
    };
    let near = |(win_rate, lead, source): (f64, f64, String), wanted: (f64, f64, &str)| {
        let same = (win_rate - wanted.0).abs() < 1e-9 && (lead - wanted.1).abs() < 1e-9;
        assert!(same && source == wanted.2, "{win_rate} {lead} {source}, not {wanted:?}");
    };
    let seen = one(&place, "Q16 O17", json!({}));
    near(figures(&seen, "R14"), (0.5, 0.5, "evaluation"));
    near(figures(&seen, "R17"), (0.3, -3.0, "evaluation"));
    let root = &seen["rootInfo"];
    assert_eq!((&root["winrate"], &root["scoreLead"]), (&json!(0.52), &json!(0.75)));
    assert_eq!(seen["moveInfos"][0]["joseki"]["engine_visits"], 900);
    // In another corner, with the other stones elsewhere, it is the same board turned.
    let turned = one(&place, "D4 F3", json!({}));
    near(figures(&turned, "C6"), (0.5, 0.5, "evaluation"));
    // Another komi, and another corner's stones: what the moves lose is all that is known.
    let other = one(&place, "Q16 O17", json!({"komi": 0}));
    let base = (number(&other["rootInfo"]["winrate"]), number(&other["rootInfo"]["scoreLead"]));
    near(figures(&other, "R14"), (base.0, base.1, "corner_evaluation"));
    near(figures(&other, "Q17"), (base.0 - 0.05, base.1 - 1.0, "corner_evaluation"));
    let busy = one(&place, "Q16 O17 D4 K10", json!({}));
    let best = figures(&busy, "R14");
    near(figures(&busy, "R17"), (best.0 - 0.2, best.1 - 3.5, "corner_evaluation"));
    // The end of a line has no move, and is evaluated all the same.
    let end = one(
        &place,
        "Q16 O17 R17",
        json!({"overrideSettings": {"reportAnalysisWinratesAs": "WHITE"}}),
    );
    let root = &end["rootInfo"];
    assert!(
        (number(&root["winrate"]) - 0.7).abs() < 1e-9 && number(&root["scoreLead"]) == 3.0,
        "{root}"
    );
}

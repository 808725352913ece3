//! A book grown by a scripted engine, `grow.py`, which knows a made-up game.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::program::{Place, Run};
use crate::programs::needs;

/// Two answers to the 4-4 point, one of them a curator's mistake that the engine finds good.
const BOOK: &str = "(;SZ[19](;B[pd](;W[nc];B[qf])(;W[qc]BM[2];B[pc]))(;B[qd]))";

fn place() -> Place {
    let place = Place::with_starter();
    place.write("book.sgf", BOOK);
    place.ok(&["import", "--book", "b", "book.sgf"]);
    place
}

fn engine(flags: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/grow.py");
    format!("python3 '{script}' --log asked.ndjson {flags}")
}

fn grow(place: &Place, flags: &str, more: &[&str]) -> Run {
    let engine = engine(flags);
    let arguments = ["grow", "b", "--engine", &engine, "--format", "json", "--in-flight", "2"];
    place.run(&[&arguments, more].concat())
}

fn grown(place: &Place, more: &[&str]) -> Value {
    let run = grow(place, "", more);
    assert_eq!(run.code, Some(0), "{run:?}");
    serde_json::from_str(&run.out).expect("JSON")
}

fn asked(place: &Place) -> Vec<Value> {
    if !place.files().contains(&"asked.ndjson".to_owned()) {
        return Vec::new();
    }
    let text = String::from_utf8(place.read("asked.ndjson")).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn lines(place: &Place) -> BTreeSet<String> {
    let text = place.ok(&["lines", "--book", "b"]);
    text.lines().map(str::to_owned).collect()
}

#[test]
fn moves_are_added_on_a_pair_of_boards_without_passes() {
    needs!("python3");
    let place = place();
    let before = lines(&place);
    let outcome = grown(&place, &["--positions", "20"]);
    let count = |field: &str| outcome[field].as_u64().expect("a number");
    assert!(count("added") > 0 && count("evaluated") <= 20, "{outcome}");
    assert_eq!(outcome["stopped"], Value::Null);
    assert_eq!(outcome["changes"].as_array().map(Vec::len), Some(1), "one batch: {outcome}");
    let after = lines(&place);
    assert_ne!(before, after);
    let queries = asked(&place);
    for query in &queries {
        let stones = query["initialStones"].as_array().expect("stones");
        let has = |color: &str, name: &str| {
            stones.iter().any(|stone| stone[0] == color && stone[1] == name)
        };
        assert!(has("B", "D16") && has("W", "D4") || has("W", "D16") && has("B", "D4"), "{query}");
        assert!(!query["moves"].to_string().contains("pass"), "{query}");
        assert_eq!(query["avoidMoves"].as_array().map(Vec::len), Some(2), "{query}");
    }
    // Each position once on each board with each number of visits.
    let key = |query: &Value| {
        let fields = ["initialStones", "initialPlayer", "moves", "maxVisits", "komi"];
        fields.map(|field| query[field].to_string()).join(" ")
    };
    let distinct: BTreeSet<String> = queries.iter().map(key).collect();
    assert_eq!(distinct.len(), queries.len());

    let log = place.json(&["history", "--book", "b"]);
    let kinds = log["changes"].to_string();
    assert!(kinds.contains("\"grow\""), "{log}");
    assert!(kinds.contains("scripted-b1c1, 16 visits, boards stones"), "{log}");
}

#[test]
fn a_run_goes_on_where_another_one_ended() {
    needs!("python3");
    let place = place();
    let run = grow(&place, "--die-after 9", &["--positions", "12"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let before = asked(&place).len();
    assert_eq!(before, 9);
    grown(&place, &["--positions", "12"]);
    let queries = asked(&place);
    let key = |query: &Value| {
        let fields = ["initialStones", "initialPlayer", "moves", "maxVisits", "komi"];
        fields.map(|field| query[field].to_string()).join(" ")
    };
    let distinct: BTreeSet<String> = queries.iter().map(key).collect();
    assert_eq!(distinct.len(), queries.len(), "nothing is asked twice");
}

#[test]
fn a_dry_run_and_judging_add_nothing_and_a_revert_takes_moves_back() {
    needs!("python3");
    let place = place();
    let before = lines(&place);
    let planned = grown(&place, &["--dry-run"]);
    assert!(!planned["planned"].as_array().expect("a list").is_empty(), "{planned}");
    assert!(asked(&place).is_empty());
    let judged = grown(&place, &["--judge-only", "--visits", "400"]);
    assert_eq!(judged["added"], 0, "{judged}");
    assert_eq!(lines(&place), before);
    assert!(judged["judged"].as_u64() > Some(0), "{judged}");
    let known = grown(&place, &["--judge-only", "--visits", "400", "--dry-run"]);
    assert_eq!(known["known"], known["positions"], "all were evaluated");
    let outcome = grown(&place, &["--positions", "8", "--visits", "400"]);
    assert_ne!(lines(&place), before, "{outcome}");
    for change in outcome["changes"].as_array().expect("a list").iter().rev() {
        place.ok(&["revert", &change.to_string()]);
    }
    assert_eq!(lines(&place), before);
    let again = grown(&place, &["--dry-run", "--visits", "400"]);
    assert!(again["known"].as_u64() > Some(0), "evaluations stay: {again}");
}

#[test]
fn what_cannot_be_is_refused() {
    needs!("python3");
    let place = place();
    let run = grow(&place, "", &["--from", "DDZZ"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    let run = grow(&place, "", &["--from", "DDDE"]);
    assert!(run.code == Some(1) && run.err.contains("DDDE"), "{run:?}");
    let run = place.run(&["grow", "nobook", "--engine", "no-such-program"]);
    assert!(run.code == Some(1) && run.err.contains("nobook"), "{run:?}");
    let run = place.run(&["grow", "b", "--engine", "no-such-program"]);
    assert!(run.code == Some(1) && run.err.contains("no-such-program"), "{run:?}");
}

#[test]
fn other_games_grow_by_their_engines() {
    let place = Place::with_starter();
    let program = env!("CARGO_BIN_EXE_joseki");
    let engine = format!("'{program}' uci --no-book");
    place.ok(&["book", "create", "x", "--game", "xiangqi"]);
    let run = place.run(&[
        "grow",
        "x",
        "--engine",
        &engine,
        "--positions",
        "6",
        "--visits",
        "3000",
        "--in-flight",
        "1",
        "--format",
        "json",
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let outcome: Value = serde_json::from_str(&run.out).expect("JSON");
    assert!(outcome["added"].as_u64() > Some(0), "{outcome}");
    // The engine answers one question at a time, and still all moves are one change.
    assert_eq!(outcome["changes"].as_array().map(Vec::len), Some(1), "{outcome}");
}

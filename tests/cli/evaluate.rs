//! A book's positions sent to an engine: `katago.py`, which finds the stones by itself and logs its answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use joseki::service::{BookRef, Service, next::GamesFilter};
use joseki::store::{SqliteStore, Store};
use serde_json::{Value, json};

use crate::counted::{many, mine};
use crate::program::{Place, Run};
use crate::programs::needs;

/// A fork of the 4-4 point with a tenuki, and the 3-4 point; 9 positions with the empty corner.
const BOOK: &str = "(;SZ[19](;B[pd](;W[nc](;B[qf])(;B[tt];W[qf]))(;W[qc];B[pc]))(;B[qd]))";

pub const POSITIONS: u64 = 9;

pub fn place() -> Place {
    let place = Place::with_starter();
    place.write("book.sgf", BOOK);
    place.ok(&["import", "--book", "b", "book.sgf"]);
    place
}

/// The command line of the scripted engine.
pub fn engine(flags: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/katago.py");
    format!("python3 '{script}' --log asked.ndjson {flags}")
}

pub fn evaluate(place: &Place, flags: &str, more: &[&str]) -> Run {
    let engine = engine(flags);
    let arguments = ["evaluate", "--book", "b", "--engine", &engine, "--format", "json"];
    place.run(&[&arguments, more].concat())
}

/// The account of a run, whatever became of it.
pub fn account(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

pub fn done(place: &Place, flags: &str, more: &[&str]) -> Value {
    let run = evaluate(place, flags, more);
    assert_eq!(run.code, Some(0), "{run:?}");
    account(&run)
}

/// The engine's queries and answers, in that order.
pub fn conversation(place: &Place) -> Vec<Value> {
    if !place.files().contains(&"asked.ndjson".to_owned()) {
        return Vec::new();
    }
    let text = String::from_utf8(place.read("asked.ndjson")).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

pub fn moves_of(said: &[Value]) -> Vec<String> {
    said.iter().map(|one| one["moves"].as_str().expect("text").to_owned()).collect()
}

pub fn listed(place: &Place) -> Vec<Value> {
    let list = place.json(&["evaluate", "--list", "--book", "b"]);
    list["moves"].as_array().expect("a list").clone()
}

/// The line of a list as sent to the engine.
fn as_asked(moves: &Value) -> String {
    moves.as_str().expect("text").replace("tenuki", "pass").replace(' ', ",")
}

fn near(one: &Value, other: f64) -> bool {
    (one.as_f64().expect("a number") - other).abs() < 1e-9
}

#[test]
fn every_position_is_asked_once_and_kept_as_it_was_said() {
    needs!("python3");
    let place = place();
    let account = done(&place, "", &[]);
    assert_eq!(account["engine"], "KataGo 1.16.0 scripted-b1c1");
    assert_eq!(
        [&account["positions"], &account["asked"], &account["evaluated"], &account["added"]],
        [POSITIONS; 4].map(|count| json!(count)).each_ref()
    );
    let said = conversation(&place);
    let by_moves: BTreeMap<String, &Value> = moves_of(&said).into_iter().zip(&said).collect();
    assert_eq!(by_moves.len() as u64, POSITIONS);
    assert!(by_moves.contains_key("Q16,O17,pass,R14"), "{by_moves:?}");
    let list = listed(&place);
    assert_eq!(list.len() as u64, POSITIONS);
    for one in &list {
        let said = by_moves[&as_asked(&one["moves"])];
        // Reported for the side that has moved, stored for the side to move.
        assert!(near(&one["win_rate"], 1.0 - said["win_rate"].as_f64().expect("a number")));
        assert!(near(&one["lead"], -said["lead"].as_f64().expect("a number")));
        let mover = if said["to_play"] == "B" { "W" } else { "B" };
        assert_eq!(one["color"], mover);
        assert_eq!((&one["visits"], &one["stdev"]), (&json!(500), &json!(20.5)));
        assert_eq!((&one["rules"], &one["komi"]), (&json!("chinese"), &json!(7.5)));
    }
    let query = &by_moves["Q16,O17,pass"]["query"];
    assert_eq!(query["moves"], json!([["B", "Q16"], ["W", "O17"], ["B", "pass"]]));
    let asked = ["rules", "komi", "maxVisits", "boardXSize", "boardYSize", "whiteHandicapBonus"];
    assert_eq!(
        asked.map(|field| &query[field]),
        [json!("chinese"), json!(7.5), json!(500), json!(19), json!(19), json!("0")].each_ref()
    );
    assert_eq!(query["overrideSettings"]["reportAnalysisWinratesAs"], "SIDETOMOVE");
}

/// The engine's moves elsewhere are one tenuki.
#[test]
fn the_moves_of_the_engine_are_kept() {
    needs!("python3");
    let place = place();
    done(&place, "", &["--visits", "400"]);
    let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
    let kept = store.evaluations(None, usize::MAX).expect("readable");
    assert_eq!(kept.len() as u64, POSITIONS);
    for one in kept {
        assert_eq!(one.key.board, "empty");
        let moves = one.moves.iter();
        let moves = moves.map(|choice| (choice.step.to_string(), choice.visits, choice.policy));
        let wanted = [("XX", 250, 0.625), ("CC", 100, 0.25)];
        let wanted = wanted.map(|(step, visits, policy)| (step.to_owned(), visits, Some(policy)));
        assert!(moves.eq(wanted), "{one:?}");
        assert_eq!((one.moves[0].win_rate, one.moves[0].lead), (one.win_rate, one.lead));
        let worse = (one.win_rate - 0.125).max(0.0);
        assert!((one.moves[1].win_rate - worse).abs() < 1e-9, "{one:?}");
    }
}

#[test]
fn a_move_loses_against_the_best_of_its_siblings() {
    needs!("python3");
    let place = place();
    // Black's win rate and lead.
    place.write(
        "values.json",
        r#"{"Q16": [0.5, 0.5], "Q17": [0.4, -1.0],
            "Q16,O17": [0.45, -0.5], "Q16,R17": [0.3, -3.0]}"#,
    );
    done(&place, "--values values.json", &["--depth", "2"]);
    let lost: BTreeMap<String, Value> = listed(&place)
        .into_iter()
        .map(|one| (as_asked(&one["moves"]), one["lost"].clone()))
        .collect();
    assert_eq!(lost[""], Value::Null);
    let check = |moves: &str, win_rate: f64, lead: f64| {
        let lost = &lost[moves];
        assert!(near(&lost["win_rate"], win_rate) && near(&lost["lead"], lead), "{moves}: {lost}");
        assert_eq!(lost["siblings"], 1);
    };
    check("Q16", 0.0, 0.0);
    check("Q17", 0.1, 1.5);
    // White made these.
    check("Q16,O17", 0.15, 2.5);
    check("Q16,R17", 0.0, 0.0);
    let shown = place.ok(&["evaluate", "--list", "--book", "b"]);
    let row = shown.lines().find(|row| row.ends_with("Q16 O17")).expect("a row");
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(words[..5], ["DDCF", "0", "55.0", "%", "+0.5"]);
    assert_eq!(words[5], "-2.5");
    // A curator's verdict stays unless asked otherwise.
    place.ok(&["edit", "set", "--book", "b", "DDCF", "--verdict", "good"]);
    let verdicts = |more: &[&str]| {
        let judged = place.json(&[&["evaluate", "--verdicts", "--book", "b"], more].concat());
        let changes = judged["difference"]["nodes"].as_array().expect("a list").iter();
        let told = |it: &Value| format!("{} {}", it["line"], it["fields"][0]["after"]);
        changes.map(told).collect::<Vec<_>>()
    };
    let found = [r#""CD" "question""#, r#""DD" "ideal""#, r#""DDCC" "ideal""#];
    assert_eq!(verdicts(&["--dry-run"]), found);
    assert_eq!(verdicts(&[]), found);
    assert_eq!(verdicts(&[]), [""; 0]);
    assert_eq!(verdicts(&["--again", "--depth", "2"]), [r#""DDCF" "mistake""#]);
    let change = place.json(&["history", "--book", "b"])["changes"][0].clone();
    assert_eq!(
        (&change["reason"], &change["kind"]),
        (&json!("evaluations of engines"), &json!("edit"))
    );
}

#[test]
fn what_is_there_is_not_asked_again_unless_more_is_wanted() {
    needs!("python3");
    let place = place();
    done(&place, "", &[]);
    let again = done(&place, "", &[]);
    assert_eq!((&again["known"], &again["asked"]), (&json!(POSITIONS), &json!(0)));
    let fewer = done(&place, "", &["--visits", "100", "--again"]);
    assert_eq!((&fewer["evaluated"], &fewer["worse"]), (&json!(POSITIONS), &json!(POSITIONS)));
    assert!(listed(&place).iter().all(|one| one["visits"] == 500));
    let more = done(&place, "", &["--visits", "600"]);
    assert_eq!((&more["known"], &more["updated"]), (&json!(0), &json!(POSITIONS)));
    assert!(listed(&place).iter().all(|one| one["visits"] == 600));
    for other in [["--komi", "0"], ["--rules", "japanese"]] {
        let other = done(&place, "", &other);
        assert_eq!(other["added"], POSITIONS, "others are kept beside it");
    }
    let other = done(&place, "--name another", &[]);
    assert_eq!(other["added"], POSITIONS);
    assert_eq!(listed(&place).len() as u64, 4 * POSITIONS);
    place.ok(&["doctor", "--book", "b"]);
}

#[test]
fn answers_out_of_order_belong_to_their_questions() {
    needs!("python3");
    let place = place();
    let flags = "--hold 4 --partial --greet --no-models";
    // The last is answered when the input is closed, as no more come.
    let account = done(&place, flags, &["--in-flight", "4", "--limit", "8"]);
    assert_eq!(account["engine"], "KataGo 1.16.0");
    assert_eq!((&account["evaluated"], &account["left"]), (&json!(8), &json!(1)));
    let said = conversation(&place);
    let by_moves: BTreeMap<String, &Value> = moves_of(&said).into_iter().zip(&said).collect();
    for one in listed(&place) {
        let said = by_moves[&as_asked(&one["moves"])];
        assert!(near(&one["win_rate"], 1.0 - said["win_rate"].as_f64().expect("a number")));
    }
    let planned = done(&place, "", &["--dry-run"])["planned"].clone();
    assert_eq!(planned.as_array().map(Vec::len), Some(POSITIONS as usize), "another engine");
}

#[test]
fn the_most_played_and_most_uncertain_come_first() {
    needs!("python3");
    let place = Place::with_starter();
    let service =
        Service::new(Arc::new(SqliteStore::open(place.path("joseki.db")).expect("a store")));
    mine(&service, &place.path(""), "b", "many", &many());
    drop(service);
    place.write("more.sgf", "(;SZ[19];B[qd])");
    place.ok(&["import", "--book", "b", "more.sgf"]);
    // 500 games with Q16, 450 with O17 and 50 with R17, which are nearly all decided alike; none with Q17.
    let lines = |account: &Value| -> Vec<String> {
        let planned = account["planned"].as_array().expect("a list").iter();
        let lines = planned.map(|one| one["line"].as_str().expect("text").to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    };
    let planned = done(&place, "", &["--dry-run"]);
    assert_eq!(lines(&planned), ["DD", "DDCF", "DDCC", "CD"]);
    assert_eq!(conversation(&place), [Value::Null; 0], "a dry run asks nothing");
    // 501 games with the mean (1 + 265) / 502 of a beta distribution.
    let (won, all) = (266.0, 502.0_f64);
    let deviation = (won * (all - won) / (all * all * (all + 1.0))).sqrt();
    let first = planned["planned"].as_array().expect("a list").iter();
    let first = first.clone().find(|one| one["line"] == "DD").expect("it");
    assert!(near(&first["score"], 501.0 * deviation), "{first}");
    assert_eq!(first["games"], 500);
    let popular = done(&place, "", &["--dry-run", "--min-games", "100"]);
    assert_eq!(lines(&popular), ["DD", "DDCF"]);
    done(&place, "", &["--in-flight", "1", "--limit", "2", "--depth", "2"]);
    let asked = moves_of(&conversation(&place));
    let wanted = match planned["planned"][0]["line"].as_str() {
        Some("") => ["", "Q16"],
        _ => ["Q16", "Q16,O17"],
    };
    assert_eq!(asked, wanted);
    // Another engine's evaluation makes less uncertain.
    let other = done(&place, "--name another", &["--dry-run"]);
    let halved = other["planned"].as_array().expect("a list").iter();
    let halved = halved.clone().find(|one| one["line"] == "DD").expect("it");
    assert!(near(&halved["score"], 501.0 * deviation / 2.0), "{halved}");
}

#[test]
fn a_dry_run_leaves_no_trace() {
    needs!("python3");
    let place = Place::new();
    let engine = engine("");
    let arguments = ["evaluate", "--engine", &engine, "--dry-run", "--depth", "1"];
    let out = place.ok(&arguments);
    assert!(out.contains("Dry run, nothing was evaluated."), "{out}");
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn a_node_tells_what_engines_say_of_it_and_priorities_stay() {
    needs!("python3");
    let place = place();
    let next = || place.ok(&["next", "--book", "b", "--moves", "Q16", "--format", "json"]);
    let before = next();
    done(&place, "", &["--visits", "50"]);
    done(&place, "--name second", &["--visits", "70"]);
    assert_eq!(next(), before);
    let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
    let service = Service::new(Arc::new(store));
    let line = "DDCF".parse().expect("a line");
    let node = service
        .curation()
        .node(&BookRef::current("b"), &line, &GamesFilter::default())
        .expect("a node");
    let visits: Vec<u32> = node.evaluations.iter().map(|one| one.stored.visits).collect();
    assert_eq!(visits, [70, 50]);
    assert_eq!(node.evaluations[0].lost.expect("a sibling").siblings, 1);
}

#[test]
fn a_merge_brings_evaluations_over_and_the_better_ones_stay() {
    needs!("python3");
    let (one, two) = (place(), place());
    done(&one, "", &["--visits", "50"]);
    done(&two, "", &["--visits", "70", "--depth", "1"]);
    std::fs::copy(two.path("joseki.db"), one.path("other.db")).expect("a copy");
    let merged = one.json(&["merge", "other.db"]);
    assert_eq!(merged["evaluations"], json!({"added": 0, "updated": 3, "known": 0}));
    let visits: Vec<Value> = listed(&one).iter().map(|one| one["visits"].clone()).collect();
    let better = visits.iter().filter(|visits| **visits == 70).count();
    assert_eq!((better, visits.len() as u64), (3, POSITIONS));
    let told = one.ok(&["merge", "other.db"]);
    assert!(told.contains("3 evaluations = 0 added + 0 updated + 3 already known"), "{told}");
}

//! Answers about the next move that are kept: the same as those that are worked out, and gone stale with the book and the results.

use crate::full::cases;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use joseki::store::Scopes;

use crate::client::Answer;
use crate::house::House;

fn metric(house: &House, kept: &str) -> u64 {
    let text = house.get("/metrics").send().expect(200).text();
    let name = format!("joseki_answers_total{{kept=\"{kept}\"}} ");
    let line = text.lines().find_map(|line| line.strip_prefix(&name));
    line.and_then(|value| value.parse().ok()).expect("the metric")
}

fn post(house: &House, body: &str) -> Answer {
    let request = house.post("/v1/next");
    request.body("application/json", body).send()
}

fn version(answer: &Answer) -> u64 {
    answer.json()["book"]["version"].as_u64().expect("a version")
}

#[test]
fn the_second_answer_is_the_first_one_kept() {
    let house = House::new();
    let first = house.get("/v1/next?moves=Q16,O17").send().expect(200);
    let second = house.get("/v1/next?moves=Q16,O17").send().expect(200);
    assert_eq!(first.body, second.body);
    assert_eq!(first.header("etag"), second.header("etag"));
    assert_eq!(first.header("cache-control"), second.header("cache-control"));
    assert_eq!((metric(&house, "yes"), metric(&house, "no")), (1, 1));
    let body = r#"{"moves":[["B","Q16"],["W","O17"]]}"#;
    assert_eq!(post(&house, body).body, post(&house, body).body);
    assert_eq!((metric(&house, "yes"), metric(&house, "no")), (2, 2));
}

#[test]
fn who_has_the_kept_answer_is_told_so() {
    let house = House::new();
    let ask = || house.get("/v1/next?moves=D4");
    let tag = ask().send().expect(200);
    let tag = tag.header("etag").expect("a tag").to_owned();
    let again = ask().header("If-None-Match", tag.clone()).send();
    assert_eq!(again.expect(304).header("etag"), Some(tag.as_str()));
}

#[test]
fn an_address_is_no_body() {
    let house = House::new();
    post(&house, "{}").expect(200);
    let asked = house.get("/v1/next?{}").send();
    assert_eq!(asked.expect(400).code(), "unknown_field");
}

#[test]
fn a_change_of_the_book_is_in_the_next_answer() {
    let house = House::new();
    let key = house.key(Scopes::CURATE);
    let ask = || house.get("/v1/next?moves=Q16,O17&limit=361").send().expect(200);
    let before = ask();
    assert_eq!(version(&ask()), version(&before));
    let edit = house.request("PATCH", "/v1/books/main/nodes/DDCFFC");
    let edit = edit.key(&key).header("If-Match", "*");
    edit.json(&json!({"verdict": "mistake"})).send().expect(200);
    let after = ask();
    assert_eq!(version(&after), version(&before) + 1);
    let moves = after.json()["moves"].clone();
    let changed = moves.as_array().expect("moves").iter();
    let mut changed = changed.filter(|candidate| candidate["leads_to"] == "DDCFFC");
    assert_eq!(changed.next().expect("the move")["verdict"], "mistake");
}

#[test]
fn a_result_is_in_the_next_answer() {
    let house = House::new();
    let key = house.key(Scopes::FEEDBACK);
    let ask = || house.get("/v1/next?moves=Q16,O17&opponent=ann").send();
    let before = ask().expect(200);
    assert_eq!(ask().body, before.body);
    let result = json!({"game_id": "1", "opponent": "ann", "color": "B", "result": "loss",
        "moves": [["B", "Q16"], ["W", "O17"], ["B", "R14"], ["W", "D4"]]});
    let request = house.post("/v1/results").key(&key).json(&result);
    request.send().expect(201);
    let games = |answer: &Answer| -> Vec<Value> {
        let moves = answer.json()["moves"].clone();
        let moves = moves.as_array().expect("moves").iter();
        moves.map(|candidate| candidate["evidence"]["games"]["own"].clone()).collect()
    };
    let after = ask().expect(200);
    assert_ne!(games(&before), games(&after));
}

#[test]
fn nothing_is_kept_if_nothing_may_be() {
    let house = House::with(|options| options.answer_bytes = 0);
    let ask = || house.get("/v1/next?moves=Q16,O17").send().expect(200);
    assert_eq!(ask().body, ask().body);
    assert_eq!((metric(&house, "yes"), metric(&house, "no")), (0, 0));
}

#[test]
fn other_people_s_questions_do_not_fill_the_memory() {
    const ROOM: usize = 200_000;
    let house = House::with(|options| options.answer_bytes = ROOM);
    for number in 0..120 {
        let seed = format!("/v1/next?moves=Q16,O17&seed={number}");
        house.get(&seed).send().expect(200);
    }
    let text = house.get("/metrics").send().expect(200).text();
    let line = text.lines().find_map(|line| line.strip_prefix("joseki_answers_bytes "));
    let bytes: usize = line.and_then(|value| value.parse().ok()).expect("the metric");
    assert!(bytes > 0 && bytes <= ROOM, "{bytes}");
}

/// Whatever is asked: an answer that is kept is the one that is worked out, which another writing of the question asks for.
#[test]
fn what_is_kept_is_what_would_be_worked_out() {
    let house = House::new();
    let points = ["Q16", "D4", "O17", "R14", "C6", "pass", "Q16", "F3"];
    let question = (proptest::collection::vec(0..points.len(), 0..5), 0..3_u8, any::<bool>());
    let mut runner = TestRunner::new(cases(30));
    let law = |(moves, seed, whole): (Vec<usize>, u8, bool)| {
        let moves = moves.iter().zip(["B", "W"].into_iter().cycle());
        let moves: Vec<Value> = moves.map(|(at, color)| json!([color, points[*at]])).collect();
        let body = json!({"moves": moves, "seed": seed, "whole_board": whole}).to_string();
        let first = post(&house, &body);
        let kept = post(&house, &body);
        let worked_out = post(&house, &format!("{body} "));
        prop_assert_eq!((kept.status, &kept.body), (worked_out.status, &worked_out.body));
        prop_assert_eq!(first.status, kept.status);
        Ok(())
    };
    runner.run(&question, law).expect("the law");
}

//! Answers about the next move that are kept: the same as those that are worked out, and gone stale with the book and the results.

use crate::full::cases;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use joseki::store::Scopes;

use crate::client::Answer;
use crate::fixture::Fixture;

fn metric(fixture: &Fixture, kept: &str) -> u64 {
    let text = fixture.get("/metrics").send().expect(200).text();
    let name = format!("joseki_answers_total{{kept=\"{kept}\"}} ");
    let line = text.lines().find_map(|line| line.strip_prefix(&name));
    line.and_then(|value| value.parse().ok()).expect("the metric")
}

fn post(fixture: &Fixture, body: &str) -> Answer {
    let request = fixture.post("/v1/next");
    request.body("application/json", body).send()
}

fn version(answer: &Answer) -> u64 {
    answer.json()["book"]["version"].as_u64().expect("a version")
}

/// Answers that take microseconds are kept when they are asked for again.
#[test]
fn the_third_answer_is_the_second_one_kept() {
    let fixture = Fixture::new();
    let ask = || fixture.get("/v1/next?moves=Q16,O17").send().expect(200);
    let answers = [ask(), ask(), ask()];
    for again in &answers[1..] {
        assert_eq!(again.body, answers[0].body);
        assert_eq!(again.header("etag"), answers[0].header("etag"));
        assert_eq!(again.header("cache-control"), answers[0].header("cache-control"));
    }
    assert_eq!((metric(&fixture, "yes"), metric(&fixture, "no")), (1, 2));
    let body = r#"{"moves":[["B","Q16"],["W","O17"]]}"#;
    let answers = [(); 3].map(|()| post(&fixture, body).body);
    assert!(answers.iter().all(|again| *again == answers[0]));
    assert_eq!((metric(&fixture, "yes"), metric(&fixture, "no")), (2, 4));
}

/// One that takes milliseconds is kept at once.
#[test]
fn the_second_answer_about_the_whole_board_is_the_first_one_kept() {
    let fixture = Fixture::new();
    let ask = || fixture.get("/v1/next?moves=Q16,O17&whole_board=true").send().expect(200);
    assert_eq!(ask().body, ask().body);
    assert_eq!((metric(&fixture, "yes"), metric(&fixture, "no")), (1, 1));
}

#[test]
fn who_has_the_kept_answer_is_told_so() {
    let fixture = Fixture::new();
    let ask = || fixture.get("/v1/next?moves=D4");
    let tag = ask().send().expect(200);
    let tag = tag.header("etag").expect("a tag").to_owned();
    let again = ask().header("If-None-Match", tag.clone()).send();
    assert_eq!(again.expect(304).header("etag"), Some(tag.as_str()));
}

#[test]
fn an_address_is_no_body() {
    let fixture = Fixture::new();
    post(&fixture, "{}").expect(200);
    let asked = fixture.get("/v1/next?{}").send();
    assert_eq!(asked.expect(400).code(), "unknown_field");
}

#[test]
fn a_change_of_the_book_is_in_the_next_answer() {
    let fixture = Fixture::new();
    let key = fixture.key(Scopes::CURATE);
    let ask = || fixture.get("/v1/next?moves=Q16,O17&limit=361").send().expect(200);
    let before = ask();
    assert_eq!(version(&ask()), version(&before));
    let edit = fixture.request("PATCH", "/v1/books/main/nodes/DDCFFC");
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
    let fixture = Fixture::new();
    let key = fixture.key(Scopes::FEEDBACK);
    let ask = || fixture.get("/v1/next?moves=Q16,O17&opponent=ann").send();
    let before = ask().expect(200);
    assert_eq!(ask().body, before.body);
    let result = json!({"game_id": "1", "opponent": "ann", "color": "B", "result": "loss",
        "moves": [["B", "Q16"], ["W", "O17"], ["B", "R14"], ["W", "D4"]]});
    let request = fixture.post("/v1/results").key(&key).json(&result);
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
    let fixture = Fixture::with(|options| options.answer_bytes = 0);
    let ask = || fixture.get("/v1/next?moves=Q16,O17").send().expect(200);
    assert_eq!(ask().body, ask().body);
    assert_eq!((metric(&fixture, "yes"), metric(&fixture, "no")), (0, 0));
}

#[test]
fn other_people_s_questions_do_not_fill_the_memory() {
    const ROOM: usize = 200_000;
    let fixture = Fixture::with(|options| options.answer_bytes = ROOM);
    for number in 0..120 {
        let seed = format!("/v1/next?moves=Q16,O17&seed={number}");
        fixture.get(&seed).send().expect(200);
        fixture.get(&seed).send().expect(200);
        fixture.get(&format!("/v1/next?moves=Q16,O17&limit={}", number + 1)).send().expect(200);
    }
    let text = fixture.get("/metrics").send().expect(200).text();
    let line = text.lines().find_map(|line| line.strip_prefix("joseki_answers_bytes "));
    let bytes: usize = line.and_then(|value| value.parse().ok()).expect("the metric");
    assert!(bytes > 0 && bytes <= ROOM, "{bytes}");
}

/// Whatever is asked: an answer that is kept is the one that is worked out, which another writing of the question asks for.
#[test]
fn what_is_kept_is_what_would_be_worked_out() {
    let fixture = Fixture::new();
    let points = ["Q16", "D4", "O17", "R14", "C6", "pass", "Q16", "F3"];
    let question = (proptest::collection::vec(0..points.len(), 0..5), 0..3_u8, any::<bool>());
    let mut runner = TestRunner::new(cases(30));
    let law = |(moves, seed, whole): (Vec<usize>, u8, bool)| {
        let moves = moves.iter().zip(["B", "W"].into_iter().cycle());
        let moves: Vec<Value> = moves.map(|(at, color)| json!([color, points[*at]])).collect();
        let body = json!({"moves": moves, "seed": seed, "whole_board": whole}).to_string();
        let first = post(&fixture, &body);
        let kept = post(&fixture, &body);
        let worked_out = post(&fixture, &format!("{body} "));
        prop_assert_eq!((kept.status, &kept.body), (worked_out.status, &worked_out.body));
        prop_assert_eq!(first.status, kept.status);
        Ok(())
    };
    runner.run(&question, law).expect("the law");
}

/// A request to two servers, one without a cache.
#[derive(Clone, Debug)]
enum Deed {
    /// A question, with moves by number.
    Ask(Vec<usize>, Value),
    Edit(&'static str, Value),
    Result(Vec<usize>, bool),
}

fn any_deed() -> impl Strategy<Value = Deed> {
    let moves = || proptest::collection::vec(0..POINTS.len(), 0..10);
    let options = prop_oneof![
        4 => Just(json!({})),
        1 => Just(json!({"opponent": "ann"})),
        1 => Just(json!({"limit": 2})),
        1 => Just(json!({"min_verdict": "good", "coords": "sgf"})),
    ];
    let patch = prop_oneof![
        Just(json!({"verdict": "mistake"})),
        Just(json!({"verdict": "ideal"})),
        Just(json!({"names": ["a name"]})),
        Just(json!({"retired": true})),
        Just(json!({"retired": false})),
    ];
    let line = proptest::sample::select(&["DD", "DDCF", "DDCFFC", "DC", "DDCC"][..]);
    prop_oneof![
        8 => (moves(), options).prop_map(|(moves, options)| Deed::Ask(moves, options)),
        1 => (line, patch).prop_map(|(line, patch)| Deed::Edit(line, patch)),
        1 => (moves(), any::<bool>()).prop_map(|(moves, won)| Deed::Result(moves, won)),
    ]
}

const POINTS: [&str; 14] =
    ["Q16", "D4", "O17", "R14", "C6", "pass", "R6", "F3", "Q4", "D16", "C14", "F17", "C3", "Q3"];

fn pairs(moves: &[usize]) -> Vec<Value> {
    let moves = moves.iter().zip(["B", "W"].into_iter().cycle());
    moves.map(|(at, color)| json!([color, POINTS[*at]])).collect()
}

/// No answer is stale, whatever happened between the questions.
#[test]
fn a_server_that_keeps_answers_says_what_one_says_that_keeps_nothing() {
    let (keeping, plain) = (Fixture::new(), Fixture::with(|options| options.answer_bytes = 0));
    let fixtures = [&keeping, &plain];
    let keys = fixtures.map(|fixture| (fixture.key(Scopes::CURATE), fixture.key(Scopes::FEEDBACK)));
    let game = std::cell::Cell::new(0);
    let law = |deeds: Vec<Deed>| {
        for deed in deeds {
            let answers = [0, 1].map(|at| {
                let (fixture, (curate, feedback)) = (fixtures[at], &keys[at]);
                match &deed {
                    Deed::Ask(moves, options) => {
                        let mut question = options.clone();
                        question["moves"] = pairs(moves).into();
                        let answers = [(); 3].map(|()| post(fixture, &question.to_string()));
                        answers.map(|answer| (answer.status, answer.body)).to_vec()
                    }
                    Deed::Edit(line, patch) => {
                        let path = format!("/v1/books/main/nodes/{line}");
                        let edit = fixture.request("PATCH", &path).key(curate);
                        let done = edit.header("If-Match", "*").json(patch).send();
                        vec![(done.status, Vec::new())]
                    }
                    Deed::Result(moves, won) => {
                        let result = if *won { "win" } else { "loss" };
                        let result = json!({"game_id": game.get().to_string(), "opponent": "ann",
                            "color": "B", "result": result, "moves": pairs(moves)});
                        let done = fixture.post("/v1/results").key(feedback).json(&result).send();
                        vec![(done.status, Vec::new())]
                    }
                }
            });
            game.set(game.get() + 1);
            prop_assert_eq!(&answers[0], &answers[1], "{:?}", deed);
            prop_assert!(answers[0].iter().all(|answer| answer == &answers[0][0]));
        }
        Ok(())
    };
    let deeds = proptest::collection::vec(any_deed(), 1..24);
    TestRunner::new(cases(12)).run(&deeds, law).expect("the law");
    assert!(metric(&keeping, "yes") > 0 && metric(&plain, "yes") == 0);
}

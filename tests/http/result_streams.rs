//! Results as a stream of lines.

use std::io::Write;
use std::time::Duration;

use joseki::store::StoreError;
use serde_json::{Value, json};

use crate::client::{connect, read_answer};
use crate::faulty::Fault;
use crate::fixture::Fixture;
use crate::games::{Desk, KICK, KNIGHT, game};

/// Lines of `count` games against seven opponents.
fn lines(count: usize) -> String {
    let line = |at: usize| {
        let (result, text) = if at.is_multiple_of(2) { ("win", KICK) } else { ("loss", KNIGHT) };
        let one = game(&format!("game {at}"), &format!("o{}", at % 7), result, text);
        format!("{one}\n")
    };
    (0..count).map(line).collect()
}

fn counts(answer: &Value) -> [u64; 3] {
    ["counted", "unchanged", "refused"].map(|name| answer[name].as_u64().expect("a count"))
}

fn games_in(fixture: &Fixture) -> u64 {
    let page = fixture.get("/v1/opponents").send().expect(200).json();
    let opponents = page["opponents"].as_array().expect("opponents").iter();
    opponents.map(|one| one["games"].as_u64().expect("a count")).sum()
}

#[test]
fn ten_thousand_lines_are_counted_once() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let text = lines(10_000);
    let answer = desk.lines(text.clone()).expect(200).json();
    assert_eq!(
        (counts(&answer), &answer["errors"], &answer["errors_left_out"]),
        ([10_000, 0, 0], &json!([]), &json!(0))
    );
    assert_eq!(games_in(&fixture), 10_000);
    assert_eq!(counts(&desk.lines(text).expect(200).json()), [0, 10_000, 0]);
    assert_eq!(games_in(&fixture), 10_000);
}

#[test]
fn a_line_that_is_refused_spoils_no_other() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let one = |id: &str| game(id, "o", "win", KICK).to_string();
    let occupied = game("occupied", "o", "win", "Q16,Q16").to_string();
    let long = format!("{{\"sgf\":\"{}\"}}", "x".repeat(1 << 20));
    let text = [
        one("a").into_bytes(),
        b"".to_vec(),
        b"  \r".to_vec(),
        b"{\"game_id\":\"\xff\"}".to_vec(),
        long.into_bytes(),
        occupied.into_bytes(),
        b"[1]".to_vec(),
        b"{\"game_id\":\"x\",\"opponent\":\"o\",\"color\":\"B\",\"result\":\"win\"}".to_vec(),
        [one("b").as_bytes(), b"\r"].concat(),
        one("a").replace("win", "draw").into_bytes(),
        one("c").into_bytes(),
    ]
    .join(&b'\n');
    let answer = desk.lines(text).expect(200).json();
    assert_eq!(counts(&answer), [3, 0, 6]);
    let errors = answer["errors"].as_array().expect("errors").iter();
    let errors: Vec<Value> = errors
        .map(|error| json!([error["line"], error["game_id"], error["code"], error["field"]]))
        .collect();
    let expected = [
        json!([4, null, "malformed_json", null]),
        json!([5, null, "body_too_large", null]),
        json!([6, "occupied", "illegal_move", "moves[1]"]),
        json!([7, null, "invalid_value", null]),
        json!([8, "x", "missing_field", "moves"]),
        json!([10, "a", "result_conflict", "game_id"]),
    ];
    assert_eq!(errors, expected);
    assert_eq!(games_in(&fixture), 3);
    let wrong = "x\n".repeat(150);
    let answer = desk.lines(wrong).expect(200).json();
    assert_eq!((counts(&answer)[2], answer["errors"].as_array().map(Vec::len)), (150, Some(100)));
    assert_eq!(answer["errors_left_out"], 50);
    assert_eq!(counts(&desk.lines("").expect(200).json()), [0, 0, 0]);
}

/// Sends a stream in two chunks and then an invalid chunk.
fn send_broken(desk: &Desk<'_>, text: &str) -> crate::client::Answer {
    let mut stream = connect(desk.fixture.address).expect("a connection");
    let key = desk.fixture.key(joseki::store::Scopes::FEEDBACK);
    let head = format!(
        "POST /v1/results HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    let body = format!("{:x}\r\n{text}\r\nthis is no chunk\r\n", text.len());
    stream.write_all(head.as_bytes()).expect("to write");
    stream.write_all(body.as_bytes()).expect("to write");
    read_answer(&mut stream, false).expect("an answer")
}

#[test]
fn of_a_stream_that_breaks_off_what_came_before_counts() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let whole = lines(3000);
    let cut = whole.match_indices('\n').nth(2499).expect("a line").0 + 20;
    let answer = send_broken(&desk, &whole[..cut]).expect(400);
    assert_eq!(answer.code(), "incomplete_body");
    let detail = answer.json()["detail"].to_string();
    assert!(detail.contains("2500 results before it are stored"), "{detail}");
    assert_eq!(games_in(&fixture), 2500);
    assert_eq!(counts(&desk.lines(whole).expect(200).json()), [500, 2500, 0]);
}

#[test]
fn a_stream_may_not_be_larger_or_later_than_allowed() {
    let fixture = Fixture::with(|options| {
        options.stream_bytes = 100_000;
        options.import_timeout = Duration::from_secs(3);
    });
    let desk = Desk::new(&fixture);
    let large = desk.lines("\n".repeat(100_001)).expect(413);
    assert_eq!(large.code(), "body_too_large");
    desk.lines("\n".repeat(100_000)).expect(200);
    let mut stream = connect(fixture.address).expect("a connection");
    let key = fixture.key(joseki::store::Scopes::FEEDBACK);
    let (one, two) = (lines(1), lines(1));
    let head = format!(
        "POST /v1/results HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: application/x-ndjson\r\nContent-Length: {}\r\n\r\n{one}",
        one.len() + two.len()
    );
    stream.write_all(head.as_bytes()).expect("to write");
    let late = read_answer(&mut stream, false).expect("an answer").expect(408);
    assert_eq!(late.code(), "body_timeout");
    assert_eq!(games_in(&fixture), 1);
}

#[test]
fn a_full_disk_refuses_a_stream_and_what_was_counted_stays() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    desk.lines(lines(10)).expect(200);
    fixture.faults.on_write(Fault::Fail(StoreError::DiskFull { file: "joseki.db".to_owned() }));
    assert_eq!(desk.lines(lines(20)).expect(507).code(), "disk_full");
    let readiness = || fixture.get("/readyz").send().json()["status"].clone();
    assert_eq!(readiness(), "degraded");
    // None of these lines is written, so the disk stays as full as it was.
    assert_eq!(counts(&desk.lines("x\n").expect(200).json()), [0, 0, 1]);
    assert_eq!(readiness(), "degraded");
    assert_eq!(games_in(&fixture), 10);
    fixture.faults.on_write(Fault::None);
    assert_eq!(counts(&desk.lines(lines(20)).expect(200).json()), [10, 10, 0]);
    assert_eq!(readiness(), "ready");
}

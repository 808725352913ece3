//! What is sent, and when it is sent again, with answers written beforehand; then the same against a
//! running server, if `JOSEKI_URL` and `JOSEKI_KEY` name one.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread::JoinHandle;
use std::time::Duration;

use joseki_client::{Client, Error, GameResult, Question};

const GAME: [(&str, &str); 4] = [("B", "Q16"), ("W", "O17"), ("B", "R14"), ("W", "R17")];

/// Gives one answer a connection; returns its address, and what it was asked.
fn serve(answers: &[String]) -> (String, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let answers = answers.to_vec();
    let answer = move |answer: String| {
        let (mut stream, _) = listener.accept().expect("a client");
        let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
        let head: Vec<String> = lines
            .by_ref()
            .map(|line| line.expect("text"))
            .take_while(|line| !line.is_empty())
            .collect();
        stream.write_all(answer.as_bytes()).expect("it reads");
        head.join("\n").to_lowercase()
    };
    let running = std::thread::spawn(move || answers.into_iter().map(answer).collect());
    (url, running)
}

fn answer(status: &str, kind: &str, more: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}Connection: close\r\n\r\n{body}")
}

fn problem(status: &str, code: &str, after: &str) -> String {
    let body = format!(r#"{{"code":"{code}","detail":"so","field":"moves[1]"}}"#);
    answer(status, "application/problem+json", &format!("Retry-After: {after}\r\n"), &body)
}

#[test]
fn questions_are_sent_again_and_problems_are_errors() {
    let found = r#"{"to_play":"B","best":"Q16","reason":null,"moves":[],"new":1}"#;
    let (url, requests) = serve(&[
        problem("503 Busy", "overloaded", "0"),
        answer("200 OK", "application/json", "", found),
        problem("422 No", "illegal_move", "0"),
        problem("503 Busy", "store_busy", "3600"),
        answer("404 No", "text/html", "", "<p>"),
    ]);
    let client = Client::new(url).with_key("jk_1");
    let ask = || client.next(&Question { moves: &GAME, ..Question::default() });
    assert_eq!(ask().expect("an answer").best.as_deref(), Some("Q16"));
    assert_eq!(ask().expect_err("refused").to_string(), "illegal_move: so (in moves[1])");
    let busy = ask().expect_err("refused");
    assert!(
        matches!(busy, Error::Refused(it) if it.retry_after == Some(Duration::from_secs(3600)))
    );
    assert!(matches!(ask(), Err(Error::NotJoseki)));
    let requests = requests.join().expect("no panic");
    assert!(requests[1].contains("authorization: bearer jk_1"), "{requests:?}");
}

#[test]
fn a_stream_goes_on_after_the_last_event_that_came_whole() {
    let change = |id: u8| {
        format!(
            "id: {id}@a\nevent: change\ndata: {{\"id\":{id},\"book\":\"main\",\ndata: \"version\":1,\"kind\":\"edit\",\"who\":\"x\"}}\n\n"
        )
    };
    let stream = |body: &str| answer("200 OK", "text/event-stream", "", body);
    let (url, requests) = serve(&[
        stream(&format!(": hello\nid: 7@a\n\n{}id: 9@a\nevent: ch", change(8))),
        problem("503 Busy", "overloaded", "0"),
        stream(&format!("{}:\n\n", change(9).replace('\n', "\r\n"))),
        problem("404 No", "unknown_book", "0"),
    ]);
    let events: Vec<_> = Client::new(url).follow_changes(Some("main"), None).collect();
    let ids: Vec<_> = events.iter().flatten().map(|event| event.id.as_deref()).collect();
    assert_eq!(ids, [Some("8@a"), Some("9@a")]);
    assert!(matches!(events.last(), Some(Err(Error::Refused(it))) if it.code == "unknown_book"));
    let requests = requests.join().expect("no panic");
    for (request, after) in requests[1..].iter().zip(["8%40a", "8%40a", "9%40a"]) {
        let is_after = request.contains(&format!("after={after}"));
        assert!(is_after || request.contains(&after.replace("%40", "@")), "{request}");
    }
}

#[test]
fn a_server_answers_and_learns() {
    let Ok(url) = std::env::var("JOSEKI_URL") else { return };
    let client = Client::new(url).with_key(std::env::var("JOSEKI_KEY").expect("JOSEKI_KEY"));
    let question = Question { moves: &GAME[..2], ..Question::default() };
    assert_eq!(client.next(&question).expect("an answer").best.as_deref(), Some("R14"));
    let id = format!("rust-{}", std::process::id());
    let game = GameResult { game_id: &id, opponent: &id, color: "B", result: "loss", moves: &GAME };
    for status in ["counted", "unchanged"] {
        assert_eq!(client.report(&game).expect("an answer").status, status);
    }
    let first = client.follow_changes(Some("main"), Some("0")).next();
    let change = first.expect("an event").expect("no error").change.expect("a change");
    assert_eq!((change.book.as_str(), change.kind.as_str()), ("main", "create"));
}

//! The log of `joseki serve`: one object a line, every request with its id, and nothing secret.

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use serde_json::Value;

use crate::program::Place;
use crate::serve::{Running, address};

/// A server that logs into a file.
fn start(place: &Place, flags: &[&str]) -> Running {
    let log = File::create(place.path("log")).expect("a file");
    Running::start_logging(place, flags, Stdio::from(log))
}

/// Sends bytes as they are; gives whatever comes.
fn exchange(address: &str, bytes: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(bytes.as_bytes()).expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it answers");
    String::from_utf8_lossy(&answer).into_owned()
}

fn request(method: &str, target: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n{body}"
    )
}

/// Requests with a key wherever somebody may put one.
fn with_key(key: &str) -> Vec<String> {
    let bearer = format!("authorization: Bearer {key}\r\n");
    let json = format!("{bearer}content-type: application/json\r\n");
    let prefix = key.rsplit_once('_').map_or("", |(prefix, _)| prefix);
    vec![
        request("GET", "/v1/keys", &bearer, ""),
        request("GET", &format!("/v1/next?key={key}"), "", ""),
        request("GET", &format!("/v1/books/{key}"), "", ""),
        request("GET", &format!("/{key}"), "", ""),
        request("DELETE", &format!("/v1/keys/{key}"), &bearer, ""),
        request("POST", "/v1/next", &json, &format!("{{\"moves\": [\"{key}\"], \"{key}\": 1}}")),
        request("POST", "/v1/next", &json, &format!("{{{key}")),
        request(
            "POST",
            "/v1/books/b/import",
            &format!("{bearer}content-type: text/plain\r\n"),
            key,
        ),
        request(
            "POST",
            "/v1/books/b/import",
            &format!("{bearer}content-type: text/{key}\r\n"),
            "(;SZ[19];B[pd])",
        ),
        request("GET", "/healthz", &format!("x-request-id: {key}\r\ncookie: {key}\r\n"), ""),
        request(key, "/healthz", "", ""),
        format!("GET /healthz?{key} {key}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nbad header {key}\r\n\r\n"),
        request("POST", &format!("/v1/keys/{prefix}/rotate"), &json, "{}"),
    ]
}

#[test]
fn a_key_never_gets_into_the_log() {
    for format in ["text", "json"] {
        let place = Place::with_starter();
        let mut server = start(&place, &["--log", "trace", "--log-format", format]);
        let welcome = server.welcome();
        let (key, address) = (welcome[1].trim().to_owned(), address(&welcome));
        let mut rotated = String::new();
        for sent in with_key(&key) {
            rotated = exchange(&address, &sent);
        }
        let second = rotated.split("jk_").nth(1).expect("another key");
        let second = second.split('"').next().expect("its end");
        drop(server);
        let log = String::from_utf8(place.read("log")).expect("UTF-8");
        assert!(
            log.contains("request completed") && log.contains("/v1/keys/{prefix}/rotate"),
            "{log}"
        );
        for secret in [key.as_str(), second] {
            // The last part is the secret; what is before it is the name that keys are listed by.
            let secret = secret.rsplit('_').next().expect("a secret");
            let found = log.lines().find(|line| line.contains(secret));
            assert_eq!(found, None, "a key in the log");
        }
    }
}

/// The lines of a log; each must be an object.
fn parsed(log: &str) -> Vec<Value> {
    let object =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
    log.lines().map(object).collect()
}

#[test]
fn every_line_is_an_object_with_the_request_it_belongs_to() {
    let place = Place::with_starter();
    let flags = ["--log-format", "json", "--workers", "3", "--log", "joseki=debug"];
    let mut server = start(&place, &flags);
    let address = address(&server.welcome());
    exchange(&address, &request("GET", "/v1/books/main?limit=3", "x-request-id: mine\r\n", ""));
    let answer = exchange(&address, &request("GET", "/v1/next?moves=Q16", "", ""));
    drop(server);
    let lines = parsed(&String::from_utf8(place.read("log")).expect("UTF-8"));
    for line in &lines {
        for member in ["timestamp", "level", "target", "message"] {
            assert!(line[member].is_string(), "{member} of {line}");
        }
    }
    let start = lines.iter().find(|line| line["message"] == "listening").expect("the start");
    assert_eq!(start["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&start["address"], &start["db"]), (&address.as_str().into(), &"joseki.db".into()));
    assert_eq!(
        start["settings"], "log=joseki=debug log_format=json listen=127.0.0.1:0 workers=3",
        "what is not the default"
    );
    let answered: Vec<&Value> =
        lines.iter().filter(|line| line["message"] == "request completed").collect();
    let [book, next] = answered[..] else { panic!("{lines:?}") };
    assert_eq!((&book["method"], &book["route"]), (&"GET".into(), &"/v1/books/{book}".into()));
    assert_eq!(book["span"]["id"], "mine");
    assert_eq!(next["status"], 200);
    assert!(next["micros"].is_u64());
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    assert_eq!(next["bytes"], body.len());
    let id = head.lines().find_map(|line| line.strip_prefix("x-request-id: "));
    assert_eq!(next["span"]["id"].as_str(), id);
}

#[test]
fn a_request_is_logged_with_its_client_and_the_prefix_of_its_key() {
    for (flags, named) in
        [(&[][..], "127.0.0.1"), (&["--trusted-proxies", "127.0.0.1"], "192.0.2.7")]
    {
        let place = Place::with_starter();
        let mut server = start(&place, &[&["--log-format", "json"], flags].concat());
        let welcome = server.welcome();
        let (key, address) = (welcome[1].trim().to_owned(), address(&welcome));
        let (prefix, _) = key.rsplit_once('_').expect("a prefix");
        let forwarded = "x-forwarded-for: 10.9.8.7, 192.0.2.7\r\n";
        let sent = [
            ("", "127.0.0.1", None),
            (forwarded, named, None),
            (&format!("{forwarded}authorization: Bearer {key}\r\n"), named, Some(prefix)),
            // The prefix alone does not identify that caller.
            (&format!("authorization: Bearer {prefix}_x\r\n"), "127.0.0.1", None),
        ];
        for (headers, ..) in &sent {
            exchange(&address, &request("GET", "/v1/next", headers, ""));
        }
        drop(server);
        let lines = parsed(&String::from_utf8(place.read("log")).expect("UTF-8"));
        let mut answered = lines.iter().filter(|line| line["message"] == "request completed");
        for (headers, client, key) in sent {
            let line = answered.next().expect("a line");
            assert_eq!(line["client"], client, "{headers}");
            assert_eq!(line["key"].as_str(), key, "{headers}");
        }
    }
}

#[test]
fn what_ends_the_start_is_a_line_too() {
    let place = Place::with_starter();
    let mut server = start(&place, &[]);
    let taken = address(&server.welcome());
    let json = ["--log-format", "json"];
    let run = place.run(&[&["serve", "--db", "b.db", "--listen", &taken], &json[..]].concat());
    place.write("text.db", "hello");
    let other = place.run(&[&["serve", "--db", "text.db"], &json[..]].concat());
    for (run, said) in [(run, "cannot listen on"), (other, "is not a joseki database")] {
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        let lines = parsed(&run.err);
        let line = lines.last().expect("a line");
        assert_eq!(line["level"], "ERROR", "{run:?}");
        assert!(line["message"].as_str().is_some_and(|text| text.contains(said)), "{line}");
        assert!(line["hint"].is_string(), "{line}");
        // The hint is the only advice.
        let message = line["message"].as_str().unwrap_or_default();
        assert!(!message.contains("choose another") && !message.contains("name another"), "{line}");
    }
}

//! Requests framed so that two readers could read them differently, and sizes that nobody has: one answer, then the end.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::time::Duration;

use joseki::store::Scopes;

use crate::client::{connect, read_answer};
use crate::fixture::Fixture;
use crate::maker::{bodies, operations};

/// What a second request would be answered with, if one were read out of a first.
const SECOND: &str = "GET /v1/books HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// A time limit that is to pass, and that no request in time reaches on a busy machine.
const SHORT: Duration = Duration::from_millis(1_500);

/// A server that waits for nobody long, so that connections end soon that it would keep.
fn fixture() -> Fixture {
    Fixture::with(|options| {
        options.header_timeout = SHORT;
        options.body_timeout = SHORT;
        options.import_timeout = SHORT;
    })
}

/// The statuses of all that is answered on one connection until the server closes it.
fn statuses(fixture: &Fixture, text: &[u8]) -> Vec<u16> {
    let mut stream = connect(fixture.address).expect("a connection");
    // The server may have closed before all of it is written.
    let _ = stream.write_all(text);
    let mut output = Vec::new();
    drop(stream.read_to_end(&mut output));
    let output = String::from_utf8_lossy(&output).into_owned();
    let lines = output.split("HTTP/1.1 ").skip(1);
    lines.map(|line| line[..3].parse().expect("a status")).collect()
}

fn posted(headers: &str, body: &str) -> String {
    format!(
        "POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{headers}\r\n{body}"
    )
}

#[test]
fn a_body_with_two_lengths_is_not_followed_by_a_request() {
    let fixture = fixture();
    let chunked = "2\r\n{}\r\n0\r\n\r\n";
    for (headers, body) in [
        ("Content-Length: 2\r\nContent-Length: 60\r\n", "{}"),
        ("Content-Length: 2, 60\r\n", "{}"),
        ("Content-Length: +2\r\n", "{}"),
        ("Content-Length: 0x2\r\n", "{}"),
        ("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", chunked),
        ("Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", chunked),
        ("Transfer-Encoding: chunked, identity\r\n", chunked),
        ("Transfer-Encoding: xchunked\r\n", chunked),
        ("Transfer-Encoding : chunked\r\n", chunked),
        ("Transfer-Encoding:\u{b}chunked\r\n", chunked),
        ("X: y\r\n Transfer-Encoding: chunked\r\n", chunked),
    ] {
        let found = statuses(&fixture, (posted(headers, body) + SECOND).as_bytes());
        // Whichever of both a reader before us goes by, nothing is read as a second request.
        assert!(matches!(found[..], [] | [200 | 400..500]), "{headers:?}: {found:?}");
    }
    fixture.get("/v1/next").send().expect(200);
}

#[test]
fn a_head_that_is_not_clear_is_refused_and_counted() {
    let fixture = fixture();
    let json = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    let chunked =
        "Host: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    let plain = "Host: localhost\r\nContent-Type: application/json\r\n";
    let chunks = "2\r\n{}\r\n0\r\n\r\n";
    let heads = [
        (json.to_owned(), "{}"),
        (format!("Host: localhost\r\nHost: localhost\r\n{json}"), "{}"),
        (format!("Host: localhost\r\nHost: y\r\n{json}"), "{}"),
        (format!("Host: localhost\r\n{json}Content-Type: text/plain\r\n"), "{}"),
        (format!("{plain}Transfer-Encoding: gzip, chunked\r\n"), chunks),
        (format!("{plain}Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"), chunks),
        (format!("{chunked}Transfer-Encoding: chunked\r\n"), chunks),
        (format!("{chunked}Content-Length: 2\r\n"), chunks),
        (format!("Content-Length: 60\r\n{chunked}"), chunks),
    ];
    for (head, body) in &heads {
        let request = format!("POST /v1/next HTTP/1.1\r\n{head}\r\n{body}{SECOND}");
        let (mut stream, mut output) =
            (connect(fixture.address).expect("a connection"), String::new());
        let _ = stream.write_all(request.as_bytes());
        drop(stream.read_to_string(&mut output));
        assert!(output.starts_with("HTTP/1.1 400 "), "{head:?}: {output}");
        assert!(output.contains("\"code\":\"invalid_head\""), "{head:?}: {output}");
        assert_eq!(output.matches("HTTP/1.1 ").count(), 1, "{head:?}: {output}");
    }
    let metrics = fixture.get("/metrics").send().expect(200).text();
    let counted = format!("joseki_rejected_total{{reason=\"unclear_head\"}} {}\n", heads.len());
    assert!(metrics.contains(&counted), "{metrics}");
    let chunked = format!("POST /v1/next HTTP/1.1\r\n{chunked}\r\n{chunks}");
    assert_eq!(statuses(&fixture, chunked.as_bytes()), [200]);
    // Before HTTP/1.1 nobody had to name a host.
    let (mut stream, mut output) = (connect(fixture.address).expect("a connection"), String::new());
    let old = format!("POST /v1/next HTTP/1.0\r\n{json}\r\n{{}}");
    stream.write_all(old.as_bytes()).expect("it reads");
    stream.read_to_string(&mut output).expect("an answer");
    assert!(output.starts_with("HTTP/1.0 200 "), "{output}");
}

#[test]
fn a_web_page_whose_name_leads_here_reads_nothing() {
    let local = Fixture::new();
    let named = Fixture::with(|options| options.hosts = vec!["go.example".to_owned()]);
    let open = Fixture::with(|options| options.listen = SocketAddr::from(([0, 0, 0, 0], 0)));
    let ask = |fixture: &Fixture, target: &str, host: &str| {
        let mut stream = connect(fixture.address).expect("a connection");
        let request = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        read_answer(&mut stream, false).expect("an answer")
    };
    for target in [
        "/v1/next",
        "/v1/books",
        "/",
        "/healthz",
        "/metrics",
        "/nowhere",
        "http://evil.example/v1/next",
    ] {
        let refused = ask(&local, target, "evil.example").expect(421);
        assert_eq!(refused.code(), "unknown_host", "{target}");
        assert!(refused.text().contains("setting hosts"), "{}", refused.text());
    }
    ask(&local, "http://evil.example/v1/next", "localhost").expect(421);
    ask(&local, "http://localhost/v1/next", "localhost").expect(200);
    for host in ["localhost", "LOCALHOST.:1", "127.0.0.1", "127.1.2.3:8361", "[::1]:8361"] {
        ask(&local, "/v1/next", host).expect(200);
    }
    ask(&local, "/v1/next", "go.example").expect(421);
    ask(&named, "/v1/next", "GO.example.:443").expect(200);
    ask(&named, "/v1/next", "evil.example").expect(421);
    ask(&open, "/v1/next", "evil.example").expect(200);
    let metrics = local.get("/metrics").send().expect(200).text();
    assert!(metrics.contains("joseki_rejected_total{reason=\"unknown_host\"} 9\n"), "{metrics}");
}

#[test]
fn an_unread_body_ends_its_connection_and_the_answer_says_so() {
    let fixture = fixture();
    let json = "Content-Type: application/json\r\n";
    for (line, headers, length, status) in [
        ("POST /v1/results", "Content-Type: application/x-ndjson\r\n", 50_000, 401),
        ("POST /v1/next", json, 999_999_999, 413),
        ("POST /v1/next", "Content-Type: text/plain\r\n", 50_000, 415),
        ("POST /v1/nowhere", json, 50_000, 404),
        ("PUT /v1/next", json, 50_000, 405),
        ("GET /v1/books", "", 50_000, 200),
    ] {
        let mut stream = connect(fixture.address).expect("a connection");
        let request = format!(
            "{line} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {length}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let answer = read_answer(&mut stream, false).expect("an answer").expect(status);
        assert_eq!(answer.header("connection"), Some("close"), "{line}");
        assert_eq!(stream.read(&mut [0]).expect("an end"), 0, "{line}");
    }
    // A body that was read, and none, leave the connection as it was.
    let mut stream = connect(fixture.address).expect("a connection");
    let read =
        format!("POST /v1/next HTTP/1.1\r\nHost: localhost\r\n{json}Content-Length: 2\r\n\r\n{{}}");
    for request in [&read, SECOND, &read] {
        stream.write_all(request.as_bytes()).expect("sent");
        let answer = read_answer(&mut stream, false).expect("an answer").expect(200);
        assert_eq!(answer.header("connection"), None);
    }
}

#[test]
fn chunks_are_read_as_they_say_or_not_at_all() {
    let fixture = fixture();
    let head = "Transfer-Encoding: chunked\r\n";
    let good =
        statuses(&fixture, posted(head, "1\r\n{\r\n1;a=b\r\n}\r\n0\r\nX: y\r\n\r\n").as_bytes());
    assert_eq!(good, [200]);
    let extension = format!("2;{}\r\n{{}}\r\n0\r\n\r\n", "x".repeat(2 << 20));
    let trailers = format!("2\r\n{{}}\r\n0\r\n{}\r\n", "X: y\r\n".repeat(400_000));
    let long = format!("2\r\n{{}}\r\n0\r\nX: {}\r\n\r\n", "y".repeat(2 << 20));
    let tiny = "1;xxxxxxxxxxxxxxxx\r\n \r\n".repeat(100_000);
    for body in [
        "-1\r\n{}\r\n0\r\n\r\n",
        "FFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n",
        "ffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        "0x2\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}0\r\n\r\n",
        "2 \u{0}\r\n{}\r\n0\r\n\r\n",
        "\r\n{}\r\n0\r\n\r\n",
        &extension,
        &trailers,
        &long,
        &tiny,
    ] {
        let found = statuses(&fixture, (posted(head, body) + SECOND).as_bytes());
        let shown = &body[..body.len().min(40)];
        assert!(found.len() <= 1, "{shown:?}: {found:?}");
        assert!(found.iter().all(|status| (400..500).contains(status)), "{shown:?}: {found:?}");
    }
    fixture.get("/v1/next").send().expect(200);
}

#[test]
fn lengths_that_nobody_has_are_refused_before_they_arrive() {
    let fixture = fixture();
    let key = fixture.key(Scopes::ADMIN);
    for length in ["99999999", "4611686018427387904", "18446744073709551614"] {
        for (path, kind) in [
            ("/v1/next", "application/json"),
            ("/v1/next/batch", "application/json"),
            ("/v1/results", "application/x-ndjson"),
            ("/v1/review", "application/x-go-sgf"),
            ("/v1/books/main/import", "text/plain"),
            ("/v1/quiz/players/ann/import", "application/x-ndjson"),
        ] {
            let request = format!(
                "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
                 Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
            );
            let found = statuses(&fixture, request.as_bytes());
            // Streams of lines have no length that would be too much: what does not come is late.
            assert!(matches!(found[..], [400 | 408 | 413 | 431]), "{path} {length}: {found:?}");
        }
    }
    for length in ["18446744073709551616", "1e3", "", "-0"] {
        let found =
            statuses(&fixture, posted(&format!("Content-Length: {length}\r\n"), "").as_bytes());
        assert!(matches!(found[..], [] | [400]), "{length}: {found:?}");
    }
}

#[test]
fn heads_without_measure_are_refused() {
    let fixture = fixture();
    let long = "x".repeat(200_000);
    for head in [
        format!("GET /v1/next?{long} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: localhost\r\n{long}: x\r\n\r\n"),
        format!("GET /v1/next?{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a&".repeat(200_000)),
        format!("{long} / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ] {
        let found = statuses(&fixture, head.as_bytes());
        assert!(matches!(found[..], [] | [400 | 414 | 431]), "{found:?}");
    }
    // As many as fit are read, and refused by the first name.
    let many = fixture.get(&format!("/v1/next?{}", "a=&".repeat(10_000))).send();
    assert_eq!(many.expect(400).code(), "unknown_field");
}

#[test]
fn no_address_takes_a_compressed_body() {
    let fixture = fixture();
    let key = fixture.key(Scopes::ADMIN);
    let document = fixture.get("/openapi.json").send().expect(200).json();
    let mut refused = 0;
    for (path, method, operation) in operations(&document) {
        for (kind, _) in bodies(operation) {
            for encoding in ["gzip", "deflate", "br", "zstd", "gzip, gzip", "identity, gzip", "x"] {
                let path = path.replace("{book}", "main").replace("{steps}", "DD");
                let path = path
                    .replace("{player}", "ann")
                    .replace("{game_id}", "g")
                    .replace("{prefix}", "jk_1");
                let request = fixture.request(&method.to_ascii_uppercase(), &path).key(&key);
                let request = request.header("Content-Encoding", encoding).header("If-Match", "*");
                let kind = kind.replace("form-data", "form-data; boundary=x");
                let answer = request.body(&kind, vec![0x1f, 0x8b, 8, 0]).send().expect(415);
                assert_eq!(answer.code(), "unsupported_encoding", "{method} {path} {encoding}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn nothing_that_is_echoed_breaks_a_header_or_turns_the_writing() {
    let fixture = fixture();
    let key = fixture.key(Scopes::ADMIN);
    for name in
        ["a%0d%0aSet-Cookie:%20x=1", "%E2%80%AEnoob", "a%22b", "a%00", "%C2%85", "b%CC%81%CC%81"]
    {
        let made = fixture.request("PUT", &format!("/v1/books/{name}")).key(&key).send();
        assert!(matches!(made.status, 400 | 422), "{name}: {}", made.status);
        for path in [
            format!("/v1/books/{name}/export"),
            format!("/v1/next?book={name}"),
            format!("/{name}"),
        ] {
            let answer = fixture.get(&path).header("X-Request-Id", "a\tb").send();
            assert!((400..500).contains(&answer.status), "{path}");
            assert_eq!(answer.header("set-cookie"), None, "{path}");
            for (header, value) in &answer.headers {
                assert!(value.is_ascii(), "{path}: {header}: {value}");
            }
            let id = answer.header("x-request-id").expect("an id");
            assert!(id.bytes().all(|byte| byte.is_ascii_graphic()), "{id}");
        }
    }
}

//! Whatever is sent, the server answers with a refusal and goes on.

use std::io::{Read, Write};

use joseki::store::Scopes;

use crate::client::{Request, connect, read_answer};
use crate::fixture::Fixture;

/// A refusal as a problem, or an answer, and never a fault.
#[track_caller]
fn check(request: Request, what: &str) {
    let answer = request.send();
    assert!(answer.status < 500, "{what}: {} {}", answer.status, answer.text());
    if answer.status >= 400 {
        answer.code();
    }
}

#[test]
fn bodies_of_every_kind_of_nonsense() {
    let fixture = Fixture::new();
    let key = fixture.key(Scopes::ADMIN);
    let nested = |open: &str, close: &str, depth: usize| open.repeat(depth) + &close.repeat(depth);
    let junk: Vec<u8> =
        (0..1_000_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let bodies: Vec<Vec<u8>> = vec![
        junk.clone(),
        junk[..200_000].to_vec(),
        nested("[", "]", 50_000).into_bytes(),
        nested("{\"moves\":", "}", 10_000).into_bytes(),
        format!("{{\"queries\":[{}]}}", nested("[", "]", 50_000)).into_bytes(),
        b"{\"limit\":99999999999999999999999999999}".to_vec(),
        b"{\"seed\":1e999}".to_vec(),
        format!("{{\"seed\":{}}}", "9".repeat(100_000)).into_bytes(),
        b"{\"moves\":[[\"B\",\"\xff\xfe\"]]}".to_vec(),
        b"{\"moves\":[[\"B\",\"\\ud800\"]]}".to_vec(),
        b"{\"book\":\"\\u0000\"}".to_vec(),
        b"{\"book\":\"\0\"}".to_vec(),
        b"{\"book\":\"../../etc/passwd\"}".to_vec(),
        b"\0\0\0\0".to_vec(),
        b"\xef\xbb\xbf{}".to_vec(),
        b"null".to_vec(),
        b"\"text\"".to_vec(),
        format!("{{\"opponent\":\"{}\"}}", "x".repeat(100_000)).into_bytes(),
        format!("{{\"{}\":1}}", "x".repeat(100_000)).into_bytes(),
    ];
    for (index, body) in bodies.iter().enumerate() {
        for path in ["/v1/next", "/v1/next/batch", "/v1/keys", "/v1/results"] {
            let request = fixture.post(path).key(&key).body("application/json", body.clone());
            check(request, &format!("body {index} to {path}"));
        }
        let lines = fixture.post("/v1/results").key(&key);
        let lines = lines.body("application/x-ndjson", body.clone());
        check(lines, &format!("body {index} as lines"));
        for kind in
            ["application/octet-stream", "multipart/form-data; boundary=x", "multipart/form-data"]
        {
            let request = fixture.post("/v1/books/junk/import?dry_run=true").key(&key);
            check(request.body(kind, body.clone()), &format!("body {index} as {kind}"));
        }
    }
}

#[test]
fn addresses_of_every_kind_of_nonsense() {
    let fixture = Fixture::new();
    let names = [
        "..",
        "%2e%2e",
        "..%2f..%2fetc%2fpasswd",
        "%00",
        "a%00b",
        "%ff%fe",
        "%c3%28",
        "%",
        "%zz",
        "%u0041",
        "main%2flines",
        "MAIN",
        "main%20",
        "%F0%9F%92%A9",
        "'%20OR%201=1--",
        "%22%3Cscript%3E",
        "main;x=1",
        "*",
        "+",
    ];
    for name in names {
        for path in [
            format!("/v1/books/{name}"),
            format!("/v1/books/{name}/lines"),
            format!("/v1/books/{name}/export"),
            format!("/v1/books/{name}/nodes/DD"),
            format!("/v1/books/main/nodes/{name}"),
            format!("/v1/books/main/lines?prefix={name}"),
            format!("/v1/books/main/lines?after={name}"),
            format!("/v1/next?book={name}"),
            format!("/v1/next?moves={name}"),
            format!("/v1/next?{name}={name}&{name}"),
            format!("/docs/{name}"),
            format!("/assets/{name}"),
            format!("/?{name}={name}&{name}"),
            format!("/{name}"),
        ] {
            check(fixture.get(&path), &path);
        }
    }
    let long = "x".repeat(30_000);
    check(fixture.get(&format!("/v1/next?moves={long}")), "a long parameter");
    check(fixture.get(&format!("/v1/books/{long}")), "a long name");
    check(fixture.get(&format!("/v1/books/main/nodes/{}", "DD".repeat(10_000))), "a long line");
    let numbers = [
        "-1",
        "1e9",
        "18446744073709551616",
        "99999999999999999999999",
        "0x10",
        "1.5",
        "%20",
        "NaN",
    ];
    for number in numbers {
        for name in ["limit", "seed", "board_size"] {
            check(fixture.get(&format!("/v1/next?{name}={number}")), number);
        }
        check(fixture.get(&format!("/v1/books/main/lines?limit={number}")), number);
    }
}

#[test]
fn what_is_no_http_is_closed_and_harms_nobody() {
    let fixture = Fixture::new();
    let texts: [&[u8]; 8] = [
        b"\r\n\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        b"POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    ];
    for text in texts {
        let mut stream = connect(fixture.address).expect("a connection");
        stream.write_all(text).expect("to write");
        stream.shutdown(std::net::Shutdown::Write).expect("to end");
        let mut output = Vec::new();
        drop(stream.read_to_end(&mut output));
        let output = String::from_utf8_lossy(&output);
        assert!(!output.starts_with("HTTP/1.1 5"), "{output}");
    }
    let mut stream = connect(fixture.address).expect("a connection");
    let many: String = (0..200).map(|n| format!("X-{n}: 1\r\n")).collect();
    stream.write_all(format!("GET / HTTP/1.1\r\n{many}\r\n").as_bytes()).expect("to write");
    assert_eq!(read_answer(&mut stream, false).expect("an answer").status, 431);
    fixture.get("/v1/next").send().expect(200);
}

//! The server under slow, many and ending callers, and over a store that fails.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use joseki::store::{Scopes, StoreError};

use crate::client::{self, Answer, connect, read_answer};
use crate::faulty::Fault;
use crate::fixture::{Fixture, eventually};
use crate::metrics::rejected;

/// A time limit that is to pass. On a busy machine, what is in time may need more than a moment.
const SHORT: Duration = Duration::from_secs(1);
/// How long a state may take that has to come, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);
const FILE: &str = "(;SZ[19];B[pd];W[nc];B[qf])";

/// Whether the other side closed the connection, without or after an answer.
fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

fn open(fixture: &Fixture) -> TcpStream {
    connect(fixture.address).expect("a connection")
}

fn metric(fixture: &Fixture, name: &str) -> u64 {
    let text = fixture.get("/metrics").send().expect(200).text();
    let line = text.lines().find(|line| line.starts_with(name));
    let value = line.and_then(|line| line.rsplit(' ').next());
    value.and_then(|value| value.parse().ok()).expect("the metric")
}

#[test]
fn a_connection_serves_many_requests_and_is_closed_when_idle() {
    const REQUEST: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let fixture = Fixture::new();
    let mut stream = open(&fixture);
    for _ in 0..3 {
        stream.write_all(REQUEST).expect("to write");
        read_answer(&mut stream, false).expect("an answer").expect(200);
    }
    let fixture = Fixture::with(|options| options.header_timeout = SHORT);
    assert!(is_closed(&mut open(&fixture)));
    // On a busy machine the time may be over before the request is sent.
    eventually("an answer", || {
        let mut stream = open(&fixture);
        let asked = stream.write_all(REQUEST).and_then(|()| read_answer(&mut stream, false));
        asked.is_ok_and(|answer| answer.status == 200 && is_closed(&mut stream))
    });
}

#[test]
fn half_sent_heads_are_closed_and_hold_up_nobody() {
    let fixture = Fixture::with(|options| options.header_timeout = SHORT);
    let mut slow: Vec<TcpStream> = (0..200).map(|_| open(&fixture)).collect();
    for stream in &mut slow {
        stream
            .write_all(b"GET /v1/next HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            .expect("to write");
    }
    eventually("an answer", || {
        fixture.get("/v1/next").try_send().is_ok_and(|answer| answer.status == 200)
    });
    let started = Instant::now();
    assert!(slow.iter_mut().all(is_closed));
    let one_by_one = SHORT * slow.len() as u32;
    assert!(started.elapsed() < one_by_one, "{:?}", started.elapsed());
    eventually("the end of all of them", || {
        let metrics = fixture.get("/metrics").try_send();
        metrics.is_ok_and(|answer| answer.text().contains("\njoseki_http_connections 1\n"))
    });
}

#[test]
fn a_head_that_drips_is_closed_too() {
    let fixture = Fixture::with(|options| options.header_timeout = SHORT);
    let mut stream = open(&fixture);
    let end = Instant::now() + TIMEOUT;
    let drip = |stream: &mut TcpStream| {
        std::thread::sleep(Duration::from_millis(20));
        stream.write_all(b"x").is_ok()
    };
    stream.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").expect("to write");
    while drip(&mut stream) {
        assert!(Instant::now() < end, "the head drips on");
    }
}

#[test]
fn a_late_body_is_refused() {
    let fixture = Fixture::with(|options| {
        options.body_timeout = SHORT;
        options.import_timeout = SHORT;
    });
    let key = fixture.key(Scopes::CURATE);
    for (path, kind) in [
        ("/v1/next", "application/json"),
        ("/v1/books/b/import", "text/plain"),
        ("/v1/books/b/import", "multipart/form-data; boundary=x"),
    ] {
        let mut stream = open(&fixture);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
             Content-Type: {kind}\r\nContent-Length: 100\r\n\r\n--"
        );
        stream.write_all(head.as_bytes()).expect("to write");
        let answer = read_answer(&mut stream, false).expect("an answer");
        assert_eq!(answer.expect(408).code(), "body_timeout");
        assert!(is_closed(&mut stream));
    }
}

#[test]
fn a_caller_who_takes_nothing_is_dropped() {
    let fixture = Fixture::with(|options| options.write_timeout = SHORT);
    let mut greedy = open(&fixture);
    greedy.set_write_timeout(Some(SHORT)).expect("a time limit");
    let request = b"GET /v1/books/main/export HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    let end = Instant::now() + TIMEOUT;
    // Asks on and reads nothing, until the buffers on both sides are full.
    while greedy.write_all(&request).is_ok() {
        assert!(Instant::now() < end, "the server takes requests without end");
    }
    eventually("the end of the greedy caller", || {
        metric(&fixture, "joseki_http_connections ") == 1
    });
    assert_eq!(rejected(&fixture, "write_timeout"), 1);
}

#[test]
fn one_connection_too_many_is_refused() {
    let fixture = Fixture::with(|options| options.max_connections_per_address = 2);
    let mut held = [open(&fixture), open(&fixture)];
    for stream in &mut held {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("to write");
        read_answer(stream, false).expect("an answer").expect(200);
        // In the middle of a request, a connection makes no room for another.
        let head =
            b"POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                     Expect: 100-continue\r\nContent-Length: 2\r\n\r\n";
        stream.write_all(head).expect("to write");
        read_answer(stream, true).expect("an answer").expect(100);
    }
    let mut third = open(&fixture);
    let refused = read_answer(&mut third, false).expect("an answer").expect(503);
    assert_eq!(refused.code(), "overloaded");
    assert_eq!(refused.header("retry-after"), Some("1"));
    drop(held);
    eventually("a free place", || {
        let answer = fixture.get("/healthz").try_send();
        answer.is_ok_and(|answer| answer.status == 200)
    });
}

#[test]
fn the_end_waits_for_a_request_under_way() {
    // The half request is waited for until then.
    let mut fixture = Fixture::with(|options| options.drain_timeout = Duration::from_secs(10));
    let key = fixture.key(Scopes::CURATE);
    fixture.faults.on_write(Fault::Wait);
    let request = fixture.post("/v1/books/late/import").key(&key).body("text/plain", FILE);
    let running = std::thread::spawn(move || request.send());
    let mut idle = open(&fixture);
    let mut half = open(&fixture);
    half.write_all(b"GET /v1/next HT").expect("to write");
    eventually("the import", || fixture.faults.waiting() == 1);
    fixture.stop();
    eventually("the end of listening", || connect(fixture.address).is_err());
    assert!(is_closed(&mut idle));
    fixture.faults.on_write(Fault::None);
    running.join().expect("no panic").expect(200);
    fixture.ended().expect("a good end");
    assert!(is_closed(&mut half));
    assert!(fixture.service.books().is_err(), "the store is closed");
}

#[test]
fn the_end_does_not_wait_for_ever() {
    let mut fixture = Fixture::with(|options| options.drain_timeout = SHORT);
    let key = fixture.key(Scopes::CURATE);
    fixture.faults.on_write(Fault::Wait);
    let request = fixture.post("/v1/books/late/import").key(&key).body("text/plain", FILE);
    let running = std::thread::spawn(move || request.try_send());
    eventually("the import", || fixture.faults.waiting() == 1);
    let started = Instant::now();
    fixture.ended().expect("a good end");
    // All other time limits are an hour.
    assert!(started.elapsed() < TIMEOUT, "{:?}", started.elapsed());
    fixture.faults.on_write(Fault::None);
    assert!(running.join().expect("no panic").is_err());
}

#[test]
fn a_store_that_fails_is_told_without_its_path() {
    let fixture = Fixture::new();
    let key = fixture.key(Scopes::CURATE);
    let file = || fixture.directory.path().display().to_string();
    let detail = String::new;
    let conflict = StoreError::Conflict { book: "b".into(), expected: 1, found: 2 };
    let cases = [
        (StoreError::DiskFull { file: file() }, 507, "disk_full", None, "degraded"),
        (StoreError::Busy { file: file() }, 503, "store_busy", Some("1"), "degraded"),
        (
            StoreError::ReadOnly { file: file(), detail: detail() },
            503,
            "store_read_only",
            None,
            "degraded",
        ),
        (conflict, 409, "conflict", Some("1"), "degraded"),
        (StoreError::Closed { file: file() }, 503, "store_closed", Some("2"), "degraded"),
        (
            StoreError::Corrupt { file: file(), detail: detail() },
            500,
            "store_failed",
            None,
            "degraded",
        ),
        (StoreError::Invalid { detail: "x".into() }, 422, "unprocessable", None, "degraded"),
        (
            StoreError::Other { file: file(), detail: detail() },
            500,
            "store_failed",
            None,
            "degraded",
        ),
    ];
    let import = || {
        let request = fixture.post("/v1/books/b/import").key(&key);
        request.body("text/plain", FILE).send()
    };
    let ready = || fixture.get("/readyz").send().expect(200).json();
    for (error, status, code, retry, state) in cases {
        fixture.faults.on_write(Fault::Fail(error));
        let answer = import().expect(status);
        assert_eq!(answer.code(), code);
        assert_eq!(answer.header("retry-after"), retry, "{code}");
        assert!(!answer.text().contains(&file()), "{}", answer.text());
        assert_eq!(ready()["status"], state, "{code}");
        fixture.get("/v1/next").send().expect(200);
    }
    fixture.faults.on_write(Fault::None);
    import().expect(200);
    assert_eq!(ready()["status"], "ready");
}

#[test]
fn a_store_that_cannot_be_read_is_not_ready() {
    let fixture = Fixture::new();
    let error = StoreError::Corrupt { file: "f".into(), detail: "d".into() };
    fixture.faults.on_read(Fault::Fail(error));
    let answer = fixture.get("/readyz").send().expect(503).json();
    assert_eq!(answer["status"], "unready");
    assert!(answer["reason"].as_str().is_some_and(|reason| reason.contains("store")));
    assert_eq!(fixture.get("/v1/books/main/lines").send().expect(500).code(), "store_failed");
    fixture.get("/healthz").send().expect(200);
    fixture.get("/v1/next").send().expect(200);
    fixture.faults.on_read(Fault::None);
    fixture.get("/readyz").send().expect(200);
}

#[test]
fn without_its_database_a_node_answers_questions_and_is_degraded() {
    let fixture = Fixture::new();
    let key = fixture.key(Scopes::CURATE);
    let file = "postgres://joseki@secret/db".to_owned();
    let lost = StoreError::Unreachable { file: file.clone(), detail: "secret".into() };
    fixture.faults.on_read(Fault::Fail(lost.clone()));
    fixture.faults.on_write(Fault::Fail(lost));
    let ready = fixture.get("/readyz").send().expect(200);
    assert!(!ready.text().contains("secret"), "{}", ready.text());
    assert_eq!(ready.json()["status"], "degraded");
    fixture.get("/v1/next").send().expect(200);
    let lines = fixture.get("/v1/books/main/lines").send().expect(503);
    assert_eq!((lines.code(), lines.header("retry-after")), ("store_busy".into(), Some("1")));
    let import = || {
        let request = fixture.post("/v1/books/b/import").key(&key);
        request.body("text/plain", FILE).send()
    };
    assert_eq!(import().expect(503).code(), "store_busy");
    fixture.faults.on_write(Fault::Fail(StoreError::OutcomeUnknown { file }));
    assert_eq!(import().expect(504).code(), "outcome_unknown");
    fixture.faults.on_read(Fault::None);
    fixture.faults.on_write(Fault::None);
    assert_eq!(fixture.get("/readyz").send().expect(200).json()["status"], "ready");
}

#[test]
fn a_panic_is_a_problem_and_no_end() {
    let fixture = Fixture::new();
    let key = fixture.key(Scopes::CURATE);
    fixture.faults.on_read(Fault::Panic);
    fixture.faults.on_write(Fault::Panic);
    let lines = || fixture.get("/v1/books/main/lines").send();
    let import = || {
        let request = fixture.post("/v1/books/b/import").key(&key);
        request.body("text/plain", FILE).send()
    };
    for answer in [lines(), import()] {
        assert_eq!(answer.code(), "internal");
        assert!(!answer.text().contains("told to panic"));
        assert!(answer.header("x-request-id").is_some());
    }
    fixture.faults.on_read(Fault::None);
    fixture.faults.on_write(Fault::None);
    lines().expect(200);
    import().expect(200);
}

#[test]
fn work_that_waits_is_bounded_in_number_and_time() {
    let fixture = Fixture::with(|options| {
        options.workers = 1;
        // One caller may have two of three places.
        options.waiting = 2;
        options.handler_timeout = SHORT;
    });
    fixture.faults.on_read(Fault::Wait);
    let lines = || fixture.get("/v1/books/main/lines");
    let mut callers = 0;
    let mut late = || {
        let late = lines().send().expect(503);
        assert_eq!(late.code(), "timeout");
        assert!(late.header("retry-after").is_some());
        callers += 1;
    };
    // On a busy machine the time may be over before the work begins.
    eventually("work that is begun", || {
        late();
        fixture.faults.waiting() == 1
    });
    late();
    assert_eq!(rejected(&fixture, "handler_timeout"), callers);
    // The one that was begun still works and keeps its place; the other left the queue.
    assert_eq!(fixture.faults.waiting(), 1);
    // Of two at once, one finds no place, unless the other was late.
    let refused = |answer: &Answer| {
        answer.code() == "overloaded" && answer.header("retry-after") == Some("1")
    };
    eventually("a full queue", || {
        let second = lines();
        let second = std::thread::spawn(move || second.send());
        refused(&lines().send()) || refused(&second.join().expect("no panic"))
    });
    fixture.get("/v1/next").send().expect(200);
    fixture.faults.on_read(Fault::None);
    eventually("a free worker", || lines().send().status == 200);
}

#[test]
fn a_write_past_its_time_is_not_begun_or_its_outcome_is_unknown() {
    let fixture = Fixture::with(|options| {
        options.import_timeout = SHORT;
        options.refresh_every = Duration::from_secs(3600);
    });
    let key = fixture.key(Scopes::CURATE);
    let import = |book: &str| {
        let request = fixture.post(&format!("/v1/books/{book}/import")).key(&key);
        request.body("text/plain", FILE).send()
    };
    let version = |book: &str| fixture.get(&format!("/v1/books/{book}")).send().status;
    fixture.faults.on_write(Fault::Wait);
    let late = import("late").expect(503);
    assert_eq!(late.code(), "timeout");
    fixture.faults.on_write(Fault::None);
    eventually("the end of the work", || fixture.faults.waiting() == 0);
    eventually("an import in time", || import("other").status == 200);
    assert_eq!((version("late"), version("other")), (404, 200), "the writer did not begin");
    fixture.faults.on_written(Fault::Wait);
    eventually("a write past its time", || {
        let unknown = import("unknown");
        assert!(unknown.header("retry-after").is_some());
        (unknown.status, unknown.code().as_str()) == (504, "outcome_unknown")
    });
    fixture.faults.on_written(Fault::None);
    eventually("the change", || version("unknown") == 200);
}

#[test]
fn an_answer_is_the_same_however_the_request_is_cut() {
    let fixture = Fixture::new();
    let request = b"POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
    let whole = fixture.get("/v1/next").send().expect(200).text();
    for cut in (1..request.len()).step_by(7) {
        let mut stream = open(&fixture);
        let (first, second) = request.split_at(cut);
        stream.write_all(first).expect("to write");
        stream.write_all(second).expect("to write");
        let answer = client::read_answer(&mut stream, false).expect("an answer");
        assert_eq!(answer.text(), whole, "{cut}");
    }
}

/// Put back it is written again; what was acknowledged is in the file that has the name.
#[cfg(unix)]
#[test]
fn a_database_that_is_removed_or_replaced_is_not_written() {
    let fixture = Fixture::with(|options| options.refresh_every = Duration::from_millis(20));
    let key = fixture.key(Scopes::CURATE);
    let (file, aside) =
        (fixture.directory.path().join("joseki.db"), fixture.directory.path().join("aside.db"));
    let made = |book: &str| fixture.request("PUT", &format!("/v1/books/{book}")).key(&key).send();
    let ready = || {
        let answer = fixture.get("/readyz").send();
        (answer.status, answer.json()["reason"].as_str().map(str::to_owned))
    };
    let writable = || fixture.get("/metrics").send().text().contains("\njoseki_writable 1\n");
    assert_eq!((ready(), writable()), ((200, None), true));
    let log = fixture.directory.path().join("joseki.db-wal");
    for (file, replaced) in [(&file, false), (&file, true), (&log, false), (&log, true)] {
        std::fs::rename(file, &aside).expect("another name");
        if replaced {
            std::fs::write(file, "another file").expect("a file");
        }
        eventually("a loss that is seen", || !writable());
        let (status, reason) = ready();
        assert_eq!(status, 503);
        assert!(reason.is_some_and(|reason| reason.contains("removed or replaced")));
        assert_eq!(made("lost").expect(503).code(), "store_displaced");
        fixture.get("/v1/next?moves=Q16").send().expect(200);
        std::fs::rename(&aside, file).expect("its name");
        eventually("a file that is back", writable);
        assert_eq!(ready(), (200, None));
    }
    made("kept").expect(201);
    fixture.get("/v1/books/lost").send().expect(404);
}

#[test]
fn scripts_of_other_pages_may_call_only_where_the_operator_allows_it() {
    let closed = Fixture::new();
    let ask = |fixture: &Fixture, method: &str, origin: &str| {
        let request = fixture.request(method, "/v1/next?moves=Q16").header("Origin", origin);
        request.header("Access-Control-Request-Method", "GET").send()
    };
    let allowed = |answer: &Answer| answer.header("access-control-allow-origin").map(str::to_owned);
    assert_eq!(allowed(&ask(&closed, "GET", "https://online-go.com").expect(200)), None);
    let open = Fixture::with(|options| {
        options.cors_origins =
            vec!["https://online-go.com".to_owned(), "https://b.example".to_owned()];
    });
    for (origin, wanted) in [
        ("https://online-go.com", Some("https://online-go.com")),
        ("https://b.example", Some("https://b.example")),
        ("https://online-go.com.evil.example", None),
        ("null", None),
    ] {
        let answer = ask(&open, "GET", origin).expect(200);
        assert_eq!(allowed(&answer).as_deref(), wanted, "{origin}");
        let mut varies = answer.headers.iter().filter(|(name, _)| name == "vary");
        assert!(varies.any(|(_, value)| value.contains("origin")), "{:?}", answer.headers);
        assert_eq!(answer.header("access-control-allow-credentials"), None);
        // Before a request with a key, the browser asks whether it may send it.
        let before = ask(&open, "OPTIONS", origin).expect(200);
        assert_eq!(allowed(&before).as_deref(), wanted, "{origin}");
        let headers = before.header("access-control-allow-headers").unwrap_or_default();
        assert!(headers.contains("authorization") && headers.contains("if-match"), "{headers}");
    }
    // A refusal can be read by the page too.
    let refused = open.get("/v1/next?book=none").header("Origin", "https://b.example").send();
    assert_eq!(allowed(&refused.expect(404)).as_deref(), Some("https://b.example"));
    let any = Fixture::with(|options| options.cors_origins = vec!["*".to_owned()]);
    let answer = ask(&any, "GET", "https://anybody.example").expect(200);
    assert_eq!(allowed(&answer).as_deref(), Some("*"));
}

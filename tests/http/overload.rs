//! Too much load: who is too many is sent away with a word, the others are answered, and then everybody is.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use flate2::read::GzDecoder;
use joseki::store::Scopes;
use serde_json::json;

use crate::client::{Answer, Request, connect, read_answer};
use crate::desk::Desk;
use crate::faulty::Fault;
use crate::fixture::{Fixture, eventually};

const CALLERS: usize = 200;
/// Header of a proxy that names its client, and a client.
const FORWARDED_FOR: &str = "X-Forwarded-For";
const OTHER: &str = "192.0.2.1";
const QUESTION: &[u8] = b"GET /v1/next?moves=Q16,D4,O17,R14 HTTP/1.1\r\nHost: localhost\r\n\r\n";

fn ask(stream: &mut TcpStream) -> Answer {
    stream.write_all(QUESTION).expect("to write");
    read_answer(stream, false).expect("an answer")
}

/// Callers who ask on and on until it is over.
struct Crowd {
    over: AtomicBool,
    answered: AtomicUsize,
    sent_away: AtomicUsize,
}

impl Crowd {
    fn ask_on(&self, fixture: &Fixture) {
        let mut stream = connect(fixture.address).expect("a connection");
        while !self.over.load(SeqCst) {
            let answer = ask(&mut stream);
            if answer.status == 200 {
                self.answered.fetch_add(1, SeqCst);
                continue;
            }
            let answer = answer.expect(503);
            assert_eq!(answer.code(), "overloaded");
            let wait = answer.header("retry-after").unwrap_or_default();
            assert!(["1", "2", "3"].contains(&wait), "{wait}");
            let kind = answer.header("content-type");
            assert_eq!(kind, Some("application/problem+json"));
            assert_eq!(answer.json()["status"], 503);
            self.sent_away.fetch_add(1, SeqCst);
        }
    }
}

#[test]
fn who_is_too_many_is_sent_away_and_the_others_are_answered() {
    let fixture = Fixture::with(|options| {
        options.longest_wait = Duration::from_millis(1);
        options.answer_bytes = 0;
    });
    let crowd = Crowd {
        over: AtomicBool::new(false),
        answered: AtomicUsize::new(0),
        sent_away: AtomicUsize::new(0),
    };
    std::thread::scope(|scope| {
        for _ in 0..CALLERS {
            scope.spawn(|| crowd.ask_on(&fixture));
        }
        eventually("somebody who is sent away", || crowd.sent_away.load(SeqCst) >= 10);
        let before = crowd.answered.load(SeqCst);
        for path in ["/healthz", "/readyz", "/metrics"] {
            fixture.get(path).send().expect(200);
        }
        eventually("somebody who is answered", || crowd.answered.load(SeqCst) > before);
        crowd.over.store(true, SeqCst);
    });
    let text = fixture.get("/metrics").send().expect(200).text();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("joseki_rejected_total{reason=\"overload\"} "));
    let counted: usize = line.and_then(|count| count.parse().ok()).expect("the metric");
    assert!(counted >= crowd.sent_away.load(SeqCst));
    let mut stream = connect(fixture.address).expect("a connection");
    eventually("an answer for everybody", || ask(&mut stream).status == 200);
}

#[test]
fn a_few_are_answered_however_busy_the_machine_is() {
    let fixture = Fixture::with(|options| {
        options.longest_wait = Duration::from_millis(1);
        options.answer_bytes = 0;
    });
    std::thread::scope(|scope| {
        for _ in 0..30 {
            scope.spawn(|| {
                let mut stream = connect(fixture.address).expect("a connection");
                for _ in 0..10 {
                    ask(&mut stream).expect(200);
                }
            });
        }
    });
}

/// A server with one worker of each kind and an empty queue. It does not poll for changes by others,
/// which would read as well, and keep writers out meanwhile.
fn narrow() -> Fixture {
    Fixture::with(|options| {
        options.refresh_every = Duration::from_secs(3600);
        options.workers = 1;
        options.heavy_workers = 1;
        options.waiting = 0;
        options.anonymous_nodes = 2_000_000;
    })
}

#[test]
fn long_work_without_a_key_keeps_nobody_else_waiting() {
    let fixture = narrow();
    let key = fixture.key(Scopes::CURATE);
    let import = |moves: &str| {
        let request = fixture.post("/v1/books/main/import").key(&key);
        request.body("text/plain", format!("(;SZ[19];B[aa];W[{moves}])")).send().expect(200);
    };
    import("ba");
    let earlier = || fixture.get("/v1/next?as_of=1");
    fixture.faults.on_read(Fault::Wait);
    std::thread::scope(|scope| {
        let waiting = |count| eventually("a worker", || fixture.faults.waiting() == count);
        let first = scope.spawn(|| earlier().send());
        waiting(1);
        earlier().send().expect(503);
        let ready = scope.spawn(|| fixture.get("/readyz").send());
        waiting(2);
        let short = scope.spawn(|| fixture.get("/v1/books/main/lines").send());
        waiting(3);
        import("bb");
        fixture.faults.on_read(Fault::None);
        for answer in [first, ready, short] {
            answer.join().expect("no panic").expect(200);
        }
    });
}

#[test]
fn large_answers_without_a_key_are_long_work() {
    let fixture = narrow();
    let key = fixture.key(Scopes::CURATE);
    for moves in ["ba", "bb"] {
        let import = fixture.post("/v1/books/main/import").key(&key);
        import.body("text/plain", format!("(;SZ[19];B[aa];W[{moves}])")).send().expect(200);
    }
    fixture.faults.on_read(Fault::Wait);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| fixture.get("/v1/next?as_of=1").send());
        eventually("a worker", || fixture.faults.waiting() == 1);
        for path in [
            "/v1/changes/1",
            "/v1/changes?limit=101",
            "/v1/books/main/changes?limit=101",
            "/v1/books/main/nodes/changes?limit=101",
            "/v1/books/main/nodes/DD/changes?limit=101",
            "/v1/books/main/lines?limit=101",
            "/v1/books/main/lines?as_of=1",
            "/v1/books/main/nodes?as_of=1",
            "/v1/books/main/nodes/DD?as_of=1",
            "/v1/books/main?as_of=1",
            "/v1/books/main/export?as_of=1",
            "/v1/books/main/conditions",
            "/v1/books/main/diff?with=main",
        ] {
            assert_eq!(fixture.get(path).send().code(), "overloaded", "{path}");
        }
        fixture.get("/v1/books/main/nodes").send().expect(200);
        fixture.faults.on_read(Fault::None);
        first.join().expect("no panic").expect(200);
    });
}

#[test]
fn large_answers_are_compressed_by_workers_and_plain_while_these_are_busy() {
    let fixture = Fixture::with(|options| {
        options.heavy_workers = 1;
        options.waiting = 0;
    });
    let gzip = |path: &str| fixture.get(path).header("Accept-Encoding", "gzip");
    let encoding = |request: Request| {
        let answer = request.send().expect(200);
        answer.header("content-encoding").map(str::to_owned)
    };
    let path = "/v1/books/main/export?format=katago&orientations=all";
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    let mut untaken = connect(fixture.address).expect("a connection");
    untaken.write_all(head.as_bytes()).expect("to write");
    let mut status = [0; 12];
    untaken.read_exact(&mut status).expect("the status");
    assert_eq!(&status, b"HTTP/1.1 200");
    assert_eq!(encoding(gzip("/openapi.json")), None);
    let packed = Some("gzip".to_owned());
    let key = fixture.key(Scopes::READ);
    assert_eq!(encoding(gzip("/openapi.json").key(&key)), packed);
    assert_eq!(encoding(gzip("/v1/books/main/lines")), packed, "a small one needs no worker");
    drop(untaken);
    eventually("a worker", || encoding(gzip("/openapi.json")) == packed);
    for path in ["/openapi.json", "/v1/books/main/export?format=lines"] {
        let plain = fixture.get(path).send().expect(200);
        let answer = gzip(path).send().expect(200);
        assert_eq!(answer.header("content-encoding"), Some("gzip"), "{path}");
        let mut unpacked = Vec::new();
        GzDecoder::new(answer.body.as_slice()).read_to_end(&mut unpacked).expect("gzip");
        assert!(unpacked == plain.body, "{path}");
    }
}

#[test]
fn requests_with_a_key_have_workers_of_their_own() {
    let fixture = narrow();
    let key = fixture.key(Scopes::CURATE);
    let books = || fixture.get("/v1/books/main/lines");
    fixture.faults.on_read(Fault::Wait);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| books().send());
        eventually("a reader", || fixture.faults.waiting() == 1);
        books().send().expect(503);
        let import = fixture.post("/v1/books/b/import").key(&key);
        import.body("text/plain", "(;SZ[19];B[pd];W[nc])").send().expect(200);
        let keyed = scope.spawn(|| books().key(&key).send());
        eventually("a reader with a key", || fixture.faults.waiting() == 2);
        fixture.faults.on_read(Fault::None);
        first.join().expect("no panic").expect(200);
        keyed.join().expect("no panic").expect(200);
    });
}

#[test]
fn silent_bodies_keep_no_import_waiting() {
    let fixture = Fixture::with(|options| options.import_timeout = Duration::from_secs(6));
    let key = fixture.key(Scopes::CURATE);
    let head = "POST /v1/books/main/conditions HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n";
    let silent = || {
        let mut stream = connect(fixture.address).expect("a connection");
        stream.write_all(head.as_bytes()).expect("to write");
        stream
    };
    let held: Vec<TcpStream> = (0..20).map(|_| silent()).collect();
    let connections = || fixture.get("/metrics").send().expect(200).text();
    eventually("twenty heads", || connections().contains("joseki_http_connections 21"));
    let import = fixture.post("/v1/books/b/import").key(&key);
    import.body("text/plain", "(;SZ[19];B[pd];W[nc])").send().expect(200);
    let mut held = held.into_iter();
    let mut first = held.next().expect("one of them");
    let late = read_answer(&mut first, false).expect("an answer").expect(408);
    assert_eq!(late.code(), "body_timeout");
    assert!(late.text().contains("too slowly"), "{}", late.text());
}

#[test]
fn silent_imports_keep_no_import_waiting() {
    let fixture = Fixture::new();
    let key = fixture.key(Scopes::CURATE);
    let head = format!(
        "POST /v1/books/b/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9999999\r\n\r\n"
    );
    let held: Vec<TcpStream> = (0..12)
        .map(|_| {
            let mut stream = connect(fixture.address).expect("a connection");
            stream.write_all(head.as_bytes()).expect("to write");
            stream.write_all(&[b'-'; 80_000]).expect("to write");
            stream
        })
        .collect();
    eventually("bodies in memory", || held_bytes(&fixture) >= 12 * (64 << 10));
    let import = fixture.post("/v1/books/b/import").key(&key);
    import.body("text/plain", "(;SZ[19];B[pd];W[nc])").send().expect(200);
    drop(held);
}

#[test]
fn bodies_and_responses_share_a_budget_of_memory() {
    let fixture = Fixture::with(|options| {
        options.memory_bytes = 4 << 20;
        options.trusted_proxies = vec![options.listen.ip().into()];
    });
    let key = fixture.key(Scopes::READ);
    let held = || held_bytes(&fixture);
    let head = "POST /v1/next/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900001\r\n\r\n";
    let mut unfinished = connect(fixture.address).expect("a connection");
    unfinished.write_all(head.as_bytes()).expect("to write");
    unfinished.write_all(&[b' '; 900_000]).expect("to write");
    eventually("a body in memory", || held() >= 500_000);
    let second = fixture.post("/v1/next/batch").body("application/json", vec![b' '; 900_000]);
    assert_eq!(second.send().expect(503).code(), "overloaded");
    fixture.get("/openapi.json").send().expect(503);
    fixture.get("/v1/next").send().expect(200);
    // One address has half of the half without a key, another one half of the rest.
    let other = fixture.post("/v1/next/batch").header(FORWARDED_FOR, OTHER);
    let answer = other.body("application/json", vec![b' '; 100_000]).send();
    assert_eq!(answer.code(), "malformed_json");
    // The other half is for those with a key.
    let keyed = fixture.post("/v1/next/batch").key(&key);
    let answer = keyed.body("application/json", vec![b' '; 300_000]).send();
    assert_eq!(answer.code(), "malformed_json");
    drop(unfinished);
    eventually("an empty budget", || held() == 0);
    let text = fixture.get("/metrics").send().expect(200).text();
    assert!(text.contains("joseki_rejected_total{reason=\"memory\"} 2"), "{text}");
}

/// The value of `joseki_held_bytes`.
fn held_bytes(fixture: &Fixture) -> usize {
    let text = fixture.get("/metrics").send().expect(200).text();
    let line = text.lines().find_map(|line| line.strip_prefix("joseki_held_bytes "));
    line.and_then(|bytes| bytes.parse().ok()).expect("the metric")
}

#[test]
fn what_waits_between_the_parts_of_a_response_counts_as_memory() {
    let fixture = Fixture::new();
    let query = format!("{{{}}}", " ".repeat(100));
    let batch = format!("{{\"queries\":[{}]}}", vec![query; 1000].join(","));
    let moves = (0..300)
        .map(|at| format!(";{}[{}{}]", ["B", "W"][at % 2], letter(at / 19), letter(at % 19)));
    let game = format!("(;SZ[19]{})", moves.collect::<String>());
    let review = json!({"games": vec![game; 200], "moves": 1000, "annotate": true}).to_string();
    // Queries are kept as text, games as trees.
    for (path, body, factor) in [("/v1/next/batch", batch, 1), ("/v1/review", review, 14)] {
        let unread = begin(&fixture, path, &body);
        let held = held_bytes(&fixture);
        assert!(held > body.len() * factor - 8192, "{path}: {held} for {} bytes", body.len());
        drop(unread);
        eventually("nothing in memory", || held_bytes(&fixture) == 0);
    }
}

fn letter(at: usize) -> char {
    char::from(b"abcdefghijklmnopqrs"[at])
}

/// Sends a request, and reads the first bytes of its answer only.
fn begin(fixture: &Fixture, path: &str, body: &str) -> TcpStream {
    let mut stream = connect(fixture.address).expect("a connection");
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("to write");
    let mut status = [0; 12];
    stream.read_exact(&mut status).expect("the status");
    assert_eq!(&status, b"HTTP/1.1 200");
    stream
}

#[test]
fn a_batch_is_answered_in_parts_while_its_client_takes_them() {
    let fixture = Fixture::with(|options| options.heavy_workers = 1);
    let alone = fixture.post("/v1/next").json(&json!({})).send().expect(200).json();
    let batch = |count| json!({"queries": vec![json!({}); count]});
    let answer = fixture.post("/v1/next/batch").json(&batch(300)).send().expect(200);
    assert_eq!(answer.header("transfer-encoding"), Some("chunked"));
    let answers = answer.json()["answers"].take();
    assert_eq!(answers.as_array().map(Vec::len), Some(300));
    assert!(answers.as_array().is_some_and(|all| all.iter().all(|each| *each == alone)));
    // A client that takes nothing and goes away leaves the worker to others.
    let gone = begin(&fixture, "/v1/next/batch", &batch(1000).to_string());
    let working = || {
        let text = fixture.get("/metrics").send().expect(200).text();
        ["working", "waiting"]
            .map(|what| text.contains(&format!("joseki_queue_{what}{{queue=\"heavy\"}} 0")))
    };
    fixture.post("/v1/next/batch").json(&batch(1)).send().expect(200);
    drop(gone);
    eventually("an empty queue", || working() == [true, true]);
}

/// Whether the threads of a name have a nice value, in this process.
#[cfg(target_os = "linux")]
fn threads_are_nice(name: &str, nice: &str) -> bool {
    let tasks = fs::read_dir("/proc/self/task").expect("a folder");
    let stats = tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("stat")).ok());
    let marked = stats.filter(|stat| stat.contains(&format!("({name})")));
    let found: Vec<bool> = marked
        .map(|stat| stat.rsplit(')').next().and_then(|rest| rest.split(' ').nth(17)) == Some(nice))
        .collect();
    !found.is_empty() && found.iter().all(|fits| *fits)
}

#[cfg(target_os = "linux")]
#[test]
fn heavy_work_without_a_key_lets_the_rest_go_first() {
    let fixture = Fixture::new();
    fixture.post("/v1/next/batch").json(&json!({"queries": [{}]})).send().expect(200);
    fixture.get("/v1/books").send().expect(200);
    assert!(threads_are_nice("joseki-heavy", "10"));
    assert!(!threads_are_nice("joseki-http", "10"));
}

#[test]
fn one_address_leaves_places_in_a_queue_to_others() {
    let fixture = Fixture::with(|options| {
        options.refresh_every = Duration::from_secs(3600);
        (options.heavy_workers, options.waiting) = (1, 7);
        options.trusted_proxies = vec![options.listen.ip().into()];
    });
    let changes = || fixture.get("/v1/changes?limit=101");
    fixture.faults.on_read(Fault::Wait);
    thread::scope(|scope| {
        let waiting = |count: usize| {
            eventually("requests in the queue", || {
                let text = fixture.get("/metrics").send().expect(200).text();
                text.contains("joseki_queue_working{queue=\"heavy\"} 1")
                    && text.contains(&format!("joseki_queue_waiting{{queue=\"heavy\"}} {count}"))
            });
        };
        let mut sent: Vec<_> = (0..4).map(|_| scope.spawn(|| changes().send())).collect();
        waiting(3);
        assert_eq!(changes().send().expect(503).code(), "overloaded");
        sent.push(scope.spawn(|| changes().header(FORWARDED_FOR, OTHER).send()));
        waiting(4);
        fixture.faults.on_read(Fault::None);
        for answer in sent {
            answer.join().expect("no panic").expect(200);
        }
    });
}

/// A position of renju in which a search by threats takes long.
fn hard() -> serde_json::Value {
    let moves = "h8 g7 j8 h9 k5 k8 j4 l6";
    json!({"game": "renju", "kind": "vct", "moves": moves, "nodes": 2000})
}

#[test]
fn long_work_without_a_key_has_a_budget_by_address() {
    let fixture = Fixture::with(|options| {
        options.trusted_proxies = vec![options.listen.ip().into()];
        options.anonymous_work = Duration::from_millis(1);
        // A batch waits for its budget until then.
        options.handler_timeout = Duration::from_secs(10);
    });
    let solve = || fixture.post("/v1/solve").json(&hard());
    solve().send().expect(200);
    let refused = solve().send().expect(429);
    assert_eq!(refused.code(), "rate_limited");
    let wait = refused.header("retry-after").and_then(|wait| wait.parse::<u64>().ok());
    assert!(wait.is_some_and(|seconds| seconds > 0), "{wait:?}");
    // What is left of a batch is refused for the same reason.
    let queries = vec![json!({"whole_board": true}); 1000];
    let batch = fixture.post("/v1/next/batch").header(FORWARDED_FOR, "192.0.2.2");
    let answers = batch.json(&json!({"queries": queries})).send().expect(200).json();
    assert_eq!(answers["answers"].as_array().map(Vec::len), Some(1000));
    assert!(answers["answers"][0]["error"].is_null());
    assert_eq!(answers["answers"][999]["error"]["code"], "rate_limited");
    // Other work goes on, and so do others.
    fixture.get("/v1/next?moves=Q16").send().expect(200);
    solve().header(FORWARDED_FOR, OTHER).send().expect(200);
    let key = fixture.key(Scopes::READ);
    for _ in 0..2 {
        solve().key(&key).send().expect(200);
    }
}

#[test]
fn a_search_without_a_key_gets_fewer_positions() {
    let fixture = Fixture::with(|options| options.anonymous_search = 1);
    let key = fixture.key(Scopes::READ);
    // A win by fours in two moves.
    let moves = "h8 i7 g9 e5 g7 j10 g8 g6 f8 e8 h10 i11 j8 i8";
    let solve = || fixture.post("/v1/solve").json(&json!({"game": "renju", "moves": moves}));
    let short = solve().send().expect(200).json();
    assert_eq!((&short["n"], &short["limit"]), (&json!(null), &json!(true)));
    let whole = solve().key(&key).send().expect(200).json();
    assert!(whole["n"].is_u64() && whole["limit"].is_null(), "{whole}");
}

#[test]
fn a_batch_ends_with_its_time_limit_and_is_answered_whole() {
    const QUERIES: usize = 1000;
    // Each has a board of its own, so that no answer helps with another.
    let query = |number: usize| {
        let point = |at: usize, row| format!("{}{}", letter(at % 7), row + at / 7);
        let moves = [("B", point(number % 49, 1)), ("W", point(number / 49, 8))];
        json!({"whole_board": true, "moves": moves})
    };
    let queries: Vec<_> = (0..QUERIES).map(query).collect();
    let late = |answer: &serde_json::Value| answer["error"]["code"] == "timeout";
    // How many are answered within a limit.
    let answered = |limit: u64| {
        let limit = Duration::from_millis(limit);
        let fixture = Fixture::with(|options| options.handler_timeout = limit);
        let batch = fixture.post("/v1/next/batch").json(&json!({"queries": queries}));
        let batch = batch.send();
        // Without an answer in time, there is none to begin with.
        if batch.status == 503 {
            assert_eq!(batch.code(), "timeout");
            return 0;
        }
        let answers = batch.expect(200).json()["answers"].take();
        let answers = answers.as_array().expect("answers");
        assert_eq!(answers.len(), QUERIES);
        let answered = answers.iter().take_while(|answer| !late(answer)).count();
        assert!(answered < QUERIES && answers[answered..].iter().all(late), "{answered}");
        answered
    };
    // A slow machine answers the first one later.
    assert!((0..8).any(|doubled| answered(300 << doubled) > 0));
}

#[test]
fn exports_are_sent_in_parts_and_keep_no_worker_from_others() {
    let fixture = Fixture::with(|options| {
        options.heavy_workers = 1;
        options.trusted_proxies = vec![options.listen.ip().into()];
    });
    let path = "/v1/books/main/export?format=katago&orientations=all";
    // One address has half of the eight.
    let untaken: Vec<TcpStream> = (0..4)
        .map(|_| {
            let mut stream = connect(fixture.address).expect("a connection");
            let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
            stream.write_all(head.as_bytes()).expect("to write");
            let mut status = [0; 12];
            stream.read_exact(&mut status).expect("the status");
            assert_eq!(&status, b"HTTP/1.1 200");
            stream
        })
        .collect();
    // All four wait for their clients; nothing but these ends them.
    eventually("exports that stand still", || {
        let text = fixture.get("/metrics").send().expect(200).text();
        ["waiting{queue=\"export\"} 4", "working{queue=\"export\"} 0"]
            .iter()
            .all(|load| text.contains(&format!("joseki_queue_{load}\n")))
    });
    let lines = || fixture.get("/v1/books/main/export?format=lines");
    let full = lines().send().expect(503);
    assert_eq!(full.code(), "overloaded");
    lines().header(FORWARDED_FOR, OTHER).send().expect(200);
    let batch = json!({"queries": [{}]});
    fixture.post("/v1/next/batch").json(&batch).send().expect(200);
    fixture.get("/readyz").send().expect(200);
    let key = fixture.key(Scopes::READ);
    let keyed = lines().key(&key).send().expect(200);
    assert_eq!(keyed.header("transfer-encoding"), Some("chunked"));
    drop(untaken);
    eventually("a place", || lines().send().status == 200);
    assert_eq!(lines().send().expect(200).text(), keyed.text());
}

#[test]
fn earlier_versions_are_computed_one_at_a_time_and_few_requests_wait() {
    const REQUESTS: u64 = 8;
    let desk = Desk::new();
    for n in 0..=REQUESTS {
        desk.set("b", "DD", &json!({"comment": format!("{n}")}));
    }
    let fixture = &desk.fixture;
    let admin = fixture.key(Scopes::ADMIN);
    let refused = AtomicUsize::new(0);
    let ask = &|version: u64| {
        let path = format!("/v1/next?book=b&as_of={version}");
        let answer = fixture.get(&path).key(&admin).send();
        if answer.status == 503 {
            assert_eq!(answer.code(), "overloaded");
            assert_eq!(answer.header("retry-after"), Some("1"));
            refused.fetch_add(1, SeqCst);
        }
        answer.status
    };
    fixture.faults.on_read(Fault::Wait);
    let mut statuses: Vec<u16> = thread::scope(|scope| {
        let asking: Vec<_> = (1..=REQUESTS).map(|n| scope.spawn(move || ask(n))).collect();
        eventually("all but four are refused", || refused.load(SeqCst) == 4);
        // One of them computes; the check for changes may wait as well.
        assert!(fixture.faults.waiting() <= 2, "{}", fixture.faults.waiting());
        fixture.get("/v1/next?book=b").send().expect(200);
        // Other work finds a worker.
        let key = json!({"name": "x", "scopes": ["read"]});
        fixture.post("/v1/keys").key(&admin).json(&key).send().expect(201);
        fixture.faults.on_read(Fault::None);
        asking.into_iter().map(|asked| asked.join().expect("no panic")).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 503, 503, 503, 503]);
}

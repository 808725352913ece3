//! `/metrics`: well-formed to the letter, documented, and every number moved by its cause.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::time::Duration;

use joseki::book::Forest;
use joseki::store::{BookChange, Scopes, Store};

use crate::client::{connect, read_answer};
use crate::exposition::{Family, parse};
use crate::faulty::Fault;
use crate::fixture::{Fixture, eventually};

/// A time limit that is to pass, and that no request in time reaches on a busy machine.
const SHORT: Duration = Duration::from_millis(1_500);
const FILE: &str = "(;SZ[19];B[pd];W[nc];B[qf])";

fn scrape(fixture: &Fixture) -> BTreeMap<String, Family> {
    let answer = fixture.get("/metrics").send().expect(200);
    let kind = answer.header("content-type");
    assert_eq!(kind, Some("text/plain; version=0.0.4; charset=utf-8"));
    parse(&answer.text())
}

/// A sample by the rest of its name and some of its labels; 0 if there is none.
fn value(fixture: &Fixture, name: &str, part: &str, labels: &[(&str, &str)]) -> f64 {
    let families = scrape(fixture);
    let samples = &families[name].samples;
    let found = samples.iter().find(|(held, all, _)| {
        held == part
            && labels.iter().all(|(label, value)| all.get(*label).is_some_and(|held| held == value))
    });
    found.map_or(0.0, |(_, _, value)| *value)
}

/// How much was refused for a reason.
pub fn rejected(fixture: &Fixture, reason: &str) -> u64 {
    value(fixture, "joseki_rejected_total", "", &[("reason", reason)]) as u64
}

#[test]
fn the_text_is_to_the_letter_whatever_a_book_is_called() {
    let fixture = Fixture::new();
    let name = "a \"b\" \\n \\ {c=\"d\"}\n# HELP e";
    let empty = Forest::new();
    let book = BookChange::new_book(name, &empty, "test");
    fixture.faults.apply(&book).expect("a book");
    fixture.service.refresh().expect("their heads");
    fixture.service.load_resident(u64::MAX).expect("all books");
    fixture.get("/v1/next").send().expect(200);
    fixture.get("/nothing\"here").send();
    for _ in 0..2 {
        let families = scrape(&fixture);
        for metric in ["joseki_book_version", "joseki_book_nodes", "joseki_book_index_bytes"] {
            let books =
                families[metric].samples.iter().map(|(_, labels, _)| labels["book"].clone());
            assert_eq!(books.collect::<Vec<_>>(), [name, "main"], "{metric}");
        }
    }
}

/// The first word in backquotes of each row of the tables of a page, below a heading.
fn documented() -> BTreeSet<String> {
    let page = include_str!("../../docs/operations.md");
    let section = page.split("## What to watch").nth(1).expect("the section");
    let section = section.split("\n## ").next().expect("its text");
    let first = |row: &str| row.split('|').nth(1).unwrap_or_default().to_owned();
    let cells = section.lines().filter(|line| line.starts_with("| `")).map(first);
    let words = |cell: String| {
        let words = cell.split('`').skip(1).step_by(2).map(str::to_owned);
        words.collect::<Vec<_>>()
    };
    cells.flat_map(words).collect()
}

#[test]
fn what_is_told_is_documented_and_the_other_way_round() {
    let families = scrape(&Fixture::new());
    let reasons = families["joseki_rejected_total"].samples.iter();
    let reasons = reasons.map(|(_, labels, _)| labels["reason"].clone());
    let told: BTreeSet<String> = families.keys().cloned().chain(reasons).collect();
    assert_eq!(told, documented());
}

#[test]
fn refusals_at_the_connection_are_counted_by_their_reason() {
    let fixture = Fixture::with(|options| options.header_timeout = SHORT);
    let idle = connect(fixture.address).expect("a connection");
    let mut half = connect(fixture.address).expect("a connection");
    half.write_all(b"GET /v1/next HT").expect("to write");
    let mut kept = connect(fixture.address).expect("a connection");
    kept.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("to write");
    read_answer(&mut kept, false).expect("an answer").expect(200);
    eventually("the end of all of them", || {
        value(&fixture, "joseki_http_connections", "", &[]) == 1.0
    });
    assert_eq!(rejected(&fixture, "header_timeout"), 1, "an idle connection is not a slow one");
    drop(idle);
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(101));
    let large = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    for head in [many, large] {
        let mut stream = connect(fixture.address).expect("a connection");
        // It may be closed before it has taken everything.
        drop(stream.write_all(head.as_bytes()));
    }
    eventually("both heads refused", || rejected(&fixture, "head") == 2);

    let fixture = Fixture::with(|options| options.max_connections = 2);
    let mut held = [connect(fixture.address), connect(fixture.address)];
    for stream in held.iter_mut().flatten() {
        let head =
            b"POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                     Expect: 100-continue\r\nContent-Length: 2\r\n\r\n";
        stream.write_all(head).expect("to write");
        read_answer(stream, true).expect("an answer").expect(100);
    }
    fixture.get("/v1/next").send().expect(503);
    drop(held);
    eventually("a free place", || {
        fixture.get("/healthz").try_send().is_ok_and(|answer| answer.status == 200)
    });
    assert!(rejected(&fixture, "connections") >= 1);
}

#[test]
fn refusals_of_requests_are_counted_by_their_reason() {
    let fixture = Fixture::with(|options| {
        options.body_timeout = SHORT;
        options.import_bytes = 1000;
        options.max_streams = 0;
    });
    let reader = fixture.key(Scopes::READ);
    let key = fixture.key(Scopes::CURATE);
    let limited =
        fixture.service.administration().create_key("slow", Scopes::CURATE, None, Some(1), "test");
    let limited = limited.expect("a key").secret;
    let import = |key: &str, text: &str| {
        let request = fixture.post("/v1/books/b/import").key(key);
        request.body("text/plain", text).send().status
    };
    let causes: [(&str, &dyn Fn() -> u16, u16); 7] = [
        ("key_missing", &|| fixture.post("/v1/books/b/import").send().status, 401),
        ("key_unknown", &|| import("jk_1_2", FILE), 401),
        ("key_scope", &|| import(&reader, FILE), 403),
        ("body_too_large", &|| import(&key, &"x".repeat(2000)), 413),
        ("streams_full", &|| fixture.get("/v1/changes/stream").send().status, 503),
        ("body_timeout", &|| late_body(&fixture), 408),
        (
            "rate_limit",
            &|| {
                let mut statuses = (0..5).map(|_| import(&limited, FILE));
                statuses.find(|status| *status != 200).unwrap_or_default()
            },
            429,
        ),
    ];
    for (reason, cause, status) in causes {
        let before = rejected(&fixture, reason);
        assert_eq!(cause(), status, "{reason}");
        assert_eq!(rejected(&fixture, reason), before + 1, "{reason}");
    }
    fixture
        .service
        .administration()
        .revoke_key(key.rsplit_once('_').expect("a prefix").0, "test")
        .expect("an end");
    assert_eq!(import(&key, FILE), 401);
    assert_eq!(rejected(&fixture, "key_ended"), 1);
}

fn late_body(fixture: &Fixture) -> u16 {
    let mut stream = connect(fixture.address).expect("a connection");
    let head = "POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("to write");
    read_answer(&mut stream, false).expect("an answer").status
}

#[test]
fn queues_are_told_while_they_are_full() {
    let fixture = Fixture::with(|options| {
        options.workers = 1;
        // One caller may have two of three places.
        options.waiting = 2;
    });
    let at = |metric: &str, queue: &str| value(&fixture, metric, "", &[("queue", queue)]);
    fixture.faults.on_read(Fault::Wait);
    let ask = || {
        let request = fixture.get("/v1/books/main/lines");
        std::thread::spawn(move || request.send().status)
    };
    let first = ask();
    eventually("work", || fixture.faults.waiting() == 1);
    let second = ask();
    eventually("a full queue", || at("joseki_queue_waiting", "work") == 1.0);
    assert_eq!(at("joseki_queue_working", "work"), 1.0);
    fixture.get("/v1/books/main/lines").send().expect(503);
    assert_eq!(rejected(&fixture, "queue_full"), 1);
    fixture.faults.on_read(Fault::None);
    let answers = [first, second].map(|asked| asked.join().expect("no panic"));
    assert_eq!(answers, [200, 200]);
    eventually("an empty queue", || at("joseki_queue_working", "work") == 0.0);
    assert_eq!(at("joseki_queue_waiting", "work"), 0.0);
    assert_eq!(at("joseki_queue_waiting", "import"), 0.0);
}

#[test]
fn the_store_is_told_of_as_it_is_written() {
    let fixture = Fixture::new();
    let at = |metric: &str, part: &str| value(&fixture, metric, part, &[]);
    let key = fixture.key(Scopes::CURATE);
    let before = (at("joseki_store_commit_changes", "_count"), at("joseki_book_version", ""));
    // Each has to be new to the book.
    let import = |text: &str, status: u16| {
        let request = fixture.post("/v1/books/main/import").key(&key);
        request.body("text/plain", text).send().expect(status);
    };
    import(FILE, 200);
    assert_eq!(at("joseki_store_commit_changes", "_count"), before.0 + 1.0);
    assert_eq!(at("joseki_store_commit_changes", "_sum"), before.0 + 1.0);
    assert_eq!(at("joseki_store_commit_seconds", "_count"), before.0 + 1.0);
    assert!(at("joseki_store_commit_seconds", "_sum") > 0.0);
    assert_eq!(at("joseki_book_version", ""), before.1 + 1.0);
    assert_eq!(at("joseki_books", ""), 1.0);
    for (metric, name) in [("file", "joseki.db"), ("log", "joseki.db-wal")] {
        let size = fixture.directory.path().join(name).metadata().expect("a file").len();
        assert_eq!(at(&format!("joseki_store_{metric}_bytes"), ""), size as f64);
    }
    assert_eq!(at("joseki_writable", ""), 1.0);
    let full = joseki::store::StoreError::DiskFull { file: "f".into() };
    fixture.faults.on_write(Fault::Fail(full));
    import("(;SZ[19];B[aa])", 507);
    assert_eq!(at("joseki_writable", ""), 0.0);
    fixture.faults.on_write(Fault::None);
    import("(;SZ[19];B[aa];W[bb])", 200);
    assert_eq!(at("joseki_writable", ""), 1.0);
    assert_eq!(at("joseki_store_commits_failed_total", ""), 0.0);
    assert_eq!(at("joseki_store_writes_waiting", ""), 0.0);
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_process_uses_is_told() {
    let fixture = Fixture::new();
    let at = |metric: &str| value(&fixture, metric, "", &[]);
    assert_eq!(scrape(&fixture)["process_cpu_seconds_total"].kind, "counter");
    let bytes = at("process_resident_memory_bytes");
    assert!((1e6..1e11).contains(&bytes), "{bytes}");
    let before = at("process_cpu_seconds_total");
    eventually("time used", || at("process_cpu_seconds_total") > before);
    let most = at("process_max_fds");
    let open = at("process_open_fds");
    assert!(open > 5.0 && open < most, "{open} of {most}");
    // Other tests of this process open and close files too, but fewer.
    let files = || std::fs::File::open("/proc/self/status").expect("a file");
    let held: Vec<_> = std::iter::repeat_with(files).take(300).collect();
    assert!(at("process_open_fds") > 300.0);
    drop(held);
}

/// A node of the index is at least its step, parent, children, key, flags, neighbour and data.
#[test]
fn the_memory_of_an_index_goes_with_its_nodes() {
    let fixture = Fixture::new();
    let book = fixture.service.book("main").expect("the book");
    let (bytes, nodes) = (book.index.heap_bytes(), book.index.len());
    assert!(bytes > nodes * 31, "{bytes} for {nodes} nodes");
    assert!(bytes < nodes * 1000, "{bytes} for {nodes} nodes");
    let told = value(&fixture, "joseki_book_index_bytes", "", &[("book", "main")]);
    assert_eq!(told, bytes as f64);
    assert_eq!(
        value(&fixture, "joseki_build_info", "", &[("version", env!("CARGO_PKG_VERSION"))]),
        1.0
    );
    let started = Duration::from_secs_f64(value(&fixture, "process_start_time_seconds", "", &[]));
    let now = std::time::UNIX_EPOCH.elapsed().expect("a clock");
    assert!(started <= now && now - started < Duration::from_secs(86_400));
}

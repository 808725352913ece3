//! Changes followed as they come.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use joseki::game::Variant;
use joseki::service::Service;
use joseki::store::{Backup, Restore, SqliteStore};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Request, connect};
use crate::desk::Desk;
use crate::fixture::{Fixture, UNLIMITED, eventually};
use crate::metrics::rejected;

/// A connection on which events come.
pub struct Listener {
    stream: TcpStream,
    head: String,
    held: Vec<u8>,
    body: String,
}

/// An event: a change, a comment, or the number to begin with.
#[derive(Debug, PartialEq)]
enum Event {
    Change(i64, Value),
    Other(String),
}

impl Listener {
    fn open(fixture: &Fixture, path: &str, headers: &[(&str, &str)]) -> Listener {
        let mut stream = connect(fixture.address).expect("a connection");
        let mut head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).expect("sent");
        let mut listener =
            Listener { stream, head: String::new(), held: Vec::new(), body: String::new() };
        while !listener.held.windows(4).any(|window| window == b"\r\n\r\n") {
            assert!(listener.more(), "the head broke off");
        }
        let end =
            listener.held.windows(4).position(|window| window == b"\r\n\r\n").expect("an end");
        let rest = listener.held.split_off(end + 4);
        listener.head =
            String::from_utf8(std::mem::replace(&mut listener.held, rest)).expect("text");
        listener
    }

    pub fn following(fixture: &Fixture, path: &str, headers: &[(&str, &str)]) -> Listener {
        let listener = Listener::open(fixture, path, headers);
        assert!(listener.head.starts_with("HTTP/1.1 200"), "{}", listener.head);
        listener
    }

    /// False at the end.
    fn more(&mut self) -> bool {
        let mut buffer = [0; 4096];
        let read = self.stream.read(&mut buffer).expect("more in time");
        self.held.extend_from_slice(&buffer[..read]);
        read > 0
    }

    /// The next event; none when the answer ended as it should.
    fn next(&mut self) -> Option<Event> {
        self.text().map(|event| understood(&event))
    }

    /// The lines of the next event.
    pub fn text(&mut self) -> Option<String> {
        loop {
            if let Some((event, rest)) = self.body.split_once("\n\n") {
                let event = event.to_owned();
                self.body = rest.to_owned();
                return Some(event);
            }
            let Some(end) = self.held.windows(2).position(|window| window == b"\r\n") else {
                assert!(self.more(), "the answer broke off");
                continue;
            };
            let size = String::from_utf8_lossy(&self.held[..end]).into_owned();
            let size = usize::from_str_radix(&size, 16).expect("a size");
            while self.held.len() < end + 4 + size {
                assert!(self.more(), "a chunk broke off");
            }
            let chunk = &self.held[end + 2..end + 2 + size];
            self.body += &String::from_utf8_lossy(chunk);
            self.held.drain(..end + 4 + size);
            if size == 0 {
                return None;
            }
        }
    }

    /// The next change, whatever comes before it.
    fn change(&mut self) -> (i64, Value) {
        loop {
            match self.next().expect("more events") {
                Event::Change(id, change) => return (id, change),
                Event::Other(_) => {}
            }
        }
    }
}

fn understood(event: &str) -> Event {
    let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
    match (field("id"), field("event"), field("data")) {
        (Some(id), Some("change"), Some(data)) => {
            Event::Change(number(id), serde_json::from_str(data).expect("JSON"))
        }
        _ => Event::Other(event.to_owned()),
    }
}

/// The number in an event's id.
fn number(id: &str) -> i64 {
    let (number, mark) = id.split_once('@').expect("a mark");
    assert_eq!(mark.len(), 16, "{id}");
    number.parse().expect("a number")
}

fn comment(desk: &Desk, text: &str) -> i64 {
    desk.set("b", "DD", &json!({"comment": text}))
}

#[test]
fn a_change_is_told_as_the_log_has_it() {
    let desk = Desk::new();
    let fixture = &desk.fixture;
    let mut listener =
        Listener::following(fixture, "/v1/changes/stream", &[("Accept-Encoding", "gzip")]);
    for header in
        ["content-type: text/event-stream", "cache-control: no-store", "transfer-encoding: chunked"]
    {
        assert!(listener.head.contains(header), "{}", listener.head);
    }
    assert!(!listener.head.contains("content-encoding"), "{}", listener.head);
    let last = fixture.service.curation().last_change().expect("a number");
    let greeting = format!(": changes after {last}\nid: {last}@{}", fixture.service.history());
    assert_eq!(listener.next(), Some(Event::Other(greeting)));
    let made = comment(&desk, "now");
    let (id, change) = listener.change();
    let log = fixture.get("/v1/changes?limit=1").send().expect(200).json();
    assert_eq!((id, &change), (made, &log["changes"][0]));
}

#[test]
fn it_begins_where_it_is_asked_to() {
    let desk = Desk::new();
    let fixture = &desk.fixture;
    desk.put("/v1/books/other").expect(201);
    let all: Vec<i64> = (0..3).map(|n| comment(&desk, &format!("{n}"))).collect();
    let first = |path: &str, headers: &[(&str, &str)]| {
        Listener::following(fixture, path, headers).change().0
    };
    let after = format!("/v1/changes/stream?after={}", all[0]);
    assert_eq!(first(&after, &[]), all[1]);
    assert_eq!(first(&after, &[("Last-Event-ID", &all[1].to_string())]), all[2]);
    // The starter's change is the first of its book, the making of the other book the only one of that.
    assert_eq!(first("/v1/changes/stream?after=0&book=main", &[]), 1);
    let (_, other) =
        Listener::following(fixture, "/v1/changes/stream?after=0&book=other", &[]).change();
    assert_eq!((&other["book"], &other["kind"]), (&json!("other"), &json!("create")));
    for (path, header, status) in [
        ("/v1/changes/stream?book=none", "1", 404),
        ("/v1/changes/stream", "99999", 404),
        ("/v1/changes/stream", "x", 400),
        ("/v1/changes/stream", "-1", 400),
        ("/v1/changes/stream?since=1", "1", 400),
        ("/v1/changes/stream?after=-1", "1", 400),
    ] {
        let refused = fixture.get(path).header("Last-Event-ID", header).send();
        refused.expect(status).code();
    }
    fixture.get("/v1/changes/stream?after=-1").send().expect(400).code();
}

#[test]
fn a_reader_that_comes_back_misses_nothing_and_hears_nothing_twice() {
    const CHANGES: usize = 120;
    let desk = Desk::new();
    let fixture = &desk.fixture;
    let start = fixture.service.curation().last_change().expect("a number");
    let (made, heard) = thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let changes = (0..CHANGES).map(|n| comment(&desk, &format!("{n}")));
            changes.collect::<Vec<i64>>()
        });
        let reader = scope.spawn(|| {
            let mut heard: Vec<i64> = Vec::new();
            // Every few changes the reader breaks off in the middle of things, and comes back.
            while heard.len() < CHANGES {
                let last = heard.last().copied().unwrap_or(start).to_string();
                let mut listener =
                    Listener::following(fixture, "/v1/changes/stream", &[("Last-Event-ID", &last)]);
                for _ in 0..(heard.len() % 7 + 1).min(CHANGES - heard.len()) {
                    heard.push(listener.change().0);
                }
            }
            heard
        });
        (writer.join().expect("no panic"), reader.join().expect("no panic"))
    });
    assert_eq!(heard, made);
}

#[test]
fn many_changes_are_caught_up_in_pages() {
    let desk = Desk::new();
    let fixture = &desk.fixture;
    // More than are read at a time.
    for n in 0..600 {
        let edit = joseki::service::curate::EditRequest {
            book: "b".to_owned(),
            edits: vec![joseki::service::curate::ConditionalEdit {
                edit: joseki::book::Edit::Set {
                    line: "DD".parse().expect("a line"),
                    patch: joseki::book::Patch {
                        confidence: Some(Some((n % 100) as u8)),
                        ..Default::default()
                    },
                },
                seen: None,
            }],
            dry_run: false,
            by: joseki::service::curate::Author::new("a test"),
        };
        fixture.service.curation().edit(&edit).expect("an edit");
    }
    let last = fixture.service.curation().last_change().expect("a number");
    let mut listener = Listener::following(fixture, "/v1/changes/stream?after=0", &[]);
    for wanted in 1..=last {
        assert_eq!(listener.change().0, wanted);
    }
}

#[test]
fn what_another_program_changes_is_told_too() {
    let fixture = Fixture::with(|options| options.refresh_every = Duration::from_millis(20));
    let mut listener = Listener::following(&fixture, "/v1/changes/stream", &[]);
    let store = SqliteStore::open(fixture.directory.path().join("joseki.db")).expect("the store");
    let other = Service::new(Arc::new(store));
    other
        .curation()
        .create_book(
            "theirs",
            Variant::GO,
            None,
            &joseki::service::curate::Author::new("another program"),
        )
        .expect("a book");
    let (_, change) = listener.change();
    assert_eq!((&change["book"], &change["who"]), (&json!("theirs"), &json!("another program")));
}

#[test]
fn silence_is_filled_with_comments() {
    let fixture = Fixture::with(|options| options.stream_keep_alive = Duration::from_millis(20));
    let mut listener = Listener::following(&fixture, "/v1/changes/stream", &[]);
    assert!(matches!(listener.next(), Some(Event::Other(text)) if text.starts_with(": changes")));
    for _ in 0..3 {
        assert_eq!(listener.next(), Some(Event::Other(":".to_owned())));
    }
}

#[test]
fn places_are_bounded_and_given_back() {
    let fixture = Fixture::with(|options| options.max_streams = 2);
    let one = Listener::following(&fixture, "/v1/changes/stream", &[]);
    let two = Listener::following(&fixture, "/v1/changes/stream", &[]);
    let third = fixture.get("/v1/changes/stream").send().expect(503);
    assert_eq!((third.code().as_str(), third.header("retry-after")), ("overloaded", Some("5")));
    fixture.get("/v1/next").send().expect(200);
    drop(one);
    eventually("a place", || {
        Listener::open(&fixture, "/v1/changes/stream", &[]).head.starts_with("HTTP/1.1 200")
    });
    drop(two);
}

#[test]
fn places_are_bounded_by_address_too() {
    const PATH: &str = "/v1/changes/stream";
    let from = |fixture: &Fixture, name: &str, value: &str| {
        Listener::open(fixture, PATH, &[(name, value)])
    };
    let is_open = |listener: &Listener| listener.head.starts_with("HTTP/1.1 200");
    let fixture = Fixture::with(|options| options.max_streams_per_address = 1);
    let one = from(&fixture, "X-Forwarded-For", "192.0.2.1");
    // The header of an untrusted peer is ignored.
    let refused = fixture.get(PATH).header("X-Forwarded-For", "192.0.2.2").send().expect(503);
    assert_eq!((refused.code().as_str(), refused.header("retry-after")), ("overloaded", Some("5")));
    assert_eq!(rejected(&fixture, "address_streams"), 1);
    drop(one);
    eventually("a place", || is_open(&Listener::open(&fixture, PATH, &[])));

    let fixture = Fixture::with(|options| {
        options.max_streams_per_address = 1;
        options.trusted_proxies = vec![options.listen.ip().into()];
    });
    let held = [
        from(&fixture, "X-Forwarded-For", "192.0.2.9, 192.0.2.1"),
        from(&fixture, "X-Forwarded-For", "192.0.2.2"),
        from(&fixture, "Forwarded", "for=192.0.2.3;proto=https"),
        from(&fixture, "X-Forwarded-For", "2001:db8:0:1::1"),
        from(&fixture, "X-Forwarded-For", "2001:db8:0:2::1"),
        Listener::open(&fixture, PATH, &[]),
    ];
    assert!(held.iter().all(is_open));
    for client in ["192.0.2.1", "192.0.2.3", "2001:db8:0:1:9::", "127.0.0.1"] {
        fixture.get(PATH).header("X-Forwarded-For", client).send().expect(503);
    }
}

#[test]
fn the_end_of_the_server_ends_the_streams_and_does_not_wait_for_them() {
    let mut fixture = Fixture::with(|options| options.drain_timeout = UNLIMITED);
    let mut listeners: Vec<Listener> =
        (0..3).map(|_| Listener::following(&fixture, "/v1/changes/stream", &[])).collect();
    // It would wait for an hour.
    fixture.ended().expect("an orderly end");
    for listener in &mut listeners {
        assert!(matches!(listener.next(), Some(Event::Other(_))));
        assert_eq!(listener.next(), None, "the answer ends as it should");
    }
}

#[test]
fn after_a_restore_nothing_sent_before_matches() {
    const NODE: &str = "/v1/books/b/nodes/DD";
    let Desk { mut fixture, key } = Desk::new();
    let (database, copy) =
        (fixture.directory.path().join("joseki.db"), fixture.directory.path().join("copy.db"));
    Backup::begin(&database, &copy).and_then(Backup::publish).expect("a backup");
    let change = |fixture: &Fixture, comment: &str| {
        let request = fixture.request("PATCH", NODE).key(&key).header("If-Match", "*");
        request.json(&json!({"comment": comment})).send().expect(200).json()["change"].clone()
    };
    // The tags as a client has them.
    let tag = |fixture: &Fixture| {
        let answer = Request::new(fixture.address, "GET", NODE).send().expect(200);
        answer.header("etag").expect("a tag").to_owned()
    };
    let number = change(&fixture, "before");
    let (seen, mark) = (tag(&fixture), fixture.service.history().to_owned());
    assert!(seen.ends_with(&format!("@{mark}\"")), "{seen}");
    fixture.ended().expect("an orderly end");
    let elsewhere = TempDir::new().expect("a directory");
    let directory = std::mem::replace(&mut fixture.directory, elsewhere);
    drop(fixture);
    let restore = Restore::prepare(&copy, &database).expect("a backup that can be restored");
    restore.put_in_place().expect("a restored database");
    let fixture = Fixture::on(directory, |_| {});
    // Another change gets the same numbers.
    assert_eq!(change(&fixture, "after"), number);
    let now = tag(&fixture);
    assert_eq!(now.split('@').next(), seen.split('@').next());
    assert_ne!(now, seen);
    let raw = |method, tag: &str| {
        let request = Request::new(fixture.address, method, NODE).key(&key);
        request.header(if method == "GET" { "If-None-Match" } else { "If-Match" }, tag)
    };
    let read = raw("GET", &seen).send().expect(200).json();
    assert_eq!(read["comment"], "after");
    raw("GET", &now).send().expect(304);
    let unmarked = format!("{}\"", seen.split('@').next().expect("a tag"));
    for stale in [&seen, &unmarked] {
        raw("GET", stale).send().expect(200);
        let refused = raw("PATCH", stale).json(&json!({"comment": "lost"})).send();
        assert_eq!(refused.expect(412).code(), "precondition_failed");
    }
    // A stream begins again and says so; a number is taken for one of the present history.
    let last = number.as_i64().expect("a number");
    let stream = |id: &str| {
        let path = "/v1/changes/stream";
        Listener::following(&fixture, path, &[("Last-Event-ID", id)])
    };
    let mut other = stream(&format!("{}@{mark}", last - 1));
    let restart = format!(
        ": changes after {last}\nid: {last}@{}\nevent: restart\ndata: {{\"after\":{last}}}",
        fixture.service.history()
    );
    assert_eq!(other.next(), Some(Event::Other(restart)));
    let made = change(&fixture, "later");
    assert_eq!(json!(other.change().0), made);
    assert_eq!(stream(&(last - 1).to_string()).change().0, last);
    assert_eq!(stream(&format!("{}@{}", last - 1, fixture.service.history())).change().0, last);
    let after = format!("/v1/changes/stream?after={last}@{}", fixture.service.history());
    assert_eq!(json!(Listener::following(&fixture, &after, &[]).change().0), made);
}

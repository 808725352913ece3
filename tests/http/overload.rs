//! Too much load: who is too many is sent away with a word, the others are answered, and then everybody is.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use joseki::store::Scopes;
use serde_json::json;

use crate::client::{Answer, connect, read_answer};
use crate::desk::Desk;
use crate::faulty::Fault;
use crate::house::{House, eventually};

const CALLERS: usize = 200;
const QUESTION: &[u8] = b"GET /v1/next?moves=Q16,D4,O17,R14 HTTP/1.1\r\nHost: x\r\n\r\n";

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
    fn ask_on(&self, house: &House) {
        let mut stream = connect(house.address).expect("a connection");
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
    let house = House::with(|options| {
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
            scope.spawn(|| crowd.ask_on(&house));
        }
        eventually("somebody who is sent away", || crowd.sent_away.load(SeqCst) >= 10);
        let before = crowd.answered.load(SeqCst);
        for path in ["/healthz", "/readyz", "/metrics"] {
            house.get(path).send().expect(200);
        }
        eventually("somebody who is answered", || crowd.answered.load(SeqCst) > before);
        crowd.over.store(true, SeqCst);
    });
    let text = house.get("/metrics").send().expect(200).text();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("joseki_rejected_total{reason=\"overload\"} "));
    let counted: usize = line.and_then(|count| count.parse().ok()).expect("the metric");
    assert!(counted >= crowd.sent_away.load(SeqCst));
    let mut stream = connect(house.address).expect("a connection");
    eventually("an answer for everybody", || ask(&mut stream).status == 200);
}

#[test]
fn a_few_are_answered_however_busy_the_machine_is() {
    let house = House::with(|options| {
        options.longest_wait = Duration::from_millis(1);
        options.answer_bytes = 0;
    });
    std::thread::scope(|scope| {
        for _ in 0..30 {
            scope.spawn(|| {
                let mut stream = connect(house.address).expect("a connection");
                for _ in 0..10 {
                    ask(&mut stream).expect(200);
                }
            });
        }
    });
}

#[test]
fn earlier_versions_are_computed_one_at_a_time_and_few_requests_wait() {
    const REQUESTS: u64 = 8;
    let desk = Desk::new();
    for n in 0..=REQUESTS {
        desk.set("b", "DD", &json!({"comment": format!("{n}")}));
    }
    let house = &desk.house;
    let admin = house.key(Scopes::ADMIN);
    let refused = AtomicUsize::new(0);
    let ask = &|version: u64| {
        let path = format!("/v1/next?book=b&as_of={version}");
        let answer = house.get(&path).send();
        if answer.status == 503 {
            assert_eq!(answer.code(), "overloaded");
            assert_eq!(answer.header("retry-after"), Some("1"));
            refused.fetch_add(1, SeqCst);
        }
        answer.status
    };
    house.faults.on_read(Fault::Wait);
    let mut statuses: Vec<u16> = thread::scope(|scope| {
        let asking: Vec<_> = (1..=REQUESTS).map(|n| scope.spawn(move || ask(n))).collect();
        eventually("all but four are refused", || refused.load(SeqCst) == 4);
        // One of them computes; the check for changes may wait as well.
        assert!(house.faults.waiting() <= 2, "{}", house.faults.waiting());
        house.get("/v1/next?book=b").send().expect(200);
        // Other work finds a worker.
        let key = json!({"name": "x", "scopes": ["read"]});
        house.post("/v1/keys").key(&admin).json(&key).send().expect(201);
        house.faults.on_read(Fault::None);
        asking.into_iter().map(|asked| asked.join().expect("no panic")).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 503, 503, 503, 503]);
}

//! Too much load: who is too many is sent away with a word, the others are answered, and then everybody is.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use crate::client::{Answer, connect, read_answer};
use crate::house::{House, eventually};

const CALLERS: usize = 200;
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

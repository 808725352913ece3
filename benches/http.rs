//! Requests a second over kept connections of a real server, beside those of a constant answer.

#![expect(dead_code, reason = "the tests' client and fixture can do more")]

use std::io::Write;
use std::time::{Duration, Instant};

use client::{connect, read_answer};
use fixture::Fixture;

#[path = "../tests/http/client.rs"]
mod client;
#[path = "../tests/http/faulty.rs"]
mod faulty;
#[path = "../tests/http/fixture.rs"]
mod fixture;
#[path = "../tests/support/messages.rs"]
mod messages;

const CONNECTIONS: usize = 16;
const TIME: Duration = Duration::from_secs(3);
const MOVES: &str = "Q16,D4,C16,Q4,O17,R14,E17,C14,R6,F3,C6,O3,K4,K16,R10,C10,H3,M17,G17,Q8";

fn main() {
    let fixture = Fixture::new();
    let next = format!("/v1/next?moves={MOVES}");
    let constant = rate(&fixture, "/docs/");
    for path in ["/docs/", "/healthz", "/v1/books/main/lines?limit=40", &next] {
        let size = fixture.get(path).send().expect(200).body.len();
        let rate = rate(&fixture, path);
        let ratio = rate / constant;
        println!("{path}: {size} bytes, {rate:.0} requests/s, {ratio:.2} of the constant /docs/");
    }
}

fn rate(fixture: &Fixture, path: &str) -> f64 {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let end = Instant::now() + TIME;
    let address = fixture.address;
    let caller = || {
        let mut stream = connect(address).expect("a connection");
        let mut count = 0;
        while Instant::now() < end {
            stream.write_all(request.as_bytes()).expect("to write");
            read_answer(&mut stream, false).expect("an answer").expect(200);
            count += 1;
        }
        count
    };
    let count: u32 = std::thread::scope(|scope| {
        let callers: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(caller)).collect();
        callers.into_iter().map(|caller| caller.join().unwrap_or_default()).sum()
    });
    f64::from(count) / TIME.as_secs_f64()
}

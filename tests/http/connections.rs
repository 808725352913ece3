//! Connections: whose are closed when there are too many, and what is answered while all are busy.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use crate::client::{Answer, connect, read_answer};
use crate::faulty::Fault;
use crate::fixture::{Fixture, eventually};
use crate::metrics::rejected;

/// Connections that are accepted while all others are busy.
const RESERVE: usize = 8;
const SHORT: Duration = Duration::from_millis(100);
/// For so long a connection has to be idle before it makes room, and much more: the server notes
/// the end of a response after the client received it.
const GRACE: Duration = Duration::from_millis(600);

fn open(fixture: &Fixture) -> TcpStream {
    connect(fixture.address).expect("a connection")
}

fn ask(stream: &mut TcpStream, path: &str) -> Answer {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("to write");
    read_answer(stream, false).expect("an answer")
}

fn is_closed(stream: &mut TcpStream) -> bool {
    match stream.read(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
    }
}

/// A connection in the middle of a request: without its body, which is `{}`.
fn busy(fixture: &Fixture) -> TcpStream {
    let mut stream = open(fixture);
    let head = "POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 2\r\nExpect: 100-continue\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("to write");
    // The server waits for the body now.
    let mut line = [0; 25];
    stream.read_exact(&mut line).expect("a word");
    assert!(line.starts_with(b"HTTP/1.1 100 "), "{}", String::from_utf8_lossy(&line));
    stream
}

fn finish(mut stream: TcpStream) {
    stream.write_all(b"{}").expect("to write");
    read_answer(&mut stream, false).expect("an answer").expect(200);
}

#[test]
fn the_connection_that_was_idle_longest_makes_room() {
    let fixture = Fixture::with(|options| options.max_connections = 3);
    let mut kept = open(&fixture);
    ask(&mut kept, "/v1/next").expect(200);
    let mut half = open(&fixture);
    half.write_all(b"GET /v1/next HT").expect("to write");
    let mut idle = open(&fixture);
    ask(&mut idle, "/v1/next").expect(200);
    sleep(GRACE);
    ask(&mut kept, "/v1/next").expect(200);
    sleep(GRACE);
    let mut fourth = open(&fixture);
    ask(&mut fourth, "/v1/next").expect(200);
    assert!(is_closed(&mut half));
    let mut fifth = open(&fixture);
    ask(&mut fifth, "/v1/next").expect(200);
    assert!(is_closed(&mut idle));
    for stream in [&mut kept, &mut fourth, &mut fifth] {
        ask(stream, "/v1/next").expect(200);
    }
    assert_eq!(rejected(&fixture, "connections"), 0);
}

#[test]
fn health_is_answered_while_one_address_keeps_all_connections_busy() {
    let fixture = Fixture::with(|options| {
        options.max_connections = 2;
    });
    let held = [busy(&fixture), busy(&fixture)];
    for path in ["/healthz", "/readyz", "/metrics"] {
        fixture.get(path).send().expect(200);
    }
    let mut other = open(&fixture);
    ask(&mut other, "/healthz").expect(200);
    let refused = ask(&mut other, "/v1/next").expect(503);
    assert_eq!((refused.code().as_str(), refused.header("retry-after")), ("overloaded", Some("1")));
    assert_eq!(refused.header("connection"), Some("close"));
    assert!(is_closed(&mut other));
    assert_eq!(rejected(&fixture, "connections"), 1);
    drop(other);
    // Nobody waits on the reserve for ever: who does not ask makes room.
    let mut silent: Vec<TcpStream> = (1..RESERVE).map(|_| open(&fixture)).collect();
    // When the server has seen all of them, and the end of the other one, is up to the machine.
    eventually("a silent connection closed", || {
        silent.push(open(&fixture));
        sleep(GRACE);
        fixture.get("/healthz").send().expect(200);
        for stream in &mut silent {
            stream.set_read_timeout(Some(SHORT)).expect("a time limit");
        }
        silent.iter_mut().any(is_closed)
    });
    // Those in the middle of a request were left alone.
    held.into_iter().for_each(finish);
    eventually("a free place", || {
        fixture.get("/v1/next").try_send().is_ok_and(|answer| answer.status == 200)
    });
}

#[test]
fn a_connection_more_than_the_reserve_is_refused() {
    let fixture = Fixture::with(|options| options.max_connections = 1);
    let held = busy(&fixture);
    fixture.faults.on_read(Fault::Wait);
    let ready = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut asking = Vec::new();
    eventually("no room", || {
        let mut stream = open(&fixture);
        stream.set_read_timeout(Some(SHORT)).expect("a time limit");
        // Without a word, since what is not read could take the refusal with it.
        if let Ok(refused) = read_answer(&mut stream, false) {
            assert_eq!(refused.expect(503).code(), "overloaded");
            return true;
        }
        stream.write_all(ready).expect("to write");
        asking.push(stream);
        false
    });
    assert!(asking.len() >= RESERVE);
    fixture.faults.on_read(Fault::None);
    finish(held);
}

/// A connection from another address of this machine.
#[cfg(target_os = "linux")]
fn from_elsewhere(fixture: &Fixture) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let stream = runtime.expect("a runtime").block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        socket.bind(([127, 0, 0, 2], 0).into()).expect("another address");
        socket.connect(fixture.address).await?.into_std()
    });
    let stream = stream.expect("a connection");
    stream.set_nonblocking(false).expect("a blocking stream");
    stream
}

#[cfg(target_os = "linux")]
#[test]
fn an_address_with_too_many_connections_makes_room_for_itself() {
    let fixture = Fixture::with(|options| options.max_connections_per_address = 2);
    let held = busy(&fixture);
    let mut elsewhere = from_elsewhere(&fixture);
    ask(&mut elsewhere, "/v1/next").expect(200);
    let mut idle = open(&fixture);
    ask(&mut idle, "/v1/next").expect(200);
    sleep(GRACE);
    // Two are open: the idle one makes room, not the one from elsewhere, which is idle longer.
    let second = busy(&fixture);
    assert!(is_closed(&mut idle));
    let mut refused = open(&fixture);
    let refused = read_answer(&mut refused, false).expect("an answer").expect(503);
    assert_eq!(refused.code(), "overloaded");
    for path in ["/v1/next", "/healthz"] {
        ask(&mut elsewhere, path).expect(200);
    }
    finish(held);
    finish(second);
    assert_eq!(rejected(&fixture, "address_connections"), 1);
}

#[test]
fn connections_of_a_trusted_proxy_count_for_no_address() {
    let fixture = Fixture::with(|options| {
        options.max_connections_per_address = 1;
        options.trusted_proxies = vec![options.listen.ip().into()];
    });
    let held = [busy(&fixture), busy(&fixture)];
    ask(&mut open(&fixture), "/v1/next").expect(200);
    held.into_iter().for_each(finish);
}

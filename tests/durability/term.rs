//! SIGTERM under load: what is under way is answered, what was acknowledged is there, and the file is left tidy.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use joseki::store::SqliteStore;
use tempfile::TempDir;

use crate::claims::{Claim, Outcome, What};
use crate::client::{connect, read_answer};
use crate::load::{Load, games};
use crate::report::{count, say, seed};
use crate::server::{FILE, Server, healthy, make_book};
use crate::verdict::wrong;

/// What the end may take: the time for what is under way, the last work, and a busy machine.
const LIMIT: Duration = Duration::from_secs(10 + 1 + 60);

#[test]
fn the_end_that_is_asked_for_under_load_loses_nothing() {
    let (ends, seed) = (count(1, 10), seed());
    let directory = TempDir::new().expect("a directory");
    make_book(directory.path());
    let mut server = Server::start(directory.path());
    let key = server.key.clone().expect("the first key");
    let mut claims = Vec::new();
    let mut longest = Duration::ZERO;
    for round in 0..ends {
        let at = format!("end {round}, JOSEKI_SEED={seed}");
        let loads = [0, 1].map(|more| Load::start(server.address, &key, 2 * round + more, seed));
        let mut guests = Guests::of(server.address, &key);
        loads.iter().for_each(|load| load.wait_for(20));
        let asked = Instant::now();
        server.ask_to_end();
        nobody_listens(server.address);
        claims.push(guests.answered(&at));
        let status = server.ended();
        longest = longest.max(asked.elapsed());
        assert_eq!(status.code(), Some(0), "{at}");
        assert!(longest < LIMIT, "{at}: {longest:?}");
        claims.extend(loads.into_iter().flat_map(Load::claims));
        assert_eq!(left_beside(directory.path()), [""; 0], "{at}");
        let store = SqliteStore::open(directory.path().join(FILE)).expect("a store");
        let found = wrong(&store, claims.iter(), Claim::is_done).expect("a store");
        assert!(found.is_empty(), "{at}: {found:#?}");
        drop(store);
        healthy(directory.path());
        server = Server::start(directory.path());
    }
    let done = claims.iter().filter(|claim| claim.is_kept() && claim.is_done()).count();
    let slowest = longest.as_secs_f64();
    say(&format!(
        "SIGTERM: {ends} ends under load, {done} writes acknowledged, 0 lost, exit code 0, no log left, at most {slowest:.1} s"
    ));
}

#[test]
fn who_is_told_the_address_can_ask_for_the_end() {
    let directory = TempDir::new().expect("a directory");
    make_book(directory.path());
    for _ in 0..5 {
        let server = Server::start(directory.path());
        server.ask_to_end();
        assert_eq!(server.ended().code(), Some(0));
        assert_eq!(left_beside(directory.path()), [""; 0]);
    }
}

/// Callers who are at different points of a request when the end comes.
struct Guests {
    /// Held until the end: half a head, no request at all, a body that never ends.
    _slow: [TcpStream; 3],
    /// The server waits for its body.
    asked: TcpStream,
    claim: Claim,
    body: Vec<u8>,
}

impl Guests {
    fn of(address: SocketAddr, key: &str) -> Guests {
        let mut slow = [(); 3].map(|()| connect(address).expect("a connection"));
        slow[0].write_all(b"POST /v1/results HTTP/1.1\r\nHost: lo").expect("sent");
        slow[1].write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
        read_answer(&mut slow[1], false).expect("an answer");
        let claim = Claim::new(What::Results { opponent: "late", games: 1, together: true });
        let body = games(&claim)[0].to_string().into_bytes();
        // The server asks for a body once it has the head and waits for more.
        expect_body(&mut slow[2], key, 100);
        slow[2].write_all(b"{\"game_id\":").expect("sent");
        let mut asked = connect(address).expect("a connection");
        expect_body(&mut asked, key, body.len());
        Guests { _slow: slow, asked, claim, body }
    }

    /// Sends the body that the server waits for, and has its answer.
    fn answered(&mut self, at: &str) -> Claim {
        self.asked.write_all(&self.body).expect("sent");
        let answer = read_answer(&mut self.asked, false);
        let answer = answer
            .unwrap_or_else(|error| panic!("{at}: what was under way was not answered: {error}"));
        assert_eq!(answer.status, 201, "{at}: {}", answer.text());
        let mut claim = self.claim.clone();
        claim.outcome = Outcome::Done(0);
        claim
    }
}

fn expect_body(stream: &mut TcpStream, key: &str, length: usize) {
    let head = format!(
        "POST /v1/results HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let wanted = b"HTTP/1.1 100 Continue\r\n\r\n";
    let mut output = [0; 25];
    stream.read_exact(&mut output).expect("an answer");
    assert_eq!(&output, wanted, "{}", String::from_utf8_lossy(&output));
}

/// Waits until new callers find nobody.
fn nobody_listens(address: SocketAddr) {
    let end = Instant::now() + LIMIT;
    while TcpStream::connect(address).is_ok() {
        assert!(Instant::now() < end, "the server takes in callers after SIGTERM");
        thread::sleep(Duration::from_millis(5));
    }
}

/// What SQLite left beside the database, but for an empty log.
fn left_beside(directory: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let left = entries.map(|entry| entry.expect("an entry")).filter(|entry| {
        let length = entry.metadata().map_or(0, |found| found.len());
        entry.file_name() != FILE && length > 0
    });
    left.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

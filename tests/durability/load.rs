//! Clients that send results, edits and keys as fast as they can, and note what was acknowledged.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::claims::{Claim, Outcome, What};
use crate::client::{Answer, Request, connect};
use crate::random::Random;

/// Timeout of a number of acknowledgements.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Clients at work.
pub struct Load {
    desk: Arc<Desk>,
    clients: Vec<JoinHandle<Vec<Claim>>>,
}

/// What the clients share.
struct Desk {
    /// The running nodes; requests go to any of them.
    nodes: Arc<Mutex<Vec<SocketAddr>>>,
    /// Whether clients go on when a node is gone or busy.
    is_patient: bool,
    key: String,
    /// Which load this is; its nodes are its own.
    round: usize,
    /// How long each client rests before it sends more.
    rest: Duration,
    acknowledged: Mutex<usize>,
    more: Condvar,
    enough: AtomicBool,
}

/// A client at work. `None` from any of its methods says that the server is gone.
struct Client<'a> {
    desk: &'a Desk,
    random: Random,
    claims: Vec<Claim>,
    /// Whether the node is there that several change.
    has_shared: bool,
}

impl Load {
    /// One client for each way to send results, two editors, one who makes keys.
    pub fn start(address: SocketAddr, key: &str, round: usize, seed: u64) -> Load {
        Load::paced(address, key, round, seed, Duration::ZERO)
    }

    /// The same clients, who rest after each turn.
    pub fn paced(address: SocketAddr, key: &str, round: usize, seed: u64, rest: Duration) -> Load {
        let nodes = Arc::new(Mutex::new(vec![address]));
        Load::of(nodes, false, key, round, seed, rest)
    }

    /// The same clients, who ask any of several nodes and go on with the others.
    pub fn on_nodes(nodes: Arc<Mutex<Vec<SocketAddr>>>, key: &str, round: usize) -> Load {
        Load::of(nodes, true, key, round, 1, Duration::ZERO)
    }

    fn of(
        nodes: Arc<Mutex<Vec<SocketAddr>>>,
        is_patient: bool,
        key: &str,
        round: usize,
        seed: u64,
        rest: Duration,
    ) -> Load {
        let desk = Arc::new(Desk {
            nodes,
            is_patient,
            key: key.to_owned(),
            round,
            rest,
            acknowledged: Mutex::new(0),
            more: Condvar::new(),
            enough: AtomicBool::new(false),
        });
        let clients = 0..6;
        let start = |who: u64| {
            let desk = Arc::clone(&desk);
            let seed = seed.wrapping_mul(1000) + round as u64 * 10 + who;
            std::thread::spawn(move || Client::new(&desk, seed).work(who))
        };
        let clients = clients.map(start).collect();
        Load { desk, clients }
    }

    /// Waits for `wanted` acknowledgements since the start.
    pub fn wait_for(&self, wanted: usize) {
        let end = Instant::now() + TIMEOUT;
        let mut seen = self.desk.acknowledged.lock().expect("no panic");
        while *seen < wanted {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "{seen} of {wanted} acknowledgements came");
            let waited = self.desk.more.wait_timeout(seen, left);
            seen = waited.expect("no panic").0;
        }
    }

    /// Has each client send no more after what it is at.
    pub fn enough(&self) {
        self.desk.enough.store(true, Ordering::SeqCst);
    }

    /// All that was sent, once the clients have ended: the server is gone, or it was enough.
    pub fn claims(self) -> Vec<Claim> {
        let clients = self.clients.into_iter();
        let claims = clients.flat_map(|client| client.join().expect("a client in order"));
        claims.collect()
    }
}

impl Client<'_> {
    fn new(desk: &Desk, seed: u64) -> Client<'_> {
        Client { desk, random: Random::new(seed), claims: Vec::new(), has_shared: false }
    }

    fn work(mut self, who: u64) -> Vec<Claim> {
        let mut turn = 0;
        while !self.desk.enough.load(Ordering::SeqCst) {
            let done = match who {
                0 => self.post_one(),
                1 => self.post_many(),
                2 => self.post_lines(),
                3 => self.edit(turn, "DDCF"),
                4 => self.edit(turn, "DDCG"),
                _ => self.make_key(),
            };
            match (done, self.desk.is_patient) {
                (None, false) => break,
                (None, true) => std::thread::sleep(Duration::from_millis(20)),
                (Some(()), _) => {}
            }
            turn += 1;
            if !self.desk.rest.is_zero() {
                std::thread::sleep(self.desk.rest);
            }
        }
        self.claims
    }

    /// A result, and sometimes the same one again.
    fn post_one(&mut self) -> Option<()> {
        let claim = results("single", 1, true);
        let body = &games(&claim)[0];
        let answer = self.send(claim, |request| request.json(body))?;
        assert_eq!(answer.json()["status"], "counted", "{}", answer.text());
        if self.random.percent(25) {
            let again = self.send(results("single", 0, true), |request| request.json(body))?;
            assert_eq!(again.json()["status"], "unchanged", "{}", again.text());
        }
        Some(())
    }

    fn post_many(&mut self) -> Option<()> {
        let claim = results("batch", 1 + self.random.below(8), true);
        let body = json!({"results": games(&claim)});
        let wanted = body["results"].as_array().map(Vec::len);
        let answer = self.send(claim, |request| request.json(&body))?.json();
        assert_eq!(answer["counted"], json!(wanted), "{answer}");
        Some(())
    }

    fn post_lines(&mut self) -> Option<()> {
        let claim = results("stream", 1 + self.random.below(12), false);
        let (text, count) = lines(&games(&claim));
        let kind = "application/x-ndjson";
        let answer = self.send(claim, |request| request.body(kind, text))?.json();
        assert_eq!(answer["counted"], count, "{answer}");
        Some(())
    }

    /// Makes a node below another, changes it some times, and changes one that somebody else changes as well.
    fn edit(&mut self, turn: usize, below: &str) -> Option<()> {
        let round = opening(self.desk.round);
        let shared = format!("DDCF{round}");
        if !self.has_shared {
            self.make(&shared)?;
            self.has_shared = true;
        }
        if turn < POINTS && step(turn) != step(self.desk.round) {
            let line = format!("{below}{round}{}", step(turn));
            let mut seen = tag(&self.make(&line)?)?;
            for _ in 0..self.random.below(4) {
                seen = self.change(&line, &seen)?;
            }
        }
        let read = Claim::new(What::Read);
        let now = self.send_to("GET", &place(&shared), read, |request| request)?;
        self.change(&shared, &tag(&now)?).map(drop)
    }

    /// Makes a node, if it is not there.
    fn make(&mut self, line: &str) -> Option<Answer> {
        let claim = node(line);
        let name = claim.name();
        let body = json!({"tags": [name], "comment": name});
        self.send_to("PUT", &place(line), claim, |request| {
            request.header("If-None-Match", "*").json(&body)
        })
    }

    /// Changes a node if it still has the entity tag `seen`; returns the new one.
    fn change(&mut self, line: &str, seen: &str) -> Option<String> {
        let claim = node(line);
        let name = claim.name();
        let body = json!({"tags": {"add": [name]}, "comment": name});
        let answer = self.send_to("PATCH", &place(line), claim, |request| {
            request.header("If-Match", seen).json(&body)
        })?;
        tag(&answer)
    }

    fn make_key(&mut self) -> Option<()> {
        let claim = Claim::new(What::Key);
        let body = json!({"name": claim.name(), "scopes": ["read"]});
        self.send_to("POST", "/v1/keys", claim, |request| request.json(&body)).map(drop)
    }

    fn send(&mut self, claim: Claim, with: impl FnOnce(Request) -> Request) -> Option<Answer> {
        self.send_to("POST", "/v1/results", claim, with)
    }

    /// Sends a request and notes what became of it.
    fn send_to(
        &mut self,
        method: &str,
        path: &str,
        mut claim: Claim,
        with: impl FnOnce(Request) -> Request,
    ) -> Option<Answer> {
        let address = {
            let nodes = self.desk.nodes.lock().expect("no panic");
            *nodes.get(self.random.below(nodes.len().max(1)))?
        };
        let mut stream = connect(address).ok()?;
        claim.port = stream.local_addr().ok()?.port();
        let request = Request::new(address, method, path).key(&self.desk.key);
        let answer = with(request).try_send_on(&mut stream);
        let Ok(answer) = answer else {
            self.claims.push(claim);
            return None;
        };
        claim.outcome = match answer.status {
            200..300 => Outcome::Done(answer.json()["change"].as_i64().unwrap_or(0)),
            412 => Outcome::Refused,
            // A node that does not have the last changes yet, or no database. Lines of results are
            // entered in parts.
            404 | 503 if self.desk.is_patient => {
                let in_parts = matches!(claim.what, What::Results { together: false, .. });
                claim.outcome = if in_parts { Outcome::Unknown } else { Outcome::Refused };
                self.claims.push(claim);
                return None;
            }
            504 if self.desk.is_patient => {
                self.claims.push(claim);
                return None;
            }
            _ => panic!("{method} {path}: {} {}", answer.status, answer.text()),
        };
        if claim.is_done() && claim.is_kept() {
            *self.desk.acknowledged.lock().expect("no panic") += 1;
            self.desk.more.notify_all();
        }
        self.claims.push(claim);
        Some(answer)
    }
}

fn results(opponent: &'static str, games: usize, together: bool) -> Claim {
    Claim::new(What::Results { opponent, games, together })
}

fn node(line: &str) -> Claim {
    Claim::new(What::Node { line: line.to_owned() })
}

/// The points of a corner that are away from its first stones.
const POINTS: usize = 6 * 10;

/// One of them.
fn step(number: usize) -> String {
    let at = number % POINTS;
    format!("{}{}", letter(4 + at / 10), letter(at % 10))
}

/// Two steps of a round's own, up to the 540th.
fn opening(round: usize) -> String {
    let at = round / POINTS % 9;
    format!("{}{}{}", step(round), letter(at / 3), letter(7 + at % 3))
}

fn letter(at: usize) -> char {
    char::from(b'A' + at as u8)
}

fn place(line: &str) -> String {
    format!("/v1/books/b/nodes/{line}")
}

/// None if the node could not be read after its change.
fn tag(answer: &Answer) -> Option<String> {
    answer.header("etag").map(str::to_owned)
}

/// The games of a claim as they are sent, always the same.
pub fn games(claim: &Claim) -> Vec<Value> {
    let What::Results { opponent, games, .. } = &claim.what else {
        return Vec::new();
    };
    let game = |at: usize| {
        let result = ["win", "loss", "draw"][(claim.number + at) % 3];
        let third = ["R14", "P17", "Q3"][at % 3];
        let (date, rest) = day_of(claim.number * 16 + at);
        let fifth = format!("{}10", letter(rest % 8));
        let moves = [("B", "Q16"), ("W", "O17"), ("B", third), ("W", "D4"), ("B", &fifth)];
        json!({
            "game_id": claim.game(at), "opponent": opponent, "color": "B", "result": result, "date": date, "moves": moves
        })
    };
    (0..*games).map(game).collect()
}

/// A day of six hundred years for each number, since the same moves on one day are one game, and how
/// often the days were used up before.
pub fn day_of(number: usize) -> (String, usize) {
    let (day, month, years) = (number % 28 + 1, number / 28 % 12 + 1, number / (28 * 12));
    (format!("{}-{month:02}-{day:02}", 1500 + years % 600), years / 600)
}

/// Games as lines, and how many.
pub fn lines(games: &[Value]) -> (String, usize) {
    let text = games.iter().map(|game| format!("{game}\n")).collect();
    (text, games.len())
}

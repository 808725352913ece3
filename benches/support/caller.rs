//! Callers: each with a connection, asking at times of its own.

use std::cell::RefCell;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use joseki::priority::random::{hash, uniform};
use tokio::net::TcpStream;
use tokio::task::LocalSet;
use tokio::time::sleep_until;

use crate::figures::Figures;

/// The part of the time before anything counts.
const SETTLING: f64 = 1.0 / 3.0;
/// What callers do who are sent away.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manners {
    /// They send no request before `Retry-After` is over.
    Obedient,
    /// They ignore `Retry-After`.
    Rude,
}

/// Many callers at a time.
pub struct Wave {
    pub address: SocketAddr,
    pub callers: usize,
    /// Requests a second, of all together; without end for callers who ask on and on.
    pub rate: f64,
    pub manners: Manners,
    pub time: Duration,
    /// What they ask, one after another.
    pub requests: Rc<Vec<Vec<u8>>>,
}

impl Wave {
    /// Lets them send requests once all are connected, and returns their figures.
    pub fn run(&self) -> Figures {
        // The connections of others before are to be gone, as there is a bound.
        std::thread::sleep(Duration::from_secs(1));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let tasks = LocalSet::new();
        tasks.block_on(&runtime, async {
            let streams = self.connect().await;
            let start = Instant::now() + Duration::from_millis(300);
            let counted = start + self.time.mul_f64(SETTLING);
            let end = start + self.time;
            let figures =
                Rc::new(RefCell::new(Figures { time: end - counted, ..Figures::default() }));
            let callers = streams.into_iter().zip(0..).map(|(stream, number)| Caller {
                number,
                stream,
                pause: self.callers as f64 / self.rate,
                manners: self.manners,
                requests: Rc::clone(&self.requests),
                figures: Rc::clone(&figures),
                times: (start, counted, end),
            });
            let asking: Vec<_> =
                callers.map(|caller| tokio::task::spawn_local(caller.ask())).collect();
            for caller in asking {
                caller.await.expect("a caller");
            }
            figures.take()
        })
    }

    async fn connect(&self) -> Vec<TcpStream> {
        let mut streams = Vec::new();
        for _ in 0..self.callers {
            let stream = TcpStream::connect(self.address).await.expect("a connection");
            stream.set_nodelay(true).expect("a socket");
            streams.push(stream);
        }
        streams
    }
}

/// Lets one caller ask each question once, one after another over one connection, and returns the
/// figures of all of them.
pub fn ask_each(address: SocketAddr, requests: &[Vec<u8>]) -> Figures {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (mut figures, mut buffer) = (Figures::default(), Vec::new());
    runtime.block_on(async {
        let stream = TcpStream::connect(address).await.expect("a connection");
        stream.set_nodelay(true).expect("a socket");
        let started = Instant::now();
        for request in requests {
            let asked = Instant::now();
            let answer = exchange(&stream, request, &mut buffer).await.expect("an answer");
            figures.asked += 1;
            match answer.status {
                200 => figures.took.push(asked.elapsed()),
                503 => figures.refused += 1,
                _ => figures.failed += 1,
            }
        }
        figures.time = started.elapsed();
    });
    figures
}

struct Caller {
    number: u64,
    stream: TcpStream,
    /// The mean time between two requests, in seconds.
    pause: f64,
    manners: Manners,
    requests: Rc<Vec<Vec<u8>>>,
    figures: Rc<RefCell<Figures>>,
    times: (Instant, Instant, Instant),
}

/// What came back: the status, and how long to wait if it says so.
struct Answer {
    status: u16,
    retry_after: Option<Duration>,
}

impl Caller {
    async fn ask(self) {
        let (start, counted, end) = self.times;
        let mut due = start;
        let mut away_until = start;
        let mut buffer = Vec::new();
        for turn in 0.. {
            due += self.next_pause(turn);
            if due.max(Instant::now()) >= end {
                return;
            }
            sleep_until(due.into()).await;
            let now = Instant::now();
            let counts = due.max(now) >= counted;
            if due.max(now) < away_until {
                self.figures.borrow_mut().held_back += u64::from(counts);
                // A caller without a pause is idle until then.
                due = if self.pause > 0.0 { due } else { away_until };
                continue;
            }
            // Timers are exact to a millisecond, which is not the server's; being late for the answer before is.
            let asked =
                if self.pause > 0.0 && now - due < Duration::from_millis(2) { now } else { due };
            let asked = if self.pause > 0.0 { asked } else { now };
            let place = (self.number + turn) as usize % self.requests.len();
            let answer = exchange(&self.stream, &self.requests[place], &mut buffer).await;
            let failed = answer.is_none();
            self.note(answer, asked, counts, &mut away_until);
            if failed {
                return;
            }
        }
    }

    fn next_pause(&self, turn: u64) -> Duration {
        let drawn = uniform(hash(7, 1, [self.number, turn, 0]));
        Duration::from_secs_f64(-(1.0 - drawn).max(1e-12).ln() * self.pause)
    }

    fn note(&self, answer: Option<Answer>, asked: Instant, counts: bool, away_until: &mut Instant) {
        if let Some(Answer { retry_after: Some(wait), .. }) = &answer
            && self.manners == Manners::Obedient
        {
            *away_until = Instant::now() + *wait;
        }
        if !counts {
            return;
        }
        let mut figures = self.figures.borrow_mut();
        figures.asked += 1;
        match answer.map(|answer| (answer.status, answer.retry_after)) {
            Some((200, _)) => figures.took.push(asked.elapsed()),
            Some((503, Some(_))) => figures.refused += 1,
            _ => figures.failed += 1,
        }
    }
}

async fn exchange(stream: &TcpStream, request: &[u8], buffer: &mut Vec<u8>) -> Option<Answer> {
    let mut sent = 0;
    while sent < request.len() {
        match stream.try_write(&request[sent..]) {
            Ok(more) => sent += more,
            Err(error) if error.kind() == ErrorKind::WouldBlock => stream.writable().await.ok()?,
            Err(_) => return None,
        }
    }
    buffer.clear();
    loop {
        stream.readable().await.ok()?;
        let mut part = [0; 32 << 10];
        match stream.try_read(&mut part) {
            Ok(0) => return None,
            Ok(read) => buffer.extend_from_slice(&part[..read]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => continue,
            Err(_) => return None,
        }
        if let Some(answer) = whole(buffer) {
            return Some(answer);
        }
    }
}

/// The answer, once all of it is there.
fn whole(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(found, _)| found.eq_ignore_ascii_case(name))
            .and_then(|(_, value)| value.parse::<u64>().ok())
    };
    let length = header("content-length")?;
    if (bytes.len() - end) < length as usize {
        return None;
    }
    Some(Answer {
        status: head.split(' ').nth(1)?.parse().ok()?,
        retry_after: header("retry-after").map(Duration::from_secs),
    })
}

/// A question about the whole board after these moves.
pub fn question<'a>(moves: impl Iterator<Item = (&'a str, String)>) -> Vec<u8> {
    let moves: Vec<String> =
        moves.map(|(color, point)| format!("[\"{color}\",\"{point}\"]")).collect();
    let body = format!("{{\"moves\":[{}]}}", moves.join(","));
    let head = "POST /v1/next HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length:";
    format!("{head} {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// The body of one answer, asked for by itself.
pub fn fetch(address: SocketAddr, request: &[u8]) -> Vec<u8> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let mut buffer = Vec::new();
    runtime.block_on(async {
        let stream = TcpStream::connect(address).await.expect("a connection");
        let answer = exchange(&stream, request, &mut buffer).await.expect("an answer");
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&buffer));
    });
    let head = buffer.windows(4).position(|window| window == b"\r\n\r\n").map_or(0, |at| at + 4);
    buffer.split_off(head)
}

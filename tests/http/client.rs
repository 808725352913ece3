//! A small HTTP client over plain sockets: it sends exactly what a test says.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use crate::messages::short;

/// Longer than any test waits for an answer, also on a machine that is busy with other things.
const TIMEOUT: Duration = Duration::from_secs(600);

/// A request to be sent.
pub struct Request {
    address: SocketAddr,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    history: String,
}

/// An answer, its body as it came unless it was chunked.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn new(address: SocketAddr, method: &str, path: &str) -> Request {
        Request {
            address,
            method: method.to_owned(),
            path: path.to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
            history: String::new(),
        }
    }

    /// Adds the mark of the store's history to the entity tags of the request, and takes it from
    /// that of the answer, so that a test can say which version it means.
    pub fn in_history(mut self, mark: &str) -> Request {
        self.history = mark.to_owned();
        self
    }

    pub fn header(mut self, name: &str, value: impl Into<String>) -> Request {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    pub fn key(self, key: &str) -> Request {
        self.header("Authorization", format!("Bearer {key}"))
    }

    pub fn body(mut self, kind: &str, body: impl Into<Vec<u8>>) -> Request {
        self.body = body.into();
        if kind.is_empty() {
            return self;
        }
        self.header("Content-Type", kind)
    }

    pub fn json(self, value: &Value) -> Request {
        self.body("application/json", value.to_string())
    }

    /// Sends it on a connection of its own.
    pub fn send(self) -> Answer {
        self.try_send().expect("the server should answer")
    }

    pub fn try_send(self) -> io::Result<Answer> {
        let mut stream = connect(self.address)?;
        self.try_send_on(&mut stream)
    }

    /// Sends it on a connection that the caller knows.
    pub fn try_send_on(self, stream: &mut TcpStream) -> io::Result<Answer> {
        stream.write_all(&self.bytes())?;
        let mut answer = read_answer(stream, self.method == "HEAD")?;
        for (name, value) in &mut answer.headers {
            if name.eq_ignore_ascii_case("etag") && !self.history.is_empty() {
                *value = value.replace(&format!("@{}", self.history), "");
            }
        }
        Ok(answer)
    }

    /// Sends it and reads the head of the answer alone, and the body of a refusal.
    pub fn send_head(self) -> Answer {
        let mut stream = connect(self.address).expect("a connection");
        stream.write_all(&self.bytes()).expect("sent");
        let mut answer = read_answer(&mut stream, true).expect("a head");
        if let Some(length) = answer.header("content-length") {
            let wanted = length.parse().expect("a length");
            while answer.body.len() < wanted {
                read_more(&mut stream, &mut answer.body).expect("the body");
            }
        }
        answer
    }

    fn marked(&self, tags: &str) -> String {
        let marked = |tag: &str| match tag.strip_suffix('"') {
            Some(tag) if tag.contains('-') && !self.history.is_empty() => {
                format!("{tag}@{}\"", self.history)
            }
            _ => tag.to_owned(),
        };
        tags.split(',').map(marked).collect::<Vec<_>>().join(",")
    }

    fn bytes(&self) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\nHost: localhost\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            let value = match name.to_ascii_lowercase().as_str() {
                "if-match" | "if-none-match" => &self.marked(value),
                _ => value,
            };
            head += &format!("{name}: {value}\r\n");
        }
        if !self.body.is_empty() || matches!(self.method.as_str(), "POST" | "PUT") {
            head += &format!("Content-Length: {}\r\n", self.body.len());
        }
        head += "Connection: close\r\n\r\n";
        [head.into_bytes(), self.body.clone()].concat()
    }
}

impl fmt::Debug for Answer {
    /// Shows the body as text, cut if it is long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = short(&self.text());
        let mut answer = f.debug_struct("Answer");
        answer.field("status", &self.status).field("headers", &self.headers);
        answer.field("body", &body).finish()
    }
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(held, _)| held.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("no JSON: {}", short(&self.text())))
    }

    /// The code of a problem, after looking whether it is a whole one.
    #[track_caller]
    pub fn code(&self) -> String {
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json"),
            "{} {}",
            self.status,
            short(&self.text())
        );
        let json = self.json();
        assert_eq!(json["status"], self.status, "{json}");
        for member in ["type", "title", "detail", "code"] {
            assert!(json[member].is_string(), "{member} of {json}");
        }
        json["code"].as_str().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}", short(&self.text()));
        self
    }
}

pub fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Reads one answer; the connection may stay open after it.
pub fn read_answer(stream: &mut TcpStream, head_only: bool) -> io::Result<Answer> {
    let mut held = Vec::new();
    let end = loop {
        if let Some(end) = find(&held, b"\r\n\r\n") {
            break end;
        }
        read_more(stream, &mut held)?;
    };
    let head = String::from_utf8_lossy(&held[..end]).into_owned();
    let mut body = held.split_off(end + 4);
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.get(9..12));
    let status = status.and_then(|status| status.parse().ok());
    let mut answer = Answer {
        status: status.ok_or_else(|| io::Error::other(format!("no status: {head}")))?,
        headers: lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        body: Vec::new(),
    };
    if head_only || answer.status == 304 {
        answer.body = body;
        return Ok(answer);
    }
    if answer.header("transfer-encoding") == Some("chunked") {
        answer.body = read_chunks(stream, body)?;
    } else {
        let length = answer.header("content-length");
        let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
        while body.len() < length {
            read_more(stream, &mut body)?;
        }
        body.truncate(length);
        answer.body = body;
    }
    Ok(answer)
}

fn read_chunks(stream: &mut TcpStream, mut held: Vec<u8>) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let Some(end) = find(&held, b"\r\n") else {
            read_more(stream, &mut held)?;
            continue;
        };
        let size = String::from_utf8_lossy(&held[..end]).into_owned();
        let size = usize::from_str_radix(size.trim(), 16).map_err(io::Error::other)?;
        while held.len() < end + 4 + size {
            read_more(stream, &mut held)?;
        }
        body.extend_from_slice(&held[end + 2..end + 2 + size]);
        held.drain(..end + 4 + size);
        if size == 0 {
            return Ok(body);
        }
    }
}

fn read_more(stream: &mut TcpStream, held: &mut Vec<u8>) -> io::Result<()> {
    let mut buffer = [0; 16 << 10];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                held.extend_from_slice(&buffer[..read]);
                return Ok(());
            }
            // A signal ends the read of a socket with a time limit, as when the machine was paused.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn find(held: &[u8], wanted: &[u8]) -> Option<usize> {
    held.windows(wanted.len()).position(|window| window == wanted)
}

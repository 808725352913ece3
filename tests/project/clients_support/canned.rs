//! A server that gives answers written beforehand.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread::JoinHandle;

/// It gives one answer a connection, and keeps what it was asked.
pub struct Canned {
    pub url: String,
    running: JoinHandle<Vec<String>>,
}

impl Canned {
    pub fn new(answers: &[&str]) -> Canned {
        let answers: Vec<String> = answers.iter().map(|answer| (*answer).to_owned()).collect();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let running = std::thread::spawn(move || {
            let answer = |answer: String| {
                let (mut stream, _) = listener.accept().expect("a caller");
                let request = read_request(&mut stream);
                stream.write_all(answer.as_bytes()).expect("it reads");
                request
            };
            answers.into_iter().map(answer).collect()
        });
        Canned { url, running }
    }

    /// The requests that came, once all answers are given.
    pub fn requests(self) -> Vec<String> {
        self.running.join().expect("no panic")
    }
}

/// A request with its body, whose length its head says.
fn read_request(stream: &mut impl Read) -> String {
    let mut reader = BufReader::new(stream);
    let (mut request, mut length) = (String::new(), 0);
    while !request.ends_with("\r\n\r\n") {
        let from = request.len();
        assert_ne!(reader.read_line(&mut request).expect("text"), 0, "{request}");
        let line = request[from..].to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a number");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the body");
    request + &String::from_utf8(body).expect("UTF-8")
}

/// An answer with a problem.
pub fn problem(status: &str, retry_after: Option<u32>, code: &str) -> String {
    let body = format!(
        r#"{{"type":"/problems#{code}","title":"x","status":1,"detail":"so","code":"{code}"}}"#
    );
    let retry = retry_after.map_or(String::new(), |after| format!("Retry-After: {after}\r\n"));
    format!(
        "HTTP/1.1 {status}\r\n{retry}Content-Type: application/problem+json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
}

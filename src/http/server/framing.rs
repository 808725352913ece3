//! Rejects request heads for other hosts, and those that two HTTP parsers may read differently
//! (request smuggling).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Version, header};
use axum::response::{IntoResponse, Response};

use super::host;
use super::options::ServeOptions;
use crate::error::problem::Problem;
use joseki_service::Code;

/// Set when a request head has both `Content-Length` and `Transfer-Encoding`. As a request's
/// extension, it marks that request.
#[derive(Clone, Debug, Default)]
pub struct TwoLengths(Arc<AtomicBool>);

impl TwoLengths {
    /// Returns whether such a head was received.
    #[must_use]
    pub fn get(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Scanner of the bytes of a connection for a head with both lengths: hyper shows only one.
///
/// It stops at the first request in chunks, which ends its connection.
#[derive(Debug, Default)]
pub struct HeadScanner {
    found: TwoLengths,
    /// The line so far; hyper bounds the size of a head.
    line: Vec<u8>,
    in_head: bool,
    length: Option<u64>,
    has_encoding: bool,
    /// Bytes of a body to skip.
    body: u64,
    ended: bool,
}

impl HeadScanner {
    /// Creates a scanner that reports what it finds.
    #[must_use]
    pub fn new(found: TwoLengths) -> HeadScanner {
        HeadScanner { found, ..HeadScanner::default() }
    }

    /// Scans the next bytes.
    pub fn scan(&mut self, mut bytes: &[u8]) {
        while !self.ended && !bytes.is_empty() {
            if self.body > 0 {
                let skipped =
                    usize::try_from(self.body).map_or(bytes.len(), |body| body.min(bytes.len()));
                self.body -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            let end = memchr::memchr(b'\n', bytes);
            let (line, rest) = bytes.split_at(end.map_or(bytes.len(), |end| end + 1));
            self.line.extend_from_slice(line);
            bytes = rest;
            if end.is_some() {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = self.line.trim_ascii_end();
        if let Some(colon) = memchr::memchr(b':', line) {
            let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
            if name.eq_ignore_ascii_case(b"content-length") {
                let text = std::str::from_utf8(value).unwrap_or_default();
                self.length = Some(text.parse().unwrap_or(0));
            }
            self.has_encoding |= name.eq_ignore_ascii_case(b"transfer-encoding");
        }
        // Blank lines before a request do not count.
        let ends = line.is_empty() && self.in_head;
        self.in_head = !line.is_empty();
        self.line.clear();
        if ends {
            self.ended = self.has_encoding;
            self.found.0.store(self.has_encoding && self.length.is_some(), Relaxed);
            self.body = self.length.take().unwrap_or(0);
        }
    }
}

/// Returns the response to an ambiguous or misdirected head, which closes the connection: a proxy
/// in front may have parsed it differently.
pub fn refuse(request: &Request, options: &ServeOptions) -> Option<Response> {
    let checked = check(request).and_then(|()| check_host(request, options));
    let mut response = checked.err()?.into_response();
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
    Some(response)
}

fn check(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    match count(headers, header::HOST) {
        0 if request.version() >= Version::HTTP_11 => {
            return Err(unclear("missing Host header: send exactly one (RFC 9112, 3.2)"));
        }
        0 | 1 => {}
        _ => {
            return Err(unclear("several Host headers: send exactly one (RFC 9112, 3.2)"));
        }
    }
    if count(headers, header::CONTENT_TYPE) > 1 {
        return Err(unclear("several Content-Type headers: send one"));
    }
    if request.extensions().get::<TwoLengths>().is_some() {
        return Err(unclear("Content-Length beside Transfer-Encoding: send one of them"));
    }
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(one), None) if one.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => Err(unclear(
            "unsupported Transfer-Encoding: only chunked is supported, or send a Content-Length",
        )),
    }
}

/// Checks the name that the request is for. HTTP/1.0 allows requests without one; browsers send it.
fn check_host(request: &Request, options: &ServeOptions) -> Result<(), Problem> {
    let is_served = |text: &str| host::is_served(options, text);
    let named = request.headers().get(header::HOST);
    // A target in absolute form overrides `Host` (RFC 9112, 3.2.2).
    let target = request.uri().authority();
    if named.is_none_or(|value| value.to_str().is_ok_and(is_served))
        && target.is_none_or(|authority| is_served(authority.as_str()))
    {
        return Ok(());
    }
    let detail = "the server does not answer for this Host: use localhost, a loopback address, or a name that its \
                  operator allows with the setting hosts";
    Err(Problem::new(Code::UnknownHost, detail))
}

fn count(headers: &HeaderMap, name: HeaderName) -> usize {
    headers.get_all(name).iter().count()
}

fn unclear(detail: &'static str) -> Problem {
    Problem::new(Code::InvalidHead, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lengths_of_one_head_are_found_and_no_others() {
        let check = |text: &str, expected: bool| {
            for size in [1, 2, 7, text.len()] {
                let found = TwoLengths::default();
                let mut scanner = HeadScanner::new(found.clone());
                text.as_bytes().chunks(size).for_each(|bytes| scanner.scan(bytes));
                assert_eq!(found.get(), expected, "{size}: {text}");
            }
        };
        let (length, chunked) = ("Content-Length: 4\r\n", "transfer-encoding:\tchunked\r\n");
        let both = format!("POST / HTTP/1.1\r\n{length}{chunked}\r\n");
        check(&both, true);
        check(&format!("POST / HTTP/1.1\n{chunked}CONTENT-LENGTH:4\n\n"), true);
        check(
            &format!("\r\n\nGET / HTTP/1.1\r\n\r\nPOST / HTTP/1.1\r\n{length}\r\n{{}}\r\n{both}"),
            true,
        );
        check(&format!("POST / HTTP/1.1\r\n{length}\r\nPOST"), false);
        // Bodies are not scanned, nor what follows a request in chunks.
        let size = both.len();
        check(&format!("POST / HTTP/1.1\r\nContent-Length: {size}\r\n\r\n{both}"), false);
        check(&format!("POST / HTTP/1.1\r\n{chunked}\r\n{both}"), false);
        check(
            &format!("POST / HTTP/1.1\r\nX: {length}\r\nPOST / HTTP/1.1\r\n{chunked}\r\n"),
            false,
        );
    }
}

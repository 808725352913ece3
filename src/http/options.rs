//! How the server listens, and what it allows a caller.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Where to listen and every limit. The defaults are meant to be kept; tests use shorter times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServeOptions {
    /// The address; `127.0.0.1:8361` unless said. Port 0 takes a free one.
    pub listen: SocketAddr,
    /// Whether reading needs no key; true unless said.
    pub anonymous_reads: bool,
    /// Connections at a time, 1024; one more is answered 503 and closed.
    pub max_connections: usize,
    /// The time for a request's head, and for the pause between two requests of a connection, 5 s.
    pub header_timeout: Duration,
    /// The time for a request's body, 15 s.
    pub body_timeout: Duration,
    /// The time to answer, waiting for a turn included, 10 s.
    pub handler_timeout: Duration,
    /// The time for an import or many results: once for the body, once for the work, 60 s each. Of a
    /// stream, for the body in all and for the work on each part.
    pub import_timeout: Duration,
    /// How long a caller may take nothing of an answer that is ready for it, 15 s.
    pub write_timeout: Duration,
    /// How long requests under way may go on after the end was asked for, 10 s.
    pub drain_timeout: Duration,
    /// How often to look for changes by other programs on the same store, 1 s.
    pub refresh_every: Duration,
    /// Bytes of an import's body, and of results in one JSON text, 64 MiB.
    pub import_bytes: usize,
    /// Bytes of a stream of results, 1 GiB; only a part of it is in memory at a time.
    pub stream_bytes: usize,
    /// Requests that wait for the disk at a time, 16.
    pub workers: usize,
    /// Requests that wait for a worker, 256; one more is answered 503.
    pub waiting: usize,
    /// Bytes of answers about the next move that are kept for the same question, 64 MiB; 0 keeps none.
    pub answer_bytes: usize,
    /// How long requests may wait to be read while the server is busy, 12 ms. From half of it on some are answered 503, at all of it nearly all.
    pub longest_wait: Duration,
    /// Callers who follow the changes at a time, 64; one more is answered 503. Each holds a connection.
    pub max_streams: usize,
    /// How long a stream of changes may be silent before a comment is sent, 15 s.
    pub stream_keep_alive: Duration,
}

impl Default for ServeOptions {
    fn default() -> ServeOptions {
        ServeOptions {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8361)),
            anonymous_reads: true,
            max_connections: 1024,
            header_timeout: Duration::from_secs(5),
            body_timeout: Duration::from_secs(15),
            handler_timeout: Duration::from_secs(10),
            import_timeout: Duration::from_secs(60),
            write_timeout: Duration::from_secs(15),
            drain_timeout: Duration::from_secs(10),
            refresh_every: Duration::from_secs(1),
            import_bytes: 64 << 20,
            stream_bytes: 1 << 30,
            workers: 16,
            waiting: 256,
            answer_bytes: 64 << 20,
            longest_wait: Duration::from_millis(12),
            max_streams: 64,
            stream_keep_alive: Duration::from_secs(15),
        }
    }
}

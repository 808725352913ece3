//! Connections taken in, bounded in number and time, until the end is asked for.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::admit::Admission;
use super::app::App;
use super::patient::{Heard, Patient, Pause};
use super::rejected::Reason;
use super::router::router;

/// The most bytes of a request's head.
const HEAD_BYTES: usize = 64 << 10;
/// The most headers of a request.
const HEADERS: usize = 100;
/// How long to wait when the system has no more files or memory for a connection.
const BREATH: Duration = Duration::from_millis(100);
/// The answer to one connection too many, written before anything is read.
const REFUSAL: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\n\
    retry-after: 1\r\nconnection: close\r\ncontent-length: 135\r\n\r\n\
    {\"type\":\"/problems#overloaded\",\"title\":\"Too busy\",\"status\":503,\
    \"detail\":\"too many connections are open: try again\",\"code\":\"overloaded\"}";

/// Serves connections until `end`, then lets those with a request under way finish it.
pub async fn accept(listener: TcpListener, app: Arc<App>, end: impl Future<Output = ()>) {
    let router = router(Arc::clone(&app));
    let places = Arc::new(Semaphore::new(app.options.max_connections));
    let graceful = GracefulShutdown::new();
    let mut end = std::pin::pin!(end);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut end => break,
            accepted = listener.accept() => accepted,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                pause_after(&error).await;
                continue;
            }
        };
        match Arc::clone(&places).try_acquire_owned() {
            Ok(place) => {
                let heard = Heard::default();
                let connection = connection(stream, &app, router.clone(), &heard);
                let connection = graceful.watch(connection);
                let held = Held::new(Arc::clone(&app), place);
                tokio::spawn(async move {
                    if let Err(error) = connection.await {
                        if let Some(reason) = Reason::of_break(&error, heard.get()) {
                            held.app.metrics.count_rejected(reason);
                        }
                        tracing::debug!(%error, "a connection ended");
                    }
                });
            }
            Err(_) => refuse(stream, &app),
        }
    }
    // New callers are to find nobody, not a queue that nobody serves.
    drop(listener);
    // Who follows the changes would never end by itself.
    app.feed.end();
    if timeout(app.options.drain_timeout, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("requests were cut off: they took longer than the end may take");
    }
}

/// A connection's place, given back however the connection ends.
struct Held {
    app: Arc<App>,
    _place: OwnedSemaphorePermit,
}

impl Held {
    fn new(app: Arc<App>, place: OwnedSemaphorePermit) -> Held {
        app.metrics.connections.fetch_add(1, Relaxed);
        Held { app, _place: place }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.app.metrics.connections.fetch_sub(1, Relaxed);
    }
}

type Connection = http1::Connection<TokioIo<Patient<TcpStream>>, Admission>;

fn connection(stream: TcpStream, app: &Arc<App>, router: Router, heard: &Heard) -> Connection {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection is slower than it could be");
    }
    let pause = Pause::default();
    let stream = Patient::new(
        stream,
        app.options.write_timeout,
        heard.clone(),
        pause.clone(),
    );
    let admission = Admission::new(Arc::clone(app), router, pause);
    // The timer for the head runs from the end of the request before, so it also bounds idleness.
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.options.header_timeout)
        .max_headers(HEADERS)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), admission)
}

/// Says why if the system takes it at once, and closes.
fn refuse(stream: TcpStream, app: &App) {
    app.metrics.count_rejected(Reason::Connections);
    // The runtime does not know yet that a new connection can be written to; the system does.
    let written = stream
        .into_std()
        .and_then(|mut stream| stream.write_all(REFUSAL.as_bytes()));
    if let Err(error) = written {
        tracing::debug!(%error, "a connection was closed without a word");
    }
}

/// A connection that is gone already says nothing about the next one; a want of files does.
async fn pause_after(error: &io::Error) {
    let gone = matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    );
    if !gone {
        tracing::warn!(%error, "no connection can be taken in");
        sleep(BREATH).await;
    }
}

#[cfg(test)]
mod tests {
    use super::REFUSAL;

    #[test]
    fn the_refusal_is_as_long_as_it_says() {
        let (head, body) = REFUSAL.split_once("\r\n\r\n").expect("a head and a body");
        assert!(
            head.ends_with(&format!("content-length: {}", body.len())),
            "{}",
            body.len()
        );
    }
}

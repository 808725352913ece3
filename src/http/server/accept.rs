//! Accepts connections, limited in number and time, until shutdown.

use std::future::poll_fn;
use std::io::{self, Write};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::admit::Admission;
use super::app::App;
use super::client::{is_among, network};
use super::connection_io::{ConnectionIo, ReadActivity, ReadPause};
use super::connections::Connection;
use super::framing::{HeadScanner, TwoLengths};
use crate::error::rejected::Reason;

/// Maximum size of a request head, in bytes.
const HEAD_BYTES: usize = 64 << 10;
/// Maximum number of headers of a request.
const HEADERS: usize = 100;
/// Pause when the system is out of file descriptors or memory for a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Response to a connection over the limit, written before anything is read.
const REFUSAL: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\n\
    retry-after: 1\r\nconnection: close\r\ncontent-length: 145\r\n\r\n\
    {\"type\":\"/problems#overloaded\",\"title\":\"Service overloaded\",\"status\":503,\
    \"detail\":\"too many connections are open: try again\",\"code\":\"overloaded\"}";

/// Serves connections until `end`, then lets running requests finish.
pub async fn accept(
    listener: TcpListener,
    app: Arc<App>,
    router: Router,
    end: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let mut end = std::pin::pin!(end);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut end => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok((stream, peer)) => (stream, peer.ip().to_canonical()),
            Err(error) => {
                pause_after(&error).await;
                continue;
            }
        };
        let is_proxy = is_among(&app.options.trusted_proxies, peer);
        match app.connections.open((!is_proxy).then(|| network(peer))) {
            Ok(connection) => {
                let held = ConnectionPermit::new(Arc::clone(&app), Arc::clone(&connection));
                let heard = ReadActivity::default();
                let served = serve(stream, peer, &held, router.clone(), &heard);
                let served = graceful.watch(served);
                let task = tokio::spawn(async move {
                    let mut served = pin!(served);
                    let served = poll_fn(|context| {
                        held.connection.begin_turn();
                        served.as_mut().poll(context)
                    });
                    if let Err(error) = served.await {
                        if let Some(reason) = Reason::from_connection_error(&error, heard.get()) {
                            held.app.metrics.count_rejected(reason);
                        }
                        tracing::debug!(%error, "connection closed with an error");
                    }
                });
                connection.set_task(task.abort_handle());
            }
            Err(reason) => reject(stream, reason, &app),
        }
    }
    // New connections must be rejected, not queued where nothing accepts them.
    drop(listener);
    // Change streams would never end by themselves.
    app.feed.end();
    app.table_feed.end();
    if timeout(app.options.drain_timeout, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests were cut off: they ran past the drain timeout");
    }
}

/// Permit of an open connection, released when the connection ends in any way.
struct ConnectionPermit {
    app: Arc<App>,
    connection: Arc<Connection>,
}

impl ConnectionPermit {
    fn new(app: Arc<App>, connection: Arc<Connection>) -> ConnectionPermit {
        app.metrics.connections.fetch_add(1, Relaxed);
        ConnectionPermit { app, connection }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.app.connections.remove(&self.connection);
        self.app.metrics.connections.fetch_sub(1, Relaxed);
    }
}

type Served = http1::Connection<TokioIo<ConnectionIo<TcpStream>>, Admission>;

fn serve(
    stream: TcpStream,
    peer: IpAddr,
    held: &ConnectionPermit,
    router: Router,
    heard: &ReadActivity,
) -> Served {
    let ConnectionPermit { app, connection } = held;
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY: this connection will be slower");
    }
    let pause = ReadPause::default();
    let two_lengths = TwoLengths::default();
    let heads = HeadScanner::new(two_lengths.clone());
    let limit = app.options.write_timeout;
    let stream = ConnectionIo::new(
        stream,
        limit,
        heard.clone(),
        pause.clone(),
        heads,
        Arc::clone(connection),
    );
    let connection = Arc::clone(connection);
    let admission = Admission::new(Arc::clone(app), router, pause, two_lengths, peer, connection);
    // The head's timer starts at the end of the previous request, so it also limits idle time.
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.options.header_timeout)
        .max_headers(HEADERS)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), admission)
}

/// Writes the refusal if the socket accepts it at once, and closes the connection.
fn reject(stream: TcpStream, reason: Reason, app: &App) {
    app.metrics.count_rejected(reason);
    // Tokio does not know yet that a new socket is writable, so write through std.
    let written = stream.into_std().and_then(|mut stream| stream.write_all(REFUSAL.as_bytes()));
    if let Err(error) = written {
        tracing::debug!(%error, "a connection over the limit was closed without a response");
    }
}

/// Waits after a failed accept, unless only that one connection is gone: then the next may succeed.
async fn pause_after(error: &io::Error) {
    let gone = matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    );
    if !gone {
        tracing::warn!(%error, "cannot accept connections");
        sleep(ACCEPT_PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::REFUSAL;

    #[test]
    fn the_refusal_is_as_long_as_it_says() {
        let (head, body) = REFUSAL.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.ends_with(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}

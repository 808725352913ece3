//! TCP stream with a write timeout and a lingering close.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::connections::Connection;
use super::framing::HeadScanner;

/// Duration of the lingering close.
const LINGER: Duration = Duration::from_secs(1);

/// Set when bytes were read since the last write; readable after the stream is gone.
#[derive(Clone, Debug, Default)]
pub struct ReadActivity(Arc<AtomicBool>);

impl ReadActivity {
    /// Returns whether bytes were read since the last write.
    #[must_use]
    pub fn get(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Stream whose writes fail when the peer reads nothing for a while.
///
/// On shutdown it keeps reading and discards what the peer still sends, for a moment. If a socket
/// is closed with unread bytes, the kernel resets the connection and drops the last response, which
/// is the rejection of a body that is too large.
pub struct ConnectionIo<S> {
    stream: S,
    limit: Duration,
    heard: ReadActivity,
    waiting: Option<Pin<Box<Sleep>>>,
    lingering: Option<Pin<Box<Sleep>>>,
    pause: ReadPause,
    pausing: Option<Pin<Box<Sleep>>>,
    heads: HeadScanner,
    connection: Arc<Connection>,
}

/// Request to stop reading for a while, in microseconds; 0 means none.
#[derive(Clone, Debug, Default)]
pub struct ReadPause(Arc<AtomicU32>);

impl ReadPause {
    /// Suspends reading from the next read on, for at most 71 minutes.
    pub fn begin(&self, length: Duration) {
        let micros = u32::try_from(length.as_micros()).unwrap_or(u32::MAX);
        self.0.store(micros, Relaxed);
    }

    fn take(&self) -> Option<Duration> {
        let micros = self.0.swap(0, Relaxed);
        (micros > 0).then(|| Duration::from_micros(micros.into()))
    }
}

impl<S> ConnectionIo<S> {
    /// Wraps a stream with a write timeout, a read flag, a pause, a scanner of request heads and the
    /// connection's state.
    pub fn new(
        stream: S,
        limit: Duration,
        heard: ReadActivity,
        pause: ReadPause,
        heads: HeadScanner,
        connection: Arc<Connection>,
    ) -> ConnectionIo<S> {
        let (waiting, lingering, pausing) = (None, None, None);
        ConnectionIo { stream, limit, heard, waiting, lingering, pause, pausing, heads, connection }
    }

    fn poll_pause(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if let Some(length) = self.pause.take() {
            self.pausing = Some(Box::pin(sleep(length)));
        }
        if let Some(pausing) = &mut self.pausing {
            ready!(pausing.as_mut().poll(context));
            self.pausing = None;
        }
        Poll::Ready(())
    }

    fn poll_timeout<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let limit = self.limit;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> ConnectionIo<S> {
    /// Reads and discards until the peer closes its side or the time is over.
    fn drain(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if let Some(lingering) = &mut self.lingering
            && lingering.as_mut().poll(context).is_ready()
        {
            return Poll::Ready(());
        }
        let mut scratch = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut scratch);
            let read = ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                return Poll::Ready(());
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ConnectionIo<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(self.poll_pause(context));
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.heard.0.store(true, Relaxed);
            self.heads.scan(&buffer.filled()[before..]);
        }
        read
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for ConnectionIo<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.heard.0.store(false, Relaxed);
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.poll_timeout(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.heard.0.store(false, Relaxed);
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.poll_timeout(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        // hyper flushes when it has written everything.
        if matches!(flushed, Poll::Ready(Ok(()))) {
            self.connection.mark_sent();
        }
        self.poll_timeout(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.lingering.is_none() {
            let ended = Pin::new(&mut self.stream).poll_shutdown(context);
            ready!(self.poll_timeout(context, ended))?;
            self.lingering = Some(Box::pin(sleep(LINGER)));
        }
        self.drain(context).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Instant;

    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::server::connections::Connections;
    use crate::server::options::ServeOptions;

    const PAUSE: Duration = Duration::from_millis(200);

    async fn read(stream: &mut ConnectionIo<TcpStream>) -> usize {
        let mut room = [0; 16];
        let mut buffer = ReadBuf::new(&mut room);
        let read = poll_fn(|context| Pin::new(&mut *stream).poll_read(context, &mut buffer));
        read.await.expect("a stream in order");
        buffer.filled().len()
    }

    #[tokio::test]
    async fn a_stream_in_a_pause_does_not_listen_and_then_hears_what_came() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let caller = TcpStream::connect(address).await.expect("a connection");
        let (stream, _) = listener.accept().await.expect("a connection");
        let (heard, pause) = (ReadActivity::default(), ReadPause::default());
        let connections = Connections::new(&ServeOptions::default());
        let connection = connections.open(None).expect("a place");
        let heads = HeadScanner::default();
        let mut stream =
            ConnectionIo::new(stream, PAUSE, heard.clone(), pause.clone(), heads, connection);
        caller.writable().await.expect("a stream");
        assert_eq!(caller.try_write(b"one").expect("sent"), 3);
        assert_eq!(read(&mut stream).await, 3);
        assert_eq!(caller.try_write(b"four").expect("sent"), 4);
        pause.begin(PAUSE);
        let began = Instant::now();
        assert_eq!(read(&mut stream).await, 4);
        assert!(began.elapsed() >= PAUSE && heard.get());
        assert_eq!(caller.try_write(b"again").expect("sent"), 5);
        assert_eq!(read(&mut stream).await, 5, "one pause for each request");
    }
}

//! A stream that gives up on a caller who takes nothing, and hears out one who is still sending.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How long to hear out a caller after the last answer.
const LINGER: Duration = Duration::from_secs(1);

/// Whether something came since something was last written, for who holds no stream any more.
#[derive(Clone, Debug, Default)]
pub struct Heard(Arc<AtomicBool>);

impl Heard {
    /// Whether it did.
    #[must_use]
    pub fn get(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// A stream whose writes fail when the other side takes nothing for a while.
///
/// When it is shut down, what the other side still sends is read and thrown away for a moment: a
/// system that closes with bytes unread takes back what it sent last, and that is the refusal of a
/// body that is too large.
pub struct Patient<S> {
    stream: S,
    limit: Duration,
    heard: Heard,
    waiting: Option<Pin<Box<Sleep>>>,
    lingering: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    /// A stream that waits so long, and says what it heard.
    pub fn new(stream: S, limit: Duration, heard: Heard) -> Patient<S> {
        Patient {
            stream,
            limit,
            heard,
            waiting: None,
            lingering: None,
        }
    }

    fn bounded<T>(
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

impl<S: AsyncRead + Unpin> Patient<S> {
    /// Reads and throws away until the other side ends too, or the time is over.
    fn hear_out(&mut self, context: &mut Context<'_>) -> Poll<()> {
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

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.heard.0.store(true, Relaxed);
        }
        read
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.heard.0.store(false, Relaxed);
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.bounded(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.heard.0.store(false, Relaxed);
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.bounded(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.bounded(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.lingering.is_none() {
            let ended = Pin::new(&mut self.stream).poll_shutdown(context);
            ready!(self.bounded(context, ended))?;
            self.lingering = Some(Box::pin(sleep(LINGER)));
        }
        self.hear_out(context).map(Ok)
    }
}

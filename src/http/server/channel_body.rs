//! Body of a response that is produced in parts, at the client's pace.

use std::cell::RefCell;
use std::io::{self, Write};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use hyper::body::Frame;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::worker_pool::Turn;
use crate::error::problem::Problem;
use crate::etag::without_compression;
use joseki_base::cancel::Cancelled;

/// Size at which a part of a produced body is sent, in bytes.
const PART_BYTES: usize = 64 << 10;

/// Part of a body.
pub enum BodyPart {
    /// Some bytes.
    Data(Bytes),
    /// The end. Without it the connection is broken off, so that no client mistakes the body for
    /// complete.
    End,
}

/// Returns a body, and the sender of its parts. Up to two parts wait; sending fails if the
/// client is gone.
pub fn channel_body() -> (Body, mpsc::Sender<BodyPart>) {
    let (parts, receiver) = mpsc::channel(2);
    (Body::new(ChannelBody { receiver, has_ended: false }), parts)
}

/// Returns a response of server-sent events, and the sender of its parts.
pub fn event_stream() -> (Response, mpsc::Sender<BodyPart>) {
    let (body, sender) = channel_body();
    let mut response = without_compression(Response::new(body));
    let headers = response.headers_mut();
    for (name, value) in
        [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")]
    {
        headers.insert(name, HeaderValue::from_static(value));
    }
    (response, sender)
}

/// Logs why the rest of a body cannot be produced.
pub fn log_interrupted(problem: &Problem) {
    tracing::debug!(code = ?problem.code(), "cannot produce the rest of a response");
}

/// Writes a body from a thread that may block, see [`QueuePlace::produce`].
///
/// [`QueuePlace::produce`]: super::worker_pool::QueuePlace::produce
pub struct BodyWriter<H> {
    /// Sender of the head of the response; `None` once it is sent.
    head: Option<oneshot::Sender<Result<H, Problem>>>,
    parts: mpsc::Sender<BodyPart>,
    turn: Rc<RefCell<Turn>>,
    part: Vec<u8>,
    /// Time in which a client must take a part.
    limit: Duration,
}

impl<H> BodyWriter<H> {
    pub(super) fn new(
        head: oneshot::Sender<Result<H, Problem>>,
        parts: mpsc::Sender<BodyPart>,
        turn: Rc<RefCell<Turn>>,
        limit: Duration,
    ) -> BodyWriter<H> {
        BodyWriter { head: Some(head), parts, turn, part: Vec::new(), limit }
    }

    /// Begins the response.
    ///
    /// # Errors
    /// The client is gone.
    pub fn begin(&mut self, head: H) -> Result<(), Cancelled> {
        self.head.take().map_or(Ok(()), |sender| sender.send(Ok(head)).map_err(|_| Cancelled))
    }

    /// Ends the response: with the rest of it, or with a problem if its head is not sent yet.
    pub(super) fn end(mut self, done: Result<(), Problem>) {
        let sent = done.and_then(|()| {
            let rest = self.send_part().and_then(|()| self.send(BodyPart::End));
            rest.map_err(|_| Problem::timeout())
        });
        match (sent, self.head.take()) {
            (Ok(()), _) => {}
            // If this fails, nobody waits for it.
            (Err(problem), Some(head)) => drop(head.send(Err(problem))),
            (Err(problem), None) => log_interrupted(&problem),
        }
    }

    /// Sends what was written so far, before it is a whole part.
    ///
    /// # Errors
    /// The client is gone.
    pub fn send_now(&mut self) -> Result<(), Cancelled> {
        self.send_part()
    }

    fn send_part(&mut self) -> Result<(), Cancelled> {
        let part = std::mem::take(&mut self.part);
        if part.is_empty() { Ok(()) } else { self.send(BodyPart::Data(part.into())) }
    }

    /// Sends a part, waiting for the client without keeping a worker.
    fn send(&self, part: BodyPart) -> Result<(), Cancelled> {
        let part = match self.parts.try_send(part) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Closed(_)) => return Err(Cancelled),
            Err(TrySendError::Full(part)) => part,
        };
        let sent = async { timeout(self.limit, self.parts.send(part)).await };
        match self.turn.borrow_mut().without(sent) {
            Ok(Ok(())) => Ok(()),
            _ => Err(Cancelled),
        }
    }
}

impl<H> Write for BodyWriter<H> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.extend_from_slice(bytes);
        if self.part.len() >= PART_BYTES {
            self.send_part()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct ChannelBody {
    receiver: mpsc::Receiver<BodyPart>,
    has_ended: bool,
}

impl hyper::body::Body for ChannelBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        if self.has_ended {
            return Poll::Ready(None);
        }
        let part = ready!(self.receiver.poll_recv(context));
        self.has_ended = !matches!(part, Some(BodyPart::Data(_)));
        Poll::Ready(match part {
            Some(BodyPart::Data(bytes)) => Some(Ok(Frame::data(bytes))),
            Some(BodyPart::End) => None,
            None => Some(Err(io::Error::other("response interrupted"))),
        })
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    #[tokio::test]
    async fn only_a_body_with_its_end_is_complete() {
        for (last, expected) in [(Some(BodyPart::End), true), (None, false)] {
            let (body, parts) = channel_body();
            let sent = parts.send(BodyPart::Data(Bytes::from_static(b"part"))).await;
            assert!(sent.is_ok());
            if let Some(last) = last {
                assert!(parts.send(last).await.is_ok());
            }
            drop(parts);
            let read = body.collect().await.map(http_body_util::Collected::to_bytes);
            assert_eq!(read.ok(), expected.then_some(Bytes::from_static(b"part")));
        }
    }
}

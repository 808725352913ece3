//! Body of a response that is produced in parts, at the client's pace.

use std::cell::RefCell;
use std::io::{self, Write};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use hyper::body::Frame;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::worker_pool::Turn;
use crate::cancel::Cancelled;
use crate::http::error::problem::Problem;

/// Size at which a part of a produced body is sent, in bytes.
const PART_BYTES: usize = 64 << 10;
/// Time in which a client must take such a part, which is 4 KiB a second.
const TAKEN_WITHIN: Duration = Duration::from_secs(15);

/// Part of a body; an error breaks the body off, so that no client mistakes it for complete.
pub type BodyPart = Result<Bytes, io::Error>;

/// Returns a body, and the sender of its parts. Up to two parts wait; sending fails if the
/// client is gone.
pub fn channel_body() -> (Body, mpsc::Sender<BodyPart>) {
    let (sender, receiver) = mpsc::channel(2);
    (Body::new(ChannelBody(receiver)), sender)
}

/// Returns the error that breaks a body off.
pub fn broken_off(problem: &Problem) -> io::Error {
    tracing::debug!(code = ?problem.code(), "cannot produce the rest of a response");
    io::Error::other("response interrupted: the rest cannot be produced")
}

/// Writes a body from a thread that may block, see [`QueuePlace::produce`].
///
/// [`QueuePlace::produce`]: super::worker_pool::QueuePlace::produce
pub struct BodyWriter<H> {
    /// For the head of the response; none once it was told.
    tell: Option<oneshot::Sender<Result<H, Problem>>>,
    sender: mpsc::Sender<BodyPart>,
    turn: Rc<RefCell<Turn>>,
    part: Vec<u8>,
    is_ended: bool,
}

impl<H> BodyWriter<H> {
    pub(super) fn new(
        tell: oneshot::Sender<Result<H, Problem>>,
        sender: mpsc::Sender<BodyPart>,
        turn: Rc<RefCell<Turn>>,
    ) -> BodyWriter<H> {
        BodyWriter { tell: Some(tell), sender, turn, part: Vec::new(), is_ended: false }
    }

    /// Begins the response.
    ///
    /// # Errors
    /// The client is gone.
    pub fn begin(&mut self, head: H) -> Result<(), Cancelled> {
        self.tell.take().map_or(Ok(()), |tell| tell.send(Ok(head)).map_err(|_| Cancelled))
    }

    /// Ends the response: with the rest of it, or broken off.
    pub(super) fn end(mut self, done: Result<(), Problem>) {
        let sent = done.and_then(|()| self.send_part().map_err(|_| Problem::timeout()));
        match (sent, self.tell.take()) {
            (Ok(()), _) => {}
            // Nobody is left to tell if these fail.
            (Err(problem), Some(tell)) => drop(tell.send(Err(problem))),
            (Err(problem), None) => self.break_off(broken_off(&problem)),
        }
        self.is_ended = true;
    }

    fn break_off(&self, error: io::Error) {
        let _the_client_may_be_gone = self.send(Err(error));
    }

    fn send_part(&mut self) -> Result<(), Cancelled> {
        let part = std::mem::take(&mut self.part);
        if part.is_empty() { Ok(()) } else { self.send(Ok(part.into())) }
    }

    /// Sends a part, waiting for the client without keeping a worker.
    fn send(&self, part: BodyPart) -> Result<(), Cancelled> {
        let part = match self.sender.try_send(part) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Closed(_)) => return Err(Cancelled),
            Err(TrySendError::Full(part)) => part,
        };
        let sent = async { timeout(TAKEN_WITHIN, self.sender.send(part)).await };
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

impl<H> Drop for BodyWriter<H> {
    /// A body that ends early, as after a panic, must not pass for a complete one.
    fn drop(&mut self) {
        if !self.is_ended && self.tell.is_none() {
            self.break_off(io::Error::other("response interrupted"));
        }
    }
}

struct ChannelBody(mpsc::Receiver<BodyPart>);

impl hyper::body::Body for ChannelBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let polled = self.0.poll_recv(context);
        polled.map(|part| part.map(|part| part.map(Frame::data)))
    }
}

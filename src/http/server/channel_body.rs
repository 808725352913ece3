//! Body of a response that is produced in parts, at the client's pace.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use bytes::Bytes;
use hyper::body::Frame;
use tokio::sync::mpsc;

use crate::http::error::problem::Problem;

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

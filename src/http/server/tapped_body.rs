//! Body whose frames pass through something that counts, keeps or changes them.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

/// What the frames of a body pass through. It is dropped with the body.
pub trait Tap: Unpin {
    /// Called with each frame.
    fn pass(&mut self, frame: Frame<Bytes>) -> Frame<Bytes> {
        frame
    }

    /// Called once or more when the body is read to its end.
    fn end(&mut self) {}
}

/// A body with a [`Tap`]. Its length is that of the body.
pub struct TappedBody<T> {
    body: Body,
    tap: T,
}

impl<T: Tap> TappedBody<T> {
    /// Adds a tap to a body.
    pub fn new(body: Body, tap: T) -> TappedBody<T> {
        TappedBody { body, tap }
    }
}

impl<T: Tap> hyper::body::Body for TappedBody<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None)) || self.body.is_end_stream() {
            self.tap.end();
        }
        polled.map_ok(|frame| self.tap.pass(frame))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

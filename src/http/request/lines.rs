//! Reads the lines of a body in parts, so that only one part is in memory at a time.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use hyper::body::Body as _;
use memchr::memchr;

use super::body::{Arrival, too_large};
use crate::error::problem::Problem;

/// Limits of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// Maximum size, in bytes.
    pub bytes: usize,
    /// Maximum length of a line without its line feed, in bytes.
    pub line: usize,
    /// Maximum total time to wait for data.
    pub time: Duration,
}

/// A line that is not blank.
#[derive(Debug, PartialEq, Eq)]
pub enum BodyLine {
    /// The text, without its line feed.
    Text(Bytes),
    /// The line exceeded the limit and was discarded.
    TooLong,
}

/// Some lines of a body, and whether it ended.
#[derive(Debug)]
pub struct LinesPart {
    /// Lines with their numbers, from 1. Blank lines are omitted, but counted.
    pub lines: Vec<(u64, BodyLine)>,
    /// End of the body, or the error that ended it; `None` if there is more.
    pub end: Option<Result<(), Problem>>,
}

/// Reader of a body's lines.
pub struct BodyLines {
    body: Arrival,
    bounds: BodyLimits,
    bytes_left: usize,
    held: BytesMut,
    /// Bytes of `held` already searched for a line feed.
    seen: usize,
    number: u64,
    /// Whether `held` continues a line that is already too long.
    too_long: bool,
}

impl BodyLines {
    /// Creates a reader with limits.
    ///
    /// # Errors
    /// The body's declared size exceeds the limit.
    pub fn new(body: Body, bounds: BodyLimits) -> Result<BodyLines, Problem> {
        if body.size_hint().lower() > bounds.bytes as u64 {
            return Err(too_large(bounds.bytes));
        }
        Ok(BodyLines {
            body: Arrival::new(body, bounds.time),
            bytes_left: bounds.bytes,
            bounds,
            held: BytesMut::new(),
            seen: 0,
            number: 0,
            too_long: false,
        })
    }

    /// Reads up to `most` lines, and stops after the line that brings them to `bytes` or more.
    pub async fn part(&mut self, most: usize, bytes: usize) -> LinesPart {
        let (mut lines, mut size) = (Vec::new(), 0);
        let end = loop {
            if lines.len() == most || size >= bytes {
                break None;
            }
            if let Some(line) = self.take_line() {
                size += line.as_ref().map_or(0, BodyLine::size);
                lines.extend(line.map(|line| (self.number, line)));
                continue;
            }
            match self.more().await {
                Ok(true) => {}
                Ok(false) => {
                    let rest = std::mem::take(&mut self.held);
                    lines.extend(self.line(rest.freeze()).map(|line| (self.number, line)));
                    break Some(Ok(()));
                }
                Err(problem) => break Some(Err(problem)),
            }
        };
        LinesPart { lines, end }
    }

    /// Takes a complete line from `held`; the inner value is `None` if it is blank.
    fn take_line(&mut self) -> Option<Option<BodyLine>> {
        let Some(end) = memchr(b'\n', &self.held[self.seen..]) else {
            self.seen = self.held.len();
            if self.seen > self.bounds.line {
                self.too_long = true;
                (self.held, self.seen) = (BytesMut::new(), 0);
            }
            return None;
        };
        let mut line = self.held.split_to(self.seen + end + 1);
        self.seen = 0;
        line.truncate(line.len() - 1);
        Some(self.line(line.freeze()))
    }

    /// Counts and checks a line; `None` if it is blank.
    fn line(&mut self, text: Bytes) -> Option<BodyLine> {
        self.number += 1;
        if std::mem::take(&mut self.too_long) || text.len() > self.bounds.line {
            return Some(BodyLine::TooLong);
        }
        (!text.trim_ascii().is_empty()).then_some(BodyLine::Text(text))
    }

    /// Reads more data; false at the end.
    async fn more(&mut self) -> Result<bool, Problem> {
        let Some(data) = self.body.next().await? else {
            return Ok(false);
        };
        let left = self.bytes_left.checked_sub(data.len());
        self.bytes_left = left.ok_or_else(|| too_large(self.bounds.bytes))?;
        self.held.extend_from_slice(&data);
        Ok(true)
    }
}

impl BodyLine {
    fn size(&self) -> usize {
        match self {
            BodyLine::Text(text) => text.len(),
            BodyLine::TooLong => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use hyper::body::Frame;
    use proptest::prelude::*;

    use super::*;

    const BOUNDS: BodyLimits = BodyLimits { bytes: 1000, line: 5, time: Duration::from_secs(30) };

    /// A body that arrives in frames, and may break off after them.
    struct TestFrames(std::vec::IntoIter<io::Result<Bytes>>);

    impl hyper::body::Body for TestFrames {
        type Data = Bytes;
        type Error = io::Error;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
            Poll::Ready(self.0.next().map(|frame| frame.map(Frame::data)))
        }
    }

    /// Reads a text that arrives in frames of `frame` bytes, in parts of `most` lines. Returns the
    /// lines, and whether the end was reached.
    fn read(text: &[u8], frame: usize, most: usize, whole: bool) -> (Vec<(u64, BodyLine)>, bool) {
        let frames = text.chunks(frame);
        let mut frames: Vec<_> = frames.map(|frame| Ok(Bytes::copy_from_slice(frame))).collect();
        if !whole {
            frames.push(Err(io::ErrorKind::ConnectionReset.into()));
        }
        let body = Body::new(TestFrames(frames.into_iter()));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let mut lines = BodyLines::new(body, BOUNDS).expect("lines");
            let mut found = Vec::new();
            loop {
                let part = lines.part(most, usize::MAX).await;
                assert!(part.lines.len() <= most);
                found.extend(part.lines);
                if let Some(end) = part.end {
                    return (found, end.is_ok());
                }
            }
        })
    }

    fn text(line: &str) -> BodyLine {
        BodyLine::Text(Bytes::copy_from_slice(line.as_bytes()))
    }

    #[test]
    fn lines_are_numbered_and_blank_ones_left_out() {
        let (lines, whole) = read(b"a\n\n \r\nabcde\nabcdef\r\nx\r\n\xff\nlast", 3, 2, true);
        let expected = [
            (1, text("a")),
            (4, text("abcde")),
            (5, BodyLine::TooLong),
            (6, text("x\r")),
            (7, BodyLine::Text(Bytes::from_static(b"\xff"))),
            (8, text("last")),
        ];
        assert_eq!((lines.as_slice(), whole), (&expected[..], true));
    }

    #[test]
    fn of_a_body_that_breaks_off_the_whole_lines_are_given() {
        let (lines, whole) = read(b"a\nb\nc", 2, 10, false);
        assert_eq!((lines, whole), (vec![(1, text("a")), (2, text("b"))], false));
        let (lines, whole) = read(&[b'x'; 1001], 100, 10, true);
        assert_eq!((lines, whole), (Vec::new(), false), "larger than allowed");
        let (lines, whole) = read(&[b'x'; 1000], 100, 10, true);
        assert_eq!((lines, whole), (vec![(1, BodyLine::TooLong)], true));
    }

    proptest! {
        #[test]
        fn frames_and_parts_make_no_difference(
            text in "[a-c \n]{0,60}", frame in 1usize..9, most in 1usize..9
        ) {
            let expected: Vec<(u64, BodyLine)> = (1..)
                .zip(text.split('\n'))
                .filter(|(_, line)| !line.trim_ascii().is_empty() || line.len() > BOUNDS.line)
                .map(|(number, line)| (number, match line.len() {
                    0..=5 => self::text(line),
                    _ => BodyLine::TooLong,
                }))
                .collect();
            prop_assert_eq!(read(text.as_bytes(), frame, most, true), (expected, true));
        }
    }
}

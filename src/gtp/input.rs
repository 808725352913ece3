//! The controller's lines, which may come while an analysis goes on.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Lines that wait until they are read.
const WAITING_LINES: usize = 64;
/// The longest line.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines on their way from a thread that reads them.
#[derive(Debug)]
pub struct Input {
    lines: Receiver<String>,
    /// A line that was seen and not taken.
    seen: Option<String>,
    closed: bool,
}

impl Input {
    /// Reads lines from here on, in a thread that ends with the input.
    #[must_use]
    pub fn read(input: impl Read + Send + 'static) -> Input {
        let (sender, lines) = sync_channel(WAITING_LINES);
        thread::spawn(move || read_lines(io::BufReader::new(input), &sender));
        Input {
            lines,
            seen: None,
            closed: false,
        }
    }

    /// The next line; nothing at the end.
    pub fn line(&mut self) -> Option<String> {
        self.seen.take().or_else(|| self.lines.recv().ok())
    }

    /// Waits so long for a line, which stays to be taken. True if there is one, or if there will be none.
    pub fn waits(&mut self, within: Duration) -> bool {
        if self.seen.is_some() || self.closed {
            return true;
        }
        match self.lines.recv_timeout(within) {
            Ok(line) => self.seen = Some(line),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => self.closed = true,
        }
        true
    }
}

fn read_lines(mut input: impl BufRead, sender: &SyncSender<String>) {
    loop {
        let mut line = Vec::new();
        let read = input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        if !matches!(read, Ok(read) if read > 0) {
            return;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        if sender.send(text).is_err() {
            return;
        }
    }
}

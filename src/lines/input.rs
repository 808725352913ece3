//! Reads the controller's lines, which may arrive during an analysis.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::{LineRead, read_line};

/// Capacity of the queue of unread lines.
const WAITING_LINES: usize = 64;
/// Maximum length of a line, in bytes.
const MAX_LINE_LENGTH: u64 = 1 << 20;

/// Queue of lines from a reader thread.
#[derive(Debug)]
pub struct InputLines {
    lines: Receiver<String>,
    /// A line that `waits` has received and `line` has not returned.
    peeked: Option<String>,
    closed: bool,
}

impl InputLines {
    /// Starts a thread that reads lines until the end of the input.
    #[must_use]
    pub fn read(input: impl Read + Send + 'static) -> InputLines {
        InputLines::read_with(input, |_| {})
    }

    /// Does the same, and shows each line as soon as it is read, for those that end a search, and at
    /// last the end.
    #[must_use]
    pub fn read_with(
        input: impl Read + Send + 'static,
        look: impl Fn(Option<&str>) + Send + 'static,
    ) -> InputLines {
        let (sender, lines) = sync_channel(WAITING_LINES);
        thread::spawn(move || {
            read_lines(io::BufReader::new(input), &sender, &look);
            look(None);
        });
        InputLines { lines, peeked: None, closed: false }
    }

    /// Returns the next line; `None` at the end.
    pub fn line(&mut self) -> Option<String> {
        self.peeked.take().or_else(|| self.lines.recv().ok())
    }

    /// Removes the next line if it is this one and has arrived.
    pub fn take(&mut self, wanted: &str) -> bool {
        let is_wanted = self.wait_for_line(Duration::ZERO)
            && self.peeked.as_ref().is_some_and(|line| line.trim() == wanted);
        if is_wanted {
            self.peeked = None;
        }
        is_wanted
    }

    /// Waits up to `within` for a line, and keeps it for `line`. True if there is one, or at the
    /// end of the input.
    pub fn wait_for_line(&mut self, within: Duration) -> bool {
        if self.peeked.is_some() || self.closed {
            return true;
        }
        match self.lines.recv_timeout(within) {
            Ok(line) => self.peeked = Some(line),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => self.closed = true,
        }
        true
    }
}

/// Replaces the content of a line that is too long, after its id; no command has this name.
const TOO_LONG: &str = "a-line-that-is-too-long";

fn read_lines(mut input: impl BufRead, sender: &SyncSender<String>, look: &impl Fn(Option<&str>)) {
    let mut first = true;
    let mut line = Vec::new();
    loop {
        let read = match read_line(&mut input, MAX_LINE_LENGTH, &mut line) {
            Ok(LineRead::End) | Err(_) => return,
            Ok(read) => read,
        };
        let mut text = String::from_utf8_lossy(&line).into_owned();
        if read == LineRead::TooLong {
            let number = text.split_whitespace().next().unwrap_or_default();
            let number = number.parse::<u32>().map(|number| number.to_string());
            text = format!("{} {TOO_LONG}", number.unwrap_or_default());
        }
        let text = if first { text.trim_start_matches('\u{feff}').to_owned() } else { text };
        first = false;
        look(Some(&text));
        if sender.send(text).is_err() {
            return;
        }
    }
}

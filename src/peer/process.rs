//! External programs: started by command line, used line by line, with a timeout for every
//! response.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::PeerError;
use super::group::ProcessGroup;
use joseki_lines::{LineRead, read_line};

/// Maximum number of unread lines; the program blocks when there are more.
const WAITING_LINES: usize = 256;
/// Maximum length of a line; a program that sends a longer one is not an engine.
const MAX_LINE_LENGTH: u64 = 16 << 20;
/// Number of lines of standard error kept for messages.
const KEPT_LINES: usize = 5;
/// Maximum length of those lines, in characters.
const KEPT_LENGTH: usize = 200;
/// How long to wait for the remaining standard error of a program that has ended.
const STDERR_GRACE: Duration = Duration::from_millis(500);

/// Handling of a program's standard error. The last lines are kept for messages in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stderr {
    /// Passed on to our own standard error.
    Pass,
    /// Not shown.
    Hide,
}

/// A running program, terminated on drop with all programs that it started.
///
/// One thread reads its standard output and another writes its standard input, so the program can
/// never block us longer than our timeout.
#[derive(Debug)]
pub struct Process {
    command: String,
    group: ProcessGroup,
    /// Sender to the writing thread; `None` once the input is closed.
    input: Option<Sender<String>>,
    lines: Receiver<io::Result<String>>,
    stderr_lines: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected when standard error is closed.
    stderr_closed: Receiver<()>,
}

/// Returns a program with its arguments from a command line, quoted as in a shell.
///
/// # Errors
/// The command line is invalid.
pub fn program(command: &str) -> Result<Command, PeerError> {
    let wrong =
        |why: &str| PeerError::InvalidCommand { command: command.to_owned(), why: why.to_owned() };
    let words = shell_words::split(command).map_err(|error| wrong(&error.to_string()))?;
    let (name, arguments) = words.split_first().ok_or_else(|| wrong("it is empty"))?;
    let mut program = Command::new(name);
    program.args(arguments);
    Ok(program)
}

impl Process {
    /// Starts a program by its command line: words and quotes as in a shell, but without a shell.
    ///
    /// # Errors
    /// If the command line is invalid or the program is missing.
    pub fn start(command: &str, stderr: Stderr) -> Result<Process, PeerError> {
        Process::start_with(command, stderr, &[])
    }

    /// Starts a program with additional environment variables.
    ///
    /// # Errors
    /// Those of [`Process::start`].
    pub fn start_with(
        command: &str,
        stderr: Stderr,
        variables: &[(String, String)],
    ) -> Result<Process, PeerError> {
        let failed = |error| PeerError::Start { command: command.to_owned(), error };
        let mut words = program(command)?;
        words
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut group = ProcessGroup::start(&mut words).map_err(failed)?;
        let child = group.leader();
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(failed(io::Error::other("it has no pipes")));
        };
        let recent_lines = Arc::default();
        Ok(Process {
            input: Some(write_to(input)),
            lines: read_from(output),
            stderr_closed: collect_stderr(errors, Arc::clone(&recent_lines), stderr),
            command: command.to_owned(),
            group,
            stderr_lines: recent_lines,
        })
    }

    /// The command line.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Sends a line without waiting until it is read.
    ///
    /// # Errors
    /// If the program has ended.
    pub fn send(&mut self, line: &str) -> Result<(), PeerError> {
        let sent = self.input.as_ref().is_some_and(|input| input.send(format!("{line}\n")).is_ok());
        if sent { Ok(()) } else { Err(self.exit_error()) }
    }

    /// Returns the next line without its end; `None` if none arrives in time. `request` is the
    /// request, for error messages.
    ///
    /// # Errors
    /// If the program has ended, or its output is not a line.
    pub fn try_line(
        &mut self,
        request: &str,
        within: Duration,
    ) -> Result<Option<String>, PeerError> {
        match self.lines.recv_timeout(within) {
            Ok(Ok(line)) => Ok(Some(line)),
            Ok(Err(error)) => Err(self.invalid_response(request, &error.to_string())),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.exit_error()),
        }
    }

    /// Returns the next line without its end.
    ///
    /// # Errors
    /// If none arrives in time, the program has ended, or its output is not a line. The program is
    /// terminated then.
    pub fn line(&mut self, request: &str, within: Duration) -> Result<String, PeerError> {
        match self.try_line(request, within)? {
            Some(line) => Ok(line),
            None => Err(self.time_out(request, within)),
        }
    }

    /// Terminates the program because a response is late.
    pub fn time_out(&mut self, request: &str, within: Duration) -> PeerError {
        self.kill();
        PeerError::Timeout {
            command: self.command.clone(),
            request: truncate_text(request),
            within,
            last_output: self.last_output(),
        }
    }

    /// Terminates the program because of an invalid response.
    pub fn invalid_response(&mut self, request: &str, answer: &str) -> PeerError {
        self.kill();
        PeerError::InvalidResponse {
            command: self.command.clone(),
            request: truncate_text(request),
            answer: truncate_text(answer),
        }
    }

    /// Closes the program's input and waits for it to exit; terminates it after the timeout.
    pub fn finish(&mut self, within: Duration) {
        self.input = None;
        // Standard error closes with the program, unless a child process still holds it.
        if self.stderr_closed.recv_timeout(within) == Err(RecvTimeoutError::Timeout) {
            self.kill();
        }
        self.group.wait();
    }

    /// Returns the error for a program that has ended, with its last output.
    fn exit_error(&mut self) -> PeerError {
        // Whether it closed or timed out, there is nothing more to read.
        let _closed = self.stderr_closed.recv_timeout(STDERR_GRACE);
        self.kill();
        PeerError::Ended { command: self.command.clone(), last_output: self.last_output() }
    }

    fn kill(&mut self) {
        self.input = None;
        self.group.kill();
    }

    fn last_output(&self) -> Vec<String> {
        lock(&self.stderr_lines).iter().cloned().collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Starts a thread that writes the lines sent to it.
fn write_to(mut input: ChildStdin) -> Sender<String> {
    let (sender, lines) = channel::<String>();
    thread::spawn(move || {
        for line in lines {
            if input.write_all(line.as_bytes()).is_err() || input.flush().is_err() {
                break;
            }
        }
    });
    sender
}

/// Starts a thread that reads lines. Invalid UTF-8 is replaced, as engines may send names in any
/// encoding.
fn read_from(output: ChildStdout) -> Receiver<io::Result<String>> {
    let (sender, lines) = sync_channel(WAITING_LINES);
    thread::spawn(move || read_lines(BufReader::new(output), &sender));
    lines
}

fn read_lines(mut output: impl BufRead, sender: &SyncSender<io::Result<String>>) {
    let mut line = Vec::new();
    loop {
        let line = match read_line(&mut output, MAX_LINE_LENGTH, &mut line) {
            Ok(LineRead::End) => return,
            Ok(LineRead::Whole) => Ok(decode_line(&line)),
            Ok(LineRead::TooLong) => Err(io::Error::other("a line of more than 16 MiB")),
            Err(error) => Err(error),
        };
        let last = line.is_err();
        if sender.send(line).is_err() || last {
            return;
        }
    }
}

/// Starts a thread that keeps the last lines of standard error.
fn collect_stderr(
    errors: ChildStderr,
    recent_lines: Arc<Mutex<VecDeque<String>>>,
    stderr: Stderr,
) -> Receiver<()> {
    let (open, said_all) = sync_channel::<()>(1);
    thread::spawn(move || {
        let mut errors = BufReader::new(errors);
        let mut line = Vec::new();
        while matches!(errors.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut line), Ok(read) if read > 0)
        {
            if stderr == Stderr::Pass {
                // Our standard error may be closed.
                drop(io::stderr().write_all(&line));
            }
            let text = decode_line(&line);
            if !text.trim().is_empty() {
                let mut recent_lines = lock(&recent_lines);
                recent_lines.push_back(truncate_text(text.trim()));
                while recent_lines.len() > KEPT_LINES {
                    recent_lines.pop_front();
                }
            }
            line.clear();
        }
        drop(open);
    });
    said_all
}

/// Decodes a line without its end and without control characters, since it may be shown on a
/// terminal. GTP discards them as well.
fn decode_line(line: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(line).into_owned();
    text.retain(|letter| letter == '\t' || !letter.is_control());
    text
}

fn truncate_text(text: &str) -> String {
    match text.char_indices().nth(KEPT_LENGTH) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_says_steers_no_terminal() {
        assert_eq!(decode_line(b"= \x1b[2JQ16\x07\t\xc2\x9bx\r\n"), "= [2JQ16\tx");
        assert_eq!(decode_line("定石\r\n".as_bytes()), "定石");
    }
}

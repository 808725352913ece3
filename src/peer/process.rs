//! Another program: started by its command line, spoken to by lines, with a deadline for every answer.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::PeerError;

/// Lines that wait until somebody reads them. The program waits when there are more.
const WAITING_LINES: usize = 256;
/// The longest line; what sends longer ones is no engine.
const LONGEST_LINE: u64 = 16 << 20;
/// Lines of standard error that are kept for messages.
const KEPT_LINES: usize = 5;
/// The longest of them, in characters.
const KEPT_LENGTH: usize = 200;
/// How long an ended program's last words are waited for.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What becomes of a program's standard error. The last lines are kept for messages in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stderr {
    /// It is passed on to our own.
    Pass,
    /// It is not shown.
    Hide,
}

/// A running program. It is ended when this is dropped.
///
/// Its standard output is read by a thread of its own and its standard input written by another, so that nothing
/// the program does or leaves undone can stop us longer than we want to wait.
#[derive(Debug)]
pub struct Process {
    command: String,
    child: Child,
    /// To the thread that writes; nothing once the input is closed.
    input: Option<Sender<String>>,
    lines: Receiver<io::Result<String>>,
    said: Arc<Mutex<VecDeque<String>>>,
    /// Is closed when standard error is.
    said_all: Receiver<()>,
}

impl Process {
    /// Starts a program by its command line: words as in a shell, with quotes, but no shell that reads them.
    ///
    /// # Errors
    /// A command line that is none, a program that is not there.
    pub fn start(command: &str, stderr: Stderr) -> Result<Process, PeerError> {
        Process::start_with(command, stderr, &[])
    }

    /// The same with variables of the environment.
    ///
    /// # Errors
    /// As [`Process::start`].
    pub fn start_with(
        command: &str,
        stderr: Stderr,
        variables: &[(String, String)],
    ) -> Result<Process, PeerError> {
        let wrong = |why: &str| PeerError::Command {
            command: command.to_owned(),
            why: why.to_owned(),
        };
        let words = shell_words::split(command).map_err(|error| wrong(&error.to_string()))?;
        let (program, arguments) = words.split_first().ok_or_else(|| wrong("it is empty"))?;
        let failed = |error| PeerError::Start {
            command: command.to_owned(),
            error,
        };
        let mut child = Command::new(program)
            .args(arguments)
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(failed(io::Error::other("it has no pipes")));
        };
        let said = Arc::default();
        Ok(Process {
            input: Some(write_to(input)),
            lines: read_from(output),
            said_all: listen_to(errors, Arc::clone(&said), stderr),
            command: command.to_owned(),
            child,
            said,
        })
    }

    /// The command line.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Writes a line, without waiting until it is read.
    ///
    /// # Errors
    /// The program has ended.
    pub fn send(&mut self, line: &str) -> Result<(), PeerError> {
        let sent = self
            .input
            .as_ref()
            .is_some_and(|input| input.send(format!("{line}\n")).is_ok());
        if sent { Ok(()) } else { Err(self.ended()) }
    }

    /// The next line, without its end; nothing if none comes in time. `asked` is what the program was asked,
    /// for messages.
    ///
    /// # Errors
    /// The program has ended, or what it writes is no line.
    pub fn try_line(&mut self, asked: &str, within: Duration) -> Result<Option<String>, PeerError> {
        match self.lines.recv_timeout(within) {
            Ok(Ok(line)) => Ok(Some(line)),
            Ok(Err(error)) => Err(self.nonsense(asked, &error.to_string())),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// The next line, without its end.
    ///
    /// # Errors
    /// None comes in time, the program has ended, or what it writes is no line. It is ended then.
    pub fn line(&mut self, asked: &str, within: Duration) -> Result<String, PeerError> {
        match self.try_line(asked, within)? {
            Some(line) => Ok(line),
            None => Err(self.hangs(asked, within)),
        }
    }

    /// Ends the program because an answer did not come in time.
    pub fn hangs(&mut self, asked: &str, within: Duration) -> PeerError {
        self.end();
        PeerError::Hangs {
            command: self.command.clone(),
            asked: shortened(asked),
            within,
            said: self.last_words(),
        }
    }

    /// Ends the program because of an answer that is none.
    pub fn nonsense(&mut self, asked: &str, answer: &str) -> PeerError {
        self.end();
        PeerError::Nonsense {
            command: self.command.clone(),
            asked: shortened(asked),
            answer: shortened(answer),
        }
    }

    /// Closes the program's input and waits until it has ended by itself, for so long; then it is ended.
    pub fn finish(&mut self, within: Duration) {
        self.input = None;
        // Standard error closes with the program, unless it left a child behind.
        if self.said_all.recv_timeout(within) == Err(RecvTimeoutError::Timeout) {
            self.end();
        }
        drop(self.child.wait());
    }

    /// That the program has ended, with the last it said.
    fn ended(&mut self) -> PeerError {
        // Closed or late, it is all there is.
        let _closed = self.said_all.recv_timeout(LAST_WORDS);
        self.end();
        PeerError::Ended {
            command: self.command.clone(),
            said: self.last_words(),
        }
    }

    fn end(&mut self) {
        self.input = None;
        // It fails if the program has ended, which is as good.
        drop(self.child.kill());
        drop(self.child.wait());
    }

    fn last_words(&self) -> Vec<String> {
        lock(&self.said).iter().cloned().collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// A thread that writes what it is sent.
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

/// A thread that reads lines; bytes that are no UTF-8 are replaced, as engines put names of any kind into them.
fn read_from(output: ChildStdout) -> Receiver<io::Result<String>> {
    let (sender, lines) = sync_channel(WAITING_LINES);
    thread::spawn(move || read_lines(BufReader::new(output), &sender));
    lines
}

fn read_lines(mut output: impl BufRead, sender: &SyncSender<io::Result<String>>) {
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        let long = line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
        let line = match read {
            Ok(0) => return,
            Ok(_) if long => Err(io::Error::other("a line of more than 16 MiB")),
            Ok(_) => Ok(text_of(&line)),
            Err(error) => Err(error),
        };
        let last = line.is_err();
        if sender.send(line).is_err() || last {
            return;
        }
    }
}

/// A thread that keeps the last lines of standard error.
fn listen_to(
    errors: ChildStderr,
    said: Arc<Mutex<VecDeque<String>>>,
    stderr: Stderr,
) -> Receiver<()> {
    let (open, said_all) = sync_channel::<()>(1);
    thread::spawn(move || {
        let mut errors = BufReader::new(errors);
        let mut line = Vec::new();
        while matches!(errors.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(read) if read > 0)
        {
            if stderr == Stderr::Pass {
                // Nobody may be there to read it.
                drop(io::stderr().write_all(&line));
            }
            let text = text_of(&line);
            if !text.trim().is_empty() {
                let mut said = lock(&said);
                said.push_back(shortened(text.trim()));
                while said.len() > KEPT_LINES {
                    said.pop_front();
                }
            }
            line.clear();
        }
        drop(open);
    });
    said_all
}

/// A line without its end and without control characters: what a program says may be shown on a terminal, and GTP has
/// them left out.
fn text_of(line: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(line).into_owned();
    text.retain(|letter| letter == '\t' || !letter.is_control());
    text
}

fn shortened(text: &str) -> String {
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
        assert_eq!(text_of(b"= \x1b[2JQ16\x07\t\xc2\x9bx\r\n"), "= [2JQ16\tx");
        assert_eq!(text_of("定石\r\n".as_bytes()), "定石");
    }
}

//! An engine that is told what to do over GTP, version 2.

use std::time::{Duration, Instant};

use super::process::{Process, Stderr};
use super::{AskError, PeerError};

/// The longest answer, in bytes.
const LONGEST_ANSWER: usize = 16 << 20;
/// How long an engine may take to end when it is told to.
const TO_QUIT: Duration = Duration::from_secs(3);

/// A running engine. Every answer has a deadline; an engine that misses it, ends or answers nonsense is ended, and
/// every later question says so.
#[derive(Debug)]
pub struct GtpEngine {
    process: Process,
    patience: Duration,
    /// The number of the last command.
    number: u32,
    streaming: bool,
}

/// What comes of an analysis that goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Streamed {
    /// A line.
    Line(String),
    /// The analysis is over.
    End,
    /// Nothing yet.
    Nothing,
}

impl GtpEngine {
    /// Starts an engine, which has so long for every answer.
    ///
    /// # Errors
    /// A command line that is none, a program that is not there.
    pub fn start(
        command: &str,
        patience: Duration,
        stderr: Stderr,
        variables: &[(String, String)],
    ) -> Result<GtpEngine, PeerError> {
        Ok(GtpEngine {
            process: Process::start_with(command, stderr, variables)?,
            patience,
            number: 0,
            streaming: false,
        })
    }

    /// The command line.
    #[must_use]
    pub fn command(&self) -> &str {
        self.process.command()
    }

    /// Asks and waits for the answer: its lines, without the `=`.
    ///
    /// # Errors
    /// The engine refuses; it ends, is silent for too long or answers nonsense.
    pub fn ask(&mut self, command: &str) -> Result<String, AskError> {
        self.stop_stream()?;
        self.send(command)?;
        let end = Instant::now() + self.patience;
        let mut answer = self.first_line(command)?;
        let mut length = 0;
        while length < LONGEST_ANSWER {
            let line = self.line(command, end)?;
            if line.trim().is_empty() {
                return answer;
            }
            length += line.len() + 1;
            if let Ok(answer) | Err(AskError::Refused(answer)) = &mut answer {
                answer.push('\n');
                answer.push_str(&line);
            }
        }
        let endless = "an answer of more than 16 MiB";
        Err(self.process.nonsense(command, endless).into())
    }

    /// Begins an analysis that goes on until [`GtpEngine::stop_stream`], or until the next question.
    ///
    /// # Errors
    /// As [`GtpEngine::ask`].
    pub fn start_stream(&mut self, command: &str) -> Result<(), AskError> {
        self.stop_stream()?;
        self.send(command)?;
        let answer = self.first_line(command)?;
        if let Err(refused) = answer {
            // The blank line after it.
            let end = Instant::now() + self.patience;
            self.line(command, end)?;
            return Err(refused);
        }
        self.streaming = true;
        Ok(())
    }

    /// The next line of the analysis, if one comes in time.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn streamed(&mut self, within: Duration) -> Result<Streamed, PeerError> {
        if !self.streaming {
            return Ok(Streamed::End);
        }
        let line = self.process.try_line("an analysis", within)?;
        Ok(match line {
            None => Streamed::Nothing,
            Some(line) if line.trim().is_empty() => {
                self.streaming = false;
                Streamed::End
            }
            Some(line) => Streamed::Line(line),
        })
    }

    /// Ends an analysis; its remaining lines are lost.
    ///
    /// # Errors
    /// The engine ends, or does not stop in time.
    pub fn stop_stream(&mut self) -> Result<(), PeerError> {
        if !self.streaming {
            return Ok(());
        }
        // Any input ends an analysis; a blank line is none that has an answer.
        self.process.send("")?;
        let end = Instant::now() + self.patience;
        while !self.line("the end of an analysis", end)?.trim().is_empty() {}
        self.streaming = false;
        Ok(())
    }

    /// The next line before a moment; many lines do not make a deadline later.
    fn line(&mut self, asked: &str, end: Instant) -> Result<String, PeerError> {
        let left = end.saturating_duration_since(Instant::now());
        match self.process.try_line(asked, left)? {
            Some(line) if !left.is_zero() => Ok(line),
            _ => Err(self.process.hangs(asked, self.patience)),
        }
    }

    /// Ends the engine because of an answer that is none.
    pub fn nonsense(&mut self, asked: &str, answer: &str) -> PeerError {
        self.process.nonsense(asked, answer)
    }

    /// Tells the engine to end, and ends it if it does not.
    pub fn quit(mut self) {
        drop(self.process.send("quit"));
        self.process.finish(TO_QUIT);
    }

    /// Sends a command with a number, by which an answer to another one is known.
    fn send(&mut self, command: &str) -> Result<(), PeerError> {
        self.number = self.number.wrapping_add(1);
        self.process.send(&format!("{} {command}", self.number))
    }

    /// The first line of an answer, without its mark and number. Some engines do not repeat the number.
    fn first_line(&mut self, command: &str) -> Result<Result<String, AskError>, PeerError> {
        let end = Instant::now() + self.patience;
        let mut line = String::new();
        // Blank lines between answers mean nothing.
        while line.trim().is_empty() {
            line = self.line(command, end)?;
        }
        let (mark, rest) = line.split_at_checked(1).unwrap_or_default();
        let text = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number = &rest[..rest.len() - text.len()];
        let ours = number.is_empty() || number.parse() == Ok(self.number);
        match mark {
            "=" if ours => Ok(Ok(text.trim().to_owned())),
            "?" if ours => {
                let said = Some(text.trim()).filter(|text| !text.is_empty());
                let reason = said.unwrap_or("the engine gives no reason");
                Ok(Err(AskError::Refused(reason.to_owned())))
            }
            _ => Err(self.process.nonsense(command, &line)),
        }
    }
}

//! An engine that is told what to do over GTP, version 2.

use std::time::Duration;

use super::process::{Process, Stderr};
use super::{AskError, PeerError};

/// The longest answer.
const MOST_LINES: usize = 100_000;
/// How long an engine may take to end when it is told to.
const TO_QUIT: Duration = Duration::from_secs(3);

/// A running engine. Every answer has a deadline; an engine that misses it, ends or answers nonsense is ended, and
/// every later question says so.
#[derive(Debug)]
pub struct GtpEngine {
    process: Process,
    patience: Duration,
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
        self.process.send(command)?;
        let mut answer = self.first_line(command)?;
        for _ in 0..MOST_LINES {
            let line = self.process.line(command, self.patience)?;
            if line.trim().is_empty() {
                return answer;
            }
            if let Ok(answer) | Err(AskError::Refused(answer)) = &mut answer {
                answer.push('\n');
                answer.push_str(&line);
            }
        }
        let endless = "an answer of more than 100,000 lines";
        Err(self.process.nonsense(command, endless).into())
    }

    /// Begins an analysis that goes on until [`GtpEngine::stop_stream`], or until the next question.
    ///
    /// # Errors
    /// As [`GtpEngine::ask`].
    pub fn start_stream(&mut self, command: &str) -> Result<(), AskError> {
        self.stop_stream()?;
        self.process.send(command)?;
        let answer = self.first_line(command)?;
        if let Err(refused) = answer {
            // The blank line after it.
            self.process.line(command, self.patience)?;
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
        for _ in 0..MOST_LINES {
            let line = self.process.line("the end of an analysis", self.patience)?;
            if line.trim().is_empty() {
                self.streaming = false;
                return Ok(());
            }
        }
        Err(self.process.nonsense("an analysis", "lines without end"))
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

    /// The first line of an answer, without its mark and number.
    fn first_line(&mut self, command: &str) -> Result<Result<String, AskError>, PeerError> {
        // Blank lines between answers mean nothing.
        let mut line = String::new();
        for _ in 0..MOST_LINES {
            line = self.process.line(command, self.patience)?;
            if !line.trim().is_empty() {
                break;
            }
        }
        let said = |rest: &str| {
            let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
            rest.trim().to_owned()
        };
        match (line.strip_prefix('='), line.strip_prefix('?')) {
            (Some(rest), _) => Ok(Ok(said(rest))),
            (_, Some(rest)) => Ok(Err(AskError::Refused(said(rest)))),
            _ => Err(self.process.nonsense(command, &line)),
        }
    }
}

//! Client for engines that speak GTP, version 2.

use std::time::{Duration, Instant};

use super::process::{Process, Stderr};
use super::{PeerError, PeerRequestError};

/// Maximum size of a response, in bytes.
const MAX_RESPONSE_BYTES: usize = 16 << 20;
/// Grace period for an engine to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(3);

/// A running engine. Every response has a deadline; an engine that misses it, exits or sends an
/// invalid response is terminated, and every later request fails with an error that says so.
#[derive(Debug)]
pub struct GtpEngine {
    process: Process,
    timeout: Duration,
    /// The number of the last command.
    number: u32,
    /// Whether commands are numbered; not known before the first answer. Programs that know no
    /// numbers take them for the command.
    numbered: Option<bool>,
    streaming: bool,
}

/// Output of a running analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamOutput {
    /// A line of output.
    Line(String),
    /// The analysis is over.
    End,
    /// No output yet.
    Nothing,
}

impl GtpEngine {
    /// Starts an engine with a timeout for every response.
    ///
    /// # Errors
    /// If the command line is invalid or the program is missing.
    pub fn start(
        command: &str,
        patience: Duration,
        stderr: Stderr,
        variables: &[(String, String)],
    ) -> Result<GtpEngine, PeerError> {
        Ok(GtpEngine {
            process: Process::start_with(command, stderr, variables)?,
            timeout: patience,
            number: 0,
            numbered: None,
            streaming: false,
        })
    }

    /// Sets the timeout for every response.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// The command line.
    #[must_use]
    pub fn command(&self) -> &str {
        self.process.command()
    }

    /// Sends a command and waits for the response; returns its lines without the `=`.
    ///
    /// # Errors
    /// If the engine rejects the command, exits, times out or sends an invalid response.
    pub fn send_command(&mut self, command: &str) -> Result<String, PeerRequestError> {
        let answer = self.answer_to(command);
        match (self.numbered, &answer) {
            (None, Ok(_)) => self.numbered = Some(true),
            (None, Err(PeerRequestError::Rejected(_))) => {
                self.numbered = Some(false);
                let plain = self.answer_to(command);
                if plain.is_err() {
                    // The numbers may not be the cause: try both again with the next command.
                    self.numbered = None;
                }
                return plain;
            }
            _ => {}
        }
        answer
    }

    fn answer_to(&mut self, command: &str) -> Result<String, PeerRequestError> {
        self.stop_stream()?;
        self.send(command)?;
        let end = Instant::now() + self.timeout;
        let mut answer = self.first_line(command)?;
        let mut length = 0;
        while length < MAX_RESPONSE_BYTES {
            let line = self.line(command, end)?;
            if line.trim().is_empty() {
                return answer;
            }
            length += line.len() + 1;
            if let Ok(answer) | Err(PeerRequestError::Rejected(answer)) = &mut answer {
                answer.push('\n');
                answer.push_str(&line);
            }
        }
        let endless = "a response of more than 16 MiB";
        Err(self.process.invalid_response(command, endless).into())
    }

    /// Starts an analysis that runs until [`GtpEngine::stop_stream`] or the next command.
    ///
    /// # Errors
    /// Those of [`GtpEngine::send_command`].
    pub fn start_stream(&mut self, command: &str) -> Result<(), PeerRequestError> {
        self.stop_stream()?;
        self.send(command)?;
        let answer = self.first_line(command)?;
        if let Err(refused) = answer {
            // The blank line that ends the response.
            let end = Instant::now() + self.timeout;
            self.line(command, end)?;
            return Err(refused);
        }
        self.streaming = true;
        Ok(())
    }

    /// Returns the next line of the analysis, if one arrives in time.
    ///
    /// # Errors
    /// If the engine has exited.
    pub fn next_output(&mut self, within: Duration) -> Result<StreamOutput, PeerError> {
        if !self.streaming {
            return Ok(StreamOutput::End);
        }
        let line = self.process.try_line("an analysis", within)?;
        Ok(match line {
            None => StreamOutput::Nothing,
            Some(line) if line.trim().is_empty() => {
                self.streaming = false;
                StreamOutput::End
            }
            Some(line) => StreamOutput::Line(line),
        })
    }

    /// Ends an analysis; its remaining lines are discarded.
    ///
    /// # Errors
    /// If the engine exits, or does not stop in time.
    pub fn stop_stream(&mut self) -> Result<(), PeerError> {
        if !self.streaming {
            return Ok(());
        }
        // Any input ends an analysis; a blank line does so without a response.
        self.process.send("")?;
        let end = Instant::now() + self.timeout;
        while !self.line("the end of an analysis", end)?.trim().is_empty() {}
        self.streaming = false;
        Ok(())
    }

    /// Returns the next line before a deadline, which further lines do not extend.
    fn line(&mut self, request: &str, end: Instant) -> Result<String, PeerError> {
        let left = end.saturating_duration_since(Instant::now());
        match self.process.try_line(request, left)? {
            Some(line) if !left.is_zero() => Ok(line),
            _ => Err(self.process.time_out(request, self.timeout)),
        }
    }

    /// Terminates the engine because of an invalid response.
    pub fn invalid_response(&mut self, request: &str, answer: &str) -> PeerError {
        self.process.invalid_response(request, answer)
    }

    /// Asks the engine to quit, and terminates it if it does not.
    pub fn quit(mut self) {
        drop(self.process.send("quit"));
        self.process.finish(QUIT_TIMEOUT);
    }

    /// Sends a command with a number, which identifies its response.
    fn send(&mut self, command: &str) -> Result<(), PeerError> {
        if self.numbered == Some(false) {
            return self.process.send(command);
        }
        self.number = self.number.wrapping_add(1);
        self.process.send(&format!("{} {command}", self.number))
    }

    /// Returns the first line of a response without its mark and number. Some engines omit the
    /// number.
    fn first_line(&mut self, command: &str) -> Result<Result<String, PeerRequestError>, PeerError> {
        let end = Instant::now() + self.timeout;
        let mut line = String::new();
        // Blank lines between responses are ignored.
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
                Ok(Err(PeerRequestError::Rejected(reason.to_owned())))
            }
            _ => Err(self.process.invalid_response(command, &line)),
        }
    }
}

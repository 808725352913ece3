//! Errors of external programs.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::time::Duration;

/// A program that cannot be used any more. Its process has been terminated.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// The command line is invalid.
    #[error("invalid command line {command:?}: {why}")]
    InvalidCommand {
        /// The command line.
        command: String,
        /// What is wrong with it.
        why: String,
    },
    /// The program cannot be started.
    #[error("`{command}` cannot be started: {error}")]
    Start {
        /// The command line.
        command: String,
        /// The cause.
        error: io::Error,
    },
    /// The program exited unexpectedly.
    #[error("`{command}` has ended{}", LastOutput(.last_output))]
    Ended {
        /// The command line.
        command: String,
        /// The last lines of its standard error.
        last_output: Vec<String>,
    },
    /// The program did not respond in time.
    #[error("`{command}` did not answer {request:?} within {} s{}", .within.as_secs_f64(), LastOutput(.last_output))]
    Timeout {
        /// The command line.
        command: String,
        /// The request.
        request: String,
        /// The timeout.
        within: Duration,
        /// The last lines of its standard error.
        last_output: Vec<String>,
    },
    /// The program's response violates the protocol.
    #[error("`{command}` answered {request:?} with an invalid response: {answer}")]
    InvalidResponse {
        /// The command line.
        command: String,
        /// The request.
        request: String,
        /// The response, or what is wrong with it.
        answer: String,
    },
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum PeerRequestError {
    /// The program rejected the request and continues to run.
    #[error("{0}")]
    Rejected(String),
    /// The program cannot be used any more.
    #[error(transparent)]
    Lost(#[from] PeerError),
}

/// Formats the last lines of standard error as part of a message.
struct LastOutput<'a>(&'a [String]);

impl Display for LastOutput<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            last_output => write!(f, "; its last output: {}", last_output.join(" / ")),
        }
    }
}

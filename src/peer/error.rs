//! What goes wrong with a program that we run.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::time::Duration;

/// A program that cannot be worked with any more. Its process is ended.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// The command line is none.
    #[error("{command:?} is no command line: {why}")]
    Command {
        /// What was written.
        command: String,
        /// What is wrong with it.
        why: String,
    },
    /// The program cannot be started.
    #[error("`{command}` cannot be started: {error}")]
    Start {
        /// The command line.
        command: String,
        /// Why.
        error: io::Error,
    },
    /// The program ended.
    #[error("`{command}` has ended{}", Said(.said))]
    Ended {
        /// The command line.
        command: String,
        /// The last it wrote to standard error.
        said: Vec<String>,
    },
    /// The program says nothing.
    #[error("`{command}` gave no answer to {asked:?} within {} s{}", .within.as_secs_f64(), Said(.said))]
    Hangs {
        /// The command line.
        command: String,
        /// What it was asked.
        asked: String,
        /// How long it had.
        within: Duration,
        /// The last it wrote to standard error.
        said: Vec<String>,
    },
    /// The program's answer is none of its protocol.
    #[error("`{command}` answered {asked:?} with nonsense: {answer}")]
    Nonsense {
        /// The command line.
        command: String,
        /// What it was asked.
        asked: String,
        /// What it answered, or what is wrong with that.
        answer: String,
    },
}

/// Why a question got no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The program refused; it works on.
    #[error("{0}")]
    Refused(String),
    /// The program cannot be worked with any more.
    #[error(transparent)]
    Lost(#[from] PeerError),
}

/// The last lines of standard error, as part of a message.
struct Said<'a>(&'a [String]);

impl Display for Said<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            said => write!(f, "; it said: {}", said.join(" / ")),
        }
    }
}

//! Requests to a server, and its responses.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Numbers go on over all threads and servers, so that nothing is named twice.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A request, recognisable by its number wherever its contents are written.
#[derive(Clone, Debug)]
pub struct Claim {
    pub number: usize,
    pub what: What,
    pub outcome: Outcome,
    /// The client's port, by which the answer is found among what the server sent.
    pub port: u16,
}

/// The request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Results of games against an opponent, the game's place in the request being in its name.
    Results {
        opponent: &'static str,
        games: usize,
        /// Whether they are one change: all of them, or none.
        together: bool,
    },
    /// A node of the book `b` has this request's name as its comment and among its tags.
    Node { line: String },
    /// A key of this request's name.
    Key,
    /// Nothing that is kept.
    Read,
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done; of a node, by this change.
    Done(i64),
    /// It was not done, and never will be.
    Refused,
    /// No answer came, or not a whole one.
    Unknown,
}

impl Claim {
    pub fn new(what: What) -> Claim {
        Claim {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            what,
            outcome: Outcome::Unknown,
            port: 0,
        }
    }

    /// The name, by which it is recognised.
    pub fn name(&self) -> String {
        name(self.number)
    }

    /// The identity of a game of it.
    pub fn game(&self, at: usize) -> String {
        format!("{}{at}", self.name())
    }

    pub fn is_done(&self) -> bool {
        matches!(self.outcome, Outcome::Done(_))
    }

    /// Whether the store has something of it once it is done.
    pub fn is_kept(&self) -> bool {
        match self.what {
            What::Read => false,
            What::Results { games, .. } => games > 0,
            What::Node { .. } | What::Key => true,
        }
    }
}

/// What every name begins with.
pub const MARK: &str = "claim";

/// The digits of a number in a name.
pub const DIGITS: usize = 7;

fn name(number: usize) -> String {
    format!("{MARK}{number:0DIGITS$}-")
}

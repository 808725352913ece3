//! The answers of players on their way into the store and out of it.

use crate::ledger::EdgeKey;
use crate::ledger::training::{Memory, QuizAnswer};

/// What became of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// The answer that is kept under its question: it, or an earlier one.
    pub kept: QuizAnswer,
    /// The moves whose memory the kept answer changed, each before and after it.
    pub changed: Vec<(EdgeKey, Option<Memory>, Memory)>,
}

/// What became of many answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswersEntered {
    /// Those that came in.
    pub added: u64,
    /// Those that took the place of a later answer to the same question.
    pub updated: u64,
    /// Those that were there, or are later than one that was.
    pub known: u64,
}

impl AnswersEntered {
    /// Adds others.
    pub fn add(&mut self, other: AnswersEntered) {
        self.added += other.added;
        self.updated += other.updated;
        self.known += other.known;
    }
}

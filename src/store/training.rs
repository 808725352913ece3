//! Players' answers: results of entering them.

use crate::ledger::EdgeKey;
use crate::ledger::training::{Memory, QuizAnswer};

/// Result of entering an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnteredAnswer {
    /// The stored answer to the question: this one, or an earlier one.
    pub answer: QuizAnswer,
    /// The moves whose memory the stored answer changed, each before and after.
    pub changed: Vec<(EdgeKey, Option<Memory>, Memory)>,
}

/// Result of entering many answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerEntryCounts {
    /// Number of new answers.
    pub added: u64,
    /// Number that replaced a later answer to the same question.
    pub updated: u64,
    /// Number already stored, or later than the stored one.
    pub known: u64,
}

impl AnswerEntryCounts {
    /// Adds another result.
    pub fn add(&mut self, other: AnswerEntryCounts) {
        self.added += other.added;
        self.updated += other.updated;
        self.known += other.known;
    }
}

//! Players' answers: result of entering one.

use joseki_ledger::EdgeKey;
use joseki_ledger::training::{Memory, QuizAnswer};

/// Result of entering an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnteredAnswer {
    /// The stored answer to the question: this one, or an earlier one.
    pub answer: QuizAnswer,
    /// The moves whose memory the stored answer changed, each before and after.
    pub changed: Vec<(EdgeKey, Option<Memory>, Memory)>,
}

//! Report of a merge of databases.

use serde::Serialize;

use super::training::AnswersEnteredJson;
use crate::store::{AnswerEntryCounts, EvaluationEntryCounts, LedgerMergeReport};

/// Report of a merge; the counts at the top level are games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MergeJson {
    /// Games added.
    pub added: u64,
    /// Games that replaced an earlier revision.
    pub updated: u64,
    /// Games already present in the same or a later revision.
    pub known: u64,
    /// Training answers.
    pub answers: AnswersEnteredJson,
    /// Engine evaluations.
    pub evaluations: EvaluationsEnteredJson,
}

/// Counts of the evaluations of another database.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EvaluationsEnteredJson {
    /// Evaluations added.
    pub added: u64,
    /// Evaluations that replaced a worse one.
    pub updated: u64,
    /// Evaluations already present, or worse than the present one.
    pub known: u64,
}

impl MergeJson {
    /// Creates the report.
    #[must_use]
    pub fn new(
        merged: LedgerMergeReport,
        answers: AnswerEntryCounts,
        evaluations: EvaluationEntryCounts,
    ) -> MergeJson {
        MergeJson {
            added: merged.added,
            updated: merged.updated,
            known: merged.known,
            answers: answers.into(),
            evaluations: EvaluationsEnteredJson {
                added: evaluations.added,
                updated: evaluations.updated,
                known: evaluations.known,
            },
        }
    }
}

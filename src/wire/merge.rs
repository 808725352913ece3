//! The account of a merge.

use serde::Serialize;

use super::training::AnswersEnteredJson;
use crate::store::{AnswersEntered, EvaluationsEntered, Merged};

/// What a merge did, in games and in answers of players.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MergeJson {
    /// Those that came in.
    pub added: u64,
    /// Those that were there in an earlier revision.
    pub updated: u64,
    /// Those that were there as they are, or in a later revision.
    pub known: u64,
    /// The answers of players who train.
    pub answers: AnswersEnteredJson,
    /// What engines say of positions.
    pub evaluations: EvaluationsEnteredJson,
}

/// What became of the evaluations of another database.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EvaluationsEnteredJson {
    /// Those that came in.
    pub added: u64,
    /// Those that took the place of a worse one.
    pub updated: u64,
    /// Those that were there, or are worse than what was.
    pub known: u64,
}

impl MergeJson {
    /// The account of a merge.
    #[must_use]
    pub fn new(
        merged: Merged,
        answers: AnswersEntered,
        evaluations: EvaluationsEntered,
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

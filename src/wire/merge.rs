//! The account of a merge.

use serde::Serialize;

use super::training::AnswersEnteredJson;
use crate::store::{AnswersEntered, Merged};

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
}

impl MergeJson {
    /// The account of a merge.
    #[must_use]
    pub fn new(merged: Merged, answers: AnswersEntered) -> MergeJson {
        MergeJson {
            added: merged.added,
            updated: merged.updated,
            known: merged.known,
            answers: answers.into(),
        }
    }
}

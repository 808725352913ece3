//! Report of a merge of databases.

use serde::Serialize;

use crate::store::EntryCounts;

/// Report of a merge; the counts at the top level are games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MergeJson {
    /// Games.
    #[serde(flatten)]
    pub games: EntryCounts,
    /// Training answers.
    pub answers: EntryCounts,
    /// Engine evaluations.
    pub evaluations: EntryCounts,
}

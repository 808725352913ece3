//! The account of a merge.

use serde::Serialize;

use crate::store::Merged;

/// What a merge did, in games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MergeJson {
    /// Those that came in.
    pub added: u64,
    /// Those that were there in an earlier revision.
    pub updated: u64,
    /// Those that were there as they are, or in a later revision.
    pub known: u64,
}

impl From<Merged> for MergeJson {
    fn from(merged: Merged) -> MergeJson {
        MergeJson {
            added: merged.added,
            updated: merged.updated,
            known: merged.known,
        }
    }
}

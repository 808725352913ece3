//! Outcomes of changes to a book.

use serde::Serialize;
use utoipa::ToSchema;

use super::book::BookJson;
use super::change::{ContradictionJson, DeltaJson};
use joseki_book::Contradiction;
use joseki_service::curate::{ChangeOutcome, MergeOutcome, RevertOutcome, SplitOutcome};

/// Outcome of a change to a book; in a dry run, what it would be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedJson {
    /// Number of the change in the log; null if nothing changed or in a dry run.
    pub change: Option<i64>,
    /// Whether nothing was written because it was a dry run.
    pub dry_run: bool,
    /// The book after the change; in a dry run, as it would be.
    pub book: BookJson,
    /// Differences made; in a dry run, that would be made.
    pub difference: DeltaJson,
}

/// Contradictions between two sides.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContradictionsJson {
    /// Total number of contradictions.
    pub count: u64,
    /// First contradictions.
    pub first: Vec<ContradictionJson>,
}

/// Outcome of a revert.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RevertedJson {
    /// The change that reverts.
    #[serde(flatten)]
    pub outcome: ChangedJson,
    /// Conflicts with later changes, and the values kept.
    pub contradictions: ContradictionsJson,
}

/// Outcome of a merge of books.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MergedBookJson {
    /// The change.
    #[serde(flatten)]
    pub outcome: ChangedJson,
    /// Common ancestor of both books, e.g. `main@12`; null if it is the empty book.
    pub base: Option<String>,
    /// Conflicts between changes on both sides, and the values kept.
    pub contradictions: ContradictionsJson,
}

/// Outcome of a split.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SplitJson {
    /// The book that the lines were moved from.
    pub from: ChangedJson,
    /// The book that they were moved to.
    pub to: ChangedJson,
}

impl ChangedJson {
    /// Creates the outcome with at most `details` nodes.
    #[must_use]
    pub fn new(outcome: &ChangeOutcome, details: usize) -> ChangedJson {
        ChangedJson {
            change: outcome.change,
            dry_run: outcome.dry_run,
            book: outcome.book.clone(),
            difference: DeltaJson::new(&outcome.delta, None, details),
        }
    }
}

impl ContradictionsJson {
    /// Lists at most `details` contradictions, with their total number.
    #[must_use]
    pub fn new(found: &[Contradiction], details: usize) -> ContradictionsJson {
        ContradictionsJson {
            count: found.len() as u64,
            first: found.iter().take(details).map(Into::into).collect(),
        }
    }
}

impl RevertedJson {
    /// Creates the outcome with at most `details` nodes.
    #[must_use]
    pub fn new(reverted: &RevertOutcome, details: usize) -> RevertedJson {
        RevertedJson {
            outcome: ChangedJson::new(&reverted.outcome, details),
            contradictions: ContradictionsJson::new(&reverted.contradictions, details),
        }
    }
}

impl MergedBookJson {
    /// Creates the outcome with at most `details` nodes.
    #[must_use]
    pub fn new(merged: &MergeOutcome, details: usize) -> MergedBookJson {
        let base = merged.base.as_ref();
        MergedBookJson {
            outcome: ChangedJson::new(&merged.outcome, details),
            base: base.map(|base| format!("{}@{}", base.book, base.version)),
            contradictions: ContradictionsJson::new(&merged.contradictions, details),
        }
    }
}

impl SplitJson {
    /// Creates the outcome with at most `details` nodes of each book.
    #[must_use]
    pub fn new(split: &SplitOutcome, details: usize) -> SplitJson {
        SplitJson {
            from: ChangedJson::new(&split.from, details),
            to: ChangedJson::new(&split.to, details),
        }
    }
}

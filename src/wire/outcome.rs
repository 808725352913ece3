//! What became of a change of a book.

use serde::Serialize;
use utoipa::ToSchema;

use super::book::BookJson;
use super::change::{ContradictionJson, DeltaJson};
use crate::book::Contradiction;
use crate::service::{ChangeOutcome, MergeOutcome, RevertOutcome, SplitOutcome};

/// A change of a book, or what it would be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedJson {
    /// The change's number in the log; null if nothing changed, and in a dry run.
    pub change: Option<i64>,
    /// Whether nothing was written.
    pub dry_run: bool,
    /// The book as it is now; in a dry run, as it would be.
    pub book: BookJson,
    /// What changed, or would change.
    pub difference: DeltaJson,
}

/// What was found where two sides say different things.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContradictionsJson {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub first: Vec<ContradictionJson>,
}

/// What became of taking back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RevertedJson {
    /// The change by which it was taken back.
    #[serde(flatten)]
    pub outcome: ChangedJson,
    /// Where later changes touched the same, and what stands now.
    pub contradictions: ContradictionsJson,
}

/// What became of a merge.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MergedBookJson {
    /// The change.
    #[serde(flatten)]
    pub outcome: ChangedJson,
    /// What both books were made of, as `main@12`; null if that is the empty book.
    pub base: Option<String>,
    /// Where both changed the same, and what stands now.
    pub contradictions: ContradictionsJson,
}

/// What became of a split.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SplitJson {
    /// The book that the lines were in.
    pub from: ChangedJson,
    /// The book that they are in now.
    pub to: ChangedJson,
}

impl ChangedJson {
    /// A change with the first `details` of its nodes.
    #[must_use]
    pub fn new(outcome: &ChangeOutcome, details: usize) -> ChangedJson {
        ChangedJson {
            change: outcome.change,
            dry_run: outcome.dry_run,
            book: (&outcome.book).into(),
            difference: DeltaJson::new(&outcome.delta, None, details),
        }
    }
}

impl ContradictionsJson {
    /// The first `details` of them, and how many there are.
    #[must_use]
    pub fn new(found: &[Contradiction], details: usize) -> ContradictionsJson {
        ContradictionsJson {
            count: found.len() as u64,
            first: found.iter().take(details).map(Into::into).collect(),
        }
    }
}

impl RevertedJson {
    /// What became of taking back, with the first `details` of its nodes.
    #[must_use]
    pub fn new(reverted: &RevertOutcome, details: usize) -> RevertedJson {
        RevertedJson {
            outcome: ChangedJson::new(&reverted.outcome, details),
            contradictions: ContradictionsJson::new(&reverted.contradictions, details),
        }
    }
}

impl MergedBookJson {
    /// What became of a merge, with the first `details` of its nodes.
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
    /// What became of a split, with the first `details` nodes of each book.
    #[must_use]
    pub fn new(split: &SplitOutcome, details: usize) -> SplitJson {
        SplitJson {
            from: ChangedJson::new(&split.from, details),
            to: ChangedJson::new(&split.to, details),
        }
    }
}

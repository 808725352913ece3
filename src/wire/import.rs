//! The account of an import.

use serde::Serialize;
use utoipa::ToSchema;

use super::book::BookJson;
use super::change::DeltaJson;
use super::outcome::ContradictionsJson;
use super::phrase::{ConvertedJson, ToReviewJson};
use crate::format::dictionary::ImportReport;
use crate::service::ImportOutcome;

/// What became of an import: every node read was placed, merged or refused.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportJson {
    /// The book as it is now; in a dry run, as it would be.
    pub book: BookJson,
    /// Whether nothing was written.
    pub dry_run: bool,
    /// Whether the book changed, or would change.
    pub changed: bool,
    /// Each file.
    pub files: Vec<FileImportJson>,
    /// The change's number in the log, by which it is taken back; null if nothing was written.
    pub change: Option<i64>,
    /// What changed, or would change.
    pub difference: DeltaJson,
    /// Where the book and the files, or two files, say different things of a node, and what stands now.
    pub contradictions: ContradictionsJson,
    /// Sentences of comments that became conditions.
    pub converted: ConvertedJson,
    /// Sentences and stones that say what a move depends on and became no condition, for a curator to look at.
    pub to_review: ToReviewJson,
}

/// What became of one file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FileImportJson {
    /// Its name.
    pub file: String,
    /// Game trees read.
    pub trees: usize,
    /// Nodes read: `placed` + all of `merged` + all of `refused`.
    pub nodes: usize,
    /// Nodes that became a new node of the book.
    pub placed: usize,
    /// Nodes whose content went to a node that was there.
    pub merged: MergedJson,
    /// Nodes left out.
    pub refused: Vec<RefusalJson>,
    /// Book nodes made beside those read: tenukis left unsaid, lines to a starting position.
    pub implied: usize,
    /// Contradictions; the value that came first was kept.
    pub conflicts: Vec<ConflictJson>,
    /// What was odd in the file but could be read.
    pub warnings: Vec<String>,
}

/// Nodes whose content went to a node that was there.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MergedJson {
    /// The same line came before.
    pub duplicate: usize,
    /// The same line came before in the other handedness.
    pub mirror: usize,
    /// A tenuki that changes nothing.
    pub tenuki: usize,
    /// No move of its own: a comment, a setup, the root.
    pub no_move: usize,
}

/// A node left out.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefusalJson {
    /// The file's line.
    pub line: u32,
    /// Why.
    pub reason: String,
}

/// A contradiction between sources.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConflictJson {
    /// The line of the book's node.
    pub line: String,
    /// The field: `verdict`, `advantage`, `sente` or `label`.
    pub field: &'static str,
    /// The value that was there and stays.
    pub kept: String,
    /// The value that was left out.
    pub left_out: String,
}

impl ImportJson {
    /// How many nodes and contradictions are told unless somebody says.
    pub const DETAILS: usize = 1_000;

    /// The account, with the first `details` of the nodes and of the contradictions.
    #[must_use]
    pub fn new(outcome: &ImportOutcome, details: usize) -> ImportJson {
        let file = |(name, report): &(String, ImportReport)| FileImportJson::new(name, report);
        ImportJson {
            book: (&outcome.book).into(),
            dry_run: outcome.dry_run,
            changed: outcome.changed,
            files: outcome.files.iter().map(file).collect(),
            change: outcome.change,
            difference: DeltaJson::new(&outcome.delta, None, details),
            contradictions: ContradictionsJson::new(&outcome.contradictions, details),
            converted: ConvertedJson::new(outcome, details),
            to_review: ToReviewJson::new(outcome, details),
        }
    }
}

impl From<&ImportOutcome> for ImportJson {
    fn from(outcome: &ImportOutcome) -> ImportJson {
        ImportJson::new(outcome, ImportJson::DETAILS)
    }
}

impl FileImportJson {
    fn new(file: &str, report: &ImportReport) -> FileImportJson {
        let refusal = |refused: &crate::format::dictionary::Refusal| RefusalJson {
            line: refused.line,
            reason: refused.reason.to_string(),
        };
        let conflict =
            |(line, conflict): &(crate::book::Line, crate::book::Conflict)| ConflictJson {
                line: line.to_string(),
                field: conflict.field,
                kept: conflict.kept.clone(),
                left_out: conflict.left_out.clone(),
            };
        FileImportJson {
            file: file.to_owned(),
            trees: report.trees,
            nodes: report.nodes,
            placed: report.placed,
            merged: MergedJson {
                duplicate: report.merged.duplicate,
                mirror: report.merged.mirror,
                tenuki: report.merged.tenuki,
                no_move: report.merged.no_move,
            },
            refused: report.refused.iter().map(refusal).collect(),
            implied: report.implied,
            conflicts: report.conflicts.iter().map(conflict).collect(),
            warnings: report.warnings.clone(),
        }
    }
}

//! Report of an import.

use serde::Serialize;
use utoipa::ToSchema;

use super::book::BookJson;
use super::change::DeltaJson;
use super::outcome::ContradictionsJson;
use super::phrase::{ConvertedJson, ToReviewJson};
use joseki_format::dictionary::ImportReport;
use joseki_service::curate::ImportOutcome;

/// Report of an import: every node read was placed, merged or refused.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportJson {
    /// The book after the import; in a dry run, as it would be.
    pub book: BookJson,
    /// Whether nothing was written because it was a dry run.
    pub dry_run: bool,
    /// Whether the book changed; in a dry run, would change.
    pub changed: bool,
    /// One report per file.
    pub files: Vec<FileImportJson>,
    /// Number of the change in the log, with which it can be reverted; null if nothing was written.
    pub change: Option<i64>,
    /// Differences made; in a dry run, that would be made.
    pub difference: DeltaJson,
    /// Nodes on which the book and the files, or two files, disagree, and the values kept.
    pub contradictions: ContradictionsJson,
    /// Sentences of comments that were converted into conditions.
    pub converted: ConvertedJson,
    /// Sentences and stones that express a dependence but were not converted, for a curator to
    /// review.
    pub to_review: ToReviewJson,
}

/// Report of one file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FileImportJson {
    /// Name of the file.
    pub file: String,
    /// Number of game trees read.
    pub trees: usize,
    /// Number of nodes read: `placed` plus all of `merged` plus the length of `refused`.
    pub nodes: usize,
    /// Number of nodes that became a new node of the book.
    pub placed: usize,
    /// Numbers of nodes merged into an existing node, by reason.
    pub merged: MergedJson,
    /// Nodes left out.
    pub refused: Vec<RefusalJson>,
    /// Number of nodes added beyond those read: implied tenukis and lines to a starting position.
    pub implied: usize,
    /// Contradictions; the first value was kept.
    pub conflicts: Vec<ConflictJson>,
    /// Irregularities in the file that could be read nevertheless.
    pub warnings: Vec<String>,
}

/// Numbers of nodes merged into an existing node, by reason.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MergedJson {
    /// The same line came before.
    pub duplicate: usize,
    /// The mirror image of the line came before.
    pub mirror: usize,
    /// A tenuki without effect.
    pub tenuki: usize,
    /// No move of its own: a comment, a setup or the root.
    pub no_move: usize,
}

/// Node left out.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefusalJson {
    /// Line number in the file.
    pub line: u32,
    /// Reason.
    pub reason: String,
}

/// Contradiction between sources.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConflictJson {
    /// Canonical line of the book's node.
    pub line: String,
    /// Name of the field: `verdict`, `advantage`, `sente` or `label`.
    pub field: &'static str,
    /// Existing value, which was kept.
    pub kept: String,
    /// Value that was discarded.
    pub left_out: String,
}

impl ImportJson {
    /// Default maximum number of nodes and of contradictions listed.
    pub const DETAILS: usize = 1_000;

    /// Creates the report with at most `details` nodes and contradictions.
    #[must_use]
    pub fn new(outcome: &ImportOutcome, details: usize) -> ImportJson {
        let file = |(name, report): &(String, ImportReport)| FileImportJson::new(name, report);
        ImportJson {
            book: outcome.book.clone(),
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
        let refusal = |refused: &joseki_format::dictionary::Refusal| RefusalJson {
            line: refused.line,
            reason: refused.reason.to_string(),
        };
        let conflict =
            |(line, conflict): &(joseki_book::Line, joseki_book::Conflict)| ConflictJson {
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

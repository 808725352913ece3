//! Errors of changes.

use crate::code::Code;
use crate::error::{ErrorInfo, Fault};
use joseki_book::{Contradiction, EditError, Line};
use joseki_store::ChangeKind;

/// Maximum number of edits in a request.
pub const MAX_EDITS: usize = 10_000;

/// Why a book is not changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// The node changed since its editor read it.
    #[error(
        "edit {}: node {line} of book \"{book}\" {}: read it again and repeat the edit",
        index + 1, describe_change(*seen, *found)
    )]
    Stale {
        /// Name of the book.
        book: String,
        /// Canonical line of the node; for an edit of a subtree, of its first node that changed.
        line: Line,
        /// Index of the edit, from 0.
        index: usize,
        /// Revision that the edit is based on.
        seen: u64,
        /// Current revision; none if the node no longer exists.
        found: Option<u64>,
    },
    /// Edit that cannot be applied.
    #[error("edit {} of book \"{book}\": {source}", index + 1)]
    Edit {
        /// Name of the book.
        book: String,
        /// Index of the edit, from 0.
        index: usize,
        /// Underlying error.
        source: EditError,
    },
    /// More edits than one request may contain.
    #[error("too many edits ({count}): send at most {MAX_EDITS} per request")]
    TooMany {
        /// Number of edits.
        count: usize,
    },
    /// No change with that number.
    #[error("unknown change {id}: see the history of the book")]
    Unknown {
        /// Number of the change.
        id: i64,
    },
    /// Change that cannot be reverted.
    #[error("change {id} ({kind}) cannot be reverted: {why}")]
    NotRevertible {
        /// Number of the change.
        id: i64,
        /// Kind of the change.
        kind: ChangeKind,
        /// Why it cannot be reverted, and what to do.
        why: String,
    },
    /// Later changes conflict with a revert.
    #[error(
        "later changes conflict with change {change} ({} in all, first at \"{}\"): choose whether to keep or to drop them",
        contradictions.len(), first_line(contradictions)
    )]
    Conflict {
        /// Change that was to be reverted.
        change: i64,
        /// The conflicts, with the state that would result from keeping the later changes.
        contradictions: Vec<Contradiction>,
    },
    /// The idempotency key of a request belongs to another request.
    #[error("Idempotency-Key: already used for another request: choose a new one")]
    TokenReused,
}

impl Fault for ChangeError {
    fn info(&self) -> ErrorInfo {
        let unchanged = "nothing was changed";
        match self {
            ChangeError::Stale { book, line, index, .. } => {
                Code::PreconditionFailed.at(format!("edits[{index}]")).hint(format!(
                    "nothing was changed; see `joseki history --book {book} {line}` for its changes"
                ))
            }
            ChangeError::Edit { index, source, .. } => {
                edit_code(source).at(format!("edits[{index}]")).hint(unchanged)
            }
            ChangeError::TooMany { .. } => Code::TooMany.at("edits").hint(unchanged),
            ChangeError::Unknown { .. } => {
                Code::UnknownChange.at("change").hint("see `joseki history --all` for the latest changes")
            }
            ChangeError::NotRevertible { .. } => Code::NotRevertible.at("change").hint(unchanged),
            ChangeError::Conflict { .. } => Code::LaterChanges.at("later").hint(
                "nothing was changed; --later keep keeps them, --later drop discards them, --dry-run shows the effect",
            ),
            ChangeError::TokenReused => Code::IdempotencyKeyReused.at("Idempotency-Key"),
        }
    }
}

const fn edit_code(error: &EditError) -> Code {
    match error {
        EditError::Unknown(_) => Code::UnknownNode,
        EditError::Exists(_) => Code::AlreadyExists,
        EditError::Illegal { .. }
        | EditError::TooLong(_)
        | EditError::Tenuki(_)
        | EditError::OtherCorner { .. } => Code::IllegalLine,
        EditError::Root | EditError::IntoItself(_) | EditError::Retired(_) => Code::IllegalEdit,
    }
}

fn describe_change(seen: u64, found: Option<u64>) -> String {
    match found {
        Some(found) => format!("has changed: it is at revision {found}, not {seen}"),
        None => "no longer exists".to_owned(),
    }
}

fn first_line(contradictions: &[Contradiction]) -> String {
    let first = contradictions.first();
    first.map_or_else(String::new, |first| first.line.to_string())
}

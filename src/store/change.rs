//! The log of changes: who changed a book, when, how and why.

use strum::{Display, IntoStaticStr, VariantArray};

use super::BookInfo;
use joseki_book::{Delta, NodeChange};

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ChangeKind {
    /// A book was created.
    Create,
    /// Nodes were edited.
    Edit,
    /// Files were merged into the book.
    Import,
    /// Engines added moves and verdicts.
    Grow,
    /// Games were counted, or the book was pruned again by its counts.
    Mine,
    /// Another book was merged into it.
    Merge,
    /// The book was created as a copy of another.
    Copy,
    /// Lines were moved into a separate book, out of this one or into it.
    Split,
    /// The book was renamed.
    Rename,
    /// The book was deleted.
    Delete,
    /// A deleted book was restored.
    Restore,
    /// Earlier changes were reverted.
    Revert,
    /// The book as it was when the log began to record contents.
    Baseline,
}

/// Metadata of a change: everything but its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeNote {
    /// The kind of change.
    pub kind: ChangeKind,
    /// Who made it.
    pub who: String,
    /// The reason given; empty if none was.
    pub reason: String,
    /// The sources: file names, the change that is reverted, the former name; may be empty.
    pub what: String,
    /// The book and version it was derived from, if any.
    pub origin: Option<Origin>,
    /// What the request is known by, if it may be sent again. It is stored, but not read back.
    pub token: Option<RequestToken>,
}

/// What a request for a change is known by when it is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestToken {
    /// The SHA-256 of the key that the caller chose for the request, and of who it is.
    pub token: [u8; 32],
    /// The SHA-256 of what it asks for.
    pub request: [u8; 32],
}

/// A version of a book from which another was derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The book's name at that time.
    pub book: String,
    /// Its version.
    pub version: u64,
}

impl ChangeNote {
    /// Creates a note without a reason.
    #[must_use]
    pub fn new(kind: ChangeKind, who: impl Into<String>, what: impl Into<String>) -> ChangeNote {
        ChangeNote {
            kind,
            who: who.into(),
            reason: String::new(),
            what: what.into(),
            origin: None,
            token: None,
        }
    }

    /// Returns the note with a reason.
    #[must_use]
    pub fn with_reason(self, reason: impl Into<String>) -> ChangeNote {
        let reason = reason.into();
        ChangeNote { reason, ..self }
    }

    /// Returns the note with the book version it was derived from.
    #[must_use]
    pub fn with_origin(self, book: impl Into<String>, version: u64) -> ChangeNote {
        let book = book.into();
        let origin = Some(Origin { book, version });
        ChangeNote { origin, ..self }
    }
}

/// A change as recorded in the log. Rows are never changed or deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRow {
    /// Its number in the log of all books; grows with time.
    pub id: i64,
    /// The book's name after the change.
    pub book: String,
    /// The book's version after the change.
    pub version: u64,
    /// Time of the change, in seconds since 1970 UTC.
    pub at: i64,
    /// Kind, author and reason.
    pub note: ChangeNote,
    /// Number of inserted nodes.
    pub inserted: u64,
    /// Number of updated nodes.
    pub updated: u64,
    /// Number of deleted nodes.
    pub deleted: u64,
    /// Set if the log has the contents. Changes before the baseline are only counted.
    pub has_contents: bool,
    /// The book's current name; `None` if it was deleted.
    pub current_name: Option<String>,
}

/// Selects changes of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeQuery {
    /// Changes of one book under any of its names. If no book has this name now: the changes made
    /// under it, and those of the book that was deleted last under it. `None` selects all books.
    pub book: Option<String>,
    /// Only changes with numbers below this one.
    pub before: Option<i64>,
    /// Only changes with numbers above this one, oldest first; without it, newest first.
    pub after: Option<i64>,
    /// Maximum number of changes.
    pub limit: usize,
}

/// A change of one node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeLogEntry {
    /// The change of the book.
    pub change: ChangeRow,
    /// The node before and after.
    pub node: NodeChange,
}

/// Changes of a book, one after the other.
#[derive(Clone, Debug)]
pub struct LaterChanges {
    /// The book now.
    pub book: BookInfo,
    /// Whether games were counted among them.
    pub counted: bool,
    /// The changes with the versions that they led to, oldest first.
    pub changes: Vec<(u64, Delta)>,
}

/// A point in a book's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HistoryMoment {
    /// The book at this version; for a gap between versions, at the earlier one.
    Version(u64),
    /// The book as it was at the end of this second since 1970 UTC.
    Time(i64),
}

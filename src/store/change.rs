//! The log of changes: who changed a book, when, how and why.

use std::fmt;
use std::str::FromStr;

use crate::book::NodeChange;

/// What a change was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// A book was made.
    Create,
    /// Nodes were edited.
    Edit,
    /// Files were merged into the book.
    Import,
    /// Games were counted, or the book was cut anew by its counts.
    Mine,
    /// Another book was merged into it.
    Merge,
    /// The book was made as the copy of another.
    Copy,
    /// Lines were moved into a book of their own, out of this one or into it.
    Split,
    /// The book got another name.
    Rename,
    /// The book was deleted.
    Delete,
    /// A deleted book was made again.
    Restore,
    /// Earlier changes were taken back.
    Revert,
    /// The book as it was when the log began to keep what changes.
    Baseline,
}

impl ChangeKind {
    /// All kinds.
    pub const ALL: [ChangeKind; 12] = [
        ChangeKind::Create,
        ChangeKind::Edit,
        ChangeKind::Import,
        ChangeKind::Mine,
        ChangeKind::Merge,
        ChangeKind::Copy,
        ChangeKind::Split,
        ChangeKind::Rename,
        ChangeKind::Delete,
        ChangeKind::Restore,
        ChangeKind::Revert,
        ChangeKind::Baseline,
    ];

    /// Its name, as it is stored and written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ChangeKind::Create => "create",
            ChangeKind::Edit => "edit",
            ChangeKind::Import => "import",
            ChangeKind::Mine => "mine",
            ChangeKind::Merge => "merge",
            ChangeKind::Copy => "copy",
            ChangeKind::Split => "split",
            ChangeKind::Rename => "rename",
            ChangeKind::Delete => "delete",
            ChangeKind::Restore => "restore",
            ChangeKind::Revert => "revert",
            ChangeKind::Baseline => "baseline",
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ChangeKind {
    type Err = String;

    fn from_str(text: &str) -> Result<ChangeKind, String> {
        let found = ChangeKind::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| format!("\"{text}\" is no kind of change"))
    }
}

/// What is noted of a change beside what changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it was.
    pub kind: ChangeKind,
    /// Who did it.
    pub who: String,
    /// Why, in the words of who did it; empty if nothing was said.
    pub reason: String,
    /// With what: the names of files, the change that is taken back, the former name; may be empty.
    pub what: String,
    /// The book and version that it was made of, where it was made of one.
    pub origin: Option<Origin>,
}

/// A version of a book that another was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The book's name at that time.
    pub book: String,
    /// Its version.
    pub version: u64,
}

impl Note {
    /// A note without a reason.
    #[must_use]
    pub fn new(kind: ChangeKind, who: impl Into<String>, what: impl Into<String>) -> Note {
        Note {
            kind,
            who: who.into(),
            reason: String::new(),
            what: what.into(),
            origin: None,
        }
    }

    /// The note with a reason.
    #[must_use]
    pub fn because(self, reason: impl Into<String>) -> Note {
        let reason = reason.into();
        Note { reason, ..self }
    }

    /// The note with the version of a book that it was made of.
    #[must_use]
    pub fn of(self, book: impl Into<String>, version: u64) -> Note {
        let book = book.into();
        let origin = Some(Origin { book, version });
        Note { origin, ..self }
    }
}

/// A change as the log has it. Rows are never changed or deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRow {
    /// Its number in the log of all books; grows with time.
    pub id: i64,
    /// The book's name after the change.
    pub book: String,
    /// The book's version after the change.
    pub version: u64,
    /// When, in seconds since 1970 UTC.
    pub at: i64,
    /// Who, how and why.
    pub note: Note,
    /// Nodes that came.
    pub inserted: u64,
    /// Nodes that changed.
    pub updated: u64,
    /// Nodes that went.
    pub deleted: u64,
    /// Whether the log has what changed. Changes before the baseline are only counted.
    pub has_contents: bool,
    /// The name that the book has today; nothing if it is gone.
    pub living: Option<String>,
}

/// Which changes are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangesAsked {
    /// Those of one book: all that happened to it, under whichever name. Of a name that no book has now, what
    /// happened under it, and to the book that was deleted last under it. Of all books otherwise.
    pub book: Option<String>,
    /// Those with numbers below this one.
    pub before: Option<i64>,
    /// Those with numbers above this one; then the oldest come first, and else the newest.
    pub after: Option<i64>,
    /// At most so many.
    pub limit: usize,
}

/// A change of one node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeLog {
    /// The change of the book.
    pub change: ChangeRow,
    /// What became of the node.
    pub node: NodeChange,
}

/// A moment in a book's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The book as it was at this version; between two versions, as at the earlier one.
    Version(u64),
    /// The book as it was at the end of this second since 1970 UTC.
    Time(i64),
}

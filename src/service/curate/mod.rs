//! What curators do with a book: import, edit, revert, conditions, whole books, and books as files.
//!
//! # How a book is changed
//!
//! 1. **Build** the state that the book is to have. A curator's `Edit`s (`book/edit.rs`), files
//!    merged by rules (`Forest::merge_by`), another book's changes since the common ancestor
//!    (`book/merge.rs`, three-way) and an earlier state all produce a forest. An edit, the undo of
//!    one change, a merge, a split and the import of files that are small beside the book load only
//!    the part of it that they touch (`book/part.rs`, `store/sql/part.rs`).
//! 2. **Compare** it with the stored state (`ForestDifference`): rows and flattened lines to add,
//!    change and remove, and the `Delta`, which has every node that differs, before and after. All
//!    changes go this way (`BookChange`), so nothing can change without being logged.
//! 3. **Write** rows, lines and the log entry in one transaction (`store/sql/edit.rs`, `log.rs`).
//!    The log is append-only; triggers refuse anything else. A delta is two to five bytes for a
//!    bare node (`delta_code.rs`). Chunks of some 64 KiB state which lines they span, so a node's
//!    history reads only the chunks that may hold it.
//! 4. **Swap** the index, if the book is in memory, brought forward by the delta
//!    (`book/index/change.rs`): a copy with new rows, positions and proposals where the nodes
//!    differ. A property test compares it with an index built from the whole book. Nodes keep their
//!    numbers, so only an index that was built, not changed, has them in breadth-first order. Code
//!    that writes files asks for such an index (`Service::book_to_export`).
//!
//! # Undo and earlier versions
//!
//! Undo is a merge as well. The result of a change is the base, the state before it is the other
//! side, and the current book is ours. So everything that was not touched since goes back exactly,
//! and later changes that collide are reported as contradictions. Undoing everything since a
//! version restores that version's state.
//!
//! An earlier state is the present one with the deltas since undone. The store does so in
//! `Store::load_at`; for queries it is done in memory, from checkpoints that share what they have
//! in common (`service/past.rs`). The deltas summed from the beginning are the book
//! (`Store::replay`), which `doctor` compares. Books older than the log begin it with a baseline.
//!
//! A book keeps its id under every name, also when it is created again after a deletion, so its
//! history continues. Versions increase along the id and along every name. Counts of games are not
//! in the log.
//!
//! # Revisions
//!
//! A node's revision is the book's version of its last change. Clients may overwrite only
//! what they have read. An editor names the revision; to move or delete a subtree it also names
//! the version since which nothing in it may have changed.
//!
//! A retired node stays in the forest and out of the index (`Book::shelf`), so no query needs to
//! know of it. Of a book that is not in memory, retired nodes are read where a line leaves those in
//! use (`book/index/retired.rs`). Flattened lines are those in use (`Forest::live_ends`). Nodes that
//! exist for counted games alone follow the counts: undo and merges neither remove nor add them.

pub(crate) mod author;
pub(crate) mod book_file;
pub(crate) mod book_options;
pub(crate) mod condition_game;
pub(crate) mod condition_games;
pub(crate) mod condition_tally;
pub(crate) mod conditions;
pub(crate) mod edit;
pub(crate) mod error;
pub(crate) mod forced;
pub mod grow;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod judge;
pub(crate) mod node;
pub(crate) mod opening_book;
pub mod published;
pub(crate) mod revert;
pub(crate) mod search;
pub(crate) mod shelves;
pub(crate) mod sources;
pub(crate) mod starter;
pub(crate) mod subtree;

pub use author::Author;
pub use book_file::{BookFileRequest, BookFormat};
pub use book_options::{ExportFormat, FileKind, FileOptions, OptionRefusal, Orientations};
pub use condition_games::{ConditionRecords, ConditionsOutcome};
pub use condition_tally::{ConditionEvidence, ConditionGames, RateDifference};
pub use conditions::{
    BookCondition, ConditionKind, ConditionPage, ConditionSource, ConditionsQuery,
};
pub use edit::{ChangeOutcome, ConditionalEdit, EditBasis, EditRequest};
pub use error::{ChangeError, MAX_EDITS};
pub use forced::{SolveBookOutcome, SolveBookRequest};
pub use history::{ChangePage, ChangedNodesPage, NodeChangePage};
pub use import::{ImportOutcome, ImportRequest};
pub use judge::JudgeRequest;
pub(crate) use judge::{POINTS, Thresholds, WIN_RATES};
pub use node::{ChildNode, NodeAnswer};
pub use revert::{OnConflict, RevertOutcome, RevertRequest, Undo};
pub use search::{FoundIn, FoundNode, FoundNodes, TextQuery};
pub use shelves::{MergeOutcome, MergeRequest, SplitOutcome, SplitRequest};
pub use sources::{SourceFields, SourceUse};
pub use starter::{STARTER_IMAGE, StarterBook};
pub use subtree::{Subtree, SubtreeRequest, read_subtree};

use crate::service::Service;

/// Use cases of curators: changing, reading and exporting books.
#[derive(Clone, Copy)]
pub struct Curation<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn curation(&self) -> Curation<'_> {
        Curation { service: self }
    }
}

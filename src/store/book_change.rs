//! Changes of books, as handed to the store.

use super::{BookInfo, ChangeKind, ChangeNote};
use joseki_book::{Delta, Forest, ForestDifference, Line, NodeId};

/// An edit of a book, to be written to the store.
///
/// `updated` may contain the root, which exists as soon as the book does.
#[derive(Clone, Debug)]
pub struct BookChange<'a> {
    /// The book's name.
    pub book: &'a str,
    /// The version that was edited; 0 for a new book.
    pub expected_version: u64,
    /// The book as it is after the edit.
    pub forest: &'a Forest,
    /// The nodes that the store does not have yet, in any order. Their stored ids are ignored, so a
    /// book loaded under one name can be written under another.
    pub inserted: Vec<NodeId>,
    /// The nodes whose state changed, see [`Forest::state`].
    pub updated: Vec<NodeId>,
    /// The stored ids of deleted nodes, in any order, including all their descendants. A node may
    /// be inserted in place of one of them.
    pub deleted: Vec<i64>,
    /// The nodes at which a flattened line ends now but did not before.
    pub lines: Vec<NodeId>,
    /// The flattened lines that no longer exist, including those of deleted nodes.
    pub lines_gone: Vec<Line>,
    /// The same change for the log: every node that differs, before and after.
    pub delta: Delta,
    /// Who changed it, how and why.
    pub note: ChangeNote,
}

impl<'a> BookChange<'a> {
    /// Creates a new book from a whole forest.
    #[must_use]
    pub fn new_book(book: &'a str, forest: &'a Forest, who: &str) -> BookChange<'a> {
        let note = ChangeNote::new(ChangeKind::Create, who, "");
        let nothing = Forest::for_variant(forest.variant());
        let difference = ForestDifference::between(&nothing, forest);
        BookChange::from_difference(book, None, (&nothing, forest), difference, note)
    }

    /// Computes the change from a stored book to another state of it. Nodes that stay get their
    /// stored ids from the former state.
    #[must_use]
    pub fn between(
        book: &'a str,
        before: Option<(&BookInfo, &Forest)>,
        after: &'a mut Forest,
        note: ChangeNote,
    ) -> BookChange<'a> {
        let nothing = Forest::for_variant(after.variant());
        let old = before.map_or(&nothing, |(_, forest)| forest);
        let difference = ForestDifference::between(old, after);
        for (was, is) in &difference.kept {
            if let Some(stored) = old.node(*was).stored {
                after.set_stored(*is, stored);
            }
            after.set_revision(*is, old.node(*was).revision);
        }
        BookChange::from_difference(
            book,
            before.map(|(info, _)| info),
            (old, after),
            difference,
            note,
        )
    }

    fn from_difference(
        book: &'a str,
        info: Option<&BookInfo>,
        (old, new): (&Forest, &'a Forest),
        difference: ForestDifference,
        note: ChangeNote,
    ) -> BookChange<'a> {
        let (lines, lines_gone) = line_difference(old, new, &difference);
        let deleted = difference.deleted.iter();
        let mut updated: Vec<NodeId> = difference.updated.iter().map(|(_, new)| *new).collect();
        if info.is_none() && !updated.contains(&NodeId::ROOT) {
            updated.push(NodeId::ROOT);
        }
        BookChange {
            book,
            expected_version: info.map_or(0, |info| info.version),
            deleted: deleted.filter_map(|id| old.node(*id).stored).collect(),
            delta: difference.delta(old, new),
            inserted: difference.inserted,
            updated,
            forest: new,
            lines,
            lines_gone,
            note,
        }
    }

    /// Checks whether there is nothing to write.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.delta.is_empty()
    }
}

fn line_difference(
    old: &Forest,
    new: &Forest,
    difference: &ForestDifference,
) -> (Vec<NodeId>, Vec<Line>) {
    let (was, is) = (old.live_ends(), new.live_ends());
    let (mut lines, mut gone) = (Vec::new(), Vec::new());
    for (before, after) in &difference.kept {
        match (was[before.index()], is[after.index()]) {
            (false, true) => lines.push(*after),
            (true, false) => gone.push(new.line(*after)),
            _ => {}
        }
    }
    let inserted = difference.inserted.iter().copied();
    lines.extend(inserted.filter(|id| is[id.index()]));
    let deleted = difference.deleted.iter().filter(|id| was[id.index()]);
    gone.extend(deleted.map(|id| old.line(*id)));
    (lines, gone)
}

/// Result of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedChange {
    /// The book as it is now.
    pub info: BookInfo,
    /// The stored id of each inserted node, and of the root of a new book.
    pub ids: Vec<(NodeId, i64)>,
    /// The change's number in the log.
    pub change: i64,
}

impl AppliedChange {
    /// Records the stored ids of new nodes in the forest that was written, and the revision of new
    /// and changed nodes.
    pub fn update_forest(&self, forest: &mut Forest, updated: &[NodeId]) {
        for (node, id) in &self.ids {
            forest.set_stored(*node, *id);
            forest.set_revision(*node, self.info.version);
        }
        for node in updated {
            forest.set_revision(*node, self.info.version);
        }
    }
}

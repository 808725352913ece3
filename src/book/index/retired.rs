//! The retired nodes of a book that is not in memory.

use super::Index;
use super::source::StoredNode;
use crate::forest::{Forest, NodeId};
use crate::line::Line;
use crate::part::LeftOut;

impl Index {
    /// The retired nodes on a line and directly after it, of a book that is not in memory; `None`
    /// for one in memory.
    ///
    /// It is a part of [`Forest::retired_nodes`]: what follows the nodes after the line is left out
    /// ([`Node::left_out`](crate::Node::left_out)).
    #[must_use]
    pub fn retired_along(&self, line: &Line) -> Option<Forest> {
        let stored = self.stored.as_ref()?;
        let mut shelf = Forest::for_variant(self.variant);
        let line = line.canonical();
        let mut rest = line.steps();
        let (mut id, mut place) = (NodeId::ROOT, NodeId::ROOT);
        while let Some((step, later)) = rest.split_first()
            && let Some(child) = self.child(id, *step)
        {
            place = shelf.child_or_insert(place, *step).0;
            (id, rest) = (child, later);
        }
        // What is left of the line is retired, or unknown.
        let is_in_use = rest.is_empty();
        let mut children = stored.all_children(stored.number(id));
        for step in rest {
            let Some(child) = children.into_iter().find(|child| child.step == *step) else {
                return Some(shelf);
            };
            let number = child.number;
            place = put(&mut shelf, place, child);
            children = stored.all_children(number);
        }
        for child in children.into_iter().filter(|child| child.retired || !is_in_use) {
            let has_children = child.has_children;
            let id = put(&mut shelf, place, child);
            if has_children {
                shelf.set_left_out(id, LeftOut::Retired);
            }
        }
        Some(shelf)
    }
}

/// Puts a node into its place after its parent.
fn put(shelf: &mut Forest, parent: NodeId, node: StoredNode) -> NodeId {
    let (id, _) = shelf.child_or_insert(parent, node.step);
    shelf.set_ends(id, node.ends);
    shelf.set_mined(id, node.mined);
    shelf.set_retired(id, node.retired);
    shelf.set_revision(id, node.revision);
    if let Some(data) = node.data {
        *shelf.data_mut(id) = data;
    }
    id
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::stored::tests::stored;
    use crate::index::tests_support::any_book;

    /// What a forest says of a node and its children that are not in use.
    pub(in crate::index) fn described(
        index: &Index,
        shelf: &Forest,
        line: &Line,
    ) -> Option<String> {
        let id = shelf.find(line)?;
        let state = |id: NodeId| (shelf.line(id), shelf.state(id), shelf.node(id).revision);
        let own = index.find(line).is_none().then(|| state(id));
        let children = shelf.node(id).children().iter();
        let retired = children.filter(|child| index.find(&shelf.line(**child)).is_none());
        let retired = retired.map(|child| {
            let node = shelf.node(*child);
            (state(*child), node.children().is_empty() && node.left_out == LeftOut::Nothing)
        });
        let retired: Vec<_> = retired.collect();
        (own.is_some() || !retired.is_empty()).then(|| format!("{own:?} {retired:?}"))
    }

    proptest! {
        #[test]
        fn retired_nodes_are_those_of_the_loaded_book(book in any_book()) {
            let shelf = book.retired_nodes();
            let index = stored(book.clone(), Vec::new());
            for (id, _) in book.nodes() {
                let mut line = book.line(id);
                for _ in 0..2 {
                    let found = index.retired_along(&line).expect("a book that is stored");
                    prop_assert_eq!(
                        described(&index, &found, &line),
                        described(&index, &shelf, &line),
                        "{}", line
                    );
                    line.push(joseki_game::Step::TENUKI);
                }
            }
            prop_assert!(!index.has_failed());
            prop_assert!(Index::build(book.clone().live()).retired_along(&Line::new()).is_none());
        }
    }
}

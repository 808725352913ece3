//! A book that is not in memory without what rests on withheld sources alone.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Index;
use super::source::{NodeSource, StoredBook, StoredNode};
use crate::games_index;
use crate::withheld::WithheldSources;

/// Reads the nodes that [`Forest::without_sources`](crate::Forest::without_sources) leaves, as it
/// leaves them.
///
/// A node that rests on withheld sources alone is visible if it leads to another one that does not.
/// Such a node is searched for, retired ones included, when it is first needed.
#[derive(Debug)]
struct VisibleNodes {
    source: Arc<dyn NodeSource>,
    withheld: WithheldSources,
    /// By number: whether a node leads to one that does not rest on withheld sources alone.
    leading: Mutex<HashMap<u32, bool>>,
    /// Number of nodes that searches may still read.
    left: AtomicUsize,
}

impl Index {
    /// Creates the index of a book that is not in memory without what rests on withheld sources
    /// alone, where a node or a count of the book has such a source. It keeps up to `room` nodes.
    ///
    /// It answers as the index of [`Forest::without_sources`](crate::Forest::without_sources) does,
    /// except that [`Index::len`] and [`Index::lines`] are those of the whole book. Which nodes lead
    /// to visible ones is searched for in up to `search` nodes; beyond it reading fails
    /// ([`Index::has_failed`]).
    #[must_use]
    pub fn of_store_without(
        source: Arc<dyn NodeSource>,
        book: StoredBook,
        withheld: &BTreeSet<String>,
        (room, search): (usize, usize),
    ) -> Index {
        let cohorts = book.cohorts.as_deref().unwrap_or_default();
        let visible = VisibleNodes {
            source,
            withheld: WithheldSources::new(withheld, cohorts),
            leading: Mutex::default(),
            left: AtomicUsize::new(search),
        };
        let (root, _) = visible.reduced(book.root);
        Index::of_store(Arc::new(visible), StoredBook { root, ..book }, room)
    }
}

impl VisibleNodes {
    /// Returns a node without what is withheld of it, and whether it is visible even if it leads to
    /// no other.
    fn reduced(&self, node: StoredNode) -> (StoredNode, bool) {
        let is_root = node.number == 0;
        let tally = node.tally.as_deref().and_then(games_index::tally);
        let tally = tally.map(|tally| self.withheld.counted(&tally));
        let has_games = tally.as_ref().is_some_and(|tally| tally.total().games > 0);
        let stays = is_root || has_games || self.withheld.leaves(node.data.as_ref(), node.mined);
        let mut data = node.data;
        if let Some(data) = data.as_mut().filter(|data| self.withheld.names(data)) {
            self.withheld.take_from(data);
        }
        let tally = tally.filter(|_| has_games || is_root).map(|tally| {
            let mut bytes = Vec::new();
            tally.encode(&mut bytes);
            bytes.into_boxed_slice()
        });
        (StoredNode { ends: node.ends && stays, data, tally, ..node }, stays)
    }

    /// Returns the visible ones of some nodes.
    fn visible(&self, nodes: Vec<StoredNode>) -> Option<Vec<StoredNode>> {
        let mut visible = Vec::with_capacity(nodes.len());
        for node in nodes {
            let (node, stays) = self.reduced(node);
            if stays || self.leads(node.number)? {
                visible.push(node);
            }
        }
        Some(visible)
    }

    /// Whether a node leads to one that is visible by itself; `None` if that cannot be read, or is
    /// not found in as many nodes as may be read.
    fn leads(&self, number: u32) -> Option<bool> {
        let known = |number: u32| self.leading().get(&number).copied();
        if let Some(known) = known(number) {
            return Some(known);
        }
        let (mut waiting, mut searched) = (vec![number], Vec::new());
        while let Some(before) = waiting.pop() {
            let nodes = self.source.all_children(before)?;
            self.spend(nodes.len() + 1)?;
            for node in nodes {
                let (node, stays) = self.reduced(node);
                let leads = if node.has_children { known(node.number) } else { Some(false) };
                if stays || leads == Some(true) {
                    return Some(self.note(&[number], true));
                }
                if leads.is_none() {
                    waiting.push(node.number);
                }
            }
            searched.push(before);
        }
        Some(self.note(&searched, false))
    }

    /// Takes a number of nodes from those that searches may read; `None` if not as many are left.
    fn spend(&self, nodes: usize) -> Option<usize> {
        self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(nodes)).ok()
    }

    /// Notes of nodes whether they lead to a visible one; returns it.
    fn note(&self, numbers: &[u32], leads: bool) -> bool {
        self.leading().extend(numbers.iter().map(|number| (*number, leads)));
        leads
    }

    fn leading(&self) -> MutexGuard<'_, HashMap<u32, bool>> {
        self.leading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NodeSource for VisibleNodes {
    fn children(&self, number: u32) -> Option<Vec<StoredNode>> {
        self.visible(self.source.children(number)?)
    }

    fn all_children(&self, number: u32) -> Option<Vec<StoredNode>> {
        let mut nodes = self.visible(self.source.all_children(number)?)?;
        for node in &mut nodes {
            node.has_children = node.has_children && self.leads(node.number)?;
            // Where all that follows is left out, the line ends.
            node.ends |= !node.has_children;
        }
        Some(nodes)
    }

    fn with_position(&self, key: u64) -> Option<Vec<u32>> {
        // Those that are left out have no path.
        self.source.with_position(key)
    }

    fn path(&self, number: u32) -> Option<Vec<StoredNode>> {
        let mut path = self.source.path(number)?;
        let Some(last) = path.pop() else {
            return Some(path);
        };
        let Some(last) = self.visible(vec![last])?.pop() else {
            return Some(Vec::new());
        };
        // What leads to a visible node is visible.
        let before = path.into_iter().map(|node| self.reduced(node).0);
        Some(before.chain([last]).collect())
    }

    fn with_text(&self, mut first: u32) -> Option<Vec<StoredNode>> {
        loop {
            let mut page = self.source.with_text(first)?;
            let last = page.last().map(|last| last.number);
            let has_text = |node: &StoredNode| {
                node.data.as_ref().is_some_and(|data| !self.withheld.names(data))
            };
            page.retain(has_text);
            let page = self.visible(page)?;
            // Only an empty page of the source is the last one.
            match last.and_then(|last| last.checked_add(1)) {
                Some(next) if page.is_empty() => first = next,
                _ => return Some(page),
            }
        }
    }

    fn leaves_out(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::retired::tests::described;
    use crate::index::tests_support::{ForestSource, all, any_sourced_book, sources};
    use crate::{Forest, Line, NodeId};

    fn stored_without(forest: Forest, withheld: &BTreeSet<String>, search: usize) -> Index {
        let (source, book) = ForestSource::new(forest, Vec::new());
        Index::of_store_without(source, book, withheld, (2048, search))
    }

    /// The lines of the nodes with a comment, and their games.
    fn commented(index: &Index) -> Vec<(Line, u64)> {
        let mut found = Vec::new();
        if let Some(mut texts) = index.text_nodes() {
            while let Some(page) = texts.next_page() {
                let nodes = page.iter();
                found.extend(nodes.filter_map(|node| Some((texts.line(node)?, node.games()))));
            }
        } else {
            let has_text = |id: &NodeId| index.data(*id).is_some_and(|data| data.comment.is_some());
            let games =
                |id: NodeId| index.tally(id).map_or(0, |tally| u64::from(tally.total().games));
            found.extend(index.nodes().filter(has_text).map(|id| (index.line(id), games(id))));
        }
        found.sort_unstable();
        found
    }

    proptest! {
        #[test]
        fn a_book_that_is_not_loaded_leaves_out_the_same(
            book in any_sourced_book(), withheld in 1u8..8,
        ) {
            let withheld = sources(withheld);
            prop_assume!(book.has_sources(&withheld));
            let rest = book.clone().without_sources(&withheld);
            let memory = Index::build(rest.clone().live());
            let read = stored_without(book.clone(), &withheld, usize::MAX);
            prop_assert_eq!(read.is_empty(), memory.is_empty());
            prop_assert_eq!(all(&read), all(&memory));
            prop_assert_eq!(read.to_forest(), memory.to_forest());
            prop_assert_eq!(commented(&read), commented(&memory));
            let shelf = rest.retired_nodes();
            for (id, _) in book.nodes() {
                let line = book.line(id);
                let found = read.retired_along(&line).expect("a book that is stored");
                prop_assert_eq!(
                    described(&read, &found, &line),
                    described(&memory, &shelf, &line),
                    "{}", line
                );
            }
            // Nodes that are reached by their positions alone.
            let fresh = stored_without(book.clone(), &withheld, usize::MAX);
            for id in memory.nodes() {
                let lines = |index: &Index| {
                    let same = memory.key(id).into_iter().flat_map(|key| index.matches(key));
                    same.map(|found| index.line(found.node)).collect::<Vec<_>>()
                };
                prop_assert_eq!(lines(&fresh), lines(&memory));
                let said = |index: &Index, id| {
                    (index.turns(id), index.has_children(id), index.verdict(id))
                };
                let found = fresh.find(&memory.line(id)).expect("every node");
                prop_assert_eq!(said(&fresh, found), said(&memory, id));
            }
            prop_assert!(!read.has_failed() && !fresh.has_failed());
        }
    }

    #[test]
    fn a_search_for_visible_nodes_ends_at_its_bound() {
        let lines = ["DDCFFC", "DDCC"].map(|line| line.parse::<Line>().unwrap());
        let mut book: Forest = lines.iter().collect();
        let ids: Vec<NodeId> = book.nodes().skip(1).map(|(id, _)| id).collect();
        for id in ids {
            book.data_mut(id).sources = sources(1);
        }
        let first_moves = |search: usize| {
            let index = stored_without(book.clone(), &sources(1), search);
            let is_empty = index.is_empty();
            (!index.has_failed()).then_some(is_empty)
        };
        assert_eq!((first_moves(5), first_moves(4)), (Some(true), None));
    }
}

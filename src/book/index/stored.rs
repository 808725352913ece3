//! The nodes of a book that is not in memory: each is read when it is first needed, and kept.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::build::is_far;
use super::source::{NodeSource, StoredBook, StoredNode};
use super::{FIRST, Index, Row};
use crate::forest::NodeId;
use crate::games_index::GamesIndex;
use crate::line::Line;
use crate::memory;
use crate::node_data::NodeData;
use crate::proposal::Proposal;
use joseki_game::{LinePosition, PositionKey, Variant};

/// Number of nodes for which there is room at a time.
const PAGE: usize = 1024;

/// Places for nodes.
type Page = Box<[OnceLock<ReadNode>]>;

/// The nodes that were read so far.
#[derive(Debug)]
pub(super) struct StoredNodes {
    variant: Variant,
    source: Arc<dyn NodeSource>,
    is_counted: bool,
    /// By place, in the order in which they were first needed. A node never moves.
    pages: Box<[OnceLock<Page>]>,
    /// Places by the numbers of nodes in the store.
    places: Mutex<HashMap<u32, NodeId>>,
    /// The nodes of the positions that were looked up, by key.
    positions: Mutex<HashMap<u64, Arc<[NodeId]>>>,
    has_failed: AtomicBool,
}

/// A node with what was read of it. What is empty has not been needed yet.
#[derive(Debug)]
struct ReadNode {
    number: u32,
    row: Row,
    has_children: bool,
    data: Option<Arc<NodeData>>,
    /// In step order.
    children: OnceLock<Box<[NodeId]>>,
    position: OnceLock<Option<PositionKey>>,
    tally: Option<Box<[u8]>>,
    proposal: OnceLock<Option<Proposal>>,
}

impl Index {
    /// Creates the index of a book that is not in memory. It keeps the nodes that it has read, up to
    /// `room` of them.
    ///
    /// It answers as the index of the same book in memory does, except that [`Index::len`] counts
    /// retired nodes. Answers are wrong once [`Index::has_failed`] is true.
    #[must_use]
    pub fn of_store(source: Arc<dyn NodeSource>, book: StoredBook, room: usize) -> Index {
        let StoredBook { variant, root, nodes, lines, cohorts } = book;
        let stored = StoredNodes {
            variant,
            source,
            is_counted: cohorts.is_some(),
            pages: (0..room.div_ceil(PAGE)).map(|_| OnceLock::new()).collect(),
            places: Mutex::default(),
            positions: Mutex::default(),
            has_failed: AtomicBool::new(false),
        };
        stored.add([root].into());
        Index {
            variant,
            len: nodes + 1,
            lines,
            games: Arc::new(GamesIndex::of_cohorts(cohorts.unwrap_or_default())),
            stored: Some(Arc::new(stored)),
            ..Index::default()
        }
    }

    /// Whether nodes could not be read or kept, so that answers may be wrong. Never for a book in
    /// memory.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.stored.as_ref().is_some_and(|stored| stored.has_failed.load(Relaxed))
    }

    /// Whether nodes are read when they are first needed.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        self.stored.is_some()
    }

    /// The number of nodes and positions that are kept of a book that is not in memory; 0 of one in
    /// memory.
    #[must_use]
    pub fn kept_entries(&self) -> usize {
        let entries = |stored: &StoredNodes| stored.len() + lock(&stored.positions).len();
        self.stored.as_deref().map_or(0, entries)
    }

    /// The number of places of nodes, for lists by [`NodeId::index`].
    pub(super) fn places(&self) -> usize {
        self.stored.as_ref().map_or(self.rows.len(), |stored| stored.len())
    }

    /// The proposal for a move of a book that is not in memory.
    pub(super) fn stored_proposal(&self, stored: &StoredNodes, id: NodeId) -> Option<Proposal> {
        if !stored.is_counted || id == NodeId::ROOT {
            return None;
        }
        if let Some(known) = stored.node(id).proposal.get() {
            return *known;
        }
        let parent = self.parent(id);
        let proposed = self.proposed(parent);
        for child in self.children(parent) {
            let own = proposed.iter().find(|(node, _)| *node == child);
            // Another question may have worked it out meanwhile.
            let _ = stored.node(child).proposal.set(own.map(|(_, proposal)| *proposal));
        }
        stored.node(id).proposal.get().copied().flatten()
    }
}

impl StoredNodes {
    pub(super) const fn is_counted(&self) -> bool {
        self.is_counted
    }

    pub(super) fn row(&self, id: NodeId) -> &Row {
        &self.node(id).row
    }

    pub(super) fn data(&self, id: NodeId) -> &Option<Arc<NodeData>> {
        &self.node(id).data
    }

    /// The children of a node in use, in step order.
    pub(super) fn children(&self, id: NodeId) -> &[NodeId] {
        let node = self.node(id);
        if let Some(known) = node.children.get() {
            return known;
        }
        if !node.has_children {
            return &[];
        }
        let Some(mut children) = self.wanted(self.source.children(node.number)) else {
            return &[];
        };
        children.sort_by_key(|child| child.step);
        let ids = self.add(children);
        node.children.get_or_init(|| ids.into())
    }

    /// Whether a node in use follows.
    pub(super) fn has_children(&self, id: NodeId) -> bool {
        self.node(id).has_children && (!self.source.leaves_out() || !self.children(id).is_empty())
    }

    /// The nodes with this key of a position: short lines first, those of one length in their order.
    pub(super) fn with_position(&self, key: u64) -> Arc<[NodeId]> {
        if let Some(known) = lock(&self.positions).get(&key) {
            return Arc::clone(known);
        }
        let Some(numbers) = self.wanted(self.source.with_position(key)) else {
            return Arc::from([]);
        };
        let mut found: Vec<NodeId> =
            numbers.iter().filter_map(|number| self.reach(*number)).collect();
        if found.len() > 1 {
            found.sort_by_cached_key(|id| {
                let line = self.line(*id);
                (line.len(), line)
            });
        }
        let root =
            Some(NodeId::ROOT).filter(|root| self.key(*root).is_some_and(|own| own.key == key));
        let nodes: Arc<[NodeId]> = root.into_iter().chain(found).collect();
        let mut positions = lock(&self.positions);
        if positions.len() >= self.pages.len() * PAGE {
            // Most are of boards that do not come again.
            positions.clear();
        }
        positions.insert(key, Arc::clone(&nodes));
        nodes
    }

    /// The number of a node in the store.
    pub(super) fn number(&self, id: NodeId) -> u32 {
        self.node(id).number
    }

    /// All children of a node by its number, retired ones included; they are not kept.
    pub(super) fn all_children(&self, number: u32) -> Vec<StoredNode> {
        self.wanted(self.source.all_children(number)).unwrap_or_default()
    }

    /// The path to a node by its number, which is not kept; empty if it is not in use.
    pub(super) fn path(&self, number: u32) -> Option<Vec<StoredNode>> {
        self.wanted(self.source.path(number))
    }

    /// A page of the nodes with text, which are not kept.
    pub(super) fn with_text(&self, first: u32) -> Option<Vec<StoredNode>> {
        self.wanted(self.source.with_text(first))
    }

    /// The place of a node in use, which is read with the path to it unless it is known.
    fn reach(&self, number: u32) -> Option<NodeId> {
        let known = lock(&self.places).get(&number).copied();
        // What is known was reached by nodes in use.
        known.or_else(|| self.add(self.path(number)?).pop())
    }

    /// The key of a node's position, in the frame in which the node's line is canonical.
    pub(super) fn key(&self, id: NodeId) -> Option<PositionKey> {
        *self.node(id).position.get_or_init(|| {
            let line = self.line(id);
            Some(LinePosition::replay(self.variant, &line)?.key(line.to_move()))
        })
    }

    pub(super) fn is_far(&self, id: NodeId) -> bool {
        self.is_counted && is_far(self.variant, &self.line(id))
    }

    /// The encoded counts of a node, if any.
    pub(super) fn tally(&self, id: NodeId) -> Option<&[u8]> {
        self.node(id).tally.as_deref()
    }

    /// The canonical line of a node.
    fn line(&self, mut id: NodeId) -> Line {
        let mut line = Line::new();
        while id != NodeId::ROOT {
            line.push(self.row(id).step);
            id = self.row(id).parent;
        }
        line.reversed()
    }

    /// Bytes of heap memory of the nodes that are kept.
    pub(super) fn heap_bytes(&self) -> usize {
        let node = |id: usize| {
            let node = self.node(NodeId::from_index(id));
            let lists = node.children.get().map_or(0, |ids| size_of_val::<[NodeId]>(ids))
                + node.tally.as_ref().map_or(0, |bytes| bytes.len());
            lists + node.data.as_ref().map_or(0, |data| memory::node_data(data))
        };
        let pages = self.pages.iter().filter(|page| page.get().is_some()).count();
        pages * PAGE * size_of::<OnceLock<ReadNode>>() + (0..self.len()).map(node).sum::<usize>()
    }

    fn len(&self) -> usize {
        lock(&self.places).len()
    }

    fn node(&self, id: NodeId) -> &ReadNode {
        let page = self.pages[id.index() / PAGE].get();
        let node = page.and_then(|page| page[id.index() % PAGE].get());
        // An id is given when its node is in place.
        node.unwrap_or_else(|| unreachable!("node {} is not there", id.index()))
    }

    /// Keeps nodes, each after its parent; returns their places.
    fn add(&self, nodes: Vec<StoredNode>) -> Vec<NodeId> {
        let mut places = lock(&self.places);
        let mut ids = Vec::with_capacity(nodes.len());
        for node in nodes {
            let next = NodeId::from_index(places.len());
            let (number, parent) = (node.number, places.get(&node.parent).copied());
            let id = *places.entry(number).or_insert(next);
            if id == next && !self.put(id, node, parent.unwrap_or_default()) {
                places.remove(&number);
                self.has_failed.store(true, Relaxed);
                break;
            }
            ids.push(id);
        }
        ids
    }

    /// Puts a node into its place; false if all places are taken.
    fn put(&self, id: NodeId, node: StoredNode, parent: NodeId) -> bool {
        let Some(page) = self.pages.get(id.index() / PAGE) else {
            return false;
        };
        let mut row = Row::new(node.step, parent);
        row.set_ends(node.ends);
        row.set_mined(node.mined);
        row.set_revision(node.revision);
        if id != NodeId::ROOT && self.row(parent).flags & FIRST == 0 {
            row.flags |= FIRST;
        }
        let read = ReadNode {
            number: node.number,
            row,
            has_children: node.has_children,
            data: node.data.map(Arc::new),
            children: OnceLock::new(),
            position: OnceLock::new(),
            tally: node.tally,
            proposal: OnceLock::new(),
        };
        let page = page.get_or_init(|| (0..PAGE).map(|_| OnceLock::new()).collect());
        page[id.index() % PAGE].set(read).is_ok()
    }

    /// Notes a failure of the source.
    fn wanted<T>(&self, read: Option<T>) -> Option<T> {
        if read.is_none() {
            self.has_failed.store(true, Relaxed);
        }
        read
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::tests_support::{ForestSource, all, any_book, counted};
    use crate::{Forest, Tracker};
    use joseki_game::{BoardSize, Color, Corner, Move, Point, Step};

    pub(in crate::index) fn stored(forest: Forest, failing: Vec<u32>) -> Index {
        let (source, book) = ForestSource::new(forest, failing);
        Index::of_store(source, book, 2 * PAGE)
    }

    /// What a tracker says of each corner, with lines instead of numbers.
    fn followed(index: &Index, moves: &[(Color, Point)]) -> Vec<String> {
        let mut tracker = Tracker::new(index, BoardSize::NINETEEN, &[]);
        moves.iter().for_each(|(color, point)| tracker.play(*color, Move::Play(*point)));
        let corners = Corner::ALL.iter().map(|corner| {
            let track = tracker.region(*corner);
            let moves = track.moves(index, Color::Black);
            let moves = moves.iter().map(|found| {
                let next = &found.continuation;
                (index.line(next.node).to_string(), next.symmetry, found.is_whole)
            });
            let known = track.known().next().map(|reading| reading.book_line(index).to_string());
            let state = tracker.state(*corner);
            format!(
                "{corner:?} {state:?} {known:?} {:?} {:?}",
                track.left_book(),
                moves.collect::<Vec<_>>()
            )
        });
        corners.collect()
    }

    proptest! {
        #[test]
        fn a_book_that_is_not_loaded_says_the_same(
            book in any_book(),
            counts in any::<bool>(),
            moves in proptest::collection::vec((any::<bool>(), 0u8..9, 0u8..9), 0..8),
        ) {
            let book = if counts { counted(book) } else { book };
            let memory = Index::build(book.clone().live());
            let read = stored(book.clone(), Vec::new());
            let color = |black: bool| if black { Color::Black } else { Color::White };
            let moves: Vec<(Color, Point)> =
                moves.into_iter().map(|(black, x, y)| (color(black), Point::new(x, y))).collect();
            prop_assert_eq!(followed(&read, &moves), followed(&memory, &moves));
            prop_assert_eq!(all(&read), all(&memory));
            prop_assert_eq!(read.to_forest(), memory.to_forest());
            prop_assert!(!read.has_failed());
            let fresh = stored(book.clone(), Vec::new());
            for id in memory.nodes() {
                let same = |index: &Index, id| {
                    let names = index.nearest_names(id).cloned();
                    (index.proposal(id), index.turns(id), index.depth(id), names, index.verdict(id))
                };
                let found = fresh.find(&memory.line(id)).expect("every node");
                prop_assert_eq!(same(&fresh, found), same(&memory, id));
            }
        }
    }

    #[test]
    fn a_failure_of_the_store_is_noted() {
        let book: Forest =
            ["DDCFFC", "CCDD"].map(|line| line.parse::<Line>().unwrap()).iter().collect();
        let number = book.find(&"DDCF".parse().unwrap()).unwrap().index() as u32;
        let index = stored(book, vec![number]);
        let node = index.find(&"DDCF".parse().unwrap()).unwrap();
        assert!(index.has_children(node));
        assert!(!index.has_failed());
        assert_eq!(index.children(node).len(), 0);
        assert!(index.has_failed());
    }

    #[test]
    fn no_more_nodes_are_kept_than_there_is_room_for() {
        let step = |place: usize| Step::corner((place % 19) as u8, (place / 19) as u8);
        let line = |number: usize| [step(60), step(number % 300), step(number / 300)];
        let lines =
            (0..3 * PAGE).map(|number| line(number).into_iter().flatten().collect::<Line>());
        let book: Forest = lines.collect::<Vec<_>>().iter().collect();
        assert!(book.len() > 2 * PAGE);
        let index = stored(book, Vec::new());
        let kept = index.nodes().count();
        assert!(kept <= 2 * PAGE && index.has_failed(), "{kept}");
    }

    #[test]
    fn no_more_positions_are_kept_than_there_is_room_for() {
        let index = stored(Forest::new(), Vec::new());
        let nodes = index.stored.as_ref().unwrap();
        for key in 1..3 * PAGE as u64 {
            assert!(nodes.with_position(key).is_empty());
        }
        let kept = lock(&nodes.positions).len();
        assert!((1..=2 * PAGE).contains(&kept) && !index.has_failed(), "{kept}");
    }
}

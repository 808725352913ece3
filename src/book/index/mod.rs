//! The index: a book in lists, immutable, queried by line and by position.
//!
//! - `build`: building one from a forest, and the frozen identity of a move
//! - `chunks`: lists and tables whose copies share what is the same
//! - `change`: the index of a changed book, from the index before
//! - `stored`: the nodes of a book that is not in memory; `source`: what they are read from
//! - `visible`: such a book without what rests on withheld sources alone
//! - `past`: the source of an earlier version of such a book
//! - `retired`, `texts`: what is read of such a book besides, without being kept
//! - `walk`: all nodes, one after the other

mod build;
mod change;
mod chunks;
mod past;
mod retired;
mod source;
mod stored;
mod texts;
mod visible;
mod walk;

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use crate::forest::NodeId;
use crate::games_index::{self, GamesIndex};
use crate::line::Line;
use crate::memory;
use crate::node_data::NodeData;
use crate::proposal::Proposal;
use crate::tally::{Cohort, CohortId, GameCount, Tally, TurnsByKind};
use crate::verdict::Verdict;
use joseki_game::{PositionKey, Side, Step, Symmetries, Symmetry, Variant};

use build::NO_POSITION;
use chunks::{Chunks, Shards};
use stored::StoredNodes;

pub use build::edge;
pub use past::{LineChanges, PastSource, StoredPast, StoredPastError};
pub use source::{NodeSource, StoredBook, StoredNode};
pub use texts::TextNodes;

/// A book for queries. Built from a [`Forest`](crate::Forest) and immutable: a changed book gets a new index,
/// which shares with the one before what the change does not touch ([`Index::changed`]).
///
/// Built from a forest, nodes are numbered in breadth-first order. A change keeps the numbers: new
/// nodes come last, and those of deleted nodes stay free.
///
/// ```
/// use joseki_book::{Index, Line};
///
/// let lines: [Line; 2] = ["DDCFFC".parse()?, "DDCC".parse()?];
/// let index = Index::build(lines.iter().collect());
/// let node = index.find(&"DD".parse()?).unwrap();
/// let steps = index.children(node).map(|child| index.step(child).to_string());
/// assert_eq!(steps.collect::<Vec<_>>(), ["CC", "CF"]);
/// assert!(index.find(&"CC".parse()?).is_none());
/// # Ok::<(), joseki_book::ParseLineError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Index {
    variant: Variant,
    rows: Chunks<Row>,
    /// The number of nodes, with the root.
    len: usize,
    /// The number of nodes at which lines end.
    lines: usize,
    /// Whether it is an earlier state, whose nodes have no revisions.
    is_past: bool,
    data: Chunks<Option<Arc<NodeData>>>,
    /// The children of nodes where they are not neighbours, see [`Row::children`].
    scattered: Chunks<SmallVec<[NodeId; 2]>>,
    /// The first node of each position by its key. The key is already a hash, and is stored in the
    /// node's row.
    by_key: Shards<NodeId>,
    /// By step index: how often a step occurs in lines, in any orientation.
    used: Arc<Vec<u32>>,
    games: Arc<GamesIndex>,
    /// The proposals for moves with enough evidence.
    proposals: Shards<(NodeId, Proposal)>,
    /// The memory used, computed on first request.
    heap: OnceLock<usize>,
    /// The nodes, if the book is not in memory; then the lists above are empty.
    stored: Option<Arc<StoredNodes>>,
}

/// What every node has.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The key of the position, if the flags say that there is one.
    key: u64,
    parent: NodeId,
    /// The first child, the others follow it; or, with [`SCATTERED`], a place in `scattered`.
    children: u32,
    /// The number of children.
    child_count: u16,
    flags: u16,
    /// The next node with the same position; the root means none.
    next_same: NodeId,
    /// The version of the book that last changed the node.
    revision: u32,
    step: Step,
}

/// Set in [`Row::children`] if the children are listed apart.
const SCATTERED: u32 = 1 << 31;

/// A line ends at the node.
const ENDS: u16 = 1;
/// The node exists only because of counted games.
const MINED: u16 = 2;
/// The move is a far stone.
const FAR: u16 = 4;
/// The move is the first mover's.
const FIRST: u16 = 8;
/// Other nodes have, or had, the position of the node.
const SHARED: u16 = 16;
/// Where the three bits of [`PositionKey::by`] begin.
const BY: u32 = 5;
/// Where the stabiliser of the position begins: no bit is set if the node has no position.
const STABILISER: u32 = 8;

/// A node whose position matches a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The node.
    pub node: NodeId,
    /// Query to node: the symmetry that leads to the node's frame. If the position has a
    /// stabiliser, others do as well.
    pub symmetry: Symmetry,
}

impl Index {
    /// The game of the book, and the size of its board.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of nodes, without the root.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len.saturating_sub(1)
    }

    /// The number of flattened lines.
    #[must_use]
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// Whether the nodes are numbered without gaps in breadth-first order.
    #[must_use]
    pub const fn is_dense(&self) -> bool {
        self.scattered.len() == 0 && self.len == self.rows.len()
    }

    /// Whether the book has no move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0 || self.stored.is_some() && !self.has_children(NodeId::ROOT)
    }

    /// The bytes of heap memory used, by the capacity of lists, tables and texts, without the
    /// allocator's overhead. Computed once for a book in memory.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        if let Some(stored) = &self.stored {
            return stored.heap_bytes() + self.games.heap_bytes();
        }
        *self.heap.get_or_init(|| {
            let nodes = self.rows.heap_bytes() + self.data.heap_bytes() + memory::list(&self.used);
            let known = self.data.iter().flatten();
            // An `Arc` stores two counters before the shared value.
            let known = known.map(|data| 2 * size_of::<usize>() + memory::node_data(data));
            let spilled = self.scattered.iter().filter(|nodes| nodes.spilled());
            let spilled = spilled.map(|nodes| nodes.capacity() * size_of::<NodeId>());
            let scattered = self.scattered.heap_bytes() + spilled.sum::<usize>();
            let tables = self.by_key.heap_bytes() + self.proposals.heap_bytes();
            nodes + scattered + tables + self.games.heap_bytes() + known.sum::<usize>()
        })
    }

    fn row(&self, id: NodeId) -> &Row {
        match &self.stored {
            None => self.rows.at(id.index()),
            Some(stored) => stored.row(id),
        }
    }

    /// The step of a node; a tenuki for the root.
    #[must_use]
    pub fn step(&self, id: NodeId) -> Step {
        self.row(id).step
    }

    /// The version of the book that last changed a node; 0 in an earlier state of a book.
    #[must_use]
    pub fn revision(&self, id: NodeId) -> u64 {
        if self.is_past { 0 } else { self.row(id).revision.into() }
    }

    /// The same index as an earlier state.
    #[must_use]
    pub fn into_past(self) -> Index {
        Index { is_past: true, ..self }
    }

    /// The parent of a node.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> NodeId {
        self.row(id).parent
    }

    /// The children of a node, in step order.
    pub fn children(
        &self,
        id: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<'_> {
        let row = self.row(id);
        let listed = self.listed_children(id, row);
        let first = row.children as usize;
        let count = listed.map_or(usize::from(row.child_count), <[NodeId]>::len);
        (0..count).map(move |number| match listed {
            None => NodeId::from_index(first + number),
            Some(nodes) => nodes[number],
        })
    }

    /// The children of a node that are not neighbours.
    fn listed_children(&self, id: NodeId, row: &Row) -> Option<&[NodeId]> {
        if let Some(stored) = &self.stored {
            return Some(stored.children(id));
        }
        let place = row.children & !SCATTERED;
        (row.children & SCATTERED != 0).then(|| self.scattered.at(place as usize).as_slice())
    }

    /// Whether a node has any child, a tenuki included.
    #[must_use]
    pub fn has_children(&self, id: NodeId) -> bool {
        match &self.stored {
            None => self.row(id).child_count > 0,
            Some(stored) => stored.has_children(id),
        }
    }

    /// The child of a node for a step.
    #[must_use]
    pub fn child(&self, id: NodeId, step: Step) -> Option<NodeId> {
        let row = self.row(id);
        if let Some(nodes) = self.listed_children(id, row) {
            let place = nodes.binary_search_by_key(&step, |child| self.step(*child)).ok()?;
            return Some(nodes[place]);
        }
        let (mut start, mut end) = (row.children, row.children + u32::from(row.child_count));
        while start < end {
            let middle = start.midpoint(end);
            let child = NodeId::from_index(middle as usize);
            match self.step(child).cmp(&step) {
                Ordering::Equal => return Some(child),
                Ordering::Less => start = middle + 1,
                Ordering::Greater => end = middle,
            }
        }
        None
    }

    /// Finds the node of a line in any orientation.
    #[must_use]
    pub fn find(&self, line: &Line) -> Option<NodeId> {
        self.find_as_written(&line.canonical())
    }

    /// Finds the node of exactly these steps.
    fn find_as_written(&self, line: &Line) -> Option<NodeId> {
        line.steps().iter().try_fold(NodeId::ROOT, |id, step| self.child(id, *step))
    }

    /// The canonical line of a node.
    #[must_use]
    pub fn line(&self, mut id: NodeId) -> Line {
        let mut line = Line::new();
        while id != NodeId::ROOT {
            line.push(self.step(id));
            id = self.parent(id);
        }
        line.reversed()
    }

    /// The number of steps to a node.
    #[must_use]
    pub fn depth(&self, id: NodeId) -> usize {
        std::iter::successors(Some(id), |id| (*id != NodeId::ROOT).then(|| self.parent(*id)))
            .count()
            - 1
    }

    /// The side that plays the move to a node; the second one for the root.
    #[must_use]
    pub fn mover(&self, id: NodeId) -> Side {
        if self.row(id).flags & FIRST != 0 { Side::First } else { Side::Second }
    }

    /// Whether a line ends at a node.
    #[must_use]
    pub fn ends(&self, id: NodeId) -> bool {
        let row = self.row(id);
        row.flags & ENDS != 0 || id != NodeId::ROOT && !self.has_children(id)
    }

    /// The shared data of a node.
    #[must_use]
    pub fn shared_data(&self, id: NodeId) -> Option<Arc<NodeData>> {
        self.shared(id).clone()
    }

    /// The data of a node.
    #[must_use]
    pub fn data(&self, id: NodeId) -> Option<&NodeData> {
        self.shared(id).as_deref()
    }

    fn shared(&self, id: NodeId) -> &Option<Arc<NodeData>> {
        match &self.stored {
            None => self.data.at(id.index()),
            Some(stored) => stored.data(id),
        }
    }

    /// The names of a node, or of the nearest one before it that has any.
    #[must_use]
    pub fn nearest_names(&self, id: NodeId) -> Option<&BTreeSet<String>> {
        let before = |id: &NodeId| (*id != NodeId::ROOT).then(|| self.parent(*id));
        let mut names = std::iter::successors(Some(id), before)
            .filter_map(|id| self.data(id).map(|data| &data.names));
        names.find(|names| !names.is_empty())
    }

    /// The nodes with this position: short lines first, those of one length in their order.
    pub fn matches(&self, key: PositionKey) -> impl Iterator<Item = Match> {
        let (mut listed, mut next) = match &self.stored {
            Some(stored) => (Some((stored, stored.with_position(key.key), 0)), None),
            None => (None, self.first_of(key)),
        };
        std::iter::from_fn(move || {
            let (node, by) = if let Some((stored, nodes, place)) = &mut listed {
                let node = *nodes.get(*place)?;
                *place += 1;
                (node, stored.key(node)?.by)
            } else {
                let node = next?;
                let row = self.row(node);
                next = Some(row.next_same).filter(|id| *id != NodeId::ROOT);
                (node, Symmetry::from_number((row.flags >> BY) as u8))
            };
            Some(Match { node, symmetry: key.by.then(by.inverse()) })
        })
    }

    /// The key of a node's position, in the frame in which the node's line is canonical; `None` if
    /// it has no position.
    #[must_use]
    pub fn key(&self, id: NodeId) -> Option<PositionKey> {
        if let Some(stored) = &self.stored {
            return stored.key(id);
        }
        let Row { key, flags, .. } = *self.row(id);
        let stabiliser = Symmetries::from_bits((flags >> STABILISER) as u8);
        let by = Symmetry::from_number((flags >> BY) as u8);
        (!stabiliser.is_empty()).then_some(PositionKey { key, by, stabiliser })
    }

    /// The identity of the move that leads to a node: the same in every book, move order,
    /// orientation and colour. All moves of one position share the upper half. Frozen, because
    /// stores keep it.
    #[must_use]
    pub fn edge(&self, id: NodeId) -> u64 {
        let key = |id: NodeId| self.key(id).map(|key| key.key);
        match (key(self.parent(id)), key(id)) {
            (Some(before), Some(after)) => edge(before, after),
            // A line that cannot be replayed alone has no position; hash its steps instead.
            _ => self
                .line(id)
                .steps()
                .iter()
                .fold(NO_POSITION, |hash, step| edge(hash, u64::from(step.code()))),
        }
    }

    /// Whether a step may occur in a line, in any orientation. If not, no position of the book has a
    /// stone there.
    #[must_use]
    pub fn uses(&self, step: Step) -> bool {
        self.stored.is_some() || self.used.get(step.index()).is_some_and(|times| *times > 0)
    }

    /// Whether some node has this position.
    #[must_use]
    pub fn contains_position(&self, key: PositionKey) -> bool {
        match &self.stored {
            None => self.first_of(key).is_some(),
            Some(stored) => !stored.with_position(key.key).is_empty(),
        }
    }

    fn first_of(&self, key: PositionKey) -> Option<NodeId> {
        self.by_key.find(key.key, |id| self.row(*id).key == key.key).copied()
    }

    /// The cohorts of the counted games; a cohort's id is its index.
    #[must_use]
    pub fn cohorts(&self) -> &[Cohort] {
        &self.games.cohorts
    }

    /// Whether the book has counted games.
    #[must_use]
    pub fn counts_games(&self) -> bool {
        self.stored.as_ref().map_or(!self.games.is_empty(), |stored| stored.is_counted())
    }

    /// The counts of games for a node's own line.
    #[must_use]
    pub fn tally(&self, id: NodeId) -> Option<Tally> {
        games_index::tally(self.tally_bytes(id)?)
    }

    /// The encoded counts of a node's own line.
    fn tally_bytes(&self, id: NodeId) -> Option<&[u8]> {
        match &self.stored {
            None => self.games.bytes_of(id),
            Some(stored) => stored.tally(id),
        }
    }

    /// The counts of a node's own line in some cohorts, from the perspective of the line's first mover.
    #[must_use]
    pub fn count(&self, id: NodeId, wanted: impl Fn(u32) -> bool) -> Option<GameCount> {
        let mut sum = GameCount::default();
        self.each_count(id, |cohort, count| {
            if wanted(cohort) {
                sum.add(count);
            }
        })?;
        Some(sum)
    }

    /// Calls `each` with the counts of each cohort, as [`Index::count`] adds them up; `None` without
    /// counts.
    pub fn each_count(&self, id: NodeId, each: impl FnMut(CohortId, &GameCount)) -> Option<()> {
        games_index::each_count(self.tally_bytes(id)?, each)
    }

    /// Whether a node is in the book only because of counted games.
    #[must_use]
    pub fn is_mined(&self, id: NodeId) -> bool {
        self.row(id).flags & MINED != 0
    }

    /// The nodes with the same position as a node, the node itself first.
    pub fn same_position(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let nodes = self.matches_of(id).map(|found| found.node);
        std::iter::once(id).chain(nodes.filter(move |node| *node != id))
    }

    /// Whether no other node has the position of a node. A book that is not in memory does not know.
    #[must_use]
    pub fn is_alone(&self, id: NodeId) -> bool {
        self.stored.is_none() && self.row(id).flags & SHARED == 0
    }

    /// The nodes with the position of a node, as [`Index::matches`] finds them, without a look-up if
    /// it is alone.
    fn matches_of(&self, id: NodeId) -> impl Iterator<Item = Match> {
        let (key, is_alone) = (self.key(id), self.is_alone(id));
        let own =
            key.filter(|_| is_alone).map(|_| Match { node: id, symmetry: Symmetry::IDENTITY });
        let all = key.filter(|_| !is_alone).into_iter().flat_map(|key| self.matches(key));
        own.into_iter().chain(all)
    }

    /// The nodes of the same move in the same position, by any move order; the node itself first.
    #[must_use]
    pub fn same_move(&self, id: NodeId) -> SmallVec<[NodeId; 4]> {
        let (parent, step) = (self.parent(id), self.step(id));
        let mut same = SmallVec::from_slice(&[id]);
        let key = self.key(parent);
        for found in self.matches_of(parent) {
            let orbit = key.map_or(Symmetries::IDENTITY, |key| key.stabiliser).iter();
            let steps = orbit.map(|twin| step.transformed(twin.then(found.symmetry)));
            for other in steps.filter_map(|step| self.child(found.node, step)) {
                if !same.contains(&other) {
                    same.push(other);
                }
            }
        }
        same
    }

    /// The counts of games for the move to a node, summed over all move orders that lead to its
    /// position. The points are those of the side that plays the move.
    #[must_use]
    pub fn count_by_position(&self, id: NodeId, wanted: impl Fn(u32) -> bool) -> GameCount {
        let own = self.count(id, &wanted).unwrap_or_default();
        self.add_transpositions(id, self.to_movers_perspective(id, own), wanted)
    }

    /// As [`Index::count_by_position`], with the node's own counts already known as its mover sees
    /// them.
    #[must_use]
    pub fn add_transpositions(
        &self,
        id: NodeId,
        own: GameCount,
        wanted: impl Fn(u32) -> bool,
    ) -> GameCount {
        let mut sum = own;
        for node in self.same_position(id).skip(1) {
            if let Some(count) = self.count(node, &wanted) {
                sum.add(&self.to_movers_perspective(node, count));
            }
        }
        sum
    }

    /// Converts a node's counts from the first mover's points to those of the side that plays the
    /// move.
    #[must_use]
    pub fn to_movers_perspective(&self, id: NodeId, count: GameCount) -> GameCount {
        match self.mover(id) {
            Side::First => count,
            Side::Second => count.reversed(),
        }
    }

    /// Whether a node's move is a stone that may as well have been played for another corner.
    #[must_use]
    pub fn is_far(&self, id: NodeId) -> bool {
        match &self.stored {
            None => self.row(id).flags & FAR != 0,
            Some(stored) => stored.is_far(id),
        }
    }

    /// How games continued after a node's position, over all move orders that lead to it.
    #[must_use]
    pub fn turns(&self, id: NodeId) -> TurnsByKind {
        let mut turns = TurnsByKind::default();
        let each =
            self.same_position(id).filter_map(|node| games_index::turns(self.tally_bytes(node)?));
        each.for_each(|found| turns.add(&found));
        turns
    }

    /// The verdict that the evidence supports, with its numbers.
    #[must_use]
    pub fn proposal(&self, id: NodeId) -> Option<Proposal> {
        match &self.stored {
            None => Some(self.proposals.find(hash(id), |(node, _)| *node == id)?.1),
            Some(stored) => self.stored_proposal(stored, id),
        }
    }

    /// The verdict on a move: the curator's, else the one that the evidence supports.
    #[must_use]
    pub fn verdict(&self, id: NodeId) -> Option<Verdict> {
        self.curated_verdict(id).or_else(|| Some(self.proposal(id)?.verdict))
    }

    /// The curator's verdict on a node's move.
    #[must_use]
    pub fn curated_verdict(&self, id: NodeId) -> Option<Verdict> {
        self.data(id)?.verdict
    }
}

/// The hash of a node in tables by node.
const fn hash(id: NodeId) -> u64 {
    (id.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod tests_support;

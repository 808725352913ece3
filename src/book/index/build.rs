//! Building an index from a forest.

use std::sync::{Arc, OnceLock};

use super::chunks::{Chunks, Shards};
use super::{BY, ENDS, FAR, FIRST, Index, MINED, Row, SHARED, STABILISER, hash};
use crate::{
    forest::{Forest, NodeId},
    games_index::GamesIndex,
    line::Line,
    node_data::NodeData,
    proposal::{MoveCount, Proposal, propose},
};
use joseki_game::{LinePosition, PositionKey, Reach, RegionStones, Side, Step, Variant};

impl Index {
    /// Builds the index of a book.
    #[must_use]
    pub fn build(mut forest: Forest) -> Index {
        let order = breadth_first(&forest);
        let data = order.iter().map(|id| forest.take_data(*id).map(Arc::from)).collect();
        Index::with_data(&forest, &order, data)
    }

    /// Builds the index of a book that is still needed, with copies of its data.
    #[must_use]
    pub fn build_from(forest: &Forest) -> Index {
        let order = breadth_first(forest);
        let data = order.iter().map(|id| forest.node(*id).data().cloned().map(Arc::new)).collect();
        Index::with_data(forest, &order, data)
    }

    /// Builds the index of a forest in this order, with the data of its nodes.
    fn with_data(forest: &Forest, order: &[NodeId], data: Vec<Option<Arc<NodeData>>>) -> Index {
        let mut new_ids = vec![NodeId::ROOT; order.len()];
        for (index, id) in order.iter().enumerate() {
            new_ids[id.index()] = NodeId::from_index(index);
        }
        let mut next = 1;
        let row = |id: &NodeId| {
            let node = forest.node(*id);
            let mut row = Row::new(node.step, new_ids[node.parent.index()]);
            row.set_ends(node.ends);
            row.set_mined(node.mined);
            row.set_revision(node.revision);
            (row.children, row.child_count) = (next, node.children().len() as u16);
            next += node.children().len() as u32;
            row
        };
        let mut rows: Vec<Row> = order.iter().map(row).collect();
        // Parents come first.
        for at in 1..rows.len() {
            if rows[rows[at].parent.index()].flags & FIRST == 0 {
                rows[at].flags |= FIRST;
            }
        }
        add_positions(forest, &new_ids, &mut rows);
        let by_key = link_equal_positions(&mut rows);
        let mut index = Index {
            variant: forest.variant(),
            len: rows.len(),
            lines: 0,
            is_past: false,
            rows: rows.into_iter().collect(),
            data: data.into_iter().collect(),
            scattered: Chunks::default(),
            by_key,
            used: Arc::default(),
            games: Arc::new(GamesIndex::new(forest, order)),
            proposals: Shards::default(),
            heap: OnceLock::new(),
            stored: None,
        };
        index.lines = index.nodes().filter(|id| index.ends(*id)).count();
        index.count_used_steps();
        index.flag_far_stones();
        index.propose();
        index
    }

    /// The same index with the revisions of the nodes of the book that it was built from.
    #[must_use]
    pub fn with_revisions(mut self, forest: &Forest) -> Index {
        for (place, id) in breadth_first(forest).into_iter().enumerate() {
            self.rows.at_mut(place).set_revision(forest.node(id).revision);
        }
        self
    }

    /// Flags far stones. Parents come first, so the stones before each move are known. Only counts
    /// use these flags.
    fn flag_far_stones(&mut self) {
        if self.games.is_empty() {
            return;
        }
        let (size, regions) = (self.variant.size(), self.variant.game().regions());
        let empty = RegionStones::new(regions[0]);
        let mut stones: Vec<RegionStones> = Vec::with_capacity(self.rows.len());
        for id in self.nodes() {
            let mut before = stones.get(self.parent(id).index()).copied().unwrap_or(empty);
            let step = self.step(id);
            if before.reach(step, size) == Reach::Far {
                self.rows.at_mut(id.index()).flags |= FAR;
            }
            before.add(step);
            stones.push(before);
        }
    }

    fn propose(&mut self) {
        if self.games.is_empty() {
            return;
        }
        let found: Vec<_> = self.nodes().flat_map(|parent| self.proposed(parent)).collect();
        self.proposals = Shards::for_entries(found.len());
        for (child, proposal) in found {
            self.set_proposal(child, Some(proposal));
        }
    }

    pub(super) fn set_proposal(&mut self, id: NodeId, proposal: Option<Proposal>) {
        let entry = proposal.map(|proposal| (id, proposal));
        self.proposals.set(hash(id), |(node, _)| *node == id, entry, |(node, _)| hash(*node));
    }

    /// The proposals for the moves after a node.
    pub(super) fn proposed(&self, parent: NodeId) -> Vec<(NodeId, Proposal)> {
        // A proposal compares a move with the others.
        if self.moves_of(parent).nth(1).is_none() {
            return Vec::new();
        }
        let proposed = self.moves_of(parent).zip(self.proposals_of(parent));
        proposed.filter_map(|(child, proposal)| Some((child, proposal?))).collect()
    }

    fn proposals_of(&self, parent: NodeId) -> Vec<Option<Proposal>> {
        let count = |child: NodeId| {
            let own = self.count(child, |_| true).unwrap_or_default();
            let others = self.same_move(child);
            let others = others.iter().skip(1).filter_map(|node| self.count(*node, |_| true));
            let corners = own.corners + others.map(|count| count.corners).sum::<u32>();
            let own = self.to_movers_perspective(child, own);
            MoveCount { count: self.add_transpositions(child, own, |_| true), corners }
        };
        propose(&self.moves_of(parent).map(count).collect::<Vec<_>>())
    }

    /// The children except tenukis.
    fn moves_of(&self, parent: NodeId) -> impl Iterator<Item = NodeId> + use<'_> {
        self.children(parent).filter(|child| !self.step(*child).is_tenuki())
    }

    fn count_used_steps(&mut self) {
        let mut used = Vec::new();
        for row in self.rows.iter() {
            self.count_step(&mut used, row.step, 1);
        }
        self.used = Arc::new(used);
    }

    /// Counts a step in each orientation, or with -1 no longer.
    pub(super) fn count_step(&self, used: &mut Vec<u32>, step: Step, times: i32) {
        if step.is_tenuki() {
            return;
        }
        for to in self.variant.alphabet().position_symmetries().iter() {
            let place = step.transformed(to).index();
            if used.len() <= place {
                used.resize(place + 1, 0);
            }
            used[place] = used[place].saturating_add_signed(times);
        }
    }
}

impl Row {
    /// A node without children and without a position.
    pub(super) const fn new(step: Step, parent: NodeId) -> Row {
        Row {
            key: 0,
            parent,
            children: 0,
            child_count: 0,
            flags: 0,
            next_same: NodeId::ROOT,
            revision: 0,
            step,
        }
    }

    pub(super) const fn set_ends(&mut self, ends: bool) {
        self.flags = self.flags & !ENDS | if ends { ENDS } else { 0 };
    }

    pub(super) const fn set_mined(&mut self, mined: bool) {
        self.flags = self.flags & !MINED | if mined { MINED } else { 0 };
    }

    pub(super) fn set_revision(&mut self, revision: u64) {
        self.revision = u32::try_from(revision).unwrap_or(u32::MAX);
    }

    pub(super) fn set_position(&mut self, key: &PositionKey) {
        self.key = key.key;
        self.flags |=
            u16::from(key.by.number()) << BY | u16::from(key.stabiliser.bits()) << STABILISER;
    }

    pub(super) const fn has_position(&self) -> bool {
        self.flags >> STABILISER != 0
    }
}

impl Default for Row {
    fn default() -> Row {
        Row::new(Step::TENUKI, NodeId::ROOT)
    }
}

/// Whether the last stone of a line is a far one.
pub(super) fn is_far(variant: Variant, line: &Line) -> bool {
    let mut before = RegionStones::new(variant.game().regions()[0]);
    let last = line.len().saturating_sub(1);
    line.steps().iter().take(last).for_each(|step| before.add(*step));
    let step = line.steps().get(last);
    step.is_some_and(|step| before.reach(*step, variant.size()) == Reach::Far)
}

fn add_positions(forest: &Forest, new_ids: &[NodeId], rows: &mut [Row]) {
    let mut path: Vec<Option<LinePosition>> = Vec::new();
    for (depth, id) in forest.walk() {
        path.truncate(depth);
        let position = match path.last() {
            None => Some(LinePosition::new(forest.variant())),
            Some(parent) => {
                parent.and_then(|parent| play_step(parent, depth, forest.node(id).step))
            }
        };
        if let Some(position) = &position {
            rows[new_ids[id.index()].index()]
                .set_position(&position.key(Side::to_move_after(depth)));
        }
        path.push(position);
    }
}

/// Links nodes of equal position, later nodes first, so that each chain starts with the shortest
/// line. Returns the first node of each.
fn link_equal_positions(rows: &mut [Row]) -> Shards<NodeId> {
    let mut first = Shards::for_entries(rows.len());
    for here in (0..rows.len()).rev() {
        if !rows[here].has_position() {
            continue;
        }
        let (id, key) = (NodeId::from_index(here), rows[here].key);
        let same = |other: &NodeId| rows[other.index()].key == key;
        let next = first.find(key, same).copied();
        first.set(key, same, Some(id), |other| rows[other.index()].key);
        if let Some(next) = next {
            rows[here].next_same = next;
            rows[here].flags |= SHARED;
            rows[next.index()].flags |= SHARED;
        }
    }
    first.shrink(|id| rows[id.index()].key);
    first
}

fn play_step(mut position: LinePosition, depth: usize, step: Step) -> Option<LinePosition> {
    position.play(Side::to_move_after(depth - 1), step).ok()?;
    Some(position)
}

/// The nodes of a forest in index order.
fn breadth_first(forest: &Forest) -> Vec<NodeId> {
    let mut order = Vec::with_capacity(forest.len() + 1);
    order.push(NodeId::ROOT);
    let mut next = 0;
    while let Some(id) = order.get(next).copied() {
        order.extend_from_slice(forest.node(id).children());
        next += 1;
    }
    order
}

/// Start value of the identity of a move without a position.
pub const NO_POSITION: u64 = 0x6A6F_7365_6B69_0000;

/// The identity of a move: the upper half identifies the position before it, the lower half the
/// position before and after. Keys are sums of the same few hashes, so they are mixed and not
/// merely added.
pub fn edge(before: u64, after: u64) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let position = mixed(before.wrapping_add(ODD));
    let played = mixed((before ^ after.rotate_left(32)).wrapping_mul(ODD) ^ before);
    position & 0xFFFF_FFFF_0000_0000 | played & 0xFFFF_FFFF
}

fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 32)
}

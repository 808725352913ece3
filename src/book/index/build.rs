//! Building an index from a forest.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use hashbrown::HashTable;

use super::{BY, ENDS, FAR, Index, MINED, STABILISER};
use crate::book::{
    forest::{Forest, NodeId},
    games_index::GamesIndex,
    node_data::NodeData,
    proposal::{MoveCount, Proposal, propose},
};
use crate::game::{LinePosition, Reach, RegionStones, Side, Step, Variant};

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
        let mut index = Index::with_capacity(forest.variant(), order.len());
        let mut next = 1;
        for id in order {
            let node = forest.node(*id);
            index.steps.push(node.step);
            index.parents.push(new_ids[node.parent.index()]);
            index.first_child.push(next);
            next += node.children().len() as u32;
            let mined = if node.mined { MINED } else { 0 };
            index.flags.push(if node.ends { ENDS } else { 0 } | mined);
        }
        index.first_child.push(next);
        index.record_used_steps();
        index.add_positions(forest, &new_ids);
        index.data = data;
        index.games = GamesIndex::new(forest, order);
        index.flag_far_stones();
        index.propose();
        index
    }

    /// Flags far stones. Parents come first, so the stones before each move are known. Only counts
    /// use these flags.
    fn flag_far_stones(&mut self) {
        if self.games.is_empty() {
            return;
        }
        let (size, regions) = (self.variant.size(), self.variant.game().regions());
        let empty = RegionStones::new(regions[0]);
        let mut stones: Vec<RegionStones> = Vec::with_capacity(self.steps.len());
        for id in self.nodes() {
            let mut before = stones.get(self.parent(id).index()).copied().unwrap_or(empty);
            let step = self.steps[id.index()];
            if before.reach(step, size) == Reach::Far {
                self.flags[id.index()] |= FAR;
            }
            before.add(step);
            stones.push(before);
        }
    }

    fn propose(&mut self) {
        if self.games.is_empty() {
            return;
        }
        let mut proposals = HashMap::new();
        for parent in self.nodes() {
            // A proposal compares a move with the others.
            if self.moves_of(parent).nth(1).is_none() {
                continue;
            }
            let proposed = self.moves_of(parent).zip(self.proposals_of(parent));
            proposals.extend(proposed.filter_map(|(child, proposal)| Some((child, proposal?))));
        }
        self.proposals = proposals;
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

    fn with_capacity(variant: Variant, nodes: usize) -> Index {
        Index {
            variant,
            steps: Vec::with_capacity(nodes),
            parents: Vec::with_capacity(nodes),
            first_child: Vec::with_capacity(nodes + 1),
            keys: vec![0; nodes],
            flags: Vec::with_capacity(nodes),
            next_same: vec![NodeId::ROOT; nodes],
            by_key: HashTable::with_capacity(nodes),
            data: Vec::new(),
            used: Vec::new(),
            games: GamesIndex::default(),
            proposals: HashMap::new(),
            heap: OnceLock::new(),
        }
    }

    fn record_used_steps(&mut self) {
        let symmetries = self.variant.alphabet().position_symmetries();
        let steps = self.steps.iter().filter(|step| !step.is_tenuki());
        for step in steps.flat_map(|step| symmetries.iter().map(|to| step.transformed(to))) {
            let index = step.index();
            if self.used.len() <= index {
                self.used.resize(index + 1, false);
            }
            self.used[index] = true;
        }
    }

    fn add_positions(&mut self, forest: &Forest, new_ids: &[NodeId]) {
        let mut path: Vec<Option<LinePosition>> = Vec::new();
        for (depth, id) in forest.walk() {
            path.truncate(depth);
            let position = match path.last() {
                None => Some(LinePosition::new(self.variant)),
                Some(parent) => {
                    parent.and_then(|parent| play_step(parent, depth, forest.node(id).step))
                }
            };
            if let Some(position) = &position {
                let here = new_ids[id.index()].index();
                let key = position.key(Side::to_move_after(depth));
                self.keys[here] = key.key;
                self.flags[here] |= u16::from(key.by.number()) << BY
                    | u16::from(key.stabiliser.bits()) << STABILISER;
            }
            path.push(position);
        }
        self.link_equal_positions();
    }

    /// Links nodes of equal position, later nodes first, so that each chain starts with the
    /// shortest line.
    fn link_equal_positions(&mut self) {
        let keys = &self.keys;
        for here in (0..keys.len()).rev() {
            if self.flags[here] >> STABILISER == 0 {
                continue;
            }
            let id = NodeId::from_index(here);
            let same = |other: &NodeId| keys[other.index()] == keys[here];
            match self.by_key.find_mut(keys[here], same) {
                Some(first) => self.next_same[here] = std::mem::replace(first, id),
                None => {
                    let key_of = |other: &NodeId| keys[other.index()];
                    self.by_key.insert_unique(keys[here], id, key_of);
                }
            }
        }
        self.by_key.shrink_to_fit(|id| keys[id.index()]);
    }
}

fn play_step(mut position: LinePosition, depth: usize, step: Step) -> Option<LinePosition> {
    position.play(Side::to_move_after(depth - 1), step).ok()?;
    Some(position)
}

/// The nodes of a forest in index order.
#[must_use]
pub fn breadth_first(forest: &Forest) -> Vec<NodeId> {
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

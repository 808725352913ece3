//! What an index reads of a book that is not in memory.

use std::fmt::Debug;

use crate::forest::{Forest, NodeId};
use crate::games_index;
use crate::node_data::NodeData;
use crate::tally::Cohort;
use joseki_game::{LinePosition, Side, Step, Variant};

/// A node as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredNode {
    /// Its number in its book, which it keeps; 0 for the root.
    pub number: u32,
    /// The number of its parent; 0 for the root.
    pub parent: u32,
    /// The move; a tenuki for the root.
    pub step: Step,
    /// Whether a line ends here.
    pub ends: bool,
    /// Whether it exists only because of counted games.
    pub mined: bool,
    /// Whether the node itself is retired; one before it may be, too.
    pub retired: bool,
    /// Whether a node in use follows it, left out or not ([`NodeSource::leaves_out`]). For
    /// [`NodeSource::all_children`], any node counts that is not left out.
    pub has_children: bool,
    /// The version of the book that last changed it.
    pub revision: u64,
    /// Its data, if it has any.
    pub data: Option<NodeData>,
    /// The counts of games of its line, encoded ([`Tally::encode`](crate::Tally::encode)).
    pub tally: Option<Box<[u8]>>,
}

impl StoredNode {
    /// The number of counted games that followed its line.
    #[must_use]
    pub fn games(&self) -> u64 {
        let tally = self.tally.as_deref().and_then(games_index::tally);
        tally.map_or(0, |tally| u64::from(tally.total().games))
    }
}

/// The head of a book in a store.
#[derive(Clone, Debug)]
pub struct StoredBook {
    /// What it is about.
    pub variant: Variant,
    /// Its root.
    pub root: StoredNode,
    /// The number of its nodes without the root, retired ones included.
    pub nodes: usize,
    /// The number of its flattened lines.
    pub lines: usize,
    /// The cohorts of its counted games; `None` if it has no counts.
    pub cohorts: Option<Vec<Cohort>>,
}

/// One version of a book in a store. A reader that fails, for example because the book has changed
/// since, returns `None` and keeps the error.
pub trait NodeSource: Debug + Send + Sync {
    /// Returns the children of a node, without retired ones, in any order.
    fn children(&self, number: u32) -> Option<Vec<StoredNode>>;

    /// Returns all children of a node, retired ones included, in any order.
    fn all_children(&self, number: u32) -> Option<Vec<StoredNode>>;

    /// Returns the numbers of the nodes whose position has a key
    /// ([`PositionKey::key`](joseki_game::PositionKey)), retired ones included, without the root, in
    /// any order.
    fn with_position(&self, key: u64) -> Option<Vec<u32>>;

    /// Returns the path from the child of the root to a node. It is empty if a node on it is retired.
    fn path(&self, number: u32) -> Option<Vec<StoredNode>>;

    /// Returns a page of the nodes that have names, tags or a comment, retired ones included: by
    /// their numbers, from this one. An empty page is the last one.
    fn with_text(&self, first: u32) -> Option<Vec<StoredNode>>;

    /// Whether it may leave nodes out of a book.
    fn leaves_out(&self) -> bool {
        false
    }
}

impl Forest {
    /// The keys of the positions of some nodes, in the order of the nodes; `None` for one that has no
    /// position.
    #[must_use]
    pub fn position_keys(&self, nodes: &[NodeId]) -> Vec<Option<u64>> {
        // Replaying a line from its beginning costs its length.
        if nodes.len() < self.len() / 8 {
            return nodes.iter().map(|id| self.position_key(*id)).collect();
        }
        let mut keys = vec![None; self.len() + 1];
        let mut path: Vec<Option<LinePosition>> = Vec::new();
        for (depth, id) in self.walk() {
            path.truncate(depth);
            let position = match path.last() {
                None => Some(LinePosition::new(self.variant())),
                Some(parent) => parent.and_then(|mut parent| {
                    let side = Side::to_move_after(depth - 1);
                    parent.play(side, self.node(id).step).ok().map(|()| parent)
                }),
            };
            let key = position.map(|position| position.key(Side::to_move_after(depth)).key);
            keys[id.index()] = key;
            path.push(position);
        }
        nodes.iter().map(|id| keys.get(id.index()).copied().flatten()).collect()
    }

    fn position_key(&self, id: NodeId) -> Option<u64> {
        let line = self.line(id);
        let position = LinePosition::replay(self.variant(), &line)?;
        Some(position.key(line.to_move()).key)
    }
}

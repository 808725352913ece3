//! Tree of positions of the simulated games.

use joseki_priority::random::{hash, uniform};

const TERMINAL: u64 = 1;
const BRANCHING: u64 = 2;
const CHILDREN: u64 = 3;
/// Depth from which positions may be terminal.
const MAY_END: u8 = 10;
/// Depth at which all positions are terminal.
const ENDS: u8 = 20;

/// Positions with several moves or none. Positions with a single move offer no choice and are
/// skipped, so a move leads from one node to the next. A node is identified by its index, the
/// root's being 0, and so is the move that leads to it.
pub struct Tree {
    nodes: Vec<Node>,
    positions: usize,
}

/// Position with several moves, or a terminal one.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Number of the position in the full tree, breadth first.
    pub id: u32,
    /// Number of the position that the move to this node leads to directly.
    pub edge: u32,
    /// Number of moves before the position.
    pub depth: u8,
    children: u8,
    first: u32,
}

impl Node {
    /// Returns the indices of its children.
    pub fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.children)
    }

    /// Checks whether the game ends here.
    pub fn is_last(&self) -> bool {
        self.children == 0
    }

    /// Checks whether it is our turn.
    pub fn is_ours(&self) -> bool {
        self.depth.is_multiple_of(2)
    }
}

/// Position of the full tree.
struct TreePosition {
    depth: u8,
    children: u8,
    first: u32,
}

impl Tree {
    /// Creates the tree of a seed.
    pub fn new(seed: u64) -> Tree {
        let positions = positions(seed);
        let mut nodes = vec![node(&positions, 0)];
        let mut at = 0;
        while let Some(node_at) = nodes.get(at).copied() {
            let first = node_at.first;
            nodes[at].first = nodes.len() as u32;
            let children = first..first + u32::from(node_at.children);
            nodes.extend(children.map(|child| node(&positions, child)));
            at += 1;
        }
        Tree { nodes, positions: positions.len() }
    }

    /// Returns the nodes, parents before children and siblings next to each other.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the number of positions in the full tree.
    pub fn positions(&self) -> usize {
        self.positions
    }
}

/// Creates all positions, breadth first.
fn positions(seed: u64) -> Vec<TreePosition> {
    let mut positions = vec![TreePosition { depth: 0, children: 0, first: 0 }];
    let mut at = 0;
    while let Some(depth) = positions.get(at).map(|position| position.depth) {
        let children = children(seed, at as u64, depth);
        positions[at].first = positions.len() as u32;
        positions[at].children = children;
        positions.extend((0..children).map(|_| TreePosition {
            depth: depth + 1,
            children: 0,
            first: 0,
        }));
        at += 1;
    }
    positions
}

fn children(seed: u64, id: u64, depth: u8) -> u8 {
    let draw = |tag| uniform(hash(seed, tag, [id, 0, 0]));
    if depth == ENDS || (depth >= MAY_END && draw(TERMINAL) < 0.2) {
        return 0;
    }
    let several = match depth {
        0..4 => 1.0,
        4..8 => 0.35,
        _ => 0.10,
    };
    if draw(BRANCHING) < several { 3 + (3.0 * draw(CHILDREN)) as u8 } else { 1 }
}

/// Creates the node that a move leads to, skipping positions with a single move. Its children are
/// still positions.
fn node(positions: &[TreePosition], edge: u32) -> Node {
    let mut id = edge;
    while positions[id as usize].children == 1 {
        id = positions[id as usize].first;
    }
    let position = &positions[id as usize];
    Node { id, edge, depth: position.depth, children: position.children, first: position.first }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_golden_size_of_the_first_tree() {
        assert_eq!(Tree::new(1).positions(), 126_967);
    }

    #[test]
    fn every_node_but_the_root_is_a_child_of_one_and_deeper() {
        for seed in 2..4 {
            let tree = Tree::new(seed);
            let nodes = tree.nodes();
            let mut next = 1;
            for node in nodes.iter().filter(|node| !node.is_last()) {
                assert_eq!(node.children().start, next, "breadth first");
                assert!((3..=5).contains(&node.children().len()));
                let deeper = |child: usize| nodes[child].depth > node.depth;
                assert!(node.children().all(deeper) && node.depth < 20);
                next = node.children().end;
            }
            assert_eq!(next, nodes.len());
            assert!(nodes.iter().all(|node| !node.is_last() || node.depth >= 10));
        }
    }
}

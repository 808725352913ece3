//! The tree of a library, as links between its nodes.

use super::{Library, StoredNode};

/// Returns the parent of each node as an index. The root is its own parent.
pub(super) fn parents(nodes: &[StoredNode]) -> Vec<u32> {
    let mut parents = Vec::with_capacity(nodes.len());
    // The latest node of each depth.
    let mut path: Vec<u32> = Vec::new();
    for (index, node) in (0..).zip(nodes) {
        path.truncate(node.depth as usize);
        parents.push(path.last().copied().unwrap_or(0));
        path.push(index);
    }
    parents
}

/// Children and siblings in increasing order of their points.
pub(super) struct SortedTree {
    first_child: Vec<u32>,
    next_sibling: Vec<u32>,
}

impl SortedTree {
    /// Links the nodes of a library in linear time: nodes are taken from the largest point to the
    /// smallest, and each is put in front of its siblings.
    pub(super) fn new(library: &Library) -> Self {
        let nodes = &library.nodes;
        let parents = parents(nodes);
        let mut tree =
            Self { first_child: vec![0; nodes.len()], next_sibling: vec![0; nodes.len()] };
        for index in by_point(nodes).into_iter().rev() {
            let parent = get(&parents, index);
            set(&mut tree.next_sibling, index, get(&tree.first_child, parent));
            set(&mut tree.first_child, parent, index);
        }
        tree
    }

    /// Returns the child with the smallest point.
    pub(super) fn first_child(&self, index: u32) -> Option<u32> {
        Some(get(&self.first_child, index)).filter(|&child| child != 0)
    }

    /// Returns the sibling with the next point.
    pub(super) fn next_sibling(&self, index: u32) -> Option<u32> {
        Some(get(&self.next_sibling, index)).filter(|&sibling| sibling != 0)
    }
}

/// Returns the nodes without the root, sorted by point. Equal points stay in their order.
fn by_point(nodes: &[StoredNode]) -> Vec<u32> {
    let mut buckets = vec![Vec::new(); 256];
    for (index, node) in (0..).zip(nodes).skip(1) {
        if let Some(bucket) = buckets.get_mut(usize::from(node.code)) {
            bucket.push(index);
        }
    }
    buckets.concat()
}

fn get(links: &[u32], index: u32) -> u32 {
    links.get(index as usize).copied().unwrap_or(0)
}

fn set(links: &mut [u32], index: u32, target: u32) {
    if let Some(link) = links.get_mut(index as usize) {
        *link = target;
    }
}

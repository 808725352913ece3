//! The part of a book in use: retired nodes stay in the forest but not in queries or flattened
//! lines.

use super::forest::{Forest, NodeId};

impl Forest {
    /// Whether a node or one of its ancestors is retired.
    #[must_use]
    pub fn is_retired(&self, mut id: NodeId) -> bool {
        while id != NodeId::ROOT {
            if self.node(id).retired {
                return true;
            }
            id = self.node(id).parent;
        }
        false
    }

    /// Whether any node is retired.
    #[must_use]
    pub fn has_retired(&self) -> bool {
        self.nodes().any(|(_, node)| node.retired)
    }

    /// By index, whether a line in use ends at the node: these are the flattened lines. If all
    /// children are retired, the line ends at their parent.
    #[must_use]
    pub fn live_ends(&self) -> Vec<bool> {
        let mut live = vec![true; self.nodes().len()];
        let mut goes_on = vec![false; live.len()];
        // Children come after their parents.
        for (id, node) in self.nodes().skip(1) {
            live[id.index()] = live[node.parent.index()] && !node.retired;
            goes_on[node.parent.index()] |= live[id.index()];
        }
        let ends = self.nodes().map(|(id, node)| {
            let last = node.ends || !goes_on[id.index()];
            id != NodeId::ROOT && live[id.index()] && last
        });
        ends.collect()
    }

    /// The book without its retired nodes.
    #[must_use]
    pub fn live(self) -> Forest {
        if !self.has_retired() {
            return self;
        }
        let mut live = self.retain(|_, node| !node.retired);
        live.mark_leaves();
        live
    }

    /// The retired nodes, with their ancestors, whose data is left out.
    #[must_use]
    pub fn retired_nodes(&self) -> Forest {
        let mut retired = vec![false; self.nodes().len()];
        for (id, node) in self.nodes().skip(1) {
            retired[id.index()] = node.retired || retired[node.parent.index()];
        }
        let mut needed = retired.clone();
        for at in (1..needed.len()).rev() {
            let parent = self.node(NodeId::from_index(at)).parent;
            needed[parent.index()] |= needed[at];
        }
        let mut shelf = self.clone().retain(|id, _| needed[id.index()]);
        for (id, _) in self.nodes().filter(|(id, _)| !retired[id.index()]) {
            // Nodes in use are covered by the index.
            let line = needed[id.index()].then(|| self.line(id));
            if let Some(place) = line.and_then(|line| shelf.find(&line)) {
                shelf.take_data(place);
            }
        }
        shelf
    }
}

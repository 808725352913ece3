//! What of a book is in use: retired nodes stay in the forest, and are in no answer and in no flattened line.

use super::forest::{Forest, NodeId};

impl Forest {
    /// Whether a node or one before it was taken out of use.
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

    /// Whether anything was taken out of use.
    #[must_use]
    pub fn has_retired(&self) -> bool {
        self.nodes().any(|(_, node)| node.retired)
    }

    /// By place, whether a line that is in use ends at the node: those are the flattened lines. Where
    /// all that follows was taken out of use, the line ends before it.
    #[must_use]
    pub fn live_ends(&self) -> Vec<bool> {
        let mut live = vec![true; self.nodes().len()];
        let mut goes_on = vec![false; live.len()];
        // Children stand behind their parents.
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

    /// The book without what was taken out of use.
    #[must_use]
    pub fn live(self) -> Forest {
        if !self.has_retired() {
            return self;
        }
        let mut live = self.retain(|_, node| !node.retired);
        live.mark_leaves();
        live
    }

    /// What was taken out of use, with the nodes that lead to it; of those only that they are there.
    #[must_use]
    pub fn shelf(&self) -> Forest {
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
            // The index answers for it.
            let line = needed[id.index()].then(|| self.line(id));
            if let Some(place) = line.and_then(|line| shelf.find(&line)) {
                shelf.take_data(place);
            }
        }
        shelf
    }
}

//! The part of a book in use: retired nodes stay in the forest but not in queries or flattened
//! lines.

use super::forest::{Forest, NodeId};
use super::line::Line;
use super::part::LeftOut;

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

    /// The number of nodes that are retired or follow such a node.
    #[must_use]
    pub fn retired_len(&self) -> usize {
        self.nodes().filter(|(id, _)| self.is_retired(*id)).count()
    }

    /// By index, whether a line in use ends at the node: these are the flattened lines. If all
    /// children are retired, the line ends at their parent.
    #[must_use]
    pub fn live_ends(&self) -> Vec<bool> {
        let mut live = vec![true; self.nodes().len()];
        let goes_on = self.nodes().map(|(_, node)| node.left_out == LeftOut::InUse);
        let mut goes_on: Vec<bool> = goes_on.collect();
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
        // Where no child is left a line ends without a mark, which would outlast the next child.
        self.retain(|_, node| !node.retired)
    }

    /// The topmost retired node on a line, if the book has any there.
    #[must_use]
    pub fn retired_top(&self, line: &Line) -> Option<Line> {
        let mut id = NodeId::ROOT;
        for (ply, step) in line.steps().iter().enumerate() {
            id = self.child(id, *step)?;
            if self.node(id).retired {
                return Some(line.steps().iter().take(ply + 1).copied().collect());
            }
        }
        None
    }

    /// The book without the node of a line, as written, and what follows it.
    pub(super) fn without_subtree(&self, line: &Line) -> Forest {
        let top = self.find_as_written(line);
        self.clone().retain(|id, _| Some(id) != top)
    }

    /// Sets the nodes of another book to their states there.
    pub(super) fn take_over(&mut self, other: &Forest) {
        for (_, id) in other.walk().skip(1) {
            if let Ok(place) = self.insert_after(&other.line(id)) {
                let node = other.node(id);
                self.set_state(place, other.state(id));
                self.set_revision(place, node.revision);
                self.set_tally(place, node.tally().cloned());
            }
        }
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
            let line = (needed[id.index()] || id == NodeId::ROOT).then(|| self.line(id));
            if let Some(place) = line.and_then(|line| shelf.find(&line)) {
                shelf.take_data(place);
            }
        }
        shelf
    }
}

//! The forest: a book as one tree of steps per first step, and its flattened lines.

use super::delta::NodeState;
use super::field::Field;
use super::line::Line;
use super::node_data::{Conflict, NodeData};
use super::part::LeftOut;
use super::rules::{MergeRule, MergeRules};
use super::tally::{Cohort, Tally};
use joseki_game::{Step, Variant};

/// A node of a forest; [`NodeId::ROOT`] is the empty corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The empty corner, above every first step.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns the node at this index of its forest or index.
    #[must_use]
    pub const fn from_index(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    /// Index of the node in its forest or index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One move of the book.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move; for the root a meaningless tenuki.
    pub step: Step,
    /// The node before the move; the root is its own parent.
    pub parent: NodeId,
    /// Whether a line ends here. True for every leaf except an empty forest's root.
    pub ends: bool,
    /// The id in the store from which the node was loaded.
    pub stored: Option<i64>,
    /// Whether the node is in the book only because counted games contain the move. It is removed
    /// when the counts no longer support it; what was written or imported stays.
    pub mined: bool,
    /// Whether the node and its subtree are retired: stored, but never returned by queries.
    pub retired: bool,
    /// The version of the book that last changed the node; 0 if it is not stored.
    pub revision: u64,
    /// The children that a part of a book leaves out.
    pub left_out: LeftOut,
    children: Vec<NodeId>,
    data: Option<Box<NodeData>>,
    tally: Option<Box<Tally>>,
}

impl Node {
    /// The moves that follow, in step order.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The data of the move, if any.
    #[must_use]
    pub fn data(&self) -> Option<&NodeData> {
        self.data.as_deref()
    }

    /// The counts of games for the move, if any.
    #[must_use]
    pub fn tally(&self) -> Option<&Tally> {
        self.tally.as_deref()
    }
}

/// An editable book. Contains lines in canonical form only.
///
/// Two forests are equal when they have the same game, moves, line ends and data, in any insertion
/// order.
///
/// ```
/// use joseki_book::{Forest, Line};
///
/// let mut forest = Forest::new();
/// let line: Line = "DDFC".parse()?;
/// forest.insert(&line);
/// let lines: Vec<String> = forest.lines().map(|(line, _)| line.to_string()).collect();
/// assert_eq!(lines, ["DDCF"]);
/// assert_eq!(forest.len(), 2);
/// assert_eq!(forest.find(&line), forest.find(&line.mirror()));
/// # Ok::<(), joseki_book::ParseLineError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forest {
    variant: Variant,
    nodes: Vec<Node>,
    cohorts: Vec<Cohort>,
}

impl Default for Forest {
    fn default() -> Forest {
        Forest::new()
    }
}

impl Forest {
    /// Creates an empty book of Go.
    #[must_use]
    pub fn new() -> Forest {
        Forest::for_variant(Variant::GO)
    }

    /// Creates an empty book of a game.
    #[must_use]
    pub fn for_variant(variant: Variant) -> Forest {
        let root = new_node(Step::TENUKI, NodeId::ROOT);
        Forest { variant, nodes: vec![root], cohorts: Vec::new() }
    }

    /// The game that the book is about.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of nodes, without the root.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether the book has no move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node with this id.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// All nodes in insertion order, the root first.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(index, node)| (NodeId::from_index(index), node))
    }

    /// The child of a node for a step, if the book contains it.
    #[must_use]
    pub fn child(&self, parent: NodeId, step: Step) -> Option<NodeId> {
        let children = &self.node(parent).children;
        self.search_child(children, step).ok().map(|place| children[place])
    }

    /// Finds the node of a line in either handedness.
    #[must_use]
    pub fn find(&self, line: &Line) -> Option<NodeId> {
        line.canonical().steps().iter().try_fold(NodeId::ROOT, |node, step| self.child(node, *step))
    }

    /// Returns the child of a node for a step, inserting it if missing. The flag is true if it was
    /// inserted.
    ///
    /// The caller must keep lines canonical.
    pub fn child_or_insert(&mut self, parent: NodeId, step: Step) -> (NodeId, bool) {
        match self.search_child(&self.nodes[parent.index()].children, step) {
            Ok(place) => (self.nodes[parent.index()].children[place], false),
            Err(place) => {
                let id = NodeId::from_index(self.nodes.len());
                self.nodes.push(new_node(step, parent));
                self.nodes[parent.index()].children.insert(place, id);
                (id, true)
            }
        }
    }

    /// Inserts a line in either handedness and marks its end.
    pub fn insert(&mut self, line: &Line) -> NodeId {
        let steps = line.canonical();
        let end = steps
            .steps()
            .iter()
            .fold(NodeId::ROOT, |node, step| self.child_or_insert(node, *step).0);
        self.set_end(end);
        end
    }

    /// Marks a node as the end of a line; ignored for the root.
    pub fn set_end(&mut self, id: NodeId) {
        self.nodes[id.index()].ends = id != NodeId::ROOT;
    }

    /// The node's data for modification, inserted if missing.
    pub fn data_mut(&mut self, id: NodeId) -> &mut NodeData {
        self.nodes[id.index()].data.get_or_insert_default()
    }

    /// Removes and returns the node's data.
    pub fn take_data(&mut self, id: NodeId) -> Option<Box<NodeData>> {
        self.nodes[id.index()].data.take()
    }

    /// The cohorts of the book's counted games; a cohort's id is its index.
    #[must_use]
    pub fn cohorts(&self) -> &[Cohort] {
        &self.cohorts
    }

    /// Sets the cohorts of the counted games.
    pub fn set_cohorts(&mut self, cohorts: Vec<Cohort>) {
        self.cohorts = cohorts;
    }

    /// Sets the counts of games for a node.
    pub fn set_tally(&mut self, id: NodeId, tally: Option<Tally>) {
        self.nodes[id.index()].tally = tally.map(Box::new);
    }

    /// Sets whether a node is in the book only because of counted games.
    pub fn set_mined(&mut self, id: NodeId, mined: bool) {
        self.nodes[id.index()].mined = mined;
    }

    /// Retires a node with its subtree, or restores it.
    pub fn set_retired(&mut self, id: NodeId, retired: bool) {
        self.nodes[id.index()].retired = retired && id != NodeId::ROOT;
    }

    /// Sets the version of the book that last changed the node.
    pub fn set_revision(&mut self, id: NodeId, revision: u64) {
        self.nodes[id.index()].revision = revision;
    }

    /// Sets which children of a node the part of a book leaves out.
    pub fn set_left_out(&mut self, id: NodeId, left_out: LeftOut) {
        self.nodes[id.index()].left_out = left_out;
    }

    /// Sets whether a line ends at a node.
    pub fn set_ends(&mut self, id: NodeId, ends: bool) {
        self.nodes[id.index()].ends = ends && id != NodeId::ROOT;
    }

    /// The state of a node, as changes record it.
    #[must_use]
    pub fn state(&self, id: NodeId) -> NodeState {
        let node = self.node(id);
        NodeState {
            ends: node.ends,
            mined: node.mined,
            retired: node.retired,
            data: node.data.clone().filter(|data| !data.is_empty()),
        }
    }

    /// Sets the state of a node.
    pub fn set_state(&mut self, id: NodeId, state: NodeState) {
        let node = &mut self.nodes[id.index()];
        node.ends = state.ends && id != NodeId::ROOT;
        node.mined = state.mined;
        node.retired = state.retired && id != NodeId::ROOT;
        node.data = state.data;
    }

    /// Keeps only the nodes that `wanted` accepts and whose parents are kept.
    #[must_use]
    pub fn retain(mut self, wanted: impl Fn(NodeId, &Node) -> bool) -> Forest {
        let mut rest = Forest::for_variant(self.variant);
        rest.cohorts = std::mem::take(&mut self.cohorts);
        let mut place = vec![None; self.nodes.len()];
        for (at, mut node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            let id = NodeId::from_index(at);
            node.children.clear();
            if id == NodeId::ROOT {
                place[at] = Some(NodeId::ROOT);
                rest.nodes[0] = node;
                continue;
            }
            let Some(parent) = place[node.parent.index()].filter(|_| wanted(id, &node)) else {
                continue;
            };
            let (new, _) = rest.child_or_insert(parent, node.step);
            let children = std::mem::take(&mut rest.nodes[new.index()].children);
            rest.nodes[new.index()] = Node { parent, children, ..node };
            place[at] = Some(new);
        }
        rest
    }

    /// Sets the id under which a store keeps the node.
    pub fn set_stored(&mut self, id: NodeId, stored: i64) {
        self.nodes[id.index()].stored = Some(stored);
    }

    /// Clears the stored ids and the revisions of all nodes.
    pub fn clear_stored_ids(&mut self) {
        for node in &mut self.nodes {
            node.stored = None;
            node.revision = 0;
        }
    }

    /// The book without counts and without nodes that are in it only because of counted games. Such
    /// a node stays if a written node follows it. Stored ids are kept.
    #[must_use]
    pub fn without_mined(&self) -> Forest {
        let mut needed = vec![false; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            // Children come after their parents.
            needed[at] |= at == 0 || !node.mined;
            needed[node.parent.index()] |= needed[at];
        }
        let mut rest = Forest::for_variant(self.variant);
        let mut place = vec![NodeId::ROOT; self.nodes.len()];
        for (_, id) in self.walk().filter(|(_, id)| needed[id.index()]) {
            let node = self.node(id);
            if id != NodeId::ROOT {
                place[id.index()] = rest.child_or_insert(place[node.parent.index()], node.step).0;
            }
            let copy = &mut rest.nodes[place[id.index()].index()];
            copy.ends = node.ends && !node.mined;
            copy.mined = node.mined;
            copy.retired = node.retired;
            copy.revision = node.revision;
            copy.stored = node.stored;
            copy.data.clone_from(&node.data);
        }
        rest
    }

    /// Marks every leaf as a line end.
    pub fn mark_leaves(&mut self) {
        for node in self.nodes.iter_mut().skip(1) {
            node.ends |= node.children.is_empty() && node.left_out == LeftOut::Nothing;
        }
    }

    /// The line of a node.
    #[must_use]
    pub fn line(&self, mut id: NodeId) -> Line {
        let mut steps = Vec::new();
        while id != NodeId::ROOT {
            steps.push(self.node(id).step);
            id = self.node(id).parent;
        }
        steps.into_iter().rev().collect()
    }

    /// The flattened form: every line from the root to its end, in order. The inverse of collecting
    /// lines into a forest.
    pub fn lines(&self) -> impl Iterator<Item = (Line, NodeId)> {
        let mut line = Line::new();
        self.walk().filter_map(move |(depth, id)| {
            while line.len() >= depth.max(1) {
                line.pop();
            }
            if depth > 0 {
                line.push(self.node(id).step);
            }
            self.node(id).ends.then(|| (line.clone(), id))
        })
    }

    /// All nodes with their depth in depth-first order, children in step order.
    pub fn walk(&self) -> impl Iterator<Item = (usize, NodeId)> {
        let mut stack = vec![(0, NodeId::ROOT)];
        std::iter::from_fn(move || {
            let (depth, id) = stack.pop()?;
            stack.extend(self.node(id).children.iter().rev().map(|child| (depth + 1, *child)));
            Some((depth, id))
        })
    }

    /// Merges another forest into this one and returns the conflicts with their nodes. Commutative
    /// except for conflicting fields, where this forest's value stays.
    ///
    /// ```
    /// use joseki_book::{Forest, Line, Verdict};
    ///
    /// let line: Line = "DDCF".parse()?;
    /// let (mut book, mut other) = (Forest::new(), Forest::new());
    /// let node = book.insert(&line);
    /// book.data_mut(node).verdict = Some(Verdict::Good);
    /// let theirs = other.insert(&line.mirror());
    /// other.data_mut(theirs).verdict = Some(Verdict::Question);
    /// other.insert(&"DDCC".parse()?);
    ///
    /// let conflicts = book.merge(&other);
    /// let lines: Vec<String> = book.lines().map(|(line, _)| line.to_string()).collect();
    /// assert_eq!(lines, ["DDCC", "DDCF"]);
    /// assert_eq!((conflicts.len(), conflicts[0].0), (1, node));
    /// assert_eq!((conflicts[0].1.kept.as_str(), conflicts[0].1.field), ("good", "verdict"));
    /// # Ok::<(), joseki_book::ParseLineError>(())
    /// ```
    pub fn merge(&mut self, other: &Forest) -> Vec<(NodeId, Conflict)> {
        self.merge_by(other, &MergeRules::default())
    }

    /// Merges another forest into this one; the rules decide where values differ. Retired nodes
    /// stay retired.
    pub fn merge_by(&mut self, other: &Forest, rules: &MergeRules) -> Vec<(NodeId, Conflict)> {
        let mut conflicts = Vec::new();
        let mut here = vec![NodeId::ROOT; other.nodes.len()];
        for (depth, there) in other.walk() {
            let node = other.node(there);
            let (id, new) = match depth {
                0 => (NodeId::ROOT, false),
                _ => self.child_or_insert(here[node.parent.index()], node.step),
            };
            here[there.index()] = id;
            let found = self.merge_data_by(id, new, node.data(), rules);
            self.nodes[id.index()].ends |= node.ends;
            self.nodes[id.index()].retired |= new && node.retired;
            conflicts.extend(found.into_iter().map(|conflict| (id, conflict)));
        }
        conflicts
    }

    /// Merges a source's data into a node. A new node takes its conditions over unchanged; a node
    /// that another source gave without a condition stays without one.
    pub fn merge_data(&mut self, id: NodeId, new: bool, data: Option<&NodeData>) -> Vec<Conflict> {
        self.merge_data_by(id, new, data, &MergeRules::default())
    }

    /// As [`Forest::merge_data`], with rules for differing values.
    pub fn merge_data_by(
        &mut self,
        id: NodeId,
        new: bool,
        data: Option<&NodeData>,
        rules: &MergeRules,
    ) -> Vec<Conflict> {
        self.adopt(id);
        let data = data.filter(|data| !data.is_empty());
        let joins = rules.rule_for(Field::Conditions) == MergeRule::Both;
        let own_is_conditional =
            self.node(id).data().is_some_and(|own| !own.conditions.is_always());
        match data {
            Some(data) if new => *self.data_mut(id) = data.clone(),
            // A condition alone adds nothing to a move that another source gave without one.
            Some(data) if joins && self.node(id).data().is_none() && data.is_only_conditional() => {
            }
            Some(data) => return self.data_mut(id).merge_by(data, rules),
            None if own_is_conditional && !new => {
                let bare = NodeData::default();
                let own = self.data_mut(id);
                return Field::Conditions.resolve(own, &bare, rules).into_iter().collect();
            }
            None => {}
        }
        Vec::new()
    }

    /// Turns a node that existed only for its counts into a written one. The end of its counted
    /// games is not a line end; leaves are marked once everything is merged.
    fn adopt(&mut self, id: NodeId) {
        let node = &mut self.nodes[id.index()];
        if std::mem::replace(&mut node.mined, false) {
            node.ends = false;
        }
    }

    fn search_child(&self, children: &[NodeId], step: Step) -> Result<usize, usize> {
        children.binary_search_by_key(&step, |child| self.node(*child).step)
    }
}

fn new_node(step: Step, parent: NodeId) -> Node {
    Node {
        step,
        parent,
        ends: false,
        stored: None,
        mined: false,
        retired: false,
        left_out: LeftOut::Nothing,
        revision: 0,
        children: Vec::new(),
        data: None,
        tally: None,
    }
}

impl<'a> FromIterator<&'a Line> for Forest {
    fn from_iter<I: IntoIterator<Item = &'a Line>>(lines: I) -> Forest {
        let mut forest = Forest::new();
        for line in lines {
            forest.insert(line);
        }
        forest
    }
}

impl PartialEq for Forest {
    fn eq(&self, other: &Forest) -> bool {
        let empty = NodeData::default();
        let content = |forest: &Forest, (depth, id): (usize, NodeId)| {
            let node = forest.node(id);
            (depth, node.step, node.ends, node.retired, node.data().unwrap_or(&empty).clone())
        };
        self.variant == other.variant
            && self.len() == other.len()
            && self.walk().zip(other.walk()).all(|(a, b)| content(self, a) == content(other, b))
    }
}

#[cfg(test)]
mod tests;

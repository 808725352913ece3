//! The forest: a book as a tree of steps per first step, and its flattened lines.

use super::field::Field;
use super::line::Line;
use super::node_data::{Conflict, NodeData};
use super::node_state::NodeState;
use super::rules::{Rule, Rules};
use super::tally::{Cohort, Tally};
use crate::game::Step;

/// A node of a forest; [`NodeId::ROOT`] is the empty corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The empty corner, above every first step.
    pub const ROOT: NodeId = NodeId(0);

    /// The node at this place of the forest or index that it belongs to.
    #[must_use]
    pub const fn from_index(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    /// The place in its forest or index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One move of the book.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move; a tenuki at the root, where it means nothing.
    pub step: Step,
    /// The position before the move; the root is its own parent.
    pub parent: NodeId,
    /// Whether a line ends here. True of every leaf but an empty forest's root.
    pub ends: bool,
    /// The id in the store that the node was loaded from.
    pub stored: Option<i64>,
    /// Whether the node is in the book only because games were counted that went this way. It goes
    /// when the counts no longer speak for it; what somebody wrote or imported stays.
    pub mined: bool,
    /// Whether the node and all that follows it was taken out of use: kept, but never answered.
    pub retired: bool,
    /// The version of the book in which the node was last changed; 0 if it is not stored.
    pub revision: u64,
    children: Vec<NodeId>,
    data: Option<Box<NodeData>>,
    tally: Option<Box<Tally>>,
}

impl Node {
    /// The moves that follow, in the order of their steps.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// What is known of the move, if anything is.
    #[must_use]
    pub fn data(&self) -> Option<&NodeData> {
        self.data.as_deref()
    }

    /// What games say of the move, if any did.
    #[must_use]
    pub fn tally(&self) -> Option<&Tally> {
        self.tally.as_deref()
    }
}

/// A book as it is edited. Lines are kept in their canonical form only.
///
/// Two forests are equal when they hold the same moves, line ends and data, in whatever order
/// they came.
#[derive(Clone, Debug)]
pub struct Forest {
    nodes: Vec<Node>,
    cohorts: Vec<Cohort>,
}

impl Default for Forest {
    fn default() -> Forest {
        Forest::new()
    }
}

impl Forest {
    /// A book without a line.
    #[must_use]
    pub fn new() -> Forest {
        Forest {
            nodes: vec![new_node(Step::TENUKI, NodeId::ROOT)],
            cohorts: Vec::new(),
        }
    }

    /// The number of nodes, without the root.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is no move in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// All nodes in the order in which they were added, the root first.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, &Node)> {
        self.nodes
            .iter()
            .enumerate()
            .map(|(index, node)| (NodeId::from_index(index), node))
    }

    /// The move that follows a node, if the book has it.
    #[must_use]
    pub fn child(&self, parent: NodeId, step: Step) -> Option<NodeId> {
        let children = &self.node(parent).children;
        self.place_of(children, step)
            .ok()
            .map(|place| children[place])
    }

    /// The node at the end of a line of either handedness.
    #[must_use]
    pub fn find(&self, line: &Line) -> Option<NodeId> {
        line.canonical()
            .steps()
            .iter()
            .try_fold(NodeId::ROOT, |node, step| self.child(node, *step))
    }

    /// The move that follows a node, added if the book lacks it; true if it was added.
    ///
    /// The caller keeps to canonical lines.
    pub fn child_or_insert(&mut self, parent: NodeId, step: Step) -> (NodeId, bool) {
        match self.place_of(&self.nodes[parent.index()].children, step) {
            Ok(place) => (self.nodes[parent.index()].children[place], false),
            Err(place) => {
                let id = NodeId::from_index(self.nodes.len());
                self.nodes.push(new_node(step, parent));
                self.nodes[parent.index()].children.insert(place, id);
                (id, true)
            }
        }
    }

    /// Adds a line of either handedness, and that it ends there.
    pub fn insert(&mut self, line: &Line) -> NodeId {
        let steps = line.canonical();
        let end = steps.steps().iter().fold(NodeId::ROOT, |node, step| {
            self.child_or_insert(node, *step).0
        });
        self.set_end(end);
        end
    }

    /// Notes that a line ends at a node; the root is no line's end.
    pub fn set_end(&mut self, id: NodeId) {
        self.nodes[id.index()].ends = id != NodeId::ROOT;
    }

    /// The node's data, to change it.
    pub fn data_mut(&mut self, id: NodeId) -> &mut NodeData {
        self.nodes[id.index()].data.get_or_insert_default()
    }

    /// Takes the node's data out.
    pub fn take_data(&mut self, id: NodeId) -> Option<Box<NodeData>> {
        self.nodes[id.index()].data.take()
    }

    /// The cohorts by which the games of the book are counted; their numbers are their places.
    #[must_use]
    pub fn cohorts(&self) -> &[Cohort] {
        &self.cohorts
    }

    /// Says by which cohorts games are counted.
    pub fn set_cohorts(&mut self, cohorts: Vec<Cohort>) {
        self.cohorts = cohorts;
    }

    /// Says what games tell of a node.
    pub fn set_tally(&mut self, id: NodeId, tally: Option<Tally>) {
        self.nodes[id.index()].tally = tally.map(Box::new);
    }

    /// Takes out what games tell of a node.
    pub fn take_tally(&mut self, id: NodeId) -> Option<Box<Tally>> {
        self.nodes[id.index()].tally.take()
    }

    /// Says whether a node is in the book only because games went this way.
    pub fn set_mined(&mut self, id: NodeId, mined: bool) {
        self.nodes[id.index()].mined = mined;
    }

    /// Takes a node and all that follows it out of use, or back into it.
    pub fn set_retired(&mut self, id: NodeId, retired: bool) {
        self.nodes[id.index()].retired = retired && id != NodeId::ROOT;
    }

    /// Notes in which version of the book the node was last changed.
    pub fn set_revision(&mut self, id: NodeId, revision: u64) {
        self.nodes[id.index()].revision = revision;
    }

    /// Says whether a line ends at a node.
    pub fn set_ends(&mut self, id: NodeId, ends: bool) {
        self.nodes[id.index()].ends = ends && id != NodeId::ROOT;
    }

    /// What is to be kept of a node.
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

    /// Puts a node into a state.
    pub fn set_state(&mut self, id: NodeId, state: NodeState) {
        let node = &mut self.nodes[id.index()];
        node.ends = state.ends && id != NodeId::ROOT;
        node.mined = state.mined;
        node.retired = state.retired && id != NodeId::ROOT;
        node.data = state.data;
    }

    /// The book with only those nodes that are wanted and whose parents are.
    #[must_use]
    pub fn retain(mut self, wanted: impl Fn(NodeId, &Node) -> bool) -> Forest {
        let mut rest = Forest::new();
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
            rest.nodes[new.index()] = Node {
                parent,
                children,
                ..node
            };
            place[at] = Some(new);
        }
        rest
    }

    /// Notes under which id a store keeps the node.
    pub fn set_stored(&mut self, id: NodeId, stored: i64) {
        self.nodes[id.index()].stored = Some(stored);
    }

    /// Forgets under which ids a store keeps the nodes, and when they were changed.
    pub fn forget_stored(&mut self) {
        for node in &mut self.nodes {
            node.stored = None;
            node.revision = 0;
        }
    }

    /// The book without the nodes that are in it only because of counted games, and without counts.
    /// A node that something written follows stays. Stored ids are kept.
    #[must_use]
    pub fn without_mined(&self) -> Forest {
        let mut needed = vec![false; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            // Children stand behind their parents.
            needed[at] |= at == 0 || !node.mined;
            needed[node.parent.index()] |= needed[at];
        }
        let mut rest = Forest::new();
        let mut place = vec![NodeId::ROOT; self.nodes.len()];
        for (_, id) in self.walk().filter(|(_, id)| needed[id.index()]) {
            let node = self.node(id);
            if id != NodeId::ROOT {
                place[id.index()] = rest
                    .child_or_insert(place[node.parent.index()], node.step)
                    .0;
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

    /// Gives a node without children that no line ended at its end mark: leaves are line ends.
    pub fn mark_leaves(&mut self) {
        for node in self.nodes.iter_mut().skip(1) {
            node.ends |= node.children.is_empty();
        }
    }

    /// The line that leads to a node.
    #[must_use]
    pub fn line(&self, mut id: NodeId) -> Line {
        let mut steps = Vec::new();
        while id != NodeId::ROOT {
            steps.push(self.node(id).step);
            id = self.node(id).parent;
        }
        steps.into_iter().rev().collect()
    }

    /// The flattened form: every line from the root to where it ends, in order. The inverse of
    /// collecting lines into a forest.
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

    /// All nodes with their depth, each before its children, children in the order of their steps.
    pub fn walk(&self) -> impl Iterator<Item = (usize, NodeId)> {
        let mut stack = vec![(0, NodeId::ROOT)];
        std::iter::from_fn(move || {
            let (depth, id) = stack.pop()?;
            stack.extend(
                self.node(id)
                    .children
                    .iter()
                    .rev()
                    .map(|child| (depth + 1, *child)),
            );
            Some((depth, id))
        })
    }

    /// Adds everything another forest holds; gives the contradictions with the node they are at.
    /// Commutative but for contradicting fields, where this forest's value stays.
    pub fn merge(&mut self, other: &Forest) -> Vec<(NodeId, Conflict)> {
        self.merge_by(other, &Rules::default())
    }

    /// Adds everything another forest holds; where both know something of a field and it differs, the
    /// rules decide. What was taken out of use stays so.
    pub fn merge_by(&mut self, other: &Forest, rules: &Rules) -> Vec<(NodeId, Conflict)> {
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

    /// Adds what a source knows of a node. A new node takes its conditions over as they are; one that
    /// another source gave without a condition stays without.
    pub fn merge_data(&mut self, id: NodeId, new: bool, data: Option<&NodeData>) -> Vec<Conflict> {
        self.merge_data_by(id, new, data, &Rules::default())
    }

    /// As [`Forest::merge_data`], with rules for what differs.
    pub fn merge_data_by(
        &mut self,
        id: NodeId,
        new: bool,
        data: Option<&NodeData>,
        rules: &Rules,
    ) -> Vec<Conflict> {
        self.adopt(id);
        let data = data.filter(|data| !data.is_empty());
        let joins = rules.of(Field::Conditions) == Rule::Both;
        let own_is_conditional = self
            .node(id)
            .data()
            .is_some_and(|own| !own.conditions.is_always());
        match data {
            Some(data) if new => *self.data_mut(id) = data.clone(),
            // A condition alone adds nothing to a move that another source gave without one.
            Some(data) if joins && self.node(id).data().is_none() && data.is_only_conditional() => {
            }
            Some(data) => return self.data_mut(id).merge_by(data, rules),
            None if own_is_conditional && !new => {
                let bare = NodeData::default();
                let own = self.data_mut(id);
                return Field::Conditions
                    .resolve(own, &bare, rules)
                    .into_iter()
                    .collect();
            }
            None => {}
        }
        Vec::new()
    }

    /// Somebody gives a node: it is no longer there for its counts alone, and that these ended there is no
    /// line's end. Leaves are marked when all is in.
    fn adopt(&mut self, id: NodeId) {
        let node = &mut self.nodes[id.index()];
        if std::mem::replace(&mut node.mined, false) {
            node.ends = false;
        }
    }

    fn place_of(&self, children: &[NodeId], step: Step) -> Result<usize, usize> {
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
            (
                depth,
                node.step,
                node.ends,
                node.retired,
                node.data().unwrap_or(&empty).clone(),
            )
        };
        self.len() == other.len()
            && self
                .walk()
                .zip(other.walk())
                .all(|(a, b)| content(self, a) == content(other, b))
    }
}

#[cfg(test)]
mod tests {
    use super::super::conditions::Conditions;
    use super::super::line::tests_support::any_line;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn forest(lines: &[&str]) -> Forest {
        let lines: Vec<Line> = lines.iter().map(|text| text.parse().unwrap()).collect();
        lines.iter().collect()
    }

    fn texts(forest: &Forest) -> Vec<String> {
        forest.lines().map(|(line, _)| line.to_string()).collect()
    }

    #[test]
    fn a_line_that_ends_where_a_longer_one_goes_on_is_kept() {
        let forest = forest(&["DDCFFCCC", "DDCF", "DDFC", "CC"]);
        assert_eq!(texts(&forest), ["CC", "DDCF", "DDCFFCCC"]);
        assert_eq!(forest.len(), 5);
    }

    #[test]
    fn a_condition_falls_when_another_source_gives_the_move_without_one() {
        let mut bare = forest(&["DDCF"]);
        let mut conditional = bare.clone();
        let id = conditional.find(&"DDCF".parse().unwrap()).unwrap();
        conditional.data_mut(id).conditions = "own(PP)".parse().unwrap();
        let mut other = conditional.clone();
        other.data_mut(id).conditions = "empty(CC)".parse().unwrap();
        let mut either = conditional.clone();
        either.merge(&other);
        let conditions = |forest: &Forest| forest.node(id).data().unwrap().conditions.to_string();
        assert_eq!(conditions(&either), "own(PP) or empty(CC)");
        either.merge(&bare);
        assert_eq!(
            either.node(id).data().unwrap().conditions,
            Conditions::always()
        );
        bare.merge(&conditional);
        assert_eq!(bare, either);
        let mut fresh = Forest::new();
        fresh.merge(&conditional);
        assert_eq!(fresh, conditional);
    }

    proptest! {
        #[test]
        fn forest_to_lines_to_forest_is_the_identity(lines in proptest::collection::vec(any_line(), 0..30)) {
            let forest: Forest = lines.iter().collect();
            let flat: Vec<Line> = forest.lines().map(|(line, _)| line).collect();
            let wanted: BTreeSet<Line> =
                lines.iter().filter(|line| !line.is_empty()).map(Line::canonical).collect();
            prop_assert_eq!(&flat, &wanted.into_iter().collect::<Vec<_>>());
            let again: Forest = flat.iter().collect();
            prop_assert_eq!(&again, &forest);
            for (line, id) in forest.lines() {
                prop_assert_eq!(forest.line(id), line.clone());
                prop_assert_eq!(forest.find(&line.mirror()), Some(id));
            }
        }

        #[test]
        fn merging_is_the_union_of_the_lines(
            a in proptest::collection::vec(any_line(), 0..12),
            b in proptest::collection::vec(any_line(), 0..12),
        ) {
            let [left, right]: [Forest; 2] = [a.iter().collect(), b.iter().collect()];
            let both: Forest = a.iter().chain(&b).collect();
            let mut merged = left.clone();
            prop_assert_eq!(merged.merge(&right), vec![]);
            prop_assert_eq!(&merged, &both);
            let mut turned = right.clone();
            turned.merge(&left);
            prop_assert_eq!(&turned, &both);
            merged.merge(&both);
            prop_assert_eq!(&merged, &both);
        }
    }
}

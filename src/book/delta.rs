//! Deltas: the nodes in which two states of a book differ, with their states before and after.

use std::collections::BTreeMap;

use strum::VariantArray;

use super::{
    field::Field,
    forest::{Forest, NodeId},
    line::Line,
    node_data::NodeData,
};

/// A node before and after a change; `None` where it does not exist.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeChange {
    /// The canonical line; empty for the root.
    pub line: Line,
    /// The state before.
    pub before: Option<NodeState>,
    /// The state after.
    pub after: Option<NodeState>,
}

/// The changes that turn one state of a book into another: the differing nodes in line order, so
/// parents come before their descendants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delta(Vec<NodeChange>);

/// The error for a delta that does not fit the book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeltaError {
    /// The node differs from the state that the delta expects.
    #[error("node \"{0}\" does not match its state before the change")]
    Stale(Line),
    /// The parent of the node does not exist.
    #[error("the parent of node \"{0}\" does not exist")]
    Orphan(Line),
    /// A deleted node still has children.
    #[error("node \"{0}\" is deleted, but a node that follows it remains")]
    Followed(Line),
}

/// The nodes in which two states of a book differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForestDifference {
    /// Nodes of the later state that are new.
    pub inserted: Vec<NodeId>,
    /// Changed nodes: their ids in the earlier and the later state.
    pub updated: Vec<(NodeId, NodeId)>,
    /// Nodes of the earlier state that were deleted.
    pub deleted: Vec<NodeId>,
    /// Nodes in both states: their ids in the earlier and the later state.
    pub kept: Vec<(NodeId, NodeId)>,
}

impl ForestDifference {
    /// Compares two states by their lines, ignoring counts of games.
    #[must_use]
    pub fn between(before: &Forest, after: &Forest) -> ForestDifference {
        let mut here: Vec<Option<NodeId>> = vec![None; before.nodes().len()];
        let mut found = vec![false; after.nodes().len()];
        let mut difference = ForestDifference::default();
        for (_, old) in before.walk() {
            let node = before.node(old);
            let place = match old {
                NodeId::ROOT => Some(NodeId::ROOT),
                _ => here[node.parent.index()].and_then(|parent| after.child(parent, node.step)),
            };
            here[old.index()] = place;
            let Some(new) = place else {
                difference.deleted.push(old);
                continue;
            };
            found[new.index()] = true;
            difference.kept.push((old, new));
            if !is_same(before, old, after, new) {
                difference.updated.push((old, new));
            }
        }
        // Walked in line order, so no sorting is needed.
        let new = after.walk().map(|(_, id)| id);
        let new = new.filter(|id| *id != NodeId::ROOT && !found[id.index()]);
        difference.inserted.extend(new);
        difference
    }

    /// Whether both states are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inserted.is_empty() && self.updated.is_empty() && self.deleted.is_empty()
    }

    /// The differing nodes with their states before and after.
    #[must_use]
    pub fn delta(&self, before: &Forest, after: &Forest) -> Delta {
        let inserted = self.inserted.iter().map(|new| NodeChange {
            line: after.line(*new),
            before: None,
            after: Some(after.state(*new)),
        });
        let updated = self.updated.iter().map(|(old, new)| NodeChange {
            line: after.line(*new),
            before: Some(before.state(*old)),
            after: Some(after.state(*new)),
        });
        let deleted = self.deleted.iter().map(|old| NodeChange {
            line: before.line(*old),
            before: Some(before.state(*old)),
            after: None,
        });
        inserted.chain(updated).chain(deleted).collect()
    }
}

fn is_same(before: &Forest, old: NodeId, after: &Forest, new: NodeId) -> bool {
    let (one, two) = (before.node(old), after.node(new));
    let data = |forest: &Forest, id| {
        let data = forest.node(id).data();
        data.filter(|data| !data.is_empty()).cloned()
    };
    let flags = one.ends == two.ends && one.mined == two.mined && one.retired == two.retired;
    flags && (one.data() == two.data() || data(before, old) == data(after, new))
}

impl FromIterator<NodeChange> for Delta {
    fn from_iter<I: IntoIterator<Item = NodeChange>>(changes: I) -> Delta {
        let mut changes: Vec<NodeChange> = changes.into_iter().collect();
        changes.sort_by(|one, two| one.line.cmp(&two.line));
        Delta(changes)
    }
}

impl Delta {
    /// The delta that turns one state into the other.
    #[must_use]
    pub fn between(before: &Forest, after: &Forest) -> Delta {
        ForestDifference::between(before, after).delta(before, after)
    }

    /// The changed nodes in line order.
    #[must_use]
    pub fn changes(&self) -> &[NodeChange] {
        &self.0
    }

    /// The change of one node.
    #[must_use]
    pub fn change_at(&self, line: &Line) -> Option<&NodeChange> {
        let place = self.0.binary_search_by(|change| change.line.cmp(line)).ok()?;
        self.0.get(place)
    }

    /// Whether the delta is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers of inserted, updated and deleted nodes; the root only counts as updated.
    #[must_use]
    pub fn counts(&self) -> (u64, u64, u64) {
        self.0.iter().fold((0, 0, 0), |(inserted, updated, deleted), change| {
            match (&change.before, &change.after) {
                _ if change.line.is_empty() => (inserted, updated + 1, deleted),
                (None, _) => (inserted + 1, updated, deleted),
                (_, None) => (inserted, updated, deleted + 1),
                _ => (inserted, updated + 1, deleted),
            }
        })
    }

    /// The delta that reverts this one.
    #[must_use]
    pub fn inverse(&self) -> Delta {
        let turned = self.0.iter().map(|change| NodeChange {
            line: change.line.clone(),
            before: change.after.clone(),
            after: change.before.clone(),
        });
        Delta(turned.collect())
    }

    /// Combines consecutive deltas into one. Nodes that end as they began are left out.
    ///
    /// # Errors
    /// When a delta does not begin where the previous ones ended.
    pub fn sum(deltas: impl IntoIterator<Item = Delta>) -> Result<Delta, DeltaError> {
        let mut sum: BTreeMap<Line, (Option<NodeState>, Option<NodeState>)> = BTreeMap::new();
        for change in deltas.into_iter().flat_map(|delta| delta.0) {
            match sum.get_mut(&change.line) {
                None => drop(sum.insert(change.line, (change.before, change.after))),
                Some((_, last)) if *last == change.before => *last = change.after,
                Some(_) => return Err(DeltaError::Stale(change.line)),
            }
        }
        let differ = sum.into_iter().filter(|(_, (before, after))| before != after);
        let changes = differ.map(|(line, (before, after))| NodeChange { line, before, after });
        Ok(Delta(changes.collect()))
    }
}

impl Forest {
    /// Applies a delta to the book. Remaining nodes keep their stored ids.
    ///
    /// # Errors
    /// When the book does not match the state before the delta, or the result would not be a tree.
    pub fn apply(mut self, delta: &Delta) -> Result<Forest, DeltaError> {
        let mut gone = vec![false; self.nodes().len()];
        for change in delta.changes() {
            let found = self.find_as_written(&change.line);
            let state = found.map(|id| self.state(id));
            let root = change.line.is_empty();
            let before = match &change.before {
                None if root => Some(NodeState::default()),
                other => other.clone(),
            };
            if state != before {
                return Err(DeltaError::Stale(change.line.clone()));
            }
            match (&change.after, found) {
                (Some(after), Some(id)) => self.set_state(id, after.clone()),
                (None, Some(id)) if root => self.set_state(id, NodeState::default()),
                (None, Some(id)) => gone[id.index()] = true,
                (Some(after), None) => {
                    let id = self.insert_after(&change.line)?;
                    self.set_state(id, after.clone());
                }
                (None, None) => {}
            }
        }
        gone.resize(self.nodes().len(), false);
        if !gone.contains(&true) {
            return Ok(self);
        }
        let stays = |id: NodeId| !gone[id.index()];
        let orphan = self.nodes().skip(1).find(|(id, node)| stays(*id) && !stays(node.parent));
        if let Some((_, node)) = orphan {
            return Err(DeltaError::Followed(self.line(node.parent)));
        }
        Ok(self.retain(|id, _| stays(id)))
    }

    /// Finds the node of exactly these steps, without canonicalizing.
    pub(super) fn find_as_written(&self, line: &Line) -> Option<NodeId> {
        let mut steps = line.steps().iter();
        steps.try_fold(NodeId::ROOT, |node, step| self.child(node, *step))
    }

    /// Returns the node at the end of a line whose other nodes exist, inserting it if missing.
    pub(super) fn insert_after(&mut self, line: &Line) -> Result<NodeId, DeltaError> {
        let mut before = line.clone();
        let orphan = || DeltaError::Orphan(line.clone());
        let Some(step) = before.pop() else {
            return Ok(NodeId::ROOT);
        };
        let parent = self.find_as_written(&before).ok_or_else(orphan)?;
        Ok(self.child_or_insert(parent, step).0)
    }
}

/// A node without its place: its data and its flags.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeState {
    /// Whether a line ends here.
    pub ends: bool,
    /// Whether the node is in the book only because of counted games.
    pub mined: bool,
    /// Whether the node and its subtree are retired.
    pub retired: bool,
    /// The data of the move; `None` instead of empty data.
    pub data: Option<Box<NodeData>>,
}

impl NodeState {
    /// The data of the move, empty if there is none.
    #[must_use]
    pub fn known(&self) -> NodeData {
        self.data.as_deref().cloned().unwrap_or_default()
    }

    /// The state with other data.
    #[must_use]
    pub fn with_data(self, data: NodeData) -> NodeState {
        let data = Some(data).filter(|data| !data.is_empty()).map(Box::new);
        NodeState { data, ..self }
    }

    /// The data fields in which two states differ.
    pub fn differing_fields(&self, other: &NodeState) -> impl Iterator<Item = Field> + use<> {
        let (one, two) = (self.known(), other.known());
        let differ = move |field: &Field| !field.is_same(&one, &two);
        Field::VARIANTS.iter().copied().filter(differ)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use strum::VariantArray;

    use super::{
        super::{NodeData, Verdict, line::tests_support::any_line},
        *,
    };

    prop_compose! {
        fn any_forest()(lines in proptest::collection::vec((any_line(), 0u8..5, any::<bool>()), 0..12)) -> Forest {
            let mut forest = Forest::new();
            for (line, verdict, retired) in lines {
                let id = forest.insert(&line);
                if let Some(verdict) = Verdict::VARIANTS.get(usize::from(verdict)) {
                    forest.data_mut(id).verdict = Some(*verdict);
                }
                forest.set_retired(id, retired);
            }
            forest
        }
    }

    #[test]
    fn a_delta_that_does_not_fit_is_refused() {
        let line = |text: &str| text.parse::<Line>().unwrap();
        let forest: Forest = [line("DDCF")].iter().collect();
        let change = |text: &str, before: bool, after: bool| -> Delta {
            let state = NodeState::default();
            let change = NodeChange {
                line: line(text),
                before: before.then(|| state.clone()),
                after: after.then_some(state),
            };
            [change].into_iter().collect()
        };
        let check = |delta: Delta, wanted: DeltaError| {
            assert_eq!(forest.clone().apply(&delta), Err(wanted));
        };
        check(change("DD", false, true), DeltaError::Stale(line("DD")));
        check(change("DDFC", true, false), DeltaError::Stale(line("DDFC")));
        check(change("CFDD", false, true), DeltaError::Orphan(line("CFDD")));
        check(change("DD", true, false), DeltaError::Followed(line("DD")));
    }

    proptest! {
        #[test]
        fn the_difference_leads_from_one_state_to_the_other(a in any_forest(), b in any_forest(), c in any_forest()) {
            let there = Delta::between(&a, &b);
            prop_assert_eq!(&a.clone().apply(&there).unwrap(), &b);
            prop_assert_eq!(&b.clone().apply(&there.inverse()).unwrap(), &a);
            prop_assert_eq!(there.inverse().inverse(), there.clone());
            prop_assert!(Delta::between(&a, &a).is_empty());
            let both = Delta::sum([there.clone(), Delta::between(&b, &c)]).unwrap();
            prop_assert_eq!(both, Delta::between(&a, &c));
            prop_assert!(Delta::sum([there.clone(), there.inverse()]).unwrap().is_empty());
        }
    }

    #[test]
    fn a_node_is_found_in_a_delta() {
        let line: Line = "DDCF".parse().unwrap();
        let mut forest: Forest = [line.clone()].iter().collect();
        let id = forest.find(&line).unwrap();
        *forest.data_mut(id) = NodeData { verdict: Some(Verdict::Good), ..NodeData::default() };
        let delta = Delta::between(&Forest::new(), &forest);
        assert_eq!(delta.change_at(&line).unwrap().after, Some(forest.state(id)));
        assert_eq!(delta.change_at(&"DDFC".parse().unwrap()), None);
        assert_eq!(delta.counts(), (2, 0, 0));
    }
}

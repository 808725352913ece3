//! A change of a book as rows, which know no forest and can go to the writing thread.

use std::collections::HashMap;

use super::columns::Columns;
use crate::book::{Forest, NodeId};
use crate::game::Step;
use crate::store::{BookChange, StoreError};

/// The rows of a change.
pub(super) struct Rows {
    /// Parents before children.
    pub(super) inserted: Vec<NewNode>,
    pub(super) updated: Vec<OldNode>,
    /// Stored ids, children before parents.
    pub(super) deleted: Vec<i64>,
}

/// A node to insert.
pub(super) struct NewNode {
    pub(super) node: NodeId,
    pub(super) parent: Parent,
    pub(super) step: Step,
    /// The flattened line, if one ends here.
    pub(super) line: Option<String>,
    pub(super) mined: bool,
    pub(super) columns: Option<Columns>,
}

pub(super) enum Parent {
    Root,
    /// It is in the store under this id.
    Stored(i64),
    /// It is the so-manieth of the inserted.
    Inserted(usize),
}

/// A node to update.
pub(super) struct OldNode {
    /// The stored id; `None` for the root.
    pub(super) id: Option<i64>,
    pub(super) ends: bool,
    pub(super) mined: bool,
    pub(super) line: String,
    pub(super) columns: Columns,
}

impl Rows {
    /// The rows of a change; refuses one that contradicts itself.
    pub(super) fn of(change: &BookChange<'_>) -> Result<Rows, StoreError> {
        let nodes = change.inserted.iter().chain(&change.updated);
        if let Some(node) = nodes
            .into_iter()
            .find(|node| node.index() > change.forest.len())
        {
            return Err(invalid(format!("there is no node {}", node.index())));
        }
        let order = parents_first(change.forest, &change.inserted)?;
        let places: HashMap<NodeId, usize> = order
            .iter()
            .enumerate()
            .map(|(place, id)| (*id, place))
            .collect();
        let inserted = order.iter().map(|id| new_node(change.forest, *id, &places));
        let mut updated: Vec<NodeId> = change.updated.clone();
        updated.retain(|id| !places.contains_key(id));
        updated.sort_unstable();
        updated.dedup();
        let updated = updated.into_iter().map(|id| old_node(change, id));
        let rows = Rows {
            inserted: inserted.collect::<Result<_, _>>()?,
            updated: updated.collect::<Result<_, _>>()?,
            deleted: children_first(&change.deleted),
        };
        rows.refuse_use_of_deleted()?;
        Ok(rows)
    }

    fn refuse_use_of_deleted(&self) -> Result<(), StoreError> {
        let parents = self.inserted.iter().filter_map(|new| match new.parent {
            Parent::Stored(id) => Some(id),
            Parent::Root | Parent::Inserted(_) => None,
        });
        let mut used = parents.chain(self.updated.iter().filter_map(|old| old.id));
        let is_deleted = |id: &i64| {
            let found = self.deleted.binary_search_by(|other| id.cmp(other));
            found.is_ok()
        };
        used.find(is_deleted).map_or(Ok(()), |id| {
            let detail = format!("node {id} is deleted, and changed or followed by a new node");
            Err(invalid(detail))
        })
    }
}

/// A parent's id is below its children's.
fn children_first(ids: &[i64]) -> Vec<i64> {
    let mut ids = ids.to_vec();
    ids.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
    ids.dedup();
    ids
}

/// The nodes level by level: parents before children, and siblings together, so that both the table
/// and the index over parents grow at their ends.
fn parents_first(forest: &Forest, nodes: &[NodeId]) -> Result<Vec<NodeId>, StoreError> {
    let mut sorted = nodes.to_vec();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(invalid(format!(
            "node {} is inserted twice",
            twice[0].index()
        )));
    }
    if sorted.first() == Some(&NodeId::ROOT) {
        return Err(invalid(
            "the root cannot be inserted, it comes with the book",
        ));
    }
    let among = |id: NodeId| sorted.binary_search(&id).is_ok();
    let mut order: Vec<NodeId> = Vec::with_capacity(sorted.len());
    order.extend(sorted.iter().filter(|id| !among(forest.node(**id).parent)));
    order.sort_by_key(|id| (forest.node(*id).parent, forest.node(*id).step));
    let mut next = 0;
    while let Some(id) = order.get(next).copied() {
        let children = forest.node(id).children().iter().copied();
        order.extend(children.filter(|child| among(*child)));
        next += 1;
    }
    Ok(order)
}

fn new_node(
    forest: &Forest,
    id: NodeId,
    places: &HashMap<NodeId, usize>,
) -> Result<NewNode, StoreError> {
    let node = forest.node(id);
    let parent = match (node.parent, places.get(&node.parent)) {
        (NodeId::ROOT, _) => Parent::Root,
        (_, Some(place)) => Parent::Inserted(*place),
        (parent, None) => Parent::Stored(stored_id(forest, parent)?),
    };
    Ok(NewNode {
        node: id,
        parent,
        step: node.step,
        line: node.ends.then(|| forest.line(id).to_string()),
        mined: node.mined,
        columns: Columns::of(node.data())?,
    })
}

fn old_node(change: &BookChange<'_>, id: NodeId) -> Result<OldNode, StoreError> {
    let forest = change.forest;
    let node = forest.node(id);
    let root = id == NodeId::ROOT;
    if change.expected_version == 0 && !root {
        let detail = format!(
            "node {} of a new book is updated but not inserted",
            id.index()
        );
        return Err(invalid(detail));
    }
    Ok(OldNode {
        id: if root {
            None
        } else {
            Some(stored_id(forest, id)?)
        },
        ends: node.ends,
        mined: node.mined,
        line: forest.line(id).to_string(),
        columns: Columns::of(node.data())?.unwrap_or_default(),
    })
}

fn stored_id(forest: &Forest, id: NodeId) -> Result<i64, StoreError> {
    forest.node(id).stored.ok_or_else(|| {
        let line = forest.line(id);
        invalid(format!("node {line} is neither in the store nor inserted"))
    })
}

pub(super) fn invalid(detail: impl Into<String>) -> StoreError {
    StoreError::Invalid {
        detail: detail.into(),
    }
}

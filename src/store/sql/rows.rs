//! Rows of a change of a book; independent of the forest, so they can be sent to the writer thread.

use super::columns::Columns;
use super::positions;
use crate::{BookChange, StoreError};
use joseki_book::{Forest, Line, NodeId};
use joseki_game::Step;

/// The rows of a change.
pub(super) struct ChangeRows {
    /// Parents before children.
    pub(super) inserted: Vec<InsertedNode>,
    pub(super) updated: Vec<UpdatedNode>,
    /// Stored ids, children before parents.
    pub(super) deleted: Vec<i64>,
    /// The positions of inserted nodes in the order of the table: the key, and the index into
    /// `inserted`.
    pub(super) positions: Vec<(i64, usize)>,
    /// The keys of the positions of deleted nodes, each once.
    pub(super) positions_gone: Vec<i64>,
    /// The new flattened lines, sorted.
    pub(super) lines: Vec<(String, NodeLocation)>,
    /// The removed flattened lines, sorted.
    pub(super) lines_gone: Vec<String>,
}

/// A node to insert.
pub(super) struct InsertedNode {
    pub(super) node: NodeId,
    pub(super) parent: NodeLocation,
    pub(super) step: Step,
    pub(super) ends: bool,
    pub(super) mined: bool,
    pub(super) retired: bool,
    pub(super) columns: Option<Columns>,
}

/// Location of a node.
pub(super) enum NodeLocation {
    /// The root.
    Root,
    /// A stored node, by id.
    Stored(i64),
    /// Index into `inserted`.
    Inserted(usize),
}

/// A node to update.
pub(super) struct UpdatedNode {
    /// The stored id; `None` for the root.
    pub(super) id: Option<i64>,
    pub(super) ends: bool,
    pub(super) mined: bool,
    pub(super) retired: bool,
    pub(super) columns: Columns,
}

impl ChangeRows {
    /// Computes the rows of a change; returns an error if it contradicts itself.
    pub(super) fn new(change: &BookChange<'_>) -> Result<ChangeRows, StoreError> {
        let mut nodes = (change.inserted.iter()).chain(&change.updated).chain(&change.lines);
        if let Some(node) = nodes.find(|node| node.index() > change.forest.len()) {
            return Err(invalid(format!("unknown node {}", node.index())));
        }
        let order = parents_first(change.forest, &change.inserted)?;
        let places = InsertionIndexes::new(change.forest, &order);
        let inserted = order.iter().map(|id| new_node(change.forest, *id, &places));
        let mut updated: Vec<NodeId> = change.updated.clone();
        updated.retain(|id| places.get(*id).is_none());
        updated.sort_unstable();
        updated.dedup();
        let updated = updated.into_iter().map(|id| old_node(change, id));
        let mut lines_gone: Vec<String> = change.lines_gone.iter().map(Line::to_string).collect();
        lines_gone.sort_unstable();
        let rows = ChangeRows {
            inserted: inserted.collect::<Result<_, _>>()?,
            updated: updated.collect::<Result<_, _>>()?,
            deleted: children_first(&change.deleted),
            positions: positions(change, &order),
            positions_gone: positions_gone(change),
            lines: lines(change, &places)?,
            lines_gone,
        };
        rows.check_deleted_unused()?;
        rows.check_delta(change)?;
        Ok(rows)
    }

    fn check_deleted_unused(&self) -> Result<(), StoreError> {
        let parents = self.inserted.iter().filter_map(|new| match new.parent {
            NodeLocation::Stored(id) => Some(id),
            NodeLocation::Root | NodeLocation::Inserted(_) => None,
        });
        let mut used = parents.chain(self.updated.iter().filter_map(|old| old.id));
        let is_deleted = |id: &i64| {
            let found = self.deleted.binary_search_by(|other| id.cmp(other));
            found.is_ok()
        };
        used.find(is_deleted).map_or(Ok(()), |id| {
            let detail = format!("node {id} is both deleted and changed or followed by a new node");
            Err(invalid(detail))
        })
    }

    /// Checks that the delta for the log matches the rows. A root is among the updated nodes even
    /// without a change.
    fn check_delta(&self, change: &BookChange<'_>) -> Result<(), StoreError> {
        let (inserted, updated, deleted) = change.delta.counts();
        let root = u64::from(change.delta.change_at(&Line::new()).is_some());
        let logged = (inserted, updated - root, deleted);
        let nodes = self.updated.iter().filter(|old| old.id.is_some()).count();
        let written = [self.inserted.len(), nodes, self.deleted.len()].map(|count| count as u64);
        if written != <[u64; 3]>::from(logged) {
            return Err(invalid(format!(
                "the nodes inserted, updated and deleted are {written:?}, but {logged:?} in the delta to be logged"
            )));
        }
        Ok(())
    }
}

/// Returns the positions of inserted nodes, whose ids will be in this order.
fn positions(change: &BookChange<'_>, order: &[NodeId]) -> Vec<(i64, usize)> {
    let keys = change.forest.position_keys(order).into_iter().enumerate();
    let keys = keys.filter_map(|(place, key)| Some((key?.cast_signed(), place)));
    let mut positions: Vec<(i64, usize)> = keys.collect();
    positions.sort_unstable();
    positions
}

fn positions_gone(change: &BookChange<'_>) -> Vec<i64> {
    let variant = change.forest.variant();
    let gone = change.delta.changes().iter().filter(|node| node.after.is_none());
    let keys = gone.filter_map(|node| positions::key_after(variant, &node.line));
    let mut keys: Vec<i64> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Returns the new flattened lines in the order of the table, so that it grows at one place at a
/// time.
fn lines(
    change: &BookChange<'_>,
    places: &InsertionIndexes,
) -> Result<Vec<(String, NodeLocation)>, StoreError> {
    let line = |id: &NodeId| match place(change.forest, *id, places)? {
        NodeLocation::Root => Err(invalid("no line ends at the root")),
        place => Ok((change.forest.line(*id).to_string(), place)),
    };
    let mut lines: Vec<(String, NodeLocation)> =
        change.lines.iter().map(line).collect::<Result<_, _>>()?;
    lines.sort_unstable_by(|(one, _), (two, _)| one.cmp(two));
    Ok(lines)
}

/// Sorts ids in descending order, as a parent's id is below its children's.
fn children_first(ids: &[i64]) -> Vec<i64> {
    let mut ids = ids.to_vec();
    ids.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
    ids.dedup();
    ids
}

/// Indexes of the inserted nodes, by their index in the forest.
struct InsertionIndexes(Vec<Option<u32>>);

impl InsertionIndexes {
    fn new(forest: &Forest, order: &[NodeId]) -> InsertionIndexes {
        let mut places = vec![None; forest.nodes().len()];
        for (place, id) in (0..).zip(order) {
            places[id.index()] = Some(place);
        }
        InsertionIndexes(places)
    }

    fn get(&self, id: NodeId) -> Option<usize> {
        self.0[id.index()].map(|place| place as usize)
    }
}

/// Orders the nodes by level, parents before children and siblings together, so that both the table
/// and the index over parents grow at their ends.
fn parents_first(forest: &Forest, nodes: &[NodeId]) -> Result<Vec<NodeId>, StoreError> {
    let mut sorted = nodes.to_vec();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(invalid(format!("node {} is inserted twice", twice[0].index())));
    }
    if sorted.first() == Some(&NodeId::ROOT) {
        return Err(invalid("the root cannot be inserted, it is created with the book"));
    }
    let mut among = vec![false; forest.nodes().len()];
    sorted.iter().for_each(|id| among[id.index()] = true);
    let among = |id: NodeId| among[id.index()];
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
    places: &InsertionIndexes,
) -> Result<InsertedNode, StoreError> {
    let node = forest.node(id);
    Ok(InsertedNode {
        node: id,
        parent: place(forest, node.parent, places)?,
        step: node.step,
        ends: node.ends,
        mined: node.mined,
        retired: node.retired,
        columns: Columns::of(node.data())?,
    })
}

fn old_node(change: &BookChange<'_>, id: NodeId) -> Result<UpdatedNode, StoreError> {
    let forest = change.forest;
    let node = forest.node(id);
    let root = id == NodeId::ROOT;
    if change.expected_version == 0 && !root {
        let detail = format!("node {} of a new book is updated but not inserted", id.index());
        return Err(invalid(detail));
    }
    Ok(UpdatedNode {
        id: if root { None } else { Some(stored_id(forest, id)?) },
        ends: node.ends,
        mined: node.mined,
        retired: node.retired,
        columns: Columns::of(node.data())?.unwrap_or_default(),
    })
}

fn place(
    forest: &Forest,
    id: NodeId,
    places: &InsertionIndexes,
) -> Result<NodeLocation, StoreError> {
    Ok(match (id, places.get(id)) {
        (NodeId::ROOT, _) => NodeLocation::Root,
        (_, Some(place)) => NodeLocation::Inserted(place),
        (id, None) => NodeLocation::Stored(stored_id(forest, id)?),
    })
}

fn stored_id(forest: &Forest, id: NodeId) -> Result<i64, StoreError> {
    forest.node(id).stored.ok_or_else(|| {
        let line = forest.line(id);
        invalid(format!("node {line} is neither in the store nor inserted"))
    })
}

pub(super) fn invalid(detail: impl Into<String>) -> StoreError {
    StoreError::Invalid { detail: detail.into() }
}

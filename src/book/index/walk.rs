//! All nodes of an index, one after the other.

use super::Index;
use crate::forest::{Forest, NodeId};

impl Index {
    /// All nodes in breadth-first order, the root first.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        let order = (!self.is_dense()).then(|| self.breadth_first());
        (0..order.as_ref().map_or(self.len, Vec::len)).map(move |place| match &order {
            None => NodeId::from_index(place),
            Some(order) => order[place],
        })
    }

    fn breadth_first(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.len);
        order.push(NodeId::ROOT);
        let mut next = 0;
        while let Some(id) = order.get(next).copied() {
            order.extend(self.children(id));
            next += 1;
        }
        order
    }

    /// All nodes with their depth in depth-first order, children in step order.
    pub fn walk(&self) -> impl Iterator<Item = (usize, NodeId)> {
        let mut stack = vec![(0, NodeId::ROOT)];
        std::iter::from_fn(move || {
            let (depth, id) = stack.pop()?;
            stack.extend(self.children(id).rev().map(|child| (depth + 1, child)));
            Some((depth, id))
        })
    }

    /// Converts the index back into an editable book.
    #[must_use]
    pub fn to_forest(&self) -> Forest {
        let mut forest = Forest::for_variant(self.variant);
        let nodes = self.nodes();
        let mut place = vec![NodeId::ROOT; self.places()];
        for id in nodes {
            if id != NodeId::ROOT {
                place[id.index()] =
                    forest.child_or_insert(place[self.parent(id).index()], self.step(id)).0;
            }
            let here = place[id.index()];
            if self.ends(id) {
                forest.set_end(here);
            }
            forest.set_mined(here, self.is_mined(id));
            forest.set_revision(here, self.revision(id));
            forest.set_tally(here, self.tally(id));
            if let Some(data) = self.data(id) {
                *forest.data_mut(here) = data.clone();
            }
        }
        forest.set_cohorts(self.cohorts().to_vec());
        forest
    }
}

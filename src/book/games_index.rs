//! The counts of a book's moves in an index: compact, decoded on request.

use super::forest::{Forest, NodeId};
use super::memory;
use super::tally::{Cohort, CohortId, GameCount, Tally};
use super::tally_code::Bytes;

/// The counts of all nodes.
#[derive(Debug, Default)]
pub(super) struct GamesIndex {
    pub(super) cohorts: Vec<Cohort>,
    /// All tallies, one after another.
    bytes: Vec<u8>,
    /// Where the tally of each node starts, and where the last one ends; empty if nothing was
    /// counted.
    starts: Vec<u64>,
}

impl GamesIndex {
    /// Encodes the counts of a forest, in index order.
    pub(super) fn new(forest: &Forest, order: &[NodeId]) -> GamesIndex {
        let mut index = GamesIndex { cohorts: forest.cohorts().to_vec(), ..GamesIndex::default() };
        if !order.iter().any(|id| forest.node(*id).tally().is_some()) {
            return index;
        }
        index.starts.reserve_exact(order.len() + 1);
        for id in order {
            index.starts.push(index.bytes.len() as u64);
            if let Some(tally) = forest.node(*id).tally() {
                tally.encode(&mut index.bytes);
            }
        }
        index.starts.push(index.bytes.len() as u64);
        index.bytes.shrink_to_fit();
        index
    }

    /// The counts of a node, if any.
    pub(super) fn tally(&self, id: NodeId) -> Option<Tally> {
        Tally::decode(&mut Bytes(self.bytes_of(id)?)).ok()
    }

    /// Calls `each` with the counts of each cohort, if there are any.
    pub(super) fn each_count(
        &self,
        id: NodeId,
        each: impl FnMut(CohortId, &GameCount),
    ) -> Option<()> {
        Tally::each_count(&mut Bytes(self.bytes_of(id)?), each).ok()
    }

    fn bytes_of(&self, id: NodeId) -> Option<&[u8]> {
        let start = *self.starts.get(id.index())? as usize;
        let end = *self.starts.get(id.index() + 1)? as usize;
        self.bytes.get(start..end).filter(|bytes| !bytes.is_empty())
    }

    /// The bytes of heap memory used.
    pub(super) fn heap_bytes(&self) -> usize {
        let names = self.cohorts.iter().map(|cohort| cohort.source.capacity());
        let lists = memory::list(&self.cohorts) + memory::list(&self.bytes);
        lists + memory::list(&self.starts) + names.sum::<usize>()
    }

    /// Whether anything was counted.
    pub(super) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}

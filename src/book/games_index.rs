//! The counts of a book's moves in an index: compact, decoded on request.

use std::collections::BTreeMap;

use super::forest::{Forest, NodeId};
use super::memory;
use super::tally::{Cohort, CohortId, GameCount, Tally, TurnsByKind};
use super::tally_code::{Bytes, TallyVersion};

/// The counts of all nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct GamesIndex {
    pub(super) cohorts: Vec<Cohort>,
    /// All tallies, one after another.
    bytes: Vec<u8>,
    /// Where the tally of each node starts, and where the last one ends; empty if nothing was
    /// counted.
    starts: Vec<u64>,
    /// The tallies of nodes that came later.
    added: BTreeMap<NodeId, Vec<u8>>,
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

    /// Adds the counts of a new node.
    pub(super) fn add(&mut self, id: NodeId, tally: &Tally) {
        tally.encode(self.added.entry(id).or_default());
    }

    /// Has the cohorts of a book whose counts are not in memory.
    pub(super) fn of_cohorts(cohorts: Vec<Cohort>) -> GamesIndex {
        GamesIndex { cohorts, ..GamesIndex::default() }
    }

    /// The encoded counts of a node, if any.
    pub(super) fn bytes_of(&self, id: NodeId) -> Option<&[u8]> {
        if let Some(added) = self.added.get(&id) {
            return Some(added);
        }
        let start = *self.starts.get(id.index())? as usize;
        let end = *self.starts.get(id.index() + 1)? as usize;
        self.bytes.get(start..end).filter(|bytes| !bytes.is_empty())
    }

    /// The bytes of heap memory used.
    pub(super) fn heap_bytes(&self) -> usize {
        let names = self.cohorts.iter().map(|cohort| cohort.source.capacity());
        let lists = memory::list(&self.cohorts) + memory::list(&self.bytes);
        let added = self.added.values().map(|bytes| bytes.capacity() + size_of::<[usize; 4]>());
        lists + memory::list(&self.starts) + names.sum::<usize>() + added.sum::<usize>()
    }

    /// Whether anything was counted.
    pub(super) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}

/// Decodes counts.
pub(super) fn tally(bytes: &[u8]) -> Option<Tally> {
    Tally::decode(&mut Bytes(bytes)).ok()
}

/// The turns of encoded counts, without decoding the rest.
pub(super) fn turns(bytes: &[u8]) -> Option<TurnsByKind> {
    let mut bytes = Bytes(bytes);
    Tally::skip_counts(&mut bytes, TallyVersion::CURRENT).ok()?;
    TurnsByKind::decode(&mut bytes).ok()
}

/// Calls `each` with the counts of each cohort.
pub(super) fn each_count(bytes: &[u8], each: impl FnMut(CohortId, &GameCount)) -> Option<()> {
    Tally::each_count(&mut Bytes(bytes), each).ok()
}

//! A book in memory, as answers need it.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use super::feature_state::FeatureState;
use joseki_book::{Delta, DeltaError, Forest, Index, Line, LineChanges, NodeId, Tally};
use joseki_ledger::EdgeKey;
use joseki_store::BookInfo;

/// Number of nodes up to which one change is small, and the changes since a version are few, however
/// small the book is.
const SMALL_CHANGE: u64 = 2_000;
const FEW_CHANGES: u64 = 50_000;

/// Number of books that were in memory.
static SERIAL: AtomicU64 = AtomicU64::new(0);

/// A book at one version.
#[derive(Debug)]
pub struct Book {
    /// Name, version and size.
    pub info: BookInfo,
    /// Nodes in use.
    pub index: Index,
    /// Number of this index in this process: what was taken from it is not mixed with another's.
    pub(super) serial: u64,
    /// Retired nodes, with the nodes that lead to them; none of a book in the store, see
    /// `Book::shelf_along`.
    pub shelf: Arc<Forest>,
    /// Nodes by the keys of their moves, built on first use.
    by_edge: OnceLock<HashMap<u64, NodeId>>,
    /// What features work out of this version of the book.
    pub(super) features: FeatureState,
    /// The withheld sources of what was left out; empty if nothing was.
    pub(super) withheld: BTreeSet<String>,
    /// The lines in which an earlier version in the store differs from the present one.
    pub(super) line_changes: LineChanges,
    /// The version of the book in the store that an earlier one is derived from.
    pub(super) present: u64,
}

impl Book {
    pub(super) fn new(info: BookInfo, forest: Forest) -> Book {
        Book::with_index(info, forest, Index::build)
    }

    /// Creates a book; `index` builds the index from the nodes in use, or returns one built
    /// earlier.
    pub(super) fn with_index(
        info: BookInfo,
        forest: Forest,
        index: impl FnOnce(Forest) -> Index,
    ) -> Book {
        let shelf = if forest.has_retired() {
            forest.retired_nodes()
        } else {
            Forest::for_variant(forest.variant())
        };
        Book::from_parts(info, index(forest.live()), Arc::new(shelf))
    }

    /// Creates a book that is not in memory; its retired nodes are read when they are needed.
    pub(super) fn in_store(info: BookInfo, index: Index) -> Book {
        let shelf = Arc::new(Forest::for_variant(info.variant));
        Book::from_parts(info, index, shelf)
    }

    fn from_parts(info: BookInfo, index: Index, shelf: Arc<Forest>) -> Book {
        Book {
            present: info.version,
            info,
            index,
            serial: SERIAL.fetch_add(1, Relaxed),
            shelf,
            by_edge: OnceLock::new(),
            features: FeatureState::default(),
            withheld: BTreeSet::new(),
            line_changes: LineChanges::default(),
        }
    }

    /// Number of nodes up to which a change is applied to the book in memory. Beyond that, loading
    /// it is faster.
    pub(super) fn change_limit(&self) -> u64 {
        SMALL_CHANGE.max(self.info.nodes / 4)
    }

    /// Number of nodes up to which the changes since a version are read from the log.
    pub(super) fn log_limit(&self) -> u64 {
        FEW_CHANGES.max(self.info.nodes / 4)
    }

    /// Returns the book after a change; `tallies` are the counts of games for new nodes.
    ///
    /// # Errors
    /// The delta does not fit the book.
    pub(super) fn changed(
        &self,
        info: BookInfo,
        delta: &Delta,
        tallies: &HashMap<Line, Tally>,
    ) -> Result<Book, DeltaError> {
        let tally = |line: &Line| tallies.get(line).cloned();
        let (index, shelf) = self.index.changed(&self.shelf, delta, info.version, &tally)?;
        Ok(Book::from_parts(info, index, shelf))
    }

    /// Returns the book as an earlier state, with its own size.
    pub(super) fn into_past(self) -> Book {
        let shelved = self.shelf.retired_len();
        let (nodes, lines) = (self.index.len() + shelved, self.index.lines());
        let info = BookInfo { nodes: nodes as u64, lines: lines as u64, ..self.info };
        let mut shelf = self.shelf;
        if shelved > 0 {
            Arc::make_mut(&mut shelf).clear_stored_ids();
        }
        Book::from_parts(info, self.index.into_past(), shelf)
    }

    /// Returns the retired nodes on a line and directly after it, perhaps with others.
    pub(super) fn shelf_along(&self, line: &Line) -> Arc<Forest> {
        self.index.retired_along(line).map_or_else(|| Arc::clone(&self.shelf), Arc::new)
    }

    /// Whether the book has the node of a line, retired or not.
    #[must_use]
    pub fn has(&self, line: &Line) -> bool {
        self.index.find(line).is_some() || self.shelf_along(line).find(line).is_some()
    }

    /// Returns the version in which the node of a line was last changed, retired or not; 0 in an
    /// earlier state of a book.
    #[must_use]
    pub fn revision_of(&self, line: &Line) -> Option<u64> {
        match self.index.find(line) {
            Some(node) => Some(self.index.revision(node)),
            None => {
                let shelf = self.shelf_along(line);
                Some(shelf.node(shelf.find(line)?).revision)
            }
        }
    }

    /// Returns the node of a move by its key, see [`EdgeKey::edge`]; of several the one with the
    /// shortest line.
    pub(super) fn node_of(&self, edge: u64) -> Option<NodeId> {
        let by_edge = self.by_edge.get_or_init(|| {
            let nodes = self.index.nodes().skip(1);
            // Reversed, so that the first node overwrites later ones.
            let nodes = nodes.collect::<Vec<_>>().into_iter().rev();
            nodes.map(|node| (EdgeKey::new(self.index.edge(node), false).edge(), node)).collect()
        });
        by_edge.get(&edge).copied()
    }
}

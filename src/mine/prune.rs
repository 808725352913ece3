//! Pruning of counted lines to those that become part of a book.

use super::settings::Pruning;
use super::stream::Entry;
use joseki_book::{Forest, NodeId};

/// Statistics of pruning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruneReport {
    /// Number of counted moves.
    pub counted: u64,
    /// Number of moves kept in the book.
    pub kept: u64,
    /// Number of moves cut for too few games.
    pub few_games: u64,
    /// Number of moves cut for too small a share of their position.
    pub small_share: u64,
    /// Number of moves cut for their depth.
    pub too_deep: u64,
    /// Number of moves cut because an earlier move was cut.
    pub after_cut: u64,
}

/// Filters the entries of a stream, and adds the kept ones to a forest with their counts in the end. A
/// node that mining did not make gets its counts even if it would have been cut, and what follows it
/// is kept or cut by its own counts. A new book that need not fit into memory has no forest: see
/// [`Pruner::keeps`].
#[derive(Debug)]
pub struct Pruner {
    pruning: Pruning,
    report: PruneReport,
    /// The node and its corners by depth, as long as the path is in the book.
    path: Vec<Option<PathNode>>,
    kept: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct PathNode {
    /// The node that the forest has already.
    node: Option<NodeId>,
    corners: u32,
    kept: bool,
}

impl PruneReport {
    /// Adds the statistics of other moves.
    pub fn add(&mut self, other: &PruneReport) {
        self.counted += other.counted;
        self.kept += other.kept;
        self.few_games += other.few_games;
        self.small_share += other.small_share;
        self.too_deep += other.too_deep;
        self.after_cut += other.after_cut;
    }
}

impl Pruner {
    /// Creates a pruner with these parameters.
    #[must_use]
    pub fn new(pruning: Pruning) -> Pruner {
        Pruner { pruning, report: PruneReport::default(), path: Vec::new(), kept: Vec::new() }
    }

    /// Creates a pruner for entries that another one does not get, below a root with this number
    /// of corners.
    #[must_use]
    pub fn below_root(pruning: Pruning, corners: u32) -> Pruner {
        let root = PathNode { node: Some(NodeId::ROOT), corners, kept: true };
        Pruner { path: vec![Some(root)], ..Pruner::new(pruning) }
    }

    /// Processes the next entry in preorder; returns false if neither it nor its descendants are in
    /// the book.
    pub fn add(&mut self, entry: &Entry, forest: &Forest) -> bool {
        let is_in_book = self.enter(entry, Some(forest));
        if is_in_book {
            self.kept.push(entry.clone());
        }
        is_in_book
    }

    /// Processes the next entry in preorder for a book without other nodes, and does not collect
    /// it; returns whether it is in the book, where the root always is.
    pub fn keeps(&mut self, entry: &Entry) -> bool {
        self.enter(entry, None)
    }

    /// Returns the statistics so far.
    #[must_use]
    pub const fn report(&self) -> PruneReport {
        self.report
    }

    /// Counts skipped descendants of an entry that is not in the book.
    pub fn skip(&mut self, entries: u64) {
        self.report.counted += entries;
        self.report.after_cut += entries;
    }

    /// Adds the kept entries to the forest; returns the statistics.
    #[must_use]
    pub fn finish(self, forest: &mut Forest) -> PruneReport {
        let mut path = vec![NodeId::ROOT];
        for Entry { depth, step, tally } in self.kept {
            path.truncate(depth.max(1));
            if let Some(before) = path.last().copied().filter(|_| depth > 0) {
                let known = forest.child(before, step);
                let node = known.unwrap_or_else(|| {
                    let (node, _) = forest.child_or_insert(before, step);
                    forest.set_mined(node, true);
                    node
                });
                path.push(node);
            }
            if let Some(node) = path.last() {
                forest.set_tally(*node, Some(tally));
            }
        }
        self.report
    }

    /// Appends an entry to the path; returns whether it is in the book.
    fn enter(&mut self, entry: &Entry, forest: Option<&Forest>) -> bool {
        let place = match entry.depth.checked_sub(1) {
            None => Some((Some(NodeId::ROOT), true)),
            Some(before) => {
                self.path.truncate(entry.depth);
                self.place(self.path.get(before).copied().flatten(), entry, forest)
            }
        };
        self.path.truncate(entry.depth);
        self.path.push(place.map(|(node, kept)| {
            let corners = entry.tally.total().corners;
            PathNode { node, corners, kept }
        }));
        place.is_some()
    }

    /// Returns the node of an entry in the forest, if any, and whether its counts or a curator keep
    /// it; `None` if it is not in the book.
    fn place(
        &mut self,
        before: Option<PathNode>,
        entry: &Entry,
        forest: Option<&Forest>,
    ) -> Option<(Option<NodeId>, bool)> {
        self.report.counted += 1;
        let kept = self.is_kept(before, entry);
        let (before, step) = (before?, entry.step);
        let known = before.node.zip(forest).and_then(|(node, forest)| {
            let node = forest.child(node, step)?;
            Some((node, forest.node(node).mined))
        });
        match known {
            Some((node, mined)) => Some((Some(node), kept || !mined)),
            None => kept.then_some((None, kept)),
        }
    }

    fn is_kept(&mut self, before: Option<PathNode>, entry: &Entry) -> bool {
        let Some(before) = before.filter(|before| before.kept) else {
            self.report.after_cut += 1;
            return false;
        };
        let total = entry.tally.total();
        let least = f64::from(before.corners) * self.pruning.min_share;
        let reason = if entry.depth > self.pruning.max_depth as usize {
            &mut self.report.too_deep
        } else if total.games < self.pruning.min_games {
            &mut self.report.few_games
        } else if f64::from(total.corners) < least {
            &mut self.report.small_share
        } else {
            self.report.kept += 1;
            return true;
        };
        *reason += 1;
        false
    }
}

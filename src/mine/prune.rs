//! Counted lines cut down to those that a book answers with.

use super::settings::Pruning;
use super::stream::Entry;
use crate::book::{Forest, NodeId};

/// What pruning kept and cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruneReport {
    /// All moves that were counted.
    pub counted: u64,
    /// Those that the book answers with.
    pub kept: u64,
    /// Cut for too few games.
    pub few_games: u64,
    /// Cut for too small a share of their position.
    pub small_share: u64,
    /// Cut for being too deep.
    pub too_deep: u64,
    /// Cut with a move before them.
    pub after_cut: u64,
}

/// Takes the entries of a stream one by one and adds those that are kept to a forest, with their
/// counts; a node that is there gets its counts even if it would have been cut.
#[derive(Debug)]
pub struct Pruner {
    pruning: Pruning,
    report: PruneReport,
    /// By depth, the node and its corners, as long as the path is kept.
    path: Vec<Option<Place>>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    node: NodeId,
    corners: u32,
    kept: bool,
}

impl Pruner {
    /// A pruner with these parameters.
    #[must_use]
    pub fn new(pruning: Pruning) -> Pruner {
        Pruner {
            pruning,
            report: PruneReport::default(),
            path: Vec::new(),
        }
    }

    /// Looks at the next entry in preorder; false if neither it nor what follows from it is in the book.
    pub fn add(&mut self, entry: &Entry, forest: &mut Forest) -> bool {
        let place = match entry.depth.checked_sub(1) {
            None => Some((NodeId::ROOT, true)),
            Some(before) => {
                self.path.truncate(entry.depth);
                self.place(self.path.get(before).copied().flatten(), entry, forest)
            }
        };
        self.path.truncate(entry.depth);
        self.path.push(place.map(|(node, kept)| {
            forest.set_tally(node, Some(entry.tally.clone()));
            let corners = entry.tally.total().corners;
            Place {
                node,
                corners,
                kept,
            }
        }));
        place.is_some()
    }

    /// Notes entries that follow from one that is not in the book.
    pub fn skip(&mut self, entries: u64) {
        self.report.counted += entries;
        self.report.after_cut += entries;
    }

    /// What was kept and cut.
    #[must_use]
    pub fn finish(self) -> PruneReport {
        self.report
    }

    /// The node of an entry and whether it is kept for its counts; none if it is no part of the book.
    fn place(
        &mut self,
        before: Option<Place>,
        entry: &Entry,
        forest: &mut Forest,
    ) -> Option<(NodeId, bool)> {
        self.report.counted += 1;
        let kept = self.judge(before, entry);
        let before = before?;
        match forest.child(before.node, entry.step) {
            Some(node) => Some((node, kept)),
            None if kept => {
                let (node, _) = forest.child_or_insert(before.node, entry.step);
                forest.set_mined(node, true);
                Some((node, kept))
            }
            None => None,
        }
    }

    fn judge(&mut self, before: Option<Place>, entry: &Entry) -> bool {
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

//! Selects the moves of a book for a file, with their weights.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::head::LeftOut;
use joseki_book::{Forest, Index, NodeId, Verdict};
use joseki_game::go::CornerPosition;
use joseki_game::{PositionKey, Step};

/// The definition of a move's weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Weight {
    /// Priority in the book, from verdicts, counted games and engines.
    /// It is 1000 · e^priority, without results of a player.
    #[default]
    Priority,
    /// Number of counted games.
    /// They are those of all move orders that lead to the position.
    Games,
    /// 1 for every move.
    Uniform,
}

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To contain the book: a move that is left out takes its subtree with it.
    Tree,
    /// To choose moves: moves after one that is left out stay, as the opponent may play anything.
    /// Moves advised against are left out unless the choice includes them.
    Play,
}

/// Limits on the moves of a book to export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectionCriteria {
    /// The most steps.
    pub depth: Option<usize>,
    /// The least verdict; a move without one ranks below `good`. For a tree it is the node's
    /// verdict, for play the worst over all move orders of the position.
    pub min_verdict: Option<Verdict>,
    /// The fewest counted games, over all move orders that lead to the position.
    pub min_games: u32,
    /// The least weight.
    pub min_weight: u32,
}

/// The moves of a book to export.
pub struct Selection<'a> {
    /// The book.
    pub index: &'a Index,
    /// The weight of each node's move.
    pub weights: &'a [u32],
    depths: Vec<u32>,
    verdicts: Vec<Option<Verdict>>,
    conditional: Vec<bool>,
    cuts: Vec<Option<&'static str>>,
}

/// Reasons why a move is left out by the choice.
const BY_DEPTH: &str = "deeper than requested";
const BY_VERDICT: &str = "with a lesser verdict";
pub(super) const ADVISED_AGAINST: &str = "advised against";
const BY_GAMES: &str = "with fewer games";
const BY_WEIGHT: &str = "with less weight";
const BELOW: &str = "after a move that is left out";

impl<'a> Selection<'a> {
    /// Selects the moves that pass a choice. `weights` has an entry for each node of the book.
    #[must_use]
    pub fn new(
        index: &'a Index,
        weights: &'a [u32],
        choice: &SelectionCriteria,
        purpose: Purpose,
    ) -> Selection<'a> {
        let mut selection = Selection {
            index,
            weights,
            depths: Vec::with_capacity(index.len() + 1),
            verdicts: index.nodes().map(|node| verdict(index, node)).collect(),
            conditional: index.nodes().map(|node| conditional(index, node)).collect(),
            cuts: vec![None; index.len() + 1],
        };
        for node in index.nodes() {
            // Parents come first.
            let above = selection.depths.get(index.parent(node).index()).copied();
            let depth = if node == NodeId::ROOT { 0 } else { above.unwrap_or(0) + 1 };
            selection.depths.push(depth);
            if node == NodeId::ROOT {
                continue;
            }
            let parent_cut = selection.cuts[index.parent(node).index()];
            let below = purpose == Purpose::Tree && parent_cut.is_some();
            selection.cuts[node.index()] =
                if below { Some(BELOW) } else { selection.cut(node, choice, purpose) };
        }
        selection
    }

    /// Whether the node's move is selected.
    #[must_use]
    pub fn takes(&self, node: NodeId) -> bool {
        self.cuts[node.index()].is_none()
    }

    /// The reason why it is left out, if it is.
    #[must_use]
    pub fn cut_of(&self, node: NodeId) -> Option<&'static str> {
        self.cuts[node.index()]
    }

    /// The number of steps to a node.
    #[must_use]
    pub fn depth(&self, node: NodeId) -> usize {
        self.depths[node.index()] as usize
    }

    /// The weight of the node's move.
    #[must_use]
    pub fn weight(&self, node: NodeId) -> u32 {
        self.weights.get(node.index()).copied().unwrap_or_default()
    }

    /// The verdict on the node's move by any move order; of several the worst.
    #[must_use]
    pub fn verdict(&self, node: NodeId) -> Option<Verdict> {
        self.verdicts[node.index()]
    }

    /// Whether the value of the node's move depends on the rest of the board: every move order of
    /// its position has a condition for it.
    #[must_use]
    pub fn is_conditional(&self, node: NodeId) -> bool {
        self.conditional[node.index()]
    }

    /// The moves that the choice leaves out, by reason.
    #[must_use]
    pub fn left_out(&self) -> LeftOut {
        let mut left_out = LeftOut::default();
        for reason in self.cuts.iter().flatten() {
            left_out.add(reason, 1);
        }
        left_out
    }

    /// The book without the moves left out and their subtrees. A node that loses all its children
    /// becomes a line end.
    #[must_use]
    pub fn forest(&self) -> Forest {
        let whole = self.index.to_forest();
        // A forest made from an index has its nodes in index order.
        let mut forest = whole.retain(|node, _| self.takes(node));
        forest.mark_leaves();
        forest
    }

    /// The node's position as the side to move sees it, and the step of a move in the frame in
    /// which that position's key is the smaller one; `None` if it cannot be replayed alone.
    #[must_use]
    pub fn keyed(&self, node: NodeId) -> Option<(PositionKey, Step)> {
        let key = self.index.key(self.index.parent(node))?;
        let step = self.index.step(node);
        let step =
            if key.is_symmetric() { step.min(step.mirror()) } else { step.transformed(key.by) };
        Some((key, step))
    }

    /// The corner's stones at a node, replayed alone.
    #[must_use]
    pub fn position(&self, node: NodeId) -> Option<CornerPosition> {
        CornerPosition::replay(self.index.line(node))
    }

    fn cut(
        &self,
        node: NodeId,
        choice: &SelectionCriteria,
        purpose: Purpose,
    ) -> Option<&'static str> {
        // A tree distinguishes move orders, and shows each move's own verdict.
        let verdict = match purpose {
            Purpose::Tree => self.index.verdict(node),
            Purpose::Play => self.verdict(node),
        };
        let value = verdict.map_or(0, Verdict::value);
        let tenuki = self.index.step(node).is_tenuki();
        // A tenuki without a verdict does not rank below other moves, and it has no priority.
        let judged = !tenuki || verdict.is_some();
        let games = || self.index.count_by_position(node, |_| true).games;
        if choice.depth.is_some_and(|depth| self.depth(node) > depth) {
            return Some(BY_DEPTH);
        }
        if judged && choice.min_verdict.is_some_and(|least| value < least.value()) {
            return Some(BY_VERDICT);
        }
        if purpose == Purpose::Play && choice.min_verdict.is_none() && value < 0 {
            return Some(ADVISED_AGAINST);
        }
        if choice.min_games > 0 && games() < choice.min_games {
            return Some(BY_GAMES);
        }
        if !tenuki && self.weight(node) < choice.min_weight {
            return Some(BY_WEIGHT);
        }
        None
    }
}

fn verdict(index: &Index, node: NodeId) -> Option<Verdict> {
    if node == NodeId::ROOT {
        return None;
    }
    let same = index.same_move(node);
    let verdicts = same.iter().filter_map(|node| index.verdict(*node));
    verdicts.min_by_key(|verdict| verdict.value())
}

/// Whether a node has conditions, unless another order of its position has the same move without
/// any.
fn conditional(index: &Index, node: NodeId) -> bool {
    let says = |node: NodeId| {
        let data = index.data(node);
        data.is_some_and(|data| !data.conditions.is_always())
    };
    node != NodeId::ROOT && says(node) && index.same_move(node).into_iter().all(says)
}

//! What is taken of a book for a file: which moves, and what each weighs.

use super::head::LeftOut;
use crate::book::{CornerPosition, Forest, Index, NodeId, PositionKey, Verdict};
use crate::game::Step;

/// What a move's weight is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// 1000 · e^priority, the priority being what the book itself says: verdicts, counted games and
    /// engines, no results of a player.
    #[default]
    Priority,
    /// The counted games of the move, over all orders that lead to its position.
    Games,
    /// 1.
    Uniform,
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To hold the book: a move that is left out takes with it what follows.
    Tree,
    /// To say what to play: the opponent's moves are all known, and moves advised against are left
    /// out unless the choice asks for them.
    Play,
}

/// Which moves of a book are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// At most so many steps.
    pub depth: Option<usize>,
    /// The least verdict; a move without one is below `good`. In a tree that of the node, to play the
    /// worst of all orders of the position.
    pub min_verdict: Option<Verdict>,
    /// The fewest counted games, over all orders that lead to the position.
    pub min_games: u32,
    /// The least weight.
    pub min_weight: u32,
}

/// The moves of a book that a file is to say.
pub struct Selection<'a> {
    /// The book.
    pub index: &'a Index,
    /// What each node's move weighs.
    pub weights: &'a [u32],
    depths: Vec<u32>,
    verdicts: Vec<Option<Verdict>>,
    conditional: Vec<bool>,
    cuts: Vec<Option<&'static str>>,
}

/// Why a move is left out that the choice does not ask for.
const BY_DEPTH: &str = "deeper than asked for";
const BY_VERDICT: &str = "of a lesser verdict";
pub(super) const ADVISED_AGAINST: &str = "advised against";
const BY_GAMES: &str = "of fewer games";
const BY_WEIGHT: &str = "of less weight";
const BELOW: &str = "after a move that is left out";

impl<'a> Selection<'a> {
    /// The moves that a choice leaves. There is a weight for each node of the book.
    #[must_use]
    pub fn new(
        index: &'a Index,
        weights: &'a [u32],
        choice: &Choice,
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
            let depth = if node == NodeId::ROOT {
                0
            } else {
                above.unwrap_or(0) + 1
            };
            selection.depths.push(depth);
            if node == NodeId::ROOT {
                continue;
            }
            let parent_cut = selection.cuts[index.parent(node).index()];
            let below = purpose == Purpose::Tree && parent_cut.is_some();
            selection.cuts[node.index()] = if below {
                Some(BELOW)
            } else {
                selection.cut(node, choice, purpose)
            };
        }
        selection
    }

    /// Whether the file is to say the node's move.
    #[must_use]
    pub fn takes(&self, node: NodeId) -> bool {
        self.cuts[node.index()].is_none()
    }

    /// Why it is not to, if so.
    #[must_use]
    pub fn cut_of(&self, node: NodeId) -> Option<&'static str> {
        self.cuts[node.index()]
    }

    /// The steps to a node.
    #[must_use]
    pub fn depth(&self, node: NodeId) -> usize {
        self.depths[node.index()] as usize
    }

    /// What the node's move weighs.
    #[must_use]
    pub fn weight(&self, node: NodeId) -> u32 {
        self.weights.get(node.index()).copied().unwrap_or_default()
    }

    /// The verdict of the node's move, whichever order says it; of several the worst.
    #[must_use]
    pub fn verdict(&self, node: NodeId) -> Option<Verdict> {
        self.verdicts[node.index()]
    }

    /// Whether what the node's move is good for depends on the rest of the board: every order of its
    /// position says a condition of it.
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

    /// The book without what is left out, and without what follows that. Where nothing is left behind a
    /// node, a line ends there.
    #[must_use]
    pub fn forest(&self) -> Forest {
        let whole = self.index.to_forest();
        // A forest made from an index has its nodes in the index's order.
        let mut forest = whole.retain(|node, _| self.takes(node));
        forest.mark_leaves();
        forest
    }

    /// The node's position, as the side to move sees it, and the step of a move in the frame in which
    /// that position's key is the smaller; `None` if it cannot be replayed alone.
    #[must_use]
    pub fn keyed(&self, node: NodeId) -> Option<(PositionKey, Step)> {
        let key = self.index.key(self.index.parent(node))?;
        let step = self.index.step(node).mirror_if(key.mirrored);
        let step = if key.symmetric {
            step.min(step.mirror())
        } else {
            step
        };
        Some((key, step))
    }

    /// The corner's stones at a node, replayed alone.
    #[must_use]
    pub fn position(&self, node: NodeId) -> Option<CornerPosition> {
        CornerPosition::replay(&self.index.line(node))
    }

    fn cut(&self, node: NodeId, choice: &Choice, purpose: Purpose) -> Option<&'static str> {
        // A tree tells orders apart, and shows each move's own verdict.
        let verdict = match purpose {
            Purpose::Tree => self.index.verdict(node),
            Purpose::Play => self.verdict(node),
        };
        let value = verdict.map_or(0, Verdict::value);
        let tenuki = self.index.step(node).is_tenuki();
        // A tenuki that nobody judged is no lesser move, and it has no priority.
        let judged = !tenuki || verdict.is_some();
        let games = || self.index.count_by_position(node, |_| true).games;
        if choice.depth.is_some_and(|depth| self.depth(node) > depth) {
            return Some(BY_DEPTH);
        }
        if judged
            && choice
                .min_verdict
                .is_some_and(|least| value < least.value())
        {
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

/// A node with conditions, unless another order of its position takes the same move without any.
fn conditional(index: &Index, node: NodeId) -> bool {
    let says = |node: NodeId| {
        let data = index.data(node);
        data.is_some_and(|data| !data.conditions.is_always())
    };
    node != NodeId::ROOT && says(node) && index.same_move(node).into_iter().all(says)
}

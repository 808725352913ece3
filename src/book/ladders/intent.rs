//! What the book does about a ladder afterwards, which says whether the move is about it.

use super::dependence::LadderDependence;
use crate::book::{CornerPosition, Index, NodeId, Side, Verdict};

/// What a move has to do with a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LadderKind {
    /// It works while nothing else is on the board, and needs the ladder to stay so.
    Needs,
    /// It leaves a stone that the opponent takes in a ladder on an empty board: it works where that is broken.
    Leaves,
}

impl LadderKind {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LadderKind::Needs => "needs",
            LadderKind::Leaves => "leaves",
        }
    }
}

/// Why a ladder that a move depends on may not matter, so that the condition is not proposed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LadderDoubt {
    /// The book itself gives the stone up: nobody chases it and nobody saves it.
    Sacrifice,
    /// The atari is only forcing: the book lets the stones out and plays on elsewhere.
    Forcing,
    /// The book shows how the ladder fails to work for the move, or advises against the move anyway.
    AdvisedAgainst,
    /// The ladder is a threat for later: it is the opponent's turn, who can save the stones.
    Threat,
    /// Nothing follows in the book that would say.
    Unclear,
}

impl LadderDoubt {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LadderDoubt::Sacrifice => "sacrifice",
            LadderDoubt::Forcing => "forcing",
            LadderDoubt::AdvisedAgainst => "advised_against",
            LadderDoubt::Threat => "threat",
            LadderDoubt::Unclear => "unclear",
        }
    }
}

/// How the book goes on with the chain after the move of `node`, at which `position` stands; `before` it is without
/// the move.
pub(super) fn doubt(
    index: &Index,
    node: NodeId,
    [before, position]: [&CornerPosition; 2],
    found: &LadderDependence,
) -> Option<LadderDoubt> {
    let verdict = index.data(node).and_then(|data| data.verdict);
    if matches!(verdict, Some(Verdict::Mistake | Verdict::Trick)) {
        return Some(LadderDoubt::AdvisedAgainst);
    }
    let follow = Follow {
        index,
        ply: index.depth(node),
        found,
    };
    let next = follow.after(node, position, 0);
    match (found.own, found.threat) {
        (true, _) => follow.own(node, before, &next),
        (false, true) => Some(LadderDoubt::Threat),
        (false, false) => follow.chased(&next),
    }
}

/// What follows a move, looked at for the chain of one ladder.
struct Follow<'a> {
    index: &'a Index,
    ply: usize,
    found: &'a LadderDependence,
}

type Next = Vec<(NodeId, CornerPosition)>;

impl Follow<'_> {
    /// Own stones: the move takes them out of an atari, or the book lets them run when they are chased.
    fn own(&self, node: NodeId, before: &CornerPosition, next: &Next) -> Option<LadderDoubt> {
        let runs_itself = CornerPosition::point_of(self.index.step(node)).is_some_and(|point| {
            let own = before.board().at(point).is_none() && self.found.chain.contains(point);
            own && self.was_in_atari(before)
        });
        let mut chases = next
            .iter()
            .filter(|(_, position)| self.liberties(position) == 1);
        let runs = |(node, position): &(NodeId, CornerPosition)| {
            let then = self.after(*node, position, 1);
            then.iter()
                .any(|(_, position)| self.liberties(position) > 1)
        };
        match (runs_itself || chases.any(runs), next.is_empty()) {
            (true, _) => None,
            (false, true) => Some(LadderDoubt::Unclear),
            (false, false) if self.found.holds_when_empty => Some(LadderDoubt::Unclear),
            (false, false) => Some(LadderDoubt::Sacrifice),
        }
    }

    fn was_in_atari(&self, before: &CornerPosition) -> bool {
        let board = before.board();
        let stones = self
            .found
            .chain
            .iter()
            .filter(|point| board.at(*point).is_some());
        stones
            .into_iter()
            .any(|point| board.liberties(point).len() == 1)
    }

    /// Enemy stones in atari: the book lets them run and chases on, or leaves them.
    fn chased(&self, next: &Next) -> Option<LadderDoubt> {
        let mut ran = false;
        for (node, position) in next {
            if self.liberties(position) <= 1 {
                continue;
            }
            ran = true;
            let then = self.after(*node, position, 1);
            if then
                .iter()
                .any(|(_, position)| self.liberties(position) <= 1)
            {
                return None;
            }
        }
        ran.then_some(LadderDoubt::Forcing)
    }

    /// The positions after the moves that follow a node so many plies after the move; tenukis too.
    fn after(&self, node: NodeId, position: &CornerPosition, later: usize) -> Next {
        let side = Side::to_move_after(self.ply + later);
        let played = self.index.children(node).filter_map(|child| {
            let mut next = *position;
            next.play_on(side, self.index.step(child)).ok()?;
            Some((child, next))
        });
        played.collect()
    }

    /// The liberties of the chain that is chased; none once it was taken.
    fn liberties(&self, position: &CornerPosition) -> u32 {
        let point = CornerPosition::point_of(self.found.step);
        point.map_or(0, |point| position.board().liberties(point).len())
    }
}

//! Infers from the book's continuations whether a move is about its ladder.

use super::dependence::LadderDependence;
use crate::{Index, NodeId, Verdict};
use joseki_game::Side;
use joseki_game::go::CornerPosition;

/// How a move depends on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LadderKind {
    /// The move works on an otherwise empty board and needs the ladder to stay that way.
    Needs,
    /// The move leaves a stone that the opponent captures in a ladder on an empty board, so it
    /// works only if the ladder is broken.
    Leaves,
}

/// The reason why a ladder may not matter, so that its condition is not proposed outright.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LadderDoubt {
    /// The book gives up the stone: no line chases or saves it.
    Sacrifice,
    /// The atari is only forcing: the book lets the stones escape and plays elsewhere.
    Forcing,
    /// The book shows the ladder failing for the move, or advises against the move anyway.
    AdvisedAgainst,
    /// The ladder is a threat for later: it is the opponent's turn, who can save the stones.
    Threat,
    /// The book has no continuation that would decide.
    Unclear,
}

/// Infers the doubt from the book's continuations. `position` is the one after the move of `node`,
/// `before` the one without it.
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
    let follow = Follow { index, ply: index.depth(node), found };
    let next = follow.after(node, position, 0);
    match (found.own, found.threat) {
        (true, _) => follow.own(node, before, &next),
        (false, true) => Some(LadderDoubt::Threat),
        (false, false) => follow.chased(&next),
    }
}

/// The continuations of a move, examined for the chain of one ladder.
struct Follow<'a> {
    index: &'a Index,
    ply: usize,
    found: &'a LadderDependence,
}

type Next = Vec<(NodeId, CornerPosition)>;

impl Follow<'_> {
    /// Own stones: the move rescues them from atari, or the book lets them run when chased.
    fn own(&self, node: NodeId, before: &CornerPosition, next: &Next) -> Option<LadderDoubt> {
        let runs_itself = CornerPosition::point_of(self.index.step(node)).is_some_and(|point| {
            let own = before.board().at(point).is_none() && self.found.chain.contains(point);
            own && self.was_in_atari(before)
        });
        let mut chases = next.iter().filter(|(_, position)| self.liberties(position) == 1);
        let runs = |(node, position): &(NodeId, CornerPosition)| {
            let then = self.after(*node, position, 1);
            then.iter().any(|(_, position)| self.liberties(position) > 1)
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
        let stones = self.found.chain.iter().filter(|point| board.at(*point).is_some());
        stones.into_iter().any(|point| board.liberties(point).len() == 1)
    }

    /// Enemy stones in atari: the book lets them run and keeps chasing, or leaves them.
    fn chased(&self, next: &Next) -> Option<LadderDoubt> {
        let mut ran = false;
        for (node, position) in next {
            if self.liberties(position) <= 1 {
                continue;
            }
            ran = true;
            let then = self.after(*node, position, 1);
            if then.iter().any(|(_, position)| self.liberties(position) <= 1) {
                return None;
            }
        }
        ran.then_some(LadderDoubt::Forcing)
    }

    /// The positions after the children of a node that is `later` plies after the move, tenukis
    /// included.
    fn after(&self, node: NodeId, position: &CornerPosition, later: usize) -> Next {
        let side = Side::to_move_after(self.ply + later);
        let played = self.index.children(node).filter_map(|child| {
            let mut next = *position;
            next.play_on(side, self.index.step(child)).ok()?;
            Some((child, next))
        });
        played.collect()
    }

    /// The liberties of the chased chain; 0 once it is captured.
    fn liberties(&self, position: &CornerPosition) -> u32 {
        let point = CornerPosition::point_of(self.found.step);
        point.map_or(0, |point| position.board().liberties(point).len())
    }
}

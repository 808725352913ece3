//! Settled corners: neither side has to play there any more.

use serde::Serialize;
use smallvec::SmallVec;
use strum::VariantArray;
use utoipa::ToSchema;

use super::order::{self, TurnCounts};
use super::statistics::PlayWeights;
use crate::text::as_name;
use joseki_book::{Cohort, Index, NodeId, PlayerKind, TurnKind, TurnsByKind};

/// Share elsewhere of the side to answer from which on a corner is settled. Both were chosen on
/// games of 2009-01 to 06 with a book of games of 2005 to 2008, as the least with which four of
/// five answers are elsewhere, and confirmed on 2009-07 to 12: there the side to answer played
/// elsewhere in 80 of 100 such positions (otherwise in 14), and then the other side in 88.
const ANSWERING: f64 = 0.6;

/// The same of the other side.
const AGAIN: f64 = 0.8;

/// Shares elsewhere at the end of a line from which on the end is one. Below, the games went on more
/// often than not, so that the book only has no more of them: in the same games, 25 of 100 answers
/// were elsewhere below, and 76 above.
const END: f64 = 0.5;

/// Share elsewhere that is assumed without counted turns.
const UNKNOWN: f64 = 0.5;

/// A corner with stones of both sides in which neither has to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled {
    /// What says so.
    pub reason: SettledReason,
    /// Share of the turns directly after the position that were played elsewhere, by the side to
    /// answer, 0 to 1; `None` without counted games.
    pub answering: Option<f64>,
    /// Share of the turns of the other side after that.
    pub again: Option<f64>,
}

/// A corner with stones of both sides in which neither has to play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SettledJson)]
pub struct SettledRegion {
    /// What says so: `end`, the line ends and games do not go on; `elsewhere`, both sides play
    /// elsewhere in games.
    #[serde(serialize_with = "as_name")]
    #[schema(value_type = String)]
    pub reason: SettledReason,
    /// Share of the turns of the side to move in such a position that were played elsewhere, 0 to 1:
    /// directly after it if the side is to answer, else after that; null without counted games.
    pub elsewhere: Option<f64>,
    /// The same of the other side.
    pub opponent_elsewhere: Option<f64>,
}

impl SettledRegion {
    /// Creates it for the side to answer, or for the other one.
    pub(super) fn new(settled: Settled, answers: bool) -> SettledRegion {
        let Settled { reason, answering, again } = settled;
        let (elsewhere, opponent_elsewhere) =
            if answers { (answering, again) } else { (again, answering) };
        SettledRegion { reason, elsewhere, opponent_elsewhere }
    }
}

/// Why a corner is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum SettledReason {
    /// The line ends, and games do not go on.
    End,
    /// In games, both sides play elsewhere.
    Elsewhere,
}

impl Settled {
    /// Judges a position; `None` if it is not settled, nor on a whole board, where no move is
    /// elsewhere.
    #[must_use]
    pub fn judge(turns: &PositionTurns<'_>) -> Option<Settled> {
        let PositionTurns { index, node, .. } = *turns;
        let is_end = |node| !index.has_children(node);
        let ends = is_end(node) && index.same_position(node).all(is_end);
        if !ends && !turns.has(TurnKind::AtOnce) {
            return None;
        }
        let has_corners = index.variant().game().regions().len() > 1;
        if !has_corners || !has_both_sides(index, node) {
            return None;
        }
        let least = if ends { END } else { ANSWERING };
        let answering = turns.share_elsewhere_from(least, TurnKind::AtOnce)?;
        let least = if ends { END } else { AGAIN };
        let again = turns.share_elsewhere_from(least, TurnKind::Again)?;
        Some(Settled {
            reason: if ends { SettledReason::End } else { SettledReason::Elsewhere },
            answering: turns.has(TurnKind::AtOnce).then_some(answering),
            again: turns.has(TurnKind::Again).then_some(again),
        })
    }
}

/// How games went on after a position, in any order of moves.
#[derive(Clone, Copy)]
pub struct PositionTurns<'a> {
    index: &'a Index,
    node: NodeId,
    weights: PlayWeights,
    counted: TurnsByKind,
}

impl<'a> PositionTurns<'a> {
    /// Reads the counts of a node's position.
    #[must_use]
    pub fn new(index: &'a Index, node: NodeId, weights: PlayWeights) -> PositionTurns<'a> {
        let counted = if index.counts_games() { index.turns(node) } else { TurnsByKind::default() };
        PositionTurns { index, node, weights, counted }
    }

    /// Counts turns by kind of players, or all of them as of one kind if all plays weigh the same.
    /// Far stones that the book continues with were played here.
    pub(super) fn count(&self, which: TurnKind) -> TurnCounts {
        let PositionTurns { index, node, .. } = self;
        let mut counts = self.count_near(which);
        if !self.has(which) || which == TurnKind::Later {
            return counts;
        }
        let kind_of = |cohort: &Cohort| match self.weights {
            PlayWeights::StrongRecent => cohort.band.kind() as usize,
            PlayWeights::Equal => 0,
        };
        for far in far_moves(index, *node, which) {
            for (kind, counted) in counts.iter_mut().enumerate().filter(|(_, it)| it.turns > 0) {
                let cohort = |id: u32| index.cohorts().get(id as usize);
                let wanted = |id: u32| cohort(id).is_some_and(|cohort| kind_of(cohort) == kind);
                let corners = index.count_by_position(far, wanted).corners;
                counted.here = counted.here.saturating_add(corners);
            }
        }
        counts
    }

    /// Counts turns as [`PositionTurns::count`] does, but far stones as played elsewhere.
    fn count_near(&self, which: TurnKind) -> TurnCounts {
        let mut counts = TurnCounts::default();
        match self.weights {
            PlayWeights::StrongRecent => {
                for (counts, kind) in counts.iter_mut().zip(PlayerKind::VARIANTS) {
                    *counts = self.counted.of(*kind).count(which);
                }
            }
            PlayWeights::Equal => counts[0] = self.counted.total().count(which),
        }
        counts
    }

    /// Returns [`PositionTurns::share_elsewhere`] if it is at least this much. Far stones, whose
    /// count takes longer, only make it less.
    fn share_elsewhere_from(&self, least: f64, which: TurnKind) -> Option<f64> {
        let most = 1.0 - order::share_here(&self.count_near(which), UNKNOWN);
        let share = (most >= least).then(|| self.share_elsewhere(which));
        share.filter(|share| *share >= least)
    }

    /// Returns the share of turns that were played elsewhere, 0 to 1; a half without counts.
    pub(super) fn share_elsewhere(&self, which: TurnKind) -> f64 {
        1.0 - order::share_here(&self.count(which), UNKNOWN)
    }

    /// Whether turns of this kind were counted.
    pub(super) fn has(&self, which: TurnKind) -> bool {
        self.counted.total().count(which).turns > 0
    }
}

/// Returns the far stones with which the book continues a position, each once. Later ones are not
/// distinguished from other moves elsewhere.
fn far_moves(index: &Index, node: NodeId, which: TurnKind) -> SmallVec<[NodeId; 4]> {
    let mut found: SmallVec<[NodeId; 4]> = SmallVec::new();
    let mut edges: SmallVec<[u64; 4]> = SmallVec::new();
    let mut add = |node: NodeId| {
        if index.is_far(node) && !edges.contains(&index.edge(node)) {
            edges.push(index.edge(node));
            found.push(node);
        }
    };
    for child in index.same_position(node).flat_map(|same| index.children(same)) {
        match (which, index.step(child).is_tenuki()) {
            (TurnKind::AtOnce, false) => add(child),
            (TurnKind::Again, true) => index.children(child).for_each(&mut add),
            _ => {}
        }
    }
    found
}

/// Whether both sides have played a stone in a node's line.
fn has_both_sides(index: &Index, node: NodeId) -> bool {
    let played = [0, 1].map(|side| {
        let nodes = std::iter::successors(Some(node), |node| Some(index.parent(*node)));
        let nodes = nodes.take_while(|node| *node != NodeId::ROOT);
        let mut own = nodes.skip(side).step_by(2);
        own.any(|node| !index.step(node).is_tenuki())
    });
    played == [true; 2]
}

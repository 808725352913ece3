//! Walks a book to find the ladders that its moves depend on.

use super::{
    dependence::{LadderDependence, ladders_of},
    intent::{LadderDoubt, LadderKind, doubt},
};
use crate::{ConditionRegion, ConditionSide, Conditions, Index, Line, NodeId, Predicate};
use joseki_game::go::{CornerPosition, PointSet};
use joseki_game::{Point, Side, Step};

/// A ladder condition that a move of a book depends on, stated there or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderCondition {
    /// The node of the move.
    pub node: NodeId,
    /// The canonical line of the node.
    pub line: Line,
    /// The condition in the frame of the line.
    pub conditions: Conditions,
    /// How the move depends on the ladder.
    pub kind: LadderKind,
    /// The ladder.
    pub ladder: LadderDependence,
    /// The reason why it may not matter.
    pub doubt: Option<LadderDoubt>,
    /// Whether the node's conditions already mention this ladder.
    pub known: bool,
}

impl LadderCondition {
    /// The side that plays the move.
    #[must_use]
    pub fn mover(&self) -> Side {
        Side::to_move_after(self.line.len().saturating_sub(1))
    }

    /// The named regions in which one stone reverses the outcome.
    #[must_use]
    pub fn regions(&self) -> &[ConditionRegion] {
        &self.ladder.regions
    }
}

/// The ladders that the moves of a book depend on, in line order. A ladder is reported once per
/// side, where a move first depends on it, and not again for later moves with the same chain.
#[must_use]
pub fn find_ladders(index: &Index) -> Vec<LadderCondition> {
    let mut found = find_ladders_below(index, NodeId::ROOT, usize::MAX);
    found.sort_by(|one, two| (&one.line, one.ladder.step).cmp(&(&two.line, two.ladder.step)));
    found
}

/// As [`find_ladders`] for a node and its descendants up to `deep` moves below, in walk order.
#[must_use]
pub fn find_ladders_below(index: &Index, top: NodeId, deep: usize) -> Vec<LadderCondition> {
    let mut found = Vec::new();
    let line = index.line(top);
    let Some(before) = position_before_last(&line) else {
        return found;
    };
    let base = line.len().saturating_sub(1);
    let mut path: Vec<CornerPosition> = vec![before];
    let mut reported: Vec<ReportedLadder> = Vec::new();
    let mut waiting = vec![(top, line.len())];
    while let Some((node, depth)) = waiting.pop() {
        let place = depth - base;
        if depth > 0 {
            path.truncate(place);
            reported.retain(|reported| reported.since < depth);
            let Some(both) = play_step(&path, index.step(node), depth) else {
                continue;
            };
            let earlier = path.len().checked_sub(2).map(|place| path[place]);
            path.push(both[1]);
            let turn = WalkMove { node, depth, both, earlier };
            collect_ladders(index, &turn, &mut reported, &mut found);
        }
        if depth < line.len().saturating_add(deep) {
            let children: Vec<NodeId> = index.children(node).collect();
            waiting.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
        }
    }
    found
}

/// The position before the last step of a line.
fn position_before_last(line: &Line) -> Option<CornerPosition> {
    let mut position = CornerPosition::new();
    let steps = line.steps().split_last().map_or(&[][..], |(_, rest)| rest);
    for (ply, step) in steps.iter().enumerate() {
        position.play_on(Side::to_move_after(ply), *step).ok()?;
    }
    Some(position)
}

/// The positions before and after a step; `None` if only stones from elsewhere make it possible.
fn play_step(path: &[CornerPosition], step: Step, depth: usize) -> Option<[CornerPosition; 2]> {
    let before = *path.last()?;
    let mut position = before;
    let side = Side::to_move_after(depth.checked_sub(1)?);
    position.play_on(side, step).ok()?;
    Some([before, position])
}

/// A move on the walk.
struct WalkMove {
    node: NodeId,
    depth: usize,
    /// The positions before and after it.
    both: [CornerPosition; 2],
    /// The position after the mover's previous turn, if the walk includes it.
    earlier: Option<CornerPosition>,
}

fn collect_ladders(
    index: &Index,
    turn: &WalkMove,
    reported: &mut Vec<ReportedLadder>,
    found: &mut Vec<LadderCondition>,
) {
    let WalkMove { node, depth, both, earlier } = turn;
    let (node, depth) = (*node, *depth);
    let Some(point) = CornerPosition::point_of(index.step(node)) else {
        return;
    };
    let mover = Side::to_move_after(depth - 1);
    for ladder in ladders_of(both[1].board(), point, earlier.as_ref().map(CornerPosition::board)) {
        let chain = ladder.chain;
        let condition = condition(index, node, both, ladder);
        let doubt = condition.doubt;
        // A doubtful report does not suppress a certain one.
        let again = |reported: &ReportedLadder| {
            let same = reported.mover == mover && !reported.chain.is_disjoint(&chain);
            same && (reported.doubt.is_none() || reported.doubt == doubt)
        };
        if !reported.iter().any(again) {
            reported.push(ReportedLadder { since: depth, mover, chain, doubt });
            found.push(condition);
        }
    }
}

/// A ladder already reported on the way to a node.
struct ReportedLadder {
    since: usize,
    mover: Side,
    chain: PointSet,
    doubt: Option<LadderDoubt>,
}

fn condition(
    index: &Index,
    node: NodeId,
    [before, position]: &[CornerPosition; 2],
    ladder: LadderDependence,
) -> LadderCondition {
    let line = index.line(node);
    let predicate =
        Predicate::Ladder { step: ladder.step, good_for: ConditionSide::Own, after: Vec::new() };
    let conditions = Conditions::all_of([predicate]);
    let kind = if ladder.holds_when_empty { LadderKind::Needs } else { LadderKind::Leaves };
    LadderCondition {
        node,
        conditions: match line.is_mirrored() {
            Some(_) => conditions,
            None => conditions.mirror().min(conditions),
        },
        kind,
        doubt: doubt(index, node, [before, position], &ladder),
        known: is_known(index, node, &ladder),
        line,
        ladder,
    }
}

fn is_known(index: &Index, node: NodeId, ladder: &LadderDependence) -> bool {
    let Some(data) = index.data(node) else {
        return false;
    };
    let mut literals = data.conditions.alternatives().flatten();
    literals.any(|literal| match &literal.predicate {
        Predicate::Ladder { step, .. } => {
            CornerPosition::point_of(*step).is_some_and(|point| ladder.chain.contains(point))
        }
        _ => false,
    })
}

/// The number of lines near the corner; no line of the corner settles points beyond them.
pub(crate) const NEAR: u8 = 10;

/// Whether a point is outside the near area.
pub(crate) fn outside(point: Point) -> bool {
    point.x().max(point.y()) >= NEAR
}

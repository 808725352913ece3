//! The ladders of one move whose outcome depends on a stone outside the corner.

use std::ops::RangeInclusive;

use super::find::{NEAR, outside};
use crate::ConditionRegion;
use joseki_game::go::{
    CornerPosition, LadderOutcome, LadderReading, PointSet, Position, read_ladder,
};
use joseki_game::{BoardSize, Color, Point, Side, Step};

/// The budget of positions for one reading; a longer search is not a ladder that books mention.
pub const LADDER_PROBE_BUDGET: u32 = 500;
/// The number of points tried in each region for a ladder breaker.
const TRIED: usize = 4;
/// The number of points tried elsewhere if no named region has a breaker.
const TRIED_ANYWHERE: usize = 12;
/// The least number of moves of a ladder, as opposed to a capture on the spot.
const LEAST_MOVES: usize = 7;

const SIZE: BoardSize = BoardSize::NINETEEN;

/// A ladder after a move that the rest of the board decides. Everything is in the frame of the
/// line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderDependence {
    /// A stone of the chased chain: the move's own, or the least stone of an enemy chain.
    pub step: Step,
    /// Whether the chain belongs to the side that plays the move.
    pub own: bool,
    /// Whether the chase of an enemy chain has yet to begin: the chain has two liberties, and the
    /// opponent may still save it.
    pub threat: bool,
    /// Whether the ladder is good for the mover on an otherwise empty board.
    pub holds_when_empty: bool,
    /// The ladder's moves on an otherwise empty board.
    pub ladder: Vec<(Side, Step)>,
    /// The named regions in which one stone reverses the outcome.
    pub regions: Vec<ConditionRegion>,
    /// Stones that reverse the outcome: one for each region, else one anywhere.
    pub breakers: Vec<Step>,
    /// The chain.
    pub(super) chain: PointSet,
}

impl LadderDependence {
    /// Whether both ladders chase stones of one chain.
    #[must_use]
    pub fn is_same_chain(&self, other: &LadderDependence) -> bool {
        !self.chain.is_disjoint(&other.chain)
    }
}

/// The ladders of the move at `point`, which is on the board: own chains that it leaves with two
/// liberties on the opponent's turn, and enemy chains that it touches and leaves with one or two.
/// The first mover is Black, `(u, v)` is `(x, y)`. Chains unchanged since an `earlier` turn of the
/// mover are skipped.
#[must_use]
pub fn ladders_of(
    board: &Position,
    point: Point,
    earlier: Option<&Position>,
) -> Vec<LadderDependence> {
    let Some(mover) = board.at(point) else {
        return Vec::new();
    };
    let enemies = board.stones(mover.opposite());
    let enemies = board.chain(point).neighbours(SIZE).intersection(enemies);
    let own = board.stones(mover).intersection(match earlier {
        Some(earlier) => changed(earlier, board),
        None => PointSet::all(SIZE),
    });
    let own = chains(board, own, 2..=2)
        .map(|chain| if chain.contains(point) { Some(point) } else { least(&chain) });
    let enemies = chains(board, enemies, 1..=2).map(|chain| least(&chain));
    let targets = own.chain(enemies).flatten();
    targets.filter_map(|target| dependence(board, mover, target)).collect()
}

/// The points that changed, with all points up to two steps away. A chain without such points has
/// the same liberties and surroundings as before.
fn changed(earlier: &Position, board: &Position) -> PointSet {
    let colors = [Color::Black, Color::White];
    let changed = colors.map(|color| {
        let (before, now) = (earlier.stones(color), board.stones(color));
        before.difference(now).union(now.difference(before))
    });
    let changed = changed[0].union(changed[1]);
    let beside = changed.union(changed.neighbours(SIZE));
    beside.union(beside.neighbours(SIZE))
}

/// The chains of some stones with a number of liberties in the range.
fn chains(
    board: &Position,
    mut stones: PointSet,
    liberties: RangeInclusive<u32>,
) -> impl Iterator<Item = PointSet> {
    std::iter::from_fn(move || {
        loop {
            let stone = stones.first()?;
            let chain = board.chain(stone);
            stones = stones.difference(chain);
            if liberties.contains(&board.liberties(stone).len()) {
                return Some(chain);
            }
        }
    })
}

/// The stone with the least step.
fn least(chain: &PointSet) -> Option<Point> {
    chain.iter().min_by_key(|point| (point.x(), point.y()))
}

fn dependence(board: &Position, mover: Color, target: Point) -> Option<LadderDependence> {
    let reading = read_ladder(board, target, LADDER_PROBE_BUDGET)?;
    let probe = Probe::new(board, target, &reading)?;
    if !probe.walls_turn() {
        return None;
    }
    let (regions, breakers) = probe.breakers(&reading);
    if breakers.is_empty() {
        return None;
    }
    let captured = reading.outcome == LadderOutcome::Captured;
    let own = reading.defender == mover;
    let moves = reading.moves.iter();
    Some(LadderDependence {
        step: CornerPosition::step_at(target)?,
        own,
        threat: !own && board.liberties(target).len() == 2,
        holds_when_empty: captured != own,
        ladder: moves
            .filter_map(|(color, at)| {
                Some((CornerPosition::side_of(*color), CornerPosition::step_at(*at)?))
            })
            .collect(),
        regions,
        breakers: breakers.into_iter().filter_map(CornerPosition::step_at).collect(),
        chain: board.chain(target),
    })
}

/// Tries stones outside the corner for the side for which the ladder is bad.
struct Probe<'a> {
    board: &'a Position,
    target: Point,
    helper: Color,
    turned: LadderOutcome,
}

impl<'a> Probe<'a> {
    /// Returns `None` if stones elsewhere could not reverse the reading.
    fn new(board: &'a Position, target: Point, reading: &LadderReading) -> Option<Probe<'a>> {
        let leaves = reading.moves.iter().any(|(_, point)| outside(*point));
        let long = reading.moves.len() >= LEAST_MOVES;
        let (helper, turned) = match reading.outcome {
            LadderOutcome::Captured if leaves || long => (reading.defender, LadderOutcome::Escapes),
            LadderOutcome::Escapes if leaves && long => {
                (reading.defender.opposite(), LadderOutcome::Captured)
            }
            _ => return None,
        };
        Some(Probe { board, target, helper, turned })
    }

    fn turns_with(&self, stones: impl IntoIterator<Item = Point>) -> bool {
        let mut board = *self.board;
        for point in stones {
            if board.at(point).is_none() {
                board.place(self.helper, point);
            }
        }
        let reading = read_ladder(&board, self.target, LADDER_PROBE_BUDGET);
        reading.is_some_and(|reading| reading.outcome == self.turned)
    }

    /// Whether a wall of stones outside reverses the outcome; if not, no single stone does.
    fn walls_turn(&self) -> bool {
        let wall =
            SIZE.points().filter(|point| outside(*point) && point.x().max(point.y()) == NEAR);
        self.turns_with(wall)
    }

    fn breakers(&self, reading: &LadderReading) -> (Vec<ConditionRegion>, Vec<Point>) {
        // A stone of that side on the ladder's path breaks most ladders; a stone next to it breaks
        // others.
        let way = |of: bool| {
            let moves = reading.moves.iter();
            moves.filter_map(move |(color, at)| ((*color == self.helper) == of).then_some(*at))
        };
        let beside = way(true).flat_map(|point| point.neighbours(SIZE));
        let mut candidates: Vec<Point> = Vec::new();
        for point in way(true).chain(way(false)).chain(beside) {
            if outside(point) && self.board.at(point).is_none() && !candidates.contains(&point) {
                candidates.push(point);
            }
        }
        let frame = CornerPosition::FRAME;
        let (mut regions, mut breakers) = (Vec::new(), Vec::new());
        for region in ConditionRegion::NAMED {
            let points = region.points(frame, SIZE);
            let mut inside = candidates.iter().filter(|point| points.contains(**point));
            let first = inside.by_ref().take(TRIED);
            let turned = first.copied().find(|point| self.turns_with([*point]));
            if let Some(point) = turned {
                regions.push(region);
                breakers.push(point);
            }
        }
        if breakers.is_empty() {
            let mut others = candidates.into_iter().take(TRIED_ANYWHERE);
            breakers.extend(others.find(|point| self.turns_with([*point])));
        }
        (regions, breakers)
    }
}

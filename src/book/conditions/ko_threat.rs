//! Searches for ko threats outside the corner.

use super::check::{ConditionContext, Truth};
use super::facts::Fact;
use joseki_game::go::{PointSet, Position};
use joseki_game::{Color, Frame, Point, Region};

/// The smallest chain worth threatening.
const WORTH: u32 = 2;

/// Searches for an atari outside the scene's corner that threatens at least two stones and cannot
/// be captured at once. Finding one gives true, having nothing to threaten gives false. Anything
/// else is unknown, as ataris are not the only threats.
pub(super) fn check(scene: &ConditionContext<'_>, color: Color) -> (Truth, Fact) {
    let board = scene.board;
    let elsewhere = outside(scene.frame.region, board);
    let targets = board.stones(color.opposite()).intersection(elsewhere);
    if targets.is_empty() {
        return (Truth::False, Fact::NothingToThreaten(color));
    }
    let mut seen = PointSet::EMPTY;
    for target in targets.iter() {
        if seen.contains(target) {
            continue;
        }
        let chain = board.chain(target);
        seen = seen.union(chain);
        if let Some(point) = threat(board, color, target, &chain, &elsewhere) {
            let fact = Fact::KoThreat { color, point, target };
            return (Truth::True, fact);
        }
    }
    (Truth::Unknown, Fact::NoThreatFound(color))
}

fn outside(region: Region, board: &Position) -> PointSet {
    let size = board.size();
    let half = size.get().div_ceil(2);
    let inside = |point: &Point| {
        let step = Frame::plain(region).step_at(*point, size);
        let place = step.and_then(joseki_game::Step::coordinates);
        place.is_some_and(|(u, v)| u.max(v) < half)
    };
    size.points().filter(|point| !inside(point)).collect()
}

/// Returns a move that puts the chain in atari and is not itself in atari.
fn threat(
    board: &Position,
    color: Color,
    target: Point,
    chain: &PointSet,
    elsewhere: &PointSet,
) -> Option<Point> {
    let liberties = board.liberties(target);
    if chain.len() < WORTH || liberties.len() != 2 {
        return None;
    }
    liberties.intersection(*elsewhere).iter().find(|point| {
        let mut next = *board;
        next.play(color, *point).is_ok()
            && next.liberties(target).len() == 1
            && next.liberties(*point).len() > 1
    })
}

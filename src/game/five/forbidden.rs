//! The moves that renju forbids to Black.

use super::lines::Direction;
use super::patterns::Patterns;
use super::shape::Shape;
use crate::Point;
use crate::illegal::Foul;

/// Returns why a move of Black on an empty point is forbidden, if it is.
pub(super) fn foul(patterns: &Patterns, point: Point) -> Option<Foul> {
    match judge(patterns, None, point) {
        Verdict::Foul(foul) => Some(foul),
        Verdict::Five | Verdict::Allowed => None,
    }
}

/// Whether a move of Black with these shapes is forbidden if all threes count.
#[inline]
pub(super) fn may_be_foul(shapes: &[Shape; 4]) -> bool {
    !matches!(judge_shapes(shapes), Some(Verdict::Five | Verdict::Allowed))
}

/// What a stone of Black on an empty point makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// A row of exactly five, which wins whatever else it makes.
    Five,
    Foul(Foul),
    Allowed,
}

/// Judges a move by its shapes; `None` if that depends on whether its threes count.
#[inline]
fn judge_shapes(shapes: &[Shape; 4]) -> Option<Verdict> {
    if shapes.iter().any(|shape| shape.is_five()) {
        return Some(Verdict::Five);
    }
    if shapes.iter().any(|shape| shape.is_overline()) {
        return Some(Verdict::Foul(Foul::Overline));
    }
    if shapes.iter().map(|shape| shape.fours()).sum::<u16>() >= 2 {
        return Some(Verdict::Foul(Foul::DoubleFour));
    }
    let threes = shapes.iter().filter(|shape| shape.may_be_three()).count();
    (threes < 2).then_some(Verdict::Allowed)
}

/// Judges a move of Black on an empty point, with some more stones of Black on the board.
///
/// A three counts only if its straight four may be played, which is judged by the same rules with
/// the stone on the board; each level of that recursion adds a stone, so it ends.
fn judge(patterns: &Patterns, more: Option<&Supposed<'_>>, point: Point) -> Verdict {
    let stones = std::iter::successors(more, |stone| stone.before);
    let shapes = patterns.shapes_with(stones.map(|stone| stone.point), point);
    if let Some(verdict) = judge_shapes(&shapes) {
        return verdict;
    }
    let more = Supposed { point, before: more };
    let threes = Direction::ALL.into_iter().zip(shapes).filter(|(direction, shape)| {
        shape.straight_four_points().any(|places| {
            let four = direction.along(point, places);
            judge(patterns, Some(&more), four) == Verdict::Allowed
        })
    });
    let is_double = threes.take(2).count() == 2;
    if is_double { Verdict::Foul(Foul::DoubleThree) } else { Verdict::Allowed }
}

/// A stone of Black that is not on the board, and those supposed before it.
struct Supposed<'a> {
    point: Point,
    before: Option<&'a Supposed<'a>>,
}

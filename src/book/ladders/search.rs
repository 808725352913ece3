//! What is near the corner and what is outside.

use crate::game::Step;
use crate::game::go::Point;

/// Lines from the corner that are near; what is further away no line of the corner settles.
pub(super) const NEAR: u8 = 10;

/// Whether a point is outside the near area.
pub(super) fn outside(point: Point) -> bool {
    point.x().max(point.y()) >= NEAR
}

/// The steps of points, where `(u, v)` is `(x, y)`.
pub(super) fn steps_of(points: impl IntoIterator<Item = Point>) -> Vec<Step> {
    let points = points.into_iter();
    points
        .filter_map(|point| Step::new(point.x(), point.y()))
        .collect()
}

/// The point of a step, where `(x, y)` is `(u, v)`; none for a tenuki.
pub(super) fn point_of(step: Step) -> Option<Point> {
    step.coordinates().map(|(u, v)| Point::new(u, v))
}

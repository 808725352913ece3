//! What is near the corner and what is outside.

use crate::game::go::Point;

/// Lines from the corner that are near; what is further away no line of the corner settles.
pub(super) const NEAR: u8 = 10;

/// Whether a point is outside the near area.
pub(super) fn outside(point: Point) -> bool {
    point.x().max(point.y()) >= NEAR
}

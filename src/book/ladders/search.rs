//! The boundary between the area near the corner and the outside.

use crate::game::go::Point;

/// The number of lines near the corner; no line of the corner settles points beyond them.
pub(super) const NEAR: u8 = 10;

/// Whether a point is outside the near area.
pub(super) fn outside(point: Point) -> bool {
    point.x().max(point.y()) >= NEAR
}

//! Points in SGF values: single points, compressed rectangles, passes.

use crate::format::sgf::{PropertyRef, RawValue};
use crate::game::go::{BoardSize, Move, ParsePointError, Point};

/// Parses the move of a `B` or `W` value, ignoring surrounding white space.
pub fn played(value: RawValue<'_>, size: BoardSize) -> Result<Move, ParsePointError> {
    Move::from_sgf(value.simple_text().trim(), size)
}

/// Parses one point.
pub fn point(value: RawValue<'_>, size: BoardSize) -> Result<Point, ParsePointError> {
    Point::from_sgf(value.simple_text().trim(), size)
}

/// Parses the points of a list property. Returns the first invalid value as the error.
pub fn list<'a>(property: PropertyRef<'a>, size: BoardSize) -> Result<Vec<Point>, RawValue<'a>> {
    let mut points = Vec::new();
    for value in property.values() {
        points.extend(area(value, size).ok_or(value)?);
    }
    Ok(points)
}

/// Parses the points of one list value: one point, or a rectangle such as `aa:cc`.
pub fn area(value: RawValue<'_>, size: BoardSize) -> Option<Vec<Point>> {
    let Some((from, to)) = value.compose() else {
        return Some(vec![point(value, size).ok()?]);
    };
    let (from, to) = (point(from, size).ok()?, point(to, size).ok()?);
    Some(rectangle(from, to).collect())
}

/// The points of the rectangle between any two opposite corners, in reading order.
fn rectangle(a: Point, b: Point) -> impl Iterator<Item = Point> {
    let columns = a.x().min(b.x())..=a.x().max(b.x());
    let rows = a.y().min(b.y())..=a.y().max(b.y());
    rows.flat_map(move |y| columns.clone().map(move |x| Point::new(x, y)))
}

//! Points in SGF values: single ones, compressed rectangles, passes.

use crate::format::sgf::{PropertyRef, RawValue};
use crate::game::go::{BoardSize, Move, ParsePointError, Point};

/// The move that a value of `B` or `W` says. Space around it is let pass.
pub fn played(value: RawValue<'_>, size: BoardSize) -> Result<Move, ParsePointError> {
    Move::from_sgf(value.simple_text().trim(), size)
}

/// One point.
pub fn point(value: RawValue<'_>, size: BoardSize) -> Result<Point, ParsePointError> {
    Point::from_sgf(value.simple_text().trim(), size)
}

/// The points of a list property. Gives the first value that is none.
pub fn list<'a>(property: PropertyRef<'a>, size: BoardSize) -> Result<Vec<Point>, RawValue<'a>> {
    let mut points = Vec::new();
    for value in property.values() {
        points.extend(area(value, size).ok_or(value)?);
    }
    Ok(points)
}

/// The points of one value of a list: one, or with `aa:cc` a rectangle.
pub fn area(value: RawValue<'_>, size: BoardSize) -> Option<Vec<Point>> {
    let Some((from, to)) = value.compose() else {
        return Some(vec![point(value, size).ok()?]);
    };
    let (from, to) = (point(from, size).ok()?, point(to, size).ok()?);
    Some(rectangle(from, to).collect())
}

/// The points between two corners, whichever they are, in reading order.
fn rectangle(a: Point, b: Point) -> impl Iterator<Item = Point> {
    let columns = a.x().min(b.x())..=a.x().max(b.x());
    let rows = a.y().min(b.y())..=a.y().max(b.y());
    rows.flat_map(move |y| columns.clone().map(move |x| Point::new(x, y)))
}

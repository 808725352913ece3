//! Points of fixed handicap stones.

use crate::game::go::{BoardSize, Point};

/// Returns the points of a fixed handicap (GTP version 2, section 4.1.1).
///
/// Returns `None` if the number is not defined: two to four stones on boards of even size and of 7
/// lines, two to nine on odd sizes from 9 lines, none on smaller boards.
#[must_use]
pub fn fixed_handicap(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    let lines = size.get();
    if !(2..=most(lines)).contains(&stones) {
        return None;
    }
    let near = if lines < 13 { 2 } else { 3 };
    let (far, middle) = (lines - 1 - near, lines / 2);
    // Rows are counted from the top.
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let (left, right) = ((near, middle), (far, middle));
    let (bottom, top) = ((middle, far), (middle, near));
    let center = (middle, middle);
    let mut points: Vec<(u8, u8)> = corners.into_iter().take(stones).collect();
    match stones {
        5 => points.push(center),
        6 => points.extend([left, right]),
        7 => points.extend([left, right, center]),
        8 => points.extend([left, right, bottom, top]),
        9 => points.extend([left, right, bottom, top, center]),
        _ => {}
    }
    Some(points.into_iter().map(|(x, y)| Point::new(x, y)).collect())
}

fn most(lines: u8) -> usize {
    match lines {
        0..=6 => 0,
        7 => 4,
        lines if lines % 2 == 0 => 4,
        _ => 9,
    }
}

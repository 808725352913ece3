//! Integer field over a board.

use joseki_game::go::PointSet;
use joseki_game::{BoardSize, Point};

const LINES: usize = BoardSize::MAX.get() as usize;

/// One integer for each point of a board, positive where Black has more influence, negative where
/// White has. About 2.5 KB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    size: BoardSize,
    values: [i32; LINES * LINES],
}

impl Field {
    /// Creates a field of zeros.
    #[must_use]
    pub const fn zero(size: BoardSize) -> Field {
        Field { size, values: [0; LINES * LINES] }
    }

    /// Returns the board size.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the value at a point; 0 off the board.
    #[must_use]
    pub fn at(&self, point: Point) -> i32 {
        self.values[index(point)]
    }

    /// Iterates over the rows from the top, each from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[i32]> {
        let lines = usize::from(self.size.get());
        let rows = self.values.chunks_exact(LINES);
        rows.take(lines).map(move |row| &row[..lines])
    }

    /// Returns the sum over the board.
    #[must_use]
    pub fn sum(&self) -> i64 {
        self.values.iter().map(|value| i64::from(*value)).sum()
    }

    /// Applies a function to each value.
    pub(super) fn map(&self, change: impl Fn(i32) -> i32) -> Field {
        Field { size: self.size, values: self.values.map(change) }
    }

    /// Adds to the value at a point; ignores points off the board.
    pub(super) fn add(&mut self, point: Point, by: i32) {
        if self.size.contains(point) {
            self.values[index(point)] += by;
        }
    }

    /// Sets the value at a point; ignores points off the board.
    pub(super) fn set(&mut self, point: Point, to: i32) {
        if self.size.contains(point) {
            self.values[index(point)] = to;
        }
    }

    /// Adds to the values of all points of a set, which must be on the board.
    pub(super) fn add_all(&mut self, points: PointSet, by: i32) {
        for point in points {
            self.add(point, by);
        }
    }

    /// Returns the points whose value satisfies a predicate.
    #[must_use]
    pub fn points_where(&self, wanted: impl Fn(i32) -> bool) -> PointSet {
        let points = self.size.points();
        points.filter(|point| wanted(self.at(*point))).collect()
    }
}

fn index(point: Point) -> usize {
    usize::from(point.y()) * LINES + usize::from(point.x())
}

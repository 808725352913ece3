//! Board sizes.

use std::fmt;

use thiserror::Error;

use super::{Point, PointSet};

/// The number of lines of a square board, 2 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The smallest board, 2×2.
    pub const MIN: Self = Self(2);
    /// The usual board, 19×19.
    pub const NINETEEN: Self = Self(19);
    /// The largest board, 25×25: GTP has 25 column letters.
    pub const MAX: Self = Self(25);

    /// Creates the size of a board of `lines` lines.
    ///
    /// # Errors
    ///
    /// When `lines` is not in 2 to 25.
    pub const fn new(lines: u8) -> Result<Self, BoardSizeError> {
        if lines < Self::MIN.0 || lines > Self::MAX.0 {
            return Err(BoardSizeError { lines });
        }
        Ok(Self(lines))
    }

    /// Every size, 2 to 25.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }

    /// The number of lines, N.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The largest coordinate, N − 1.
    #[must_use]
    pub const fn max(self) -> u8 {
        self.0 - 1
    }

    /// The number of points, N × N.
    #[must_use]
    pub const fn area(self) -> u32 {
        let lines = self.0 as u32;
        lines * lines
    }

    /// The point at (`x`, `y`), if the board has it.
    #[must_use]
    pub const fn point(self, x: u8, y: u8) -> Option<Point> {
        if x < self.0 && y < self.0 { Some(Point::new(x, y)) } else { None }
    }

    /// Whether the board has this point.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.0 && point.y() < self.0
    }

    /// All points in reading order: row by row from the top, each from the left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.0).flat_map(move |y| (0..self.0).map(move |x| Point::new(x, y)))
    }

    /// The star points. Corner points exist from 7 lines up, the centre on odd boards from 9, the
    /// midpoints of the sides on odd boards from 15.
    #[must_use]
    pub fn star_points(self) -> PointSet {
        let near = if self.0 < 13 { 2 } else { 3 };
        let (far, middle) = (self.max().saturating_sub(near), self.max() / 2);
        let odd = self.0 % 2 == 1;
        let is_star = |point: &Point| {
            let (x, y) = (point.x(), point.y());
            let (edge_x, edge_y) = (x == near || x == far, y == near || y == far);
            let (mid_x, mid_y) = (odd && x == middle, odd && y == middle);
            (self.0 >= 7 && edge_x && edge_y)
                || (self.0 >= 9 && mid_x && mid_y)
                || (self.0 >= 15 && (edge_x && mid_y || mid_x && edge_y))
        };
        self.points().filter(is_star).collect()
    }

    /// One bit for each column.
    pub(super) const fn row_mask(self) -> u32 {
        (1 << self.0) - 1
    }
}

impl TryFrom<u8> for BoardSize {
    type Error = BoardSizeError;

    fn try_from(lines: u8) -> Result<Self, Self::Error> {
        Self::new(lines)
    }
}

/// Writes `19x19`.
impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

/// The error for an unsupported number of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("invalid board size {lines}: expected 2 to 25 lines")]
pub struct BoardSizeError {
    /// The number given.
    pub lines: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_run_from_2_to_25() {
        for lines in 0..=u8::MAX {
            let size = BoardSize::new(lines);
            if (2..=25).contains(&lines) {
                assert_eq!(size.map(BoardSize::get), Ok(lines));
                assert_eq!(size.map(BoardSize::max), Ok(lines - 1));
            } else {
                assert_eq!(size, Err(BoardSizeError { lines }));
            }
            assert_eq!(BoardSize::try_from(lines), size);
        }
        assert_eq!(BoardSize::all().count(), 24);
    }

    #[test]
    fn points_are_in_reading_order_and_complete() {
        for size in BoardSize::all() {
            let points: Vec<Point> = size.points().collect();
            assert_eq!(points.len(), size.area() as usize);
            assert!(points.is_sorted_by(|a, b| a < b));
            assert!(points.iter().all(|&point| size.contains(point)));
        }
    }

    #[test]
    fn a_point_is_checked_against_the_board() {
        let size = BoardSize::NINETEEN;
        assert_eq!(size.point(18, 0), Some(Point::new(18, 0)));
        assert_eq!(size.point(19, 0), None);
        assert_eq!(size.point(0, 255), None);
        assert!(!size.contains(Point::new(19, 0)));
        assert!(!size.contains(Point::new(0, 19)));
    }

    #[test]
    fn star_points_are_where_boards_have_them() {
        let count = |lines| BoardSize(lines).star_points().len();
        assert_eq!(count(19), 9);
        assert_eq!(count(13), 5);
        assert_eq!(count(9), 5);
        assert_eq!(count(8), 4);
        assert_eq!(count(5), 0);
        assert_eq!(count(2), 0);
        assert_eq!(count(18), 4);
        assert!(BoardSize::NINETEEN.star_points().contains(Point::new(15, 9)));
    }

    #[test]
    fn texts_say_the_size() {
        assert_eq!(BoardSize::NINETEEN.to_string(), "19x19");
        assert_eq!(
            BoardSizeError { lines: 26 }.to_string(),
            "invalid board size 26: expected 2 to 25 lines"
        );
    }
}

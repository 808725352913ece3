//! The star points of a board.

use super::{BoardSize, Point, PointSet};

impl BoardSize {
    /// The star points. Corner points exist from 7 lines up, the centre on odd boards from 9, the
    /// midpoints of the sides on odd boards from 15.
    #[must_use]
    pub fn star_points(self) -> PointSet {
        let near = if self.get() < 13 { 2 } else { 3 };
        let (far, middle) = (self.max().saturating_sub(near), self.max() / 2);
        let odd = self.get() % 2 == 1;
        let is_star = |point: &Point| {
            let (x, y) = (point.x(), point.y());
            let (edge_x, edge_y) = (x == near || x == far, y == near || y == far);
            let (mid_x, mid_y) = (odd && x == middle, odd && y == middle);
            (self.get() >= 7 && edge_x && edge_y)
                || (self.get() >= 9 && mid_x && mid_y)
                || (self.get() >= 15 && (edge_x && mid_y || mid_x && edge_y))
        };
        self.points().filter(is_star).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_points_are_where_boards_have_them() {
        let count = |lines| BoardSize::new(lines).map_or(0, |size| size.star_points().len());
        assert_eq!(count(19), 9);
        assert_eq!(count(13), 5);
        assert_eq!(count(9), 5);
        assert_eq!(count(8), 4);
        assert_eq!(count(5), 0);
        assert_eq!(count(2), 0);
        assert_eq!(count(18), 4);
        assert!(BoardSize::NINETEEN.star_points().contains(Point::new(15, 9)));
    }
}

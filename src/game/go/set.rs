//! A set of points, one machine word per row.

use std::fmt;

use super::{BoardSize, Point};

const ROWS: usize = BoardSize::MAX.get() as usize;

/// A set of points for boards of up to 25 lines: bit `x` of word `y`. 100 bytes, `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PointSet {
    rows: [u32; ROWS],
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self { rows: [0; ROWS] };

    /// All points of a board.
    #[must_use]
    pub fn all(size: BoardSize) -> Self {
        let mut all = Self::EMPTY;
        all.rows[..usize::from(size.get())].fill(size.row_mask());
        all
    }

    /// The points of the rectangle between any two opposite corners.
    #[must_use]
    pub fn rectangle(a: Point, b: Point) -> Self {
        let row = (bit_of(a).max(bit_of(b)) << 1).wrapping_sub(bit_of(a).min(bit_of(b)));
        let mut all = Self::EMPTY;
        all.rows[row_of(a).min(row_of(b))..=row_of(a).max(row_of(b))].fill(row);
        all
    }

    /// Adds a point. Returns whether it was new.
    pub fn insert(&mut self, point: Point) -> bool {
        let is_new = !self.contains(point);
        self.rows[row_of(point)] |= bit_of(point);
        is_new
    }

    /// Removes a point. Returns whether it was present.
    pub fn remove(&mut self, point: Point) -> bool {
        let was_there = self.contains(point);
        self.rows[row_of(point)] &= !bit_of(point);
        was_there
    }

    /// Whether the point is in the set.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.rows[row_of(point)] & bit_of(point) != 0
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == [0; ROWS]
    }

    /// The first point in reading order.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points of either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.combine(other, |a, b| a | b)
    }

    /// The points of both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        self.combine(other, |a, b| a & b)
    }

    /// The points of this set that are not in the other.
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        self.combine(other, |a, b| a & !b)
    }

    /// Whether the two sets have no point in common.
    #[must_use]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.rows.iter().zip(&other.rows).all(|(a, b)| a & b == 0)
    }

    /// Whether every point of this set is in the other.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.rows.iter().zip(&other.rows).all(|(a, b)| a & !b == 0)
    }

    /// The points of the board that are next to a point of the set and not in it.
    #[must_use]
    pub fn neighbours(&self, size: BoardSize) -> Self {
        let grown = |y: usize| {
            let row = self.rows[y];
            row << 1 | row >> 1 | self.row(y.wrapping_sub(1)) | self.row(y + 1)
        };
        let mut out = Self::EMPTY;
        for y in 0..usize::from(size.get()) {
            out.rows[y] = grown(y) & !self.rows[y] & size.row_mask();
        }
        out
    }

    /// The points of the board within two columns and rows of a point of the set, or three along a
    /// row, column or diagonal.
    #[must_use]
    pub fn within_two_or_three_along(&self, size: BoardSize) -> Self {
        let sides = |row: u32, by: u32| row << by | row >> by;
        let near = |y: usize| self.row(y) | sides(self.row(y), 1) | sides(self.row(y), 2);
        let along = |y: usize| self.row(y) | sides(self.row(y), 3);
        let mut out = Self::EMPTY;
        for y in 0..usize::from(size.get()) {
            let above = |by: usize| y.wrapping_sub(by);
            let square = near(above(2)) | near(above(1)) | near(y) | near(y + 1) | near(y + 2);
            out.rows[y] = (square | along(above(3)) | along(y) | along(y + 3)) & size.row_mask();
        }
        out
    }

    /// The set shifted by the given columns and rows; points shifted off the board are dropped.
    #[must_use]
    pub fn shifted(&self, columns: i8, rows: i8, size: BoardSize) -> Self {
        let by = u32::from(columns.unsigned_abs());
        let sideways = |row: u32| match columns {
            0.. => row.checked_shl(by),
            _ => row.checked_shr(by),
        };
        let mut out = Self::EMPTY;
        for y in 0..size.get() {
            let from = i16::from(y) - i16::from(rows);
            let row = usize::try_from(from).map_or(0, |from| self.row(from));
            out.rows[usize::from(y)] = sideways(row).unwrap_or(0) & size.row_mask();
        }
        out
    }

    /// Whether a point of the set is next to this point.
    #[must_use]
    pub fn touches(&self, point: Point) -> bool {
        let (y, bit) = (row_of(point), bit_of(point));
        let beside = self.row(y) & (bit << 1 | bit >> 1);
        let above_below = (self.row(y.wrapping_sub(1)) | self.row(y + 1)) & bit;
        beside | above_below != 0
    }

    /// The points of this set that have two or more points of the other set next to them.
    pub(super) fn with_two_beside(&self, other: &Self) -> Self {
        let mut out = Self::EMPTY;
        for (y, row) in out.rows.iter_mut().enumerate() {
            let (left, right) = (other.rows[y] << 1, other.rows[y] >> 1);
            let (above, below) = (other.row(y.wrapping_sub(1)), other.row(y + 1));
            let two = left & right | above & below | (left | right) & (above | below);
            *row = self.rows[y] & two;
        }
        out
    }

    /// The points in reading order.
    #[must_use]
    pub fn iter(&self) -> PointSetIter {
        PointSetIter { set: *self, y: 0 }
    }

    /// Row `y` as bits; a row outside the array is empty.
    pub(super) fn row(&self, y: usize) -> u32 {
        self.rows.get(y).copied().unwrap_or(0)
    }

    /// Adds bits to row `y`, which must be below 25.
    pub(super) fn add_row(&mut self, y: usize, bits: u32) {
        self.rows[y] |= bits;
    }

    fn combine(self, other: Self, op: impl Fn(u32, u32) -> u32) -> Self {
        Self { rows: std::array::from_fn(|y| op(self.rows[y], other.rows[y])) }
    }
}

fn row_of(point: Point) -> usize {
    usize::from(point.y())
}

fn bit_of(point: Point) -> u32 {
    1 << point.x()
}

impl From<Point> for PointSet {
    fn from(point: Point) -> Self {
        Self::from_iter([point])
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;

    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;

    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

/// Writes the points as their SGF texts: `{aa, ba}`.
impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.iter().map(Point::to_sgf).collect();
        write!(f, "{{{}}}", texts.join(", "))
    }
}

/// The points of a [`PointSet`] in reading order.
#[derive(Clone, Debug)]
pub struct PointSetIter {
    set: PointSet,
    y: u8,
}

impl Iterator for PointSetIter {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        loop {
            let row = self.set.rows.get_mut(usize::from(self.y))?;
            if *row != 0 {
                let x = row.trailing_zeros() as u8;
                *row &= *row - 1;
                return Some(Point::new(x, self.y));
            }
            self.y += 1;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.set.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for PointSetIter {}
impl std::iter::FusedIterator for PointSetIter {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn points() -> impl Strategy<Value = BTreeSet<Point>> {
        let point = (0..25_u8, 0..25_u8).prop_map(|(x, y)| Point::new(x, y));
        proptest::collection::btree_set(point, 0..80)
    }

    fn set(points: &BTreeSet<Point>) -> PointSet {
        points.iter().copied().collect()
    }

    fn same(found: PointSet, expected: impl Iterator<Item = Point>) -> bool {
        found.iter().eq(expected)
    }

    proptest! {
        #[test]
        fn it_behaves_as_any_ordered_set(a in points(), b in points()) {
            let (sa, sb) = (set(&a), set(&b));
            prop_assert!(same(sa, a.iter().copied()));
            prop_assert_eq!(sa.len() as usize, a.len());
            prop_assert_eq!(sa.iter().len(), a.len());
            prop_assert_eq!(sa.is_empty(), a.is_empty());
            prop_assert_eq!(sa.first(), a.first().copied());
            prop_assert!(same(sa.union(sb), a.union(&b).copied()));
            prop_assert!(same(sa.intersection(sb), a.intersection(&b).copied()));
            prop_assert!(same(sa.difference(sb), a.difference(&b).copied()));
            prop_assert_eq!(sa.is_disjoint(&sb), a.is_disjoint(&b));
            prop_assert_eq!(sa.is_subset(&sb), a.is_subset(&b));
            prop_assert!(sa.intersection(sb).is_subset(&sa));
        }

        #[test]
        fn neighbours_are_those_of_the_points(a in points(), lines in 2..=25_u8) {
            let size = BoardSize::new(lines).unwrap();
            let inside: BTreeSet<Point> = a.into_iter().filter(|&p| size.contains(p)).collect();
            let next: BTreeSet<Point> = inside
                .iter()
                .flat_map(|point| point.neighbours(size))
                .filter(|point| !inside.contains(point))
                .collect();
            prop_assert!(same(set(&inside).neighbours(size), next.into_iter()));
            for point in size.points() {
                let touched = point.neighbours(size).any(|next| inside.contains(&next));
                prop_assert_eq!(set(&inside).touches(point), touched);
            }
            let two = |point: &Point| {
                let beside = point.neighbours(size).filter(|next| inside.contains(next));
                beside.count() >= 2
            };
            let found = PointSet::all(size).with_two_beside(&set(&inside));
            prop_assert!(same(found, size.points().filter(two)));
        }
    }

    #[test]
    fn a_shifted_set_is_each_point_shifted() {
        for size in [BoardSize::MIN, BoardSize::NINETEEN, BoardSize::MAX] {
            for (columns, rows) in [(0, 0), (1, 0), (-2, 1), (0, -3), (24, -24), (-40, 2), (3, 100)]
            {
                for point in BoardSize::MAX.points() {
                    let moved =
                        |from: u8, by: i8| u8::try_from(i16::from(from) + i16::from(by)).ok();
                    let to = moved(point.x(), columns).zip(moved(point.y(), rows));
                    let to = to.and_then(|(x, y)| size.point(x, y));
                    let found = PointSet::from(point).shifted(columns, rows, size);
                    assert!(same(found, to.into_iter()), "{point:?} {columns} {rows}");
                }
            }
        }
    }

    #[test]
    fn inserting_and_removing_say_whether_they_changed_it() {
        let mut set = PointSet::EMPTY;
        let point = Point::new(24, 24);
        assert!(set.insert(point));
        assert!(!set.insert(point));
        assert!(set.contains(point));
        assert!(set.remove(point));
        assert!(!set.remove(point));
        assert!(set.is_empty());
    }

    #[test]
    fn a_rectangle_has_the_points_between_any_two_corners() {
        let points: Vec<Point> = BoardSize::MAX.points().step_by(7).collect();
        for (a, b) in points.iter().flat_map(|a| points.iter().map(move |b| (*a, *b))) {
            let between = |c: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&c);
            let inside = |point: &Point| {
                between(point.x(), a.x(), b.x()) && between(point.y(), a.y(), b.y())
            };
            assert!(same(PointSet::rectangle(a, b), BoardSize::MAX.points().filter(inside)));
        }
    }

    #[test]
    fn all_points_of_every_board() {
        for size in BoardSize::all() {
            assert!(same(PointSet::all(size), size.points()));
            assert!(PointSet::all(size).neighbours(size).is_empty());
        }
    }

    #[test]
    fn a_set_is_small_and_prints_its_points() {
        assert_eq!(size_of::<PointSet>(), 100);
        let set = PointSet::from_iter([Point::new(1, 0), Point::new(0, 0)]);
        assert_eq!(format!("{set:?}"), "{aa, ba}");
        assert_eq!(format!("{:?}", PointSet::EMPTY), "{}");
    }
}

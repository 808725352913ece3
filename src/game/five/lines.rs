//! The lines of a board.

use crate::{BoardSize, Point};

/// The most lines a board of five in a row has.
pub const MAX_LINES: u8 = 20;

/// Places in a row of the array of points.
pub(super) const SIDE: usize = MAX_LINES as usize;

/// Rows and columns.
const SIDES: usize = 2 * SIDE;

/// Rows, columns and the diagonals down to the right.
const DIAGONALS: usize = SIDES + 2 * SIDE - 1;

/// Rows, columns and the diagonals of both directions.
pub(super) const LINES: usize = DIAGONALS + 2 * SIDE - 1;

/// The four directions of a line: along the row, the column, and down and up to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Row,
    Column,
    Down,
    Up,
}

/// A point on its line along one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The number of the line, below [`LINES`].
    pub(super) line: usize,
    /// The bit of the point in a word of the line.
    pub(super) bit: u8,
    /// Points of the board before it and behind it.
    pub(super) room: [u8; 2],
}

impl Direction {
    pub(super) const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Down, Direction::Up];

    /// The distance of two neighbours in columns and rows.
    const fn step(self) -> (i8, i8) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Down => (1, 1),
            Direction::Up => (1, -1),
        }
    }

    /// The distance of two neighbours in the array of points.
    pub(super) const fn stride(self) -> isize {
        match self {
            Direction::Row => 1,
            Direction::Column => SIDE as isize,
            Direction::Down => SIDE as isize + 1,
            Direction::Up => 1 - SIDE as isize,
        }
    }

    /// The direction of the line through two different points, and how many places further along it
    /// the second is.
    pub(super) fn between(from: Point, to: Point) -> Option<(Direction, i8)> {
        let [dx, dy] = [(from.x(), to.x()), (from.y(), to.y())]
            .map(|(from, to)| to.cast_signed() - from.cast_signed());
        match (dx, dy) {
            (_, 0) => Some((Direction::Row, dx)),
            (0, _) => Some((Direction::Column, dy)),
            _ if dx == dy => Some((Direction::Down, dx)),
            _ if dx == -dy => Some((Direction::Up, dx)),
            _ => None,
        }
    }

    /// The point some places further along this direction, which is on the board.
    pub(super) fn along(self, point: Point, places: i8) -> Point {
        let (dx, dy) = self.step();
        let [x, y] = [(point.x(), dx), (point.y(), dy)]
            .map(|(from, step)| from.wrapping_add_signed(places * step));
        Point::new(x, y)
    }

    /// The place of a point of the board on its line.
    #[inline]
    pub(super) fn place(self, point: Point, size: BoardSize) -> Place {
        let (x, y) = (point.x(), point.y());
        let [right, down] = [size.width() - 1 - x, size.get() - 1 - y];
        let (line, bit, room) = match self {
            Direction::Row => (y.into(), x, [x, right]),
            Direction::Column => (SIDE + usize::from(x), y, [y, down]),
            Direction::Down => {
                (3 * SIDE - 1 + usize::from(x) - usize::from(y), x, [x.min(y), right.min(down)])
            }
            Direction::Up => (4 * SIDE - 1 + usize::from(x + y), x, [x.min(down), right.min(y)]),
        };
        Place { line, bit, room }
    }
}

/// The direction and the points of a line, from its start.
pub(super) fn points_of(line: usize, size: BoardSize) -> (Direction, impl Iterator<Item = Point>) {
    let direction = match line {
        ..SIDE => Direction::Row,
        SIDE..SIDES => Direction::Column,
        SIDES..DIAGONALS => Direction::Down,
        _ => Direction::Up,
    };
    // The differences and sums of coordinates are far from the limits of the type.
    let number = line as i16;
    let width = i16::from(size.width());
    let (x, y) = match direction {
        Direction::Row => (0, number),
        Direction::Column => (number - SIDE as i16, 0),
        Direction::Down => {
            let ahead = number - (3 * SIDE as i16 - 1);
            (ahead.max(0), (-ahead).max(0))
        }
        Direction::Up => {
            let sum = number - (4 * SIDE as i16 - 1);
            let x = (sum - i16::from(size.get()) + 1).max(0);
            (x, sum - x)
        }
    };
    let (dx, dy) = direction.step();
    let points = (0..width.max(i16::from(size.get()))).map(move |places| {
        let along = |from: i16, step: i8| u8::try_from(from + places * i16::from(step));
        Some(Point::new(along(x, dx).ok()?, along(y, dy).ok()?))
    });
    (direction, points.map_while(move |point| point.filter(|point| size.contains(*point))))
}

/// The place of a point in the array of points.
#[inline]
pub(super) fn index_of(point: Point) -> usize {
    usize::from(point.y()) * SIDE + usize::from(point.x())
}

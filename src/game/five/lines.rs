//! The stones of a board, one machine word for each row, column and diagonal.

use crate::game::{BoardSize, Color, Point};

/// The most lines of a board on which five in a row is played.
pub const MOST_LINES: u8 = 20;

const SIDE: usize = MOST_LINES as usize;

/// Rows, columns and the diagonals of both directions.
const WORDS: usize = 2 * SIDE + 2 * (2 * SIDE - 1);

/// The four directions of a line: along the row, the column, and down to the right and to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Row,
    Column,
    Down,
    Up,
}

impl Direction {
    pub(super) const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Down, Direction::Up];

    /// The point some places further along this direction; `None` off the board.
    pub(super) fn along(self, point: Point, places: i8, size: BoardSize) -> Option<Point> {
        let (dx, dy) = match self {
            Direction::Row => (places, 0),
            Direction::Column => (0, places),
            Direction::Down => (places, places),
            Direction::Up => (places, -places),
        };
        let moved = |at: u8, by: i8| at.checked_add_signed(by);
        size.point(moved(point.x(), dx)?, moved(point.y(), dy)?)
    }
}

/// The stones of both colours along each line. Bit `i` of a word is the `i`-th point from the left,
/// of a column from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    size: BoardSize,
    stones: [[u32; WORDS]; 2],
}

/// The points around one point along a direction: bit [`Window::CENTRE`] is the point itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// Stones of one colour.
    pub(super) own: u32,
    /// Empty points of the board.
    pub(super) empty: u32,
}

impl Window {
    /// The bit of the point itself. A five through it, and the points behind the five's ends, are
    /// within five points to each side.
    pub(super) const CENTRE: u32 = 5;

    const MASK: u32 = (1 << (2 * Window::CENTRE + 1)) - 1;
}

impl Lines {
    /// The lines of an empty board of at most [`MOST_LINES`].
    pub(super) const fn new(size: BoardSize) -> Lines {
        Lines { size, stones: [[0; WORDS]; 2] }
    }

    /// Places a stone, or removes it.
    pub(super) fn toggle(&mut self, color: Color, point: Point) {
        for direction in Direction::ALL {
            let (word, bit) = self.place_of(direction, point);
            self.stones[color as usize][word] ^= 1 << bit;
        }
    }

    /// The window around a point, as if a stone of this colour stood there.
    #[inline]
    pub(super) fn window(&self, color: Color, direction: Direction, point: Point) -> Window {
        let (word, bit) = self.place_of(direction, point);
        let own = self.stones[color as usize][word];
        let other = self.stones[color.opposite() as usize][word];
        let empty = self.points(direction, word) & !own & !other;
        let cut = |line: u32| ((u64::from(line) << Window::CENTRE) >> bit) as u32 & Window::MASK;
        let here = 1 << Window::CENTRE;
        Window { own: cut(own) | here, empty: cut(empty) & !here }
    }

    /// The words of one colour and of the empty points, of every line with room for five.
    pub(super) fn all(&self, color: Color) -> Vec<(u32, u32)> {
        let rows = usize::from(self.size.get());
        let columns = usize::from(self.size.width());
        let words = Direction::ALL.into_iter().flat_map(|direction| {
            let count = match direction {
                Direction::Row => rows,
                Direction::Column => columns,
                Direction::Down | Direction::Up => rows + columns - 1,
            };
            (0..count).map(move |word| (direction, first_word(direction) + word))
        });
        let with_room = words.filter_map(|(direction, word)| {
            let points = self.points(direction, word);
            let [own, other] = [color, color.opposite()].map(|it| self.stones[it as usize][word]);
            (points.count_ones() >= 5).then_some((own, points & !own & !other))
        });
        with_room.collect()
    }

    /// The size of the board.
    pub(super) const fn size(&self) -> BoardSize {
        self.size
    }

    /// The word of a point in a direction, and its bit.
    #[inline]
    fn place_of(&self, direction: Direction, point: Point) -> (usize, u32) {
        let (x, y) = (usize::from(point.x()), usize::from(point.y()));
        let first = first_word(direction);
        match direction {
            Direction::Row => (first + y, point.x().into()),
            Direction::Column => (first + x, point.y().into()),
            Direction::Down => (first + x + usize::from(self.size.max()) - y, point.x().into()),
            Direction::Up => (first + x + y, point.x().into()),
        }
    }

    /// The points of the board in a word.
    #[inline]
    fn points(&self, direction: Direction, word: usize) -> u32 {
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.get()));
        let ones = |count: usize| ((1u64 << count) - 1) as u32;
        let offset = word - first_word(direction);
        match direction {
            Direction::Row => ones(width),
            Direction::Column => ones(height),
            Direction::Down | Direction::Up => {
                // Down: x runs from offset − (height − 1), as y from 0; up: from where y ends.
                let from = offset.saturating_sub(height - 1);
                let to = offset.min(width - 1);
                ones(to + 1) & !ones(from)
            }
        }
    }
}

const fn first_word(direction: Direction) -> usize {
    match direction {
        Direction::Row => 0,
        Direction::Column => SIDE,
        Direction::Down => 2 * SIDE,
        Direction::Up => 2 * SIDE + 2 * SIDE - 1,
    }
}

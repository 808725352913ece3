//! Ryder's model: a fixed kernel around each stone.

use super::Field;
use joseki_game::go::Position;
use joseki_game::{BoardSize, Color, Point};

/// Ryder's model. Each stone adds a fixed kernel to the points around it, negated for White: 60 at
/// the stone and 13 at each neighbour. Values off the board are lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ryder {
    /// One eighth of the kernel, by the larger of the two distances, then by the smaller one.
    kernel: Vec<Vec<i32>>,
}

impl Ryder {
    /// Maximum reach of a kernel, in lines.
    pub const MAX_LINES: usize = 24;
    /// Maximum absolute value in a kernel.
    pub const MAX: i32 = 10_000;

    /// Creates the model with a custom kernel, listed by the larger of the two distances, then by
    /// the smaller one; missing values are 0. So `[[60], [13]]` is the default, and `[[60], [13,
    /// 5], [4, 2, 1]]` reaches two lines. None if there is no row, a row lists more values than it
    /// has, or a value or distance is out of range.
    #[must_use]
    pub fn with_kernel(kernel: Vec<Vec<i32>>) -> Option<Ryder> {
        let lines = 1..=Ryder::MAX_LINES + 1;
        let rows = kernel.iter().enumerate();
        let fits = |(row, values): (usize, &Vec<i32>)| {
            let in_range = |value: &i32| value.abs() <= Ryder::MAX;
            values.len() <= row + 1 && values.iter().all(in_range)
        };
        (lines.contains(&kernel.len()) && rows.clone().all(fits)).then_some(Ryder { kernel })
    }

    /// Returns the kernel as given.
    #[must_use]
    pub fn kernel(&self) -> &[Vec<i32>] {
        &self.kernel
    }

    /// Computes the field of a board.
    #[must_use]
    pub fn field(&self, board: &Position) -> Field {
        let mut field = Field::zero(board.size());
        let stones = [(Color::Black, 1), (Color::White, -1)].into_iter();
        for (stone, sign) in stones.flat_map(|(color, sign)| {
            let stones = board.stones(color).into_iter();
            stones.map(move |stone| (stone, sign))
        }) {
            self.add(&mut field, stone, sign);
        }
        field
    }

    fn add(&self, field: &mut Field, stone: Point, sign: i32) {
        for (row, values) in self.kernel.iter().enumerate() {
            for (column, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
                for point in around(stone, row, column, field.size()) {
                    field.add(point, sign * value);
                }
            }
        }
    }
}

impl Default for Ryder {
    fn default() -> Ryder {
        Ryder { kernel: vec![vec![60], vec![13]] }
    }
}

/// Returns the points on the board at these two distances from a point, each once.
fn around(center: Point, far: usize, near: usize, size: BoardSize) -> impl Iterator<Item = Point> {
    let (far, near) = (far as i16, near as i16);
    let mut offsets = Vec::with_capacity(8);
    for (x, y) in [(far, near), (near, far)] {
        for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            if !offsets.contains(&(x, y)) {
                offsets.push((x, y));
            }
        }
    }
    offsets.into_iter().filter_map(move |(x, y)| {
        let x = u8::try_from(i16::from(center.x()) + x).ok()?;
        let y = u8::try_from(i16::from(center.y()) + y).ok()?;
        size.point(x, y)
    })
}

//! The quick model: each point is influenced by the nearest stone of each colour.

use super::Field;
use joseki_game::go::{PointSet, Position};
use joseki_game::{BoardSize, Color};

/// The quick model. An empty point is worth 6 next to a stone, 5 diagonally, 3 at a one-space jump
/// (and diagonally if an enemy stone is adjacent to both, a hane), 2 at a knight's move; jumps and
/// knight's moves count across stones. Only the nearest stone of each colour counts; White's value
/// is subtracted from Black's, and the result is smoothed. Stones themselves are worth 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quick {
    /// Value of a stone for an empty point at the levels 1, 1.5, 2 and 2.5: each 0 to 1000, in
    /// non-increasing order.
    values: [i32; 4],
}

impl Quick {
    /// Maximum value of a level.
    pub const MAX: i32 = 1000;

    /// Creates the model with values other than 6, 5, 3 and 2; none if one is out of range or
    /// greater than the one before. The bounds of the smoothing (1, 2, 3 and 5) are fixed.
    #[must_use]
    pub fn with_values(values: [i32; 4]) -> Option<Quick> {
        let in_range = values.iter().all(|value| (0..=Quick::MAX).contains(value));
        let falling = values.windows(2).all(|pair| pair[0] >= pair[1]);
        (in_range && falling).then_some(Quick { values })
    }

    /// Returns the values of a stone at the levels 1, 1.5, 2 and 2.5.
    #[must_use]
    pub const fn values(self) -> [i32; 4] {
        self.values
    }

    /// Computes the smoothed field of a board.
    #[must_use]
    pub fn field(self, board: &Position) -> Field {
        smooth(&self.raw(board), board.empty())
    }

    /// Computes the field before smoothing.
    #[must_use]
    pub fn raw(self, board: &Position) -> Field {
        let mut field = Field::zero(board.size());
        for (color, sign) in [(Color::Black, 1), (Color::White, -1)] {
            let levels = levels(board, color);
            for (points, value) in levels.into_iter().zip(self.values) {
                field.add_all(points, sign * value);
            }
        }
        field
    }
}

impl Default for Quick {
    fn default() -> Quick {
        Quick { values: [6, 5, 3, 2] }
    }
}

const BESIDE: [(i8, i8); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)];

/// Returns the empty points whose nearest stone of a colour is at the levels 1, 1.5, 2 and 2.5.
fn levels(board: &Position, color: Color) -> [PointSet; 4] {
    let size = board.size();
    let stones = board.stones(color);
    let at = |offsets: &[(i8, i8)]| union(offsets.iter().map(|&(x, y)| stones.shifted(x, y, size)));
    let (diagonal, hane) = diagonals(stones, board.stones(color.opposite()), size);
    let jumps = at(&BESIDE.map(|(x, y)| (2 * x, 2 * y)));
    let mut left = board.empty();
    [at(&BESIDE), diagonal, jumps.union(hane), at(&KNIGHT)].map(|points| {
        let points = points.intersection(left);
        left = left.difference(points);
        points
    })
}

/// Returns the points diagonal to a stone without and with an enemy stone adjacent to both.
fn diagonals(stones: PointSet, enemy: PointSet, size: BoardSize) -> (PointSet, PointSet) {
    let (mut plain, mut hane) = (PointSet::EMPTY, PointSet::EMPTY);
    for (x, y) in DIAGONAL {
        let points = stones.shifted(x, y, size);
        // The two points adjacent to both are one step back from the diagonal point.
        let between = enemy.shifted(x, 0, size).union(enemy.shifted(0, y, size));
        plain = plain.union(points.difference(between));
        hane = hane.union(points.intersection(between));
    }
    (plain, hane)
}

fn union(sets: impl Iterator<Item = PointSet>) -> PointSet {
    sets.fold(PointSet::EMPTY, PointSet::union)
}

/// Smooths a field: ±1 becomes 0; then, simultaneously, Black's points next to an empty point that
/// is not Black's are capped at 3, those next to a point of 1 or 2 at 5; White's likewise.
fn smooth(raw: &Field, empty: PointSet) -> Field {
    let size = raw.size();
    let zeroed = raw.map(|value| if value.abs() == 1 { 0 } else { value });
    let mut field = zeroed.clone();
    for point in empty {
        let value = zeroed.at(point);
        if value.abs() <= 3 {
            continue;
        }
        let sign = value.signum();
        let beside = point.neighbours(size).filter(|next| empty.contains(*next));
        let bound = |next| match zeroed.at(next) * sign {
            ..=0 => 3,
            1 | 2 => 5,
            _ => i32::MAX,
        };
        let most = beside.map(bound).min().unwrap_or(i32::MAX);
        field.set(point, sign * value.abs().min(most));
    }
    field
}

//! SFB: one number for a whole board, updated move by move.

use super::{Field, Forces, Mechanical};
use joseki_game::go::{PointSet, Position};
use joseki_game::{BoardSize, Color, IllegalMove, Move, Point};

/// Smaller leads are rounding errors.
const ROUNDING: f64 = 1e-9;

/// Comparable numbers are multiples of 1 / `PARTS`.
const PARTS: f64 = 1e6;

/// Board with its forces and its SFB under the mechanical model, updated incrementally by each
/// move.
#[derive(Clone, Debug)]
pub struct Whole {
    board: Position,
    /// What each stone counts.
    grades: StoneGrades,
    forces: Forces,
    /// By point, row by row: contribution to SFB.
    shares: Vec<f64>,
}

/// Effect of a line of moves on SFB.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChange {
    /// SFB before the first move.
    pub before: f64,
    /// SFB after each move.
    pub after: Vec<f64>,
}

impl LineChange {
    /// Returns ΔSFB of the whole line: positive if Black gained.
    #[must_use]
    pub fn change(&self) -> f64 {
        self.after.last().map_or(0.0, |after| after - self.before)
    }

    /// Returns ΔSFB of the first move.
    #[must_use]
    pub fn first_change(&self) -> f64 {
        self.after.first().map_or(0.0, |after| after - self.before)
    }
}

impl Whole {
    /// Creates a board on which every stone lives.
    #[must_use]
    pub fn new(board: &Position, model: Mechanical) -> Whole {
        Whole::with_dead(board, PointSet::EMPTY, model)
    }

    /// Creates a board with dead stones: they emit forces like all stones, but their points count
    /// for the other side.
    #[must_use]
    pub fn with_dead(board: &Position, dead: PointSet, model: Mechanical) -> Whole {
        Whole::with_grades(board, StoneGrades::with_dead(board, dead), model)
    }

    /// Creates a board with the value of each stone. Stones that are played later live.
    #[must_use]
    pub fn with_grades(board: &Position, grades: StoneGrades, model: Mechanical) -> Whole {
        let mut whole = Whole {
            board: *board,
            grades,
            forces: Forces::new(board, model),
            shares: vec![0.0; board.size().area() as usize],
        };
        whole.count(PointSet::all(board.size()));
        whole
    }

    /// Returns the current board.
    #[must_use]
    pub fn board(&self) -> &Position {
        &self.board
    }

    /// Returns the forces on it.
    #[must_use]
    pub fn forces(&self) -> &Forces {
        &self.forces
    }

    /// Returns SFB, the contributions of all points summed row by row; positive if Black leads. 0
    /// on an empty board.
    #[must_use]
    pub fn sfb(&self) -> f64 {
        settled(self.shares.iter().sum())
    }

    /// Plays a move and removes captured stones.
    ///
    /// # Errors
    /// The move is illegal; nothing has changed.
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = played else {
            self.board.pass();
            return Ok(());
        };
        let taken = self.board.play(color, point)?;
        let mut changed = self.forces.set_stone(point, Some(color));
        changed.insert(point);
        for stone in taken {
            changed = changed.union(self.forces.set_stone(stone, None));
            changed.insert(stone);
        }
        self.grades.values[index(point, self.board.size())] = living_stone(color);
        self.count(changed);
        Ok(())
    }

    /// Returns the effect of a line on this board, which stays unchanged.
    ///
    /// # Errors
    /// A move is illegal: its index in the line and the reason.
    pub fn line(&self, moves: &[(Color, Move)]) -> Result<LineChange, (usize, IllegalMove)> {
        let mut ahead = self.clone();
        let mut after = Vec::with_capacity(moves.len());
        for (index, (color, played)) in moves.iter().enumerate() {
            ahead.play(*color, *played).map_err(|reason| (index, reason))?;
            after.push(ahead.sfb());
        }
        Ok(LineChange { before: self.sfb(), after })
    }

    fn count(&mut self, points: PointSet) {
        let size = self.board.size();
        for point in points {
            let share = match self.board.at(point) {
                None => PointMetrics::from_forces(self.forces.at(point)).share(),
                Some(_) => self.grades.values[index(point, size)],
            };
            self.shares[index(point, size)] = share;
        }
    }
}

/// Returns the corresponding sum for any field: an empty point counts its value divided by `full`,
/// at most one point; a stone counts its grade. Positive if Black leads.
#[must_use]
pub fn lead(field: &Field, board: &Position, grades: &StoneGrades, full: i32) -> f64 {
    let share = |point: Point| match board.at(point) {
        None => f64::from(field.at(point).clamp(-full, full)) / f64::from(full),
        Some(_) => grades.values[index(point, board.size())],
    };
    settled(board.size().points().map(share).sum())
}

/// What each stone of a board counts in a sum over the board: g, positive for Black.
#[derive(Clone, Debug, PartialEq)]
pub struct StoneGrades {
    /// By point, row by row; 0 without a stone.
    values: Vec<f64>,
}

impl StoneGrades {
    /// A living stone counts one point for its side, a dead one for the other.
    #[must_use]
    pub fn with_dead(board: &Position, dead: PointSet) -> StoneGrades {
        StoneGrades::new(board, |point, color| {
            if dead.contains(point) { living_stone(color.opposite()) } else { living_stone(color) }
        })
    }

    pub(super) fn new(board: &Position, grade: impl Fn(Point, Color) -> f64) -> StoneGrades {
        let value = |point| board.at(point).map_or(0.0, |color| grade(point, color));
        StoneGrades { values: board.size().points().map(value).collect() }
    }
}

fn living_stone(color: Color) -> f64 {
    match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    }
}

/// Rounds a number of points to a millionth. SFB is summed row by row, so symmetric boards differ
/// in their last bits; after rounding, numbers that are equal in one orientation are equal in all.
#[must_use]
pub fn to_millionths(points: f64) -> f64 {
    // Adding 0 turns −0 into 0.
    (points * PARTS).round() / PARTS + 0.0
}

fn settled(sum: f64) -> f64 {
    if sum.abs() < ROUNDING { 0.0 } else { sum }
}

fn index(point: Point, size: BoardSize) -> usize {
    usize::from(point.y()) * usize::from(size.get()) + usize::from(point.x())
}

/// FB at which a point belongs fully to one side.
pub const SATURATION: f64 = 32.0;

/// Metrics derived from the forces at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointMetrics {
    /// A, the sum of the forces: positive where Black is stronger.
    pub sum: i32,
    /// F, the length of the vector of the four forces.
    pub strength: f64,
    /// B, the balance of the directions: 0 if all force comes from one side or cancels out there, 1
    /// if opposite forces are equal.
    pub balance: f64,
}

impl PointMetrics {
    /// Computes the metrics from the forces up, right, down and left.
    #[must_use]
    pub fn from_forces(forces: [i32; 4]) -> PointMetrics {
        let [up, right, down, left] = forces.map(i64::from);
        let squares = up * up + right * right + down * down + left * left;
        let apart = (up - down).pow(2) + (right - left).pow(2);
        // A single root of a single fraction: cancelling forces give exactly 0, equal ones
        // exactly 1.
        let balance = match squares {
            0 => 0.0,
            _ => 1.0 - (apart as f64 / (2 * squares) as f64).sqrt(),
        };
        PointMetrics { sum: forces.iter().sum(), strength: (squares as f64).sqrt(), balance }
    }

    /// Returns FB, the balanced strength.
    #[must_use]
    pub fn balanced(self) -> f64 {
        self.strength * self.balance
    }

    /// Returns FB with the sign of A: positive where Black is stronger.
    #[must_use]
    pub fn signed(self) -> f64 {
        f64::from(self.sum.signum()) * self.balanced()
    }

    /// Returns the contribution of an empty point to SFB, −1 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.signed().clamp(-SATURATION, SATURATION) / SATURATION
    }
}

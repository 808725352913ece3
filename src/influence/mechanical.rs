//! The mechanical model: every stone emits forces in four directions.

use super::Field;
use joseki_game::go::{PointSet, Position};
use joseki_game::{BoardSize, Color, Point};

/// The mechanical model. Every stone emits a force in the four directions, positive for Black. A
/// force that arrives at an empty point continues with half its strength; at any point, including
/// stones, a quarter of it turns to either side; at the edge it is fully reflected. Divisions
/// truncate, and a force of 0 vanishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mechanical {
    /// Force that a stone emits in each direction: a power of two, 1 to [`Mechanical::MAX`].
    force: u32,
}

impl Mechanical {
    /// Strongest force.
    pub const MAX: u32 = 1024;

    /// Creates the model with a force other than 32; none unless it is a power of two up to
    /// [`Mechanical::MAX`].
    #[must_use]
    pub fn with_force(force: u32) -> Option<Mechanical> {
        let fits = force.is_power_of_two() && force <= Mechanical::MAX;
        fits.then_some(Mechanical { force })
    }

    /// Returns the force that a stone emits in each direction.
    #[must_use]
    pub const fn force(self) -> u32 {
        self.force
    }

    /// Returns the sum of the forces at each point.
    #[must_use]
    pub fn field(self, board: &Position) -> Field {
        let forces = Forces::new(board, self);
        let mut field = Field::zero(board.size());
        for point in board.size().points() {
            field.set(point, forces.at(point).into_iter().sum());
        }
        field
    }
}

impl Default for Mechanical {
    fn default() -> Mechanical {
        Mechanical { force: 32 }
    }
}

/// Direction of a force, in the order in which the forces of a point are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the upper edge.
    Up,
    /// Towards the right edge.
    Right,
    /// Towards the lower edge.
    Down,
    /// Towards the left edge.
    Left,
}

impl Direction {
    /// All directions: up, right, down, left.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    const fn opposite(self) -> Direction {
        Self::ALL[(self as usize + 2) % 4]
    }

    const fn sides(self) -> [Direction; 2] {
        [Self::ALL[(self as usize + 1) % 4], Self::ALL[(self as usize + 3) % 4]]
    }
}

/// Forces at every point of a board.
///
/// All forces are powers of two, so a force is represented by its level, the exponent. Forces of
/// one level and direction at one point add up and move on together: arrivals are stored as a count
/// per level, direction and point. So the whole board takes a few sweeps, and changing one stone
/// updates exactly the affected counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forces {
    lines: usize,
    /// Level at which stones emit.
    top: usize,
    /// By point: 1 for Black, −1 for White.
    stones: Vec<i32>,
    /// By level, direction and point: number of arrivals, with the sign of the stones.
    arrived: Vec<[Vec<i32>; 4]>,
    /// By point: forces up, right, down and left.
    sums: Vec<[i32; 4]>,
}

impl Forces {
    /// Computes the forces of a board.
    #[must_use]
    pub fn new(board: &Position, model: Mechanical) -> Forces {
        let mut forces = Forces::empty(board.size(), model);
        for (color, sign) in [(Color::Black, 1), (Color::White, -1)] {
            for point in board.stones(color) {
                let index = forces.index(point);
                forces.stones[index] = sign;
            }
        }
        for level in (0..=forces.top).rev() {
            forces.sweep(level);
        }
        forces
    }

    /// Creates an empty board without forces.
    #[must_use]
    pub fn empty(size: BoardSize, model: Mechanical) -> Forces {
        let lines = usize::from(size.get());
        let points = lines * lines;
        let top = model.force.ilog2() as usize;
        Forces {
            lines,
            top,
            stones: vec![0; points],
            arrived: vec![std::array::from_fn(|_| vec![0; points]); top + 1],
            sums: vec![[0; 4]; points],
        }
    }

    /// Returns the forces at a point of the board: up, right, down, left.
    #[must_use]
    pub fn at(&self, point: Point) -> [i32; 4] {
        self.sums[self.index(point)]
    }

    /// Places or removes a stone on a point of the board, and returns the points whose forces have
    /// changed. The result equals the forces of the changed board.
    pub fn set_stone(&mut self, point: Point, stone: Option<Color>) -> PointSet {
        let index = self.index(point);
        let sign = match stone {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
        let before = std::mem::replace(&mut self.stones[index], sign);
        let mut leaving = vec![Vec::new(); self.top + 1];
        let opened = i32::from(sign == 0) - i32::from(before == 0);
        for direction in Direction::ALL {
            let push = |by: i32| (index, direction, by);
            leaving[self.top].push(push(sign - before));
            for level in 1..=self.top {
                // Forces that continued through the empty point now stop, or the reverse.
                let arrived = self.arrived[level][direction as usize][index];
                leaving[level - 1].push(push(opened * arrived));
            }
        }
        self.spread(leaving)
    }

    /// Sends forces, grouped by level, from their points and follows them to their ends.
    fn spread(&mut self, mut leaving: Vec<Vec<(usize, Direction, i32)>>) -> PointSet {
        let mut changed = PointSet::EMPTY;
        for level in (0..=self.top).rev() {
            for (from, towards, by) in std::mem::take(&mut leaving[level]) {
                if by == 0 {
                    continue;
                }
                let (to, direction) = self.arrival(from, towards);
                self.arrived[level][direction as usize][to] += by;
                self.sums[to][direction as usize] += by << level;
                changed.insert(self.point(to));
                if level >= 1 && self.stones[to] == 0 {
                    leaving[level - 1].push((to, direction, by));
                }
                if level >= 2 {
                    leaving[level - 2].extend(direction.sides().map(|side| (to, side, by)));
                }
            }
        }
        changed
    }

    /// Returns where a force that leaves a point arrives, and its direction there: the edge
    /// reflects it.
    fn arrival(&self, from: usize, towards: Direction) -> (usize, Direction) {
        let (x, y) = (from % self.lines, from / self.lines);
        let last = self.lines - 1;
        match towards {
            Direction::Up if y > 0 => (from - self.lines, towards),
            Direction::Right if x < last => (from + 1, towards),
            Direction::Down if y < last => (from + self.lines, towards),
            Direction::Left if x > 0 => (from - 1, towards),
            edge => (from, edge.opposite()),
        }
    }

    /// Computes the arrivals of a level from those of the levels above.
    fn sweep(&mut self, level: usize) {
        let leaving = Direction::ALL.map(|direction| self.leaving(level, direction));
        for direction in Direction::ALL {
            let (along, back) =
                (&leaving[direction as usize], &leaving[direction.opposite() as usize]);
            let arrived = &mut self.arrived[level][direction as usize];
            arrive(arrived, along, back, direction, self.lines);
            for (sum, count) in self.sums.iter_mut().zip(arrived.iter()) {
                sum[direction as usize] += count << level;
            }
        }
    }

    /// Returns the forces of a level that leave each point in a direction: those of its stone,
    /// those that continue, and those that turn.
    fn leaving(&self, level: usize, direction: Direction) -> Vec<i32> {
        if level == self.top {
            return self.stones.clone();
        }
        let on = &self.arrived[level + 1][direction as usize];
        let mut leaving: Vec<i32> = on.iter().zip(&self.stones).map(continuing).collect();
        if let Some(turning) = self.arrived.get(level + 2) {
            let [one, other] = direction.sides().map(|side| &turning[side as usize]);
            for ((sum, one), other) in leaving.iter_mut().zip(one).zip(other) {
                *sum += one + other;
            }
        }
        leaving
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.y()) * self.lines + usize::from(point.x())
    }

    fn point(&self, index: usize) -> Point {
        // Both are below 25.
        Point::new((index % self.lines) as u8, (index / self.lines) as u8)
    }
}

fn continuing((arrived, stone): (&i32, &i32)) -> i32 {
    if *stone == 0 { *arrived } else { 0 }
}

/// Sets the arrivals from the points behind, and at the edge behind from the reflected forces.
fn arrive(arrived: &mut [i32], along: &[i32], back: &[i32], direction: Direction, lines: usize) {
    let inner = arrived.len() - lines;
    match direction {
        Direction::Up => {
            arrived[..inner].copy_from_slice(&along[lines..]);
            arrived[inner..].copy_from_slice(&back[inner..]);
        }
        Direction::Down => {
            arrived[lines..].copy_from_slice(&along[..inner]);
            arrived[..lines].copy_from_slice(&back[..lines]);
        }
        Direction::Left | Direction::Right => {
            let rows = arrived.chunks_exact_mut(lines);
            let from = along.chunks_exact(lines).zip(back.chunks_exact(lines));
            for (arrived, (along, back)) in rows.zip(from) {
                let last = lines - 1;
                if direction == Direction::Left {
                    arrived[..last].copy_from_slice(&along[1..]);
                    arrived[last] = back[last];
                } else {
                    arrived[1..].copy_from_slice(&along[..last]);
                    arrived[0] = back[0];
                }
            }
        }
    }
}

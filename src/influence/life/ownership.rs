//! Ownership of points in random games.

use super::benson::Unconditional;
use super::playouts;
use crate::whole::StoneGrades;
use joseki_game::go::{PointSet, Position};
use joseki_game::{BoardSize, Color, Point};

/// Share of random games in which a side owns a point: 1 if Black owns it in all of them, −1 if
/// White does, 0 if both do equally often or neither does.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    size: BoardSize,
    games: u32,
    /// By point, row by row: games that Black owns less games that White owns.
    sums: Vec<i32>,
}

impl Ownership {
    /// Usual number of games.
    pub const GAMES: u32 = 100;
    /// Usual seed.
    pub const SEED: u64 = 1;

    /// Plays random games from a board to their end. Deterministic for a seed. Unconditionally
    /// living chains own their points and what they enclose in all games.
    ///
    /// ```
    /// use joseki_game::go::diagram;
    /// use joseki_game::Point;
    /// use joseki_influence::Ownership;
    ///
    /// let board = diagram::parse(". X . X O\nX X X X O\nO O O O .\n. . . . .\n. . . . .")?;
    /// let owned = Ownership::by_playouts(&board, 100, 1);
    /// assert_eq!(owned.at(Point::new(0, 0)), 1.0);
    /// assert!(owned.at(Point::new(4, 4)) < 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn by_playouts(board: &Position, games: u32, seed: u64) -> Ownership {
        let certain = Unconditional::new(board);
        let mut rest = *board;
        for stone in certain.dead(board) {
            rest.clear(stone);
        }
        Ownership::with_certain(&rest, &certain, games, seed)
    }

    /// Does the same without the stones that are certainly dead.
    pub(super) fn with_certain(
        rest: &Position,
        certain: &Unconditional,
        games: u32,
        seed: u64,
    ) -> Ownership {
        let settled = Color::ALL.map(|color| certain.territory(color).union(certain.alive(color)));
        let mut owned = Ownership::nobody(rest.size(), games);
        let free = settled[0].union(settled[1]);
        playouts::play(rest, free, games, seed, &mut |board| {
            for color in Color::ALL {
                owned.add(playouts::owned(board, color).difference(free), color, 1);
            }
        });
        for (color, points) in Color::ALL.into_iter().zip(settled) {
            owned.add(points, color, games as i32);
        }
        owned
    }

    fn nobody(size: BoardSize, games: u32) -> Ownership {
        Ownership { size, games, sums: vec![0; size.area() as usize] }
    }

    fn add(&mut self, points: PointSet, color: Color, games: i32) {
        for point in points {
            let index = self.index(point);
            self.sums[index] += match color {
                Color::Black => games,
                Color::White => -games,
            };
        }
    }

    /// Returns the ownership of a point of the board, −1 to 1.
    #[must_use]
    pub fn at(&self, point: Point) -> f64 {
        f64::from(self.sums[self.index(point)]) / f64::from(self.games.max(1))
    }

    /// Returns the mean over points in the view of a colour; 0 over none.
    #[must_use]
    pub fn mean(&self, points: PointSet, color: Color) -> f64 {
        let sum: i64 = points.iter().map(|point| i64::from(self.sums[self.index(point)])).sum();
        let mean = sum as f64 / f64::from(self.games.max(1)) / f64::from(points.len().max(1));
        // Adding 0 turns −0 into 0.
        if color == Color::Black { mean } else { 0.0 - mean + 0.0 }
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.y()) * usize::from(self.size.get()) + usize::from(point.x())
    }
}

impl StoneGrades {
    /// A stone counts the ownership of its point, −1 to 1.
    #[must_use]
    pub fn by_ownership(board: &Position, ownership: &Ownership) -> StoneGrades {
        StoneGrades::new(board, |point, _| ownership.at(point))
    }
}

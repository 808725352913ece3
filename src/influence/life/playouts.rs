//! Random games, and dead chains according to them.

use super::benson::Unconditional;
use super::groups::{groups, is_eye};
use super::ownership::Ownership;
use crate::game::go::{PointSet, Position};
use crate::game::{Color, Point};
use crate::priority::random;

/// Maximum number of stones that a side puts into self-atari without capturing: enough for a nakade
/// in a single eye, too few to break up a seki of large chains.
const NAKADE: u32 = 4;

/// Plays random games to their end, and calls a function with the final board of each. Each colour
/// starts half of the games.
pub fn play(
    board: &Position,
    settled: PointSet,
    games: u32,
    seed: u64,
    on_end: &mut dyn FnMut(&Position),
) {
    for number in 0..games {
        let first = Color::ALL[number as usize % 2];
        let mut game = Playout {
            board: *board,
            settled,
            random: Random(random::finalize(seed ^ random::finalize(u64::from(number)))),
            left: Vec::new(),
        };
        game.play(first);
        on_end(&game.board);
    }
}

/// Finds the groups whose points end up with the other side in most random games.
pub fn dead(board: &Position, certain: &Unconditional, owned: &Ownership) -> PointSet {
    let mut dead = PointSet::EMPTY;
    for group in groups(board) {
        let is_certain = !group.stones.is_disjoint(&certain.alive(group.color));
        if !is_certain && owned.mean(group.stones, group.color) < 0.0 {
            dead = dead.union(group.stones);
        }
    }
    dead
}

/// Returns a side's stones and the empty points adjacent only to its stones.
pub fn owned(board: &Position, color: Color) -> PointSet {
    let stones = board.stones(color);
    let theirs = board.stones(color.opposite()).neighbours(board.size());
    let beside = stones.neighbours(board.size()).intersection(board.empty());
    stones.union(beside.difference(theirs))
}

struct Playout {
    board: Position,
    /// Points where nothing can change.
    settled: PointSet,
    random: Random,
    left: Vec<Point>,
}

impl Playout {
    /// Plays until neither side has a move, or up to a maximum number of moves.
    fn play(&mut self, first: Color) {
        let mut color = first;
        let mut last = None;
        let mut passes = 0;
        let lines = u32::from(self.board.size().get());
        for _ in 0..3 * lines * lines {
            last = self.answer(color, last).or_else(|| self.any(color));
            passes = match last {
                Some(_) => 0,
                None => passes + 1,
            };
            if passes == 2 {
                break;
            }
            if last.is_none() {
                self.board.pass();
            }
            color = color.opposite();
        }
    }

    /// Captures the last move's chain in atari, or saves an own chain that it put into atari.
    fn answer(&mut self, color: Color, last: Option<Point>) -> Option<Point> {
        let last = last?;
        let their = self.board.liberties(last);
        if let (1, Some(point)) = (their.len(), their.first())
            && self.board.play(color, point).is_ok()
        {
            return Some(point);
        }
        let size = self.board.size();
        for next in last.neighbours(size) {
            if self.board.at(next) != Some(color) {
                continue;
            }
            let own = self.board.liberties(next);
            let (1, Some(point)) = (own.len(), own.first()) else {
                continue;
            };
            let mut after = self.board;
            if after.play(color, point).is_ok() && after.liberties(point).len() > 1 {
                self.board = after;
                return Some(point);
            }
        }
        None
    }

    /// Plays a random move that is not an obvious loss.
    fn any(&mut self, color: Color) -> Option<Point> {
        self.left.clear();
        self.left.extend(self.board.empty().difference(self.settled));
        while !self.left.is_empty() {
            let pick = self.random.below(self.left.len());
            let point = self.left.swap_remove(pick);
            if is_eye(&self.board, color, point) {
                continue;
            }
            let mut after = self.board;
            let Ok(taken) = after.play(color, point) else {
                continue;
            };
            if taken.is_empty()
                && after.liberties(point).len() < 2
                && after.chain(point).len() > NAKADE
            {
                continue;
            }
            self.board = after;
            return Some(point);
        }
        None
    }
}

/// Stream of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        let high = random::next(&mut self.0) >> 32;
        ((high * bound as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::diagram;

    const ONE_EYE: &str = include_str!("../../../fixtures/scoring/one-eye-is-death.txt");

    #[test]
    fn a_group_with_one_eye_dies_whatever_the_seed() {
        let board = diagram::parse(ONE_EYE).unwrap();
        let certain = Unconditional::new(&board);
        for seed in 0..10 {
            let owned = Ownership::with_certain(&board, &certain, 100, seed);
            let found = dead(&board, &certain, &owned);
            assert_eq!(found, board.chain(Point::new(1, 0)), "{seed}");
        }
    }

    #[test]
    fn games_end_when_neither_side_has_a_sensible_move() {
        let board = diagram::parse(ONE_EYE).unwrap();
        for seed in 0..20 {
            let mut game =
                Playout { board, settled: PointSet::EMPTY, random: Random(seed), left: Vec::new() };
            game.play(Color::Black);
            for color in Color::ALL {
                assert_eq!(game.any(color), None, "{seed}");
            }
        }
    }
}

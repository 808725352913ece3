//! Reads whether a chain with few liberties can be captured.

use super::{Point, PointSet, Position};
use crate::Color;

/// A chain with more liberties than this counts as safe and is not read.
const MAX_LIBERTIES: u32 = 3;
/// The longest variation that is read, in moves.
const DEEPEST: u32 = 14;

/// Checks by a bounded search whether the other side captures the chain of a stone.
///
/// The attacker plays on the chain's liberties and rescues its own neighbouring chains in atari.
/// The defender plays on the chain's liberties or on those of neighbouring chains with at most
/// three, or passes. A chain that reaches four liberties is safe. Whatever is not resolved within
/// `budget` boards and 14 moves counts as not captured, and so does a point without a stone.
#[must_use]
pub fn can_capture(board: &Position, point: Point, attacker_first: bool, budget: u32) -> bool {
    let Some(defender) = board.at(point) else {
        return false;
    };
    let mut reading = CaptureSearch { target: point, defender, left: budget };
    if attacker_first { reading.attack(board, DEEPEST) } else { reading.defend(board, DEEPEST) }
}

struct CaptureSearch {
    target: Point,
    defender: Color,
    left: u32,
}

impl CaptureSearch {
    /// The attacker is to move. Returns whether the chain is captured.
    fn attack(&mut self, board: &Position, depth: u32) -> bool {
        let liberties = board.liberties(self.target);
        if liberties.len() > MAX_LIBERTIES || !self.spend(depth) {
            return false;
        }
        let attacker = self.defender.opposite();
        let saving = self.short_liberties(board, 1);
        liberties.union(saving).into_iter().any(|point| {
            let mut next = *board;
            next.play(attacker, point).is_ok()
                && (next.at(self.target) != Some(self.defender) || self.defend(&next, depth - 1))
        })
    }

    /// The defender is to move. Returns whether the chain is captured whatever the defender plays.
    fn defend(&mut self, board: &Position, depth: u32) -> bool {
        let liberties = board.liberties(self.target);
        if liberties.len() > MAX_LIBERTIES || !self.spend(depth) {
            return false;
        }
        let mut passed = *board;
        passed.pass();
        if !self.attack(&passed, depth - 1) {
            return false;
        }
        let moves = self.short_liberties(board, MAX_LIBERTIES).union(liberties);
        moves.into_iter().all(|point| {
            let mut next = *board;
            next.play(self.defender, point).is_err() || self.attack(&next, depth - 1)
        })
    }

    /// The liberties of the attacker's neighbouring chains with at most `most` liberties.
    fn short_liberties(&self, board: &Position, most: u32) -> PointSet {
        let attacker = self.defender.opposite();
        let around = board.chain(self.target).neighbours(board.size());
        let mut left = around.intersection(board.stones(attacker));
        let mut last = PointSet::EMPTY;
        while let Some(stone) = left.first() {
            left = left.difference(board.chain(stone));
            let liberties = board.liberties(stone);
            if liberties.len() <= most {
                last = last.union(liberties);
            }
        }
        last
    }

    fn spend(&mut self, depth: u32) -> bool {
        if self.left == 0 || depth == 0 {
            return false;
        }
        self.left -= 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    fn read(text: &str, x: u8, y: u8, attacker_first: bool) -> bool {
        let board = diagram::parse(text).unwrap();
        can_capture(&board, Point::new(x, y), attacker_first, 10_000)
    }

    #[test]
    fn a_stone_in_atari_is_captured_unless_it_runs() {
        let open = "
            . . . . . . .
            . . . . . . .
            . X . . . . .
            X O . . O . .
            . X . . . . .
            . . . . . . .
            . . . . . . .";
        assert!(read(open, 1, 3, true));
        assert!(!read(open, 1, 3, false));
        assert!(!read(open, 5, 5, true));
    }

    #[test]
    fn an_eye_of_three_in_a_row_is_killed_in_its_middle() {
        let three = "
            . . . X O .
            X X X X O .
            O O O O O .
            . . . . . .
            . . . . . .
            . . . . . .";
        assert!(read(three, 3, 0, true));
        assert!(!read(three, 3, 0, false));
    }

    #[test]
    fn a_nakade_that_is_played_out_is_death_without_another_move() {
        let nakade = "
            . O . X O .
            X X X X O .
            O O O O O .
            . . . . . .
            . . . . . .
            . . . . . .";
        assert!(read(nakade, 3, 0, false));
    }

    #[test]
    fn two_eyes_are_not_captured() {
        let two = ". X . X O\nX X X X O\nO O O O .\n. . . . .\n. . . . .";
        assert!(!read(two, 0, 1, true));
    }
}

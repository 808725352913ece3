//! The board that a tree is played on, which forgives what the rules forbid.

use crate::game::Color;
use crate::game::go::{IllegalMove, Point, Position};

/// Plays a stone; false if one stands there already, which is the only error: a tree may leave a ko
/// threat out, and a move that the rules forbid is for the curator to judge.
pub fn play(board: &mut Position, color: Color, point: Point) -> bool {
    match board.play(color, point) {
        Ok(_) => true,
        Err(IllegalMove::Ko) => {
            board.pass();
            board.play(color, point).is_ok()
        }
        Err(IllegalMove::Suicide) => board.play_suicide(color, point).is_ok(),
        Err(_) => false,
    }
}

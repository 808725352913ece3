//! Plays the moves of a tree on a board, tolerating moves that the rules forbid.

use crate::game::Color;
use crate::game::go::{IllegalMove, Point, Position};

/// Plays a stone. Returns `false` if the point is occupied, which is the only error. A tree may
/// omit a ko threat, and a move that the rules forbid is for the curator to judge.
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

//! The result of a game as the board shows it.

use super::{GameResult, RuleSet};
use crate::format::five::sgf_text::Point;

/// Directions of the four lines through a point.
const DIRECTIONS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Returns the winner if the last move makes a row that wins, and a draw if the board is full.
/// Without a rule set, five or more in a row win.
pub(super) fn result_of_last_move(
    size: u8,
    moves: &[Point],
    rule: Option<RuleSet>,
) -> Option<GameResult> {
    let &last = moves.last()?;
    let is_black = moves.len() % 2 == 1;
    // The stones of the player who moved last.
    let own: Vec<Point> = moves.iter().rev().step_by(2).copied().collect();
    let is_win = |length: i16| match rule {
        Some(RuleSet::Standard) => length == 5,
        Some(RuleSet::Renju) if is_black => length == 5,
        _ => length >= 5,
    };
    if DIRECTIONS.iter().any(|&direction| is_win(row_length(&own, last, direction))) {
        return Some(if is_black { GameResult::Black } else { GameResult::White });
    }
    (moves.len() >= usize::from(size) * usize::from(size)).then_some(GameResult::Draw)
}

/// Returns the length of the row of `stones` through `point`.
fn row_length(stones: &[Point], point: Point, (dx, dy): (i16, i16)) -> i16 {
    let reach = |sign: i16| {
        let at = |step: i16| {
            let x = u8::try_from(i16::from(point.0) + sign * step * dx).ok()?;
            let y = u8::try_from(i16::from(point.1) + sign * step * dy).ok()?;
            Some((x, y))
        };
        let mut step = 1;
        while at(step).is_some_and(|next| stones.contains(&next)) {
            step += 1;
        }
        step - 1
    };
    1 + reach(1) + reach(-1)
}

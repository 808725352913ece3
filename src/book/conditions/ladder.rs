//! Checks whether a ladder is good for a side once the preceding moves are on the board.

use super::check::{ConditionContext, Truth};
use super::facts::Fact;
use joseki_game::go::{LADDER_BUDGET, Position, read_ladder};
use joseki_game::{Color, Point, Step};

/// Plays the node's own move and `after`, then reads the ladder of the chain at `step`.
pub(super) fn check(
    scene: &ConditionContext<'_>,
    step: Step,
    good_for: Color,
    after: &[Step],
) -> (Truth, Fact) {
    let size = scene.board.size();
    let Ok(target) = scene.frame.point_of(step, size) else {
        return (Truth::Unknown, Fact::OffBoard(step));
    };
    match play(scene, after) {
        Err(fact) => (Truth::Unknown, *fact),
        Ok(board) => read(&board, target, good_for),
    }
}

fn read(board: &Position, target: Point, good_for: Color) -> (Truth, Fact) {
    let Some(reading) = read_ladder(board, target, LADDER_BUDGET) else {
        return (Truth::Unknown, Fact::NothingToChase(target));
    };
    let holds = reading.winner().map_or(Truth::Unknown, |winner| Truth::from(winner == good_for));
    (holds, Fact::Ladder(target, reading))
}

/// Returns the board after the node's move and the steps that follow it.
fn play(scene: &ConditionContext<'_>, after: &[Step]) -> Result<Position, Box<Fact>> {
    let mut board = *scene.board;
    let mut color = scene.own;
    for step in scene.step.iter().chain(after) {
        if step.is_tenuki() {
            board.pass();
        } else {
            let point = scene.frame.point_of(*step, board.size());
            let point = point.map_err(|_| Box::new(Fact::OffBoard(*step)))?;
            let played = board.play(color, point);
            played.map_err(|_| Box::new(Fact::NotPlayable(color, point)))?;
        }
        color = color.opposite();
    }
    Ok(board)
}

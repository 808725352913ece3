//! The result of a game as the board shows it.

use crate::five::sgf_text::Point;
use crate::game_info::GameOutcome;
use joseki_game::five::{FiveBoard, FiveEnd, FiveRules, MAX_LINES};
use joseki_game::{BoardSize, Color, Game, Move};

/// Returns the winner if the last move makes a row that wins, and a draw if the board is full.
/// Without a game, five or more in a row win.
pub(super) fn result_of_moves(size: u8, moves: &[Point], game: Option<Game>) -> GameOutcome {
    let rules = game.and_then(Game::five_rules).unwrap_or(FiveRules::Freestyle);
    let Some(size) = BoardSize::new(size).ok().filter(|size| size.get() <= MAX_LINES) else {
        return GameOutcome::Unknown;
    };
    let mut board = FiveBoard::new(rules, size);
    for (color, (x, y)) in Color::ALL.into_iter().cycle().zip(moves) {
        let point = size.point(*x, *y);
        if point.is_none_or(|point| board.play(color, Move::Play(point)).is_err()) {
            return GameOutcome::Unknown;
        }
    }
    match board.end() {
        Some(FiveEnd::Five(color)) => color.into(),
        Some(FiveEnd::Draw) => GameOutcome::Draw,
        None => GameOutcome::Unknown,
    }
}

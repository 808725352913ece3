//! What a search finds on the board beside the book: a win by force, and moves of the book that lose
//! by force.

use std::sync::Arc;

use crate::error::ServiceError;
use crate::next::answer::NextAnswer;
use crate::next::candidate::ForcedLine;
use joseki_book::ForcedResult;
use joseki_game::five::LineClass;
use joseki_game::xiangqi::XiangqiBoard;
use joseki_game::{Board, Color, Move};
use joseki_search::{MateAnswer, SearchLimits, WinAnswer, solve_fours, solve_mate, solve_threats};

/// Maximum number of positions of the searches of one question.
pub const MAX_SEARCHED: u64 = 1_000_000;

/// Maximum length of a mate, in moves of the side that mates.
const MATE_MOVES: u32 = 8;

/// What a search found on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedBoard {
    /// A win of the side to move.
    pub win: Option<ForcedLine>,
    /// Whether the first move of that win is in the book.
    pub in_book: bool,
    /// Whether a search reached its number of positions, so that more may be found with more.
    pub is_limited: bool,
}

/// Searches the board and the position after each move of an answer, with a number of positions for
/// all of them. A move that wins comes first then, and moves that lose come last.
///
/// # Errors
/// The work was cancelled.
pub fn search(answer: &mut NextAnswer, board: &Board, nodes: u64) -> Result<(), ServiceError> {
    let to_play = answer.to_play;
    // Half for the board itself.
    let mut is_limited = false;
    let win = forced_win(board, to_play, nodes / 2, &mut is_limited)?;
    let each = nodes / 2 / answer.moves.len().max(1) as u64;
    for candidate in &mut answer.moves {
        let mut after = board.clone();
        let Some(played) = candidate.plays.first() else { continue };
        if after.play(to_play, *played).is_ok() {
            let lost = forced_win(&after, to_play.opposite(), each, &mut is_limited)?;
            Arc::make_mut(candidate).loses = lost.map(Box::new);
        }
    }
    let first = win.as_ref().and_then(|win| win.line.first().copied());
    let wins = |plays: &[Move]| first.is_some_and(|first| plays.contains(&first));
    let in_book = answer.moves.iter().any(|candidate| wins(&candidate.plays));
    answer.moves.sort_by_key(|candidate| match () {
        () if wins(&candidate.plays) => (0, (0, 0)),
        () if candidate.loses.is_none() => (1, ForcedResult::place(candidate.forced)),
        () => (2, (0, 0)),
    });
    answer.searched = Some(SearchedBoard { win, in_book, is_limited });
    Ok(())
}

/// A win by force of a colour that is to move.
pub(crate) fn forced_win(
    board: &Board,
    color: Color,
    nodes: u64,
    is_limited: &mut bool,
) -> Result<Option<ForcedLine>, ServiceError> {
    match board {
        Board::Five(board) => {
            let is_over =
                Color::ALL.iter().any(|it| board.lines_of_class(*it, LineClass::Five) > 0);
            if is_over {
                return Ok(None);
            }
            let limits = SearchLimits::nodes(nodes / 2);
            let fours = solve_fours(board, color, &limits)?;
            if let Some(found) = stones(fours, "fours", is_limited) {
                return Ok(Some(found));
            }
            Ok(stones(solve_threats(board, color, &limits)?, "threats", is_limited))
        }
        Board::Xiangqi(board) => mate(board, nodes, is_limited),
        _ => Ok(None),
    }
}

fn stones(answer: WinAnswer, by: &'static str, is_limited: &mut bool) -> Option<ForcedLine> {
    match answer {
        WinAnswer::Win(win) => {
            let line = win.line.into_iter().map(Move::Play).collect();
            Some(ForcedLine { by, moves: win.moves, line })
        }
        WinAnswer::None => None,
        WinAnswer::Unknown => {
            *is_limited = true;
            None
        }
    }
}

fn mate(
    board: &XiangqiBoard,
    nodes: u64,
    is_limited: &mut bool,
) -> Result<Option<ForcedLine>, ServiceError> {
    match solve_mate(*board, MATE_MOVES, nodes)? {
        MateAnswer::Mate(mate) => {
            let line = mate.line.into_iter().map(Move::Shift).collect();
            Ok(Some(ForcedLine { by: "mate", moves: mate.mate_in, line }))
        }
        MateAnswer::None => Ok(None),
        MateAnswer::Unknown => {
            *is_limited = true;
            Ok(None)
        }
    }
}

//! Ladder reading on a board, without a book.

use crate::error::ServiceError;
use crate::next::set_up;
use joseki_game::go::{
    LADDER_BUDGET, LadderReading, PointSet, Position, read_ladder, read_ladder_from,
};
use joseki_game::{Color, Point};
use joseki_ledger::BoardRecord;

/// A chain with more liberties is not in a ladder.
const MAX_LIBERTIES: u32 = 2;

/// A board and the chains whose ladders to read.
#[derive(Clone, Debug)]
pub struct LadderQuery {
    /// Board of 2 to 25 lines.
    pub board: BoardRecord,
    /// A stone of each chain; if empty, all chains with one or two liberties.
    pub points: Vec<Point>,
    /// Side to move first; by default the runner for a chain in atari, the chaser for two
    /// liberties.
    pub first: Option<Color>,
}

/// Ladder of one chain.
#[derive(Clone, Debug)]
pub struct LadderAnswer {
    /// The requested stone, or the chain's first one in reading order.
    pub point: Point,
    /// Liberties of the chain.
    pub liberties: u32,
    /// Reading of the ladder; none if the point is empty.
    pub reading: Option<LadderReading>,
}

/// Reads the ladders of a board.
///
/// # Errors
/// Initial stones without liberties or on the same point, illegal move.
pub fn ladders(query: &LadderQuery) -> Result<Vec<LadderAnswer>, ServiceError> {
    let BoardRecord { size, initial, moves, .. } = &query.board;
    let board = set_up(*size, initial, moves)?;
    let points = if query.points.is_empty() { chased(&board) } else { query.points.clone() };
    let answer = |point| LadderAnswer {
        point,
        liberties: board.liberties(point).len(),
        reading: match query.first {
            Some(first) => read_ladder_from(&board, point, first, LADDER_BUDGET),
            None => read_ladder(&board, point, LADDER_BUDGET),
        },
    };
    Ok(points.into_iter().map(answer).collect())
}

/// Returns the first stone of every chain with one or two liberties.
fn chased(board: &Position) -> Vec<Point> {
    let mut seen = PointSet::EMPTY;
    let stones = board.stones(Color::Black).union(board.stones(Color::White));
    let firsts = stones.iter().filter(|point| {
        let is_new = !seen.contains(*point);
        if is_new {
            seen = seen.union(board.chain(*point));
        }
        is_new && board.liberties(*point).len() <= MAX_LIBERTIES
    });
    firsts.collect()
}

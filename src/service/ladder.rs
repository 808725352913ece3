//! Ladders read on a board, without a book.

use super::error::ServiceError;
use super::next::set_up;
use crate::game::Color;
use crate::game::go::{
    LADDER_BUDGET, LadderReading, Point, PointSet, Position, read_ladder, read_ladder_from,
};
use crate::ledger::Record;

/// Chains with more liberties are not in a ladder.
const MOST_LIBERTIES: u32 = 2;

/// A board and the chains whose ladders are asked about.
#[derive(Clone, Debug)]
pub struct LadderQuery {
    /// The board, of 2 to 25 lines.
    pub board: Record,
    /// A stone of each chain; none for all chains with one or two liberties.
    pub points: Vec<Point>,
    /// Who moves first; unless said the runner in atari, and the chaser of two liberties.
    pub first: Option<Color>,
}

/// What became of one chain.
#[derive(Clone, Debug)]
pub struct LadderAnswer {
    /// The stone that was asked about, or the chain's first one in reading order.
    pub point: Point,
    /// How many liberties the chain has.
    pub liberties: u32,
    /// How the ladder goes; none if no stone stands at the point.
    pub reading: Option<LadderReading>,
}

/// Reads the ladders of a board.
///
/// # Errors
/// Initial stones without liberties or on one point, an illegal move.
pub fn ladders(query: &LadderQuery) -> Result<Vec<LadderAnswer>, ServiceError> {
    let Record {
        size,
        initial,
        moves,
    } = &query.board;
    let board = set_up(*size, initial, moves)?;
    let points = match query.points.is_empty() {
        true => chased(&board),
        false => query.points.clone(),
    };
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

/// The first stone of every chain with one or two liberties.
fn chased(board: &Position) -> Vec<Point> {
    let mut seen = PointSet::EMPTY;
    let stones = board.stones(Color::Black).union(board.stones(Color::White));
    let firsts = stones.iter().filter(|point| {
        let is_new = !seen.contains(*point);
        if is_new {
            seen = seen.union(board.chain(*point));
        }
        is_new && board.liberties(*point).len() <= MOST_LIBERTIES
    });
    firsts.collect()
}

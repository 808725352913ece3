//! Wins by force on a board, without a book.

use crate::error::ServiceError;
use joseki_game::five::FiveBoard;
use joseki_game::xiangqi::XiangqiBoard;
use joseki_game::{BoardSize, Color};
use joseki_search::{MateAnswer, SearchLimits, WinAnswer, solve_fours, solve_mate, solve_threats};

/// A position to solve.
#[derive(Clone, Debug)]
pub enum SolveQuery {
    /// A mate of xiangqi.
    Mate {
        /// The position.
        board: Box<XiangqiBoard>,
        /// Maximum length in moves of the side to move.
        moves: u32,
    },
    /// A win by fours (VCF) in five in a row.
    Fours(FiveBoard, Color),
    /// A win by threats (VCT) in five in a row.
    Threats(FiveBoard, Color),
}

/// What a solver found.
#[derive(Clone, Debug)]
pub enum SolveAnswer {
    /// In xiangqi.
    Mate(MateAnswer),
    /// In five in a row, on a board of this size.
    Win(WinAnswer, BoardSize),
}

/// Looks for a win by force, within a number of positions.
///
/// # Errors
/// The work was cancelled.
pub fn solve(query: SolveQuery, nodes: u64) -> Result<SolveAnswer, ServiceError> {
    let limits = SearchLimits::nodes(nodes);
    Ok(match query {
        SolveQuery::Mate { board, moves } => SolveAnswer::Mate(solve_mate(*board, moves, nodes)?),
        SolveQuery::Fours(board, attacker) => {
            SolveAnswer::Win(solve_fours(&board, attacker, &limits)?, board.size())
        }
        SolveQuery::Threats(board, attacker) => {
            SolveAnswer::Win(solve_threats(&board, attacker, &limits)?, board.size())
        }
    })
}

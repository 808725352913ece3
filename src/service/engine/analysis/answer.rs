//! Results of an analysis: figures of a turn and of its moves.

use crate::next::{CandidateMove, NoMoveReason};
use joseki_game::{Color, Point};

/// One turn of a game.
#[derive(Clone, Debug)]
pub struct AnalysedTurn {
    /// Book the answer comes from.
    pub book: String,
    /// Version of the book.
    pub version: u64,
    /// Moves played before this turn.
    pub turn: usize,
    /// Side to move.
    pub to_play: Color,
    /// Figures of the whole board.
    pub root: Figures,
    /// Sum of the moves' visits, plus one.
    pub visits: u64,
    /// Moves in all corners, best first.
    pub moves: Vec<AnalysedMove>,
    /// Why there are no moves, if there are none.
    pub reason: Option<NoMoveReason>,
    /// Hash of the board, the side to move and the ko.
    pub hash: u128,
    /// Hash shared by all symmetric boards.
    pub symmetric_hash: u128,
    /// Whether the side to move may play on a point: row by row from the upper left.
    pub legal: Vec<bool>,
}

/// A book move with its figures.
#[derive(Clone, Debug)]
pub struct AnalysedMove {
    /// Point of the move.
    pub point: Point,
    /// Point of the earlier move it mirrors, on a symmetric board.
    pub symmetry_of: Option<Point>,
    /// The book's candidate.
    pub candidate: CandidateMove,
    /// Expected outcome after the move.
    pub figures: Figures,
    /// Origin of the figures.
    pub source: FigureSource,
    /// Counted games of the move, at least 1; in a book without counted games, 1000 times its
    /// prior.
    pub visits: u64,
    /// The move's share of the score of all moves; the shares sum to 1.
    pub prior: f64,
    /// The move and the book's continuation, each with its visits.
    pub line: Vec<(Point, u64)>,
}

/// Expected outcome from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// From 0 to 1.
    pub win_rate: f64,
    /// Lower confidence bound of the win rate; may be below 0.
    pub bound: f64,
    /// In points.
    pub lead: f64,
    /// Standard deviation of the final score in points, if an engine gives it.
    pub stdev: Option<f64>,
}

/// Origin of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureSource {
    /// An engine evaluated this very board.
    Evaluation {
        /// Name of the engine.
        engine: String,
        /// Visits of the engine.
        visits: u32,
    },
    /// An engine evaluated the corner alone: the move's loss against the corner's best move is
    /// subtracted from the board's figures.
    CornerEvaluation {
        /// Name of the engine.
        engine: String,
        /// Visits of the engine.
        visits: u32,
    },
    /// Verdicts, counted games and results, which also order the book's moves.
    Book,
}

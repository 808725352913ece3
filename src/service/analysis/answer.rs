//! What a book answers as an engine does.

use crate::game::Color;
use crate::game::go::Point;
use crate::service::{Candidate, Reason};

/// One turn of a game.
#[derive(Clone, Debug)]
pub struct AnalysedTurn {
    /// The book that answered.
    pub book: String,
    /// Its version.
    pub version: u64,
    /// Moves before it.
    pub turn: usize,
    /// Who is to move.
    pub to_play: Color,
    /// The board as a whole.
    pub root: Figures,
    /// Games that the moves have together, or what stands for them, and one more.
    pub visits: u64,
    /// The moves of all corners, best first.
    pub moves: Vec<AnalysedMove>,
    /// Why there is none, if there is none.
    pub reason: Option<Reason>,
    /// Names the board with the side to move and the ko.
    pub hash: u128,
    /// The same for all that are symmetric to it.
    pub symmetric_hash: u128,
    /// By point, whether the side to move may play there, row by row from the upper left.
    pub legal: Vec<bool>,
}

/// A move of the book.
#[derive(Clone, Debug)]
pub struct AnalysedMove {
    /// Where.
    pub point: Point,
    /// The point of an earlier move that it is the mirror image of.
    pub symmetry_of: Option<Point>,
    /// What the book says.
    pub candidate: Candidate,
    /// What is to be expected after it.
    pub figures: Figures,
    /// Where that comes from.
    pub source: Source,
    /// Counted games of the move; in a book without any, a thousand times its prior. 1 at least.
    pub visits: u64,
    /// The move's share of the score of all moves; together 1.
    pub prior: f64,
    /// The move and how the book goes on, each with its visits.
    pub line: Vec<(Point, u64)>,
}

/// What is to be expected, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// 0 to 1.
    pub win_rate: f64,
    /// What the win rate is at least, as far as can be said; it may lie below 0.
    pub bound: f64,
    /// In points.
    pub lead: f64,
    /// Of the final score in points, if an engine says it.
    pub stdev: Option<f64>,
}

/// Where figures come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// An engine evaluated this very board.
    Evaluation {
        /// The engine.
        engine: String,
        /// Its visits.
        visits: u32,
    },
    /// An engine evaluated the corner alone: what the move loses against the best there is taken from the board's
    /// figures.
    CornerEvaluation {
        /// The engine.
        engine: String,
        /// Its visits.
        visits: u32,
    },
    /// Verdicts, counted games and results, by which the book orders moves.
    Book,
}

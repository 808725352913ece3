//! Parameters of a run that grows a book.

use std::time::Duration;

use crate::curate::Author;
use joseki_book::Line;
use joseki_game::Color;

/// A book to be extended and judged by engines.
#[derive(Clone, Debug)]
pub struct GrowRequest {
    /// The book.
    pub book: String,
    /// Command lines of the engines, which share the work.
    pub engines: Vec<String>,
    /// Grow only below this line, in either handedness.
    pub from: Option<Line>,
    /// The side whose book it is: for the other one, only good moves are followed.
    pub side: Option<Color>,
    /// Visits per position and board; in other games than Go, positions to search.
    pub visits: u32,
    /// Maximum number of positions to evaluate.
    pub positions: u64,
    /// Time after which no more positions are sent.
    pub time: Option<Duration>,
    /// Maximum loss of a move that only an engine proposes: points in Go, else win rate.
    pub loss: Option<f64>,
    /// Maximum number of moves of a position that are added for an engine alone; by default fewer
    /// the longer the line is.
    pub width: Option<usize>,
    /// Name of the rules as the engine knows it, in Go.
    pub rules: String,
    /// Positions in flight at a time for each engine; at least 1.
    pub in_flight: usize,
    /// Response timeout of an engine.
    pub timeout: Duration,
    /// Whether to add no moves: only evaluate and judge those of the book.
    pub judge_only: bool,
    /// Whether to replace a curator's verdict from which that of the engine differs by two classes.
    pub rejudge: bool,
    /// Whether to report what would be sent first, without starting an engine.
    pub dry_run: bool,
    /// Author, for the log.
    pub by: Author,
}

impl GrowRequest {
    /// Default visits per position and board.
    pub const VISITS: u32 = 16;
    /// Default number of positions.
    pub const POSITIONS: u64 = 1000;
}

//! The rules of Go on square boards of 2 to 25 lines.
//!
//! - [`BoardSize`], [`Point`], [`Move`]: coordinates and their GTP and SGF texts
//! - [`PointSet`]: a set of points, one machine word per row
//! - [`Position`]: stones, ko, prisoners and hash at one moment; plays moves
//! - [`Game`]: a position with its history, for undo and superko
//! - [`IllegalMove`]: the reason why a move is illegal
//! - [`Frame`]: a corner and a handedness; converts board points to steps and back
//! - [`read_ladder`]: reads out a ladder and returns its outcome with the moves that show it
//! - [`can_capture`]: checks whether a chain with few liberties can be captured
//! - [`Count`], [`Score`]: the score of a finished board by [`ScoringRules`]; [`repetitions`] of
//!   the whole board
//! - [`zobrist`]: the frozen table behind [`Position::hash`]
//! - [`diagram`]: boards as plain text, parsed and rendered

mod capture;
pub mod diagram;
mod flood;
mod frame;
mod game;
mod ladder;
mod moves;
mod point;
mod position;
mod score;
mod set;
mod size;
mod step;
mod zobrist;

pub use capture::can_capture;
pub use frame::{Corner, Frame, FrameError, Handedness};
pub use game::{Game, GameEntry, Rules};
pub use ladder::{LADDER_BUDGET, LadderOutcome, LadderReading, read_ladder, read_ladder_from};
pub use moves::Move;
pub use point::{ParsePointError, Point};
pub use position::{IllegalMove, Position};
pub use score::{
    Count, Repetition, Score, ScoreError, Scoring, ScoringRules, SideCount, repetitions,
    seki_stones,
};
pub use set::{PointSet, PointSetIter};
pub use size::{BoardSize, BoardSizeError};
pub use step::{ParseStepError, STEP_LINES};
pub use zobrist::zobrist;

//! The rules of Go on square boards of 2 to 25 lines.
//!
//! - [`BoardSize`], [`Point`], [`Move`]: coordinates and their GTP and SGF texts
//! - [`PointSet`]: a set of points, one machine word a row
//! - [`Position`]: stones, ko, prisoners and hash of one moment, and how a move changes them
//! - [`Game`]: a position with its history: undo and superko
//! - [`IllegalMove`]: why a move is refused
//! - [`Frame`]: a corner and the handedness it is read in; board points ↔ steps
//! - [`read_ladder`]: what becomes of a chain in a ladder, with the moves that show it
//! - [`can_capture`]: whether a chain with few liberties is lost
//! - [`Count`], [`Score`]: a finished board counted by [`ScoringRules`]; [`repetitions`] of the whole board
//! - [`zobrist`]: the frozen table behind [`Position::hash`]
//! - [`diagram`]: boards as plain text, both ways

mod capture;
pub mod diagram;
mod flood;
mod frame;
mod game;
mod illegal;
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
pub use game::{Entry, Game, Rules};
pub use illegal::IllegalMove;
pub use ladder::{LADDER_BUDGET, LadderOutcome, LadderReading, read_ladder, read_ladder_from};
pub use moves::Move;
pub use point::{ParsePointError, Point};
pub use position::Position;
pub use score::{
    Count, ParseRulesError, Repetition, Score, ScoreError, Scoring, ScoringRules, SideCount,
    repetitions, seki_stones,
};
pub use set::{PointSet, PointSetIter};
pub use size::{BoardSize, BoardSizeError};
pub use step::{ParseStepError, STEP_LINES};
pub use zobrist::zobrist;

//! The rules of Go on square boards of 2 to 25 lines.
//!
//! - [`PointSet`]: a set of points, one machine word per row
//! - [`Position`]: stones, ko, prisoners and hash at one moment; plays moves
//! - [`GoGame`]: a position with its history, for undo and superko
//! - [`CornerPosition`]: a line of a corner replayed alone
//! - [`CornerStones`]: which stones belong to a corner
//! - [`Handedness`]: the direction in which a corner is read
//! - [`read_ladder`]: reads out a ladder and returns its outcome with the moves that show it
//! - [`can_capture`]: checks whether a chain with few liberties can be captured
//! - [`Count`], [`Score`]: the score of a finished board by [`ScoringRules`]; [`repetitions`] of
//!   the whole board
//! - [`zobrist`]: the frozen table behind [`Position::hash`]
//! - [`diagram`]: boards as plain text, parsed and rendered

mod capture;
mod corner_position;
pub mod diagram;
mod flood;
mod game;
mod handedness;
mod ladder;
mod position;
mod reach;
mod score;
mod set;
mod star_points;
mod zobrist;

pub use capture::can_capture;
pub use corner_position::CornerPosition;
pub use game::{GameEntry, GoGame, Rules};
pub use handedness::Handedness;
pub use ladder::{LADDER_BUDGET, LadderOutcome, LadderReading, read_ladder, read_ladder_from};
pub use position::Position;
pub use reach::{CornerStones, Reach, is_foreign};
pub use score::{
    Count, Repetition, Score, ScoreError, Scoring, ScoringRules, SideCount, repetitions,
    seki_stones,
};
pub use set::{PointSet, PointSetIter};
pub(super) use zobrist::split_mix;
pub use zobrist::zobrist;

use super::{BoardSize, Corner, Frame, IllegalMove, Move, Point};

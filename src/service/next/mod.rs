//! The next joseki move: follows a board through the book, then filters and ranks the candidates.
//!
//! - `replay`: the game on the board and through the book
//! - `region`: the candidates of one region
//! - `region_cache`: answers by region, for other boards
//! - `settled`: whether neither side has to play in a corner
//! - `picture`: the board as a picture
//! - `opening_rules`: which colour to take, and which fifth moves to offer
//!
//! # A request, from the socket to the board
//!
//! 1. An interface parses a request into a `wire` type. It becomes a `NextQuery`, or a
//!    `RequestError` that names the field.
//! 2. `replay` plays the moves on a `game::Board` and checks each of them.
//! 3. `book::Tracker` follows the same moves through the regions, in Go the four corners. Each has
//!    up to eight readings (`Interpretation`). A stone near the corner's stones is a step of every
//!    reading; one further away is a step of one reading and a tenuki of another.
//! 4. One reading of a corner answers (`book/region_moves.rs`): the known one with most of the
//!    corner's stones. Its moves are those of its own node and of all nodes with the same position
//!    (`Index::matches`). A reading with fewer stones answers only where that one has no move, and
//!    without what the book says of its own position. No move is offered beside a stone that its
//!    line leaves out.
//! 5. Legal moves are filtered. `priority` orders them inside a corner by what the book and
//!    results say (`priorities`); urgency orders the corners (`order`).
//! 6. `wire::NextResponse` writes the points in the client's coordinates.

pub(crate) mod answer;
mod board_check;
pub(crate) mod candidate;
pub(crate) mod cloud;
pub(crate) mod examples;
pub(crate) mod opening_rules;
pub(crate) mod order;
pub(crate) mod picture;
pub(crate) mod priorities;
pub(crate) mod query;
mod region;
pub(crate) mod region_cache;
mod replay;
pub(crate) mod searched;
pub(crate) mod settled;
pub(crate) mod statistics;
mod use_cases;
pub(crate) mod whole_board;

pub use answer::{NextAnswer, NoMoveReason, PlacedLine, RegionAnswer, Tenuki};
pub use candidate::{CandidateMove, ForcedLine, PriorityEvidence, WholeLine};
pub use cloud::{CloudMove, CloudPosition, CloudRule, cloud_rules};
pub use examples::ExampleGame;
pub use opening_rules::{
    FifthEvidence, FifthGrade, FifthMove, FifthMoves, FourthMove, FourthMoves, MAX_ANNOUNCED,
    MAX_FIFTHS, SwapAdvice, SwapEvidence,
};
pub use picture::{MarkedBoard, candidate_letter, next_picture};
pub use query::{FailedConditions, NextQuery};
pub use region_cache::{RegionJson, SharedRegion};
pub use replay::{ReplayedGame, replay, replay_on, set_up};
pub use searched::{MAX_SEARCHED, SearchedBoard};
pub use settled::{SettledReason, SettledRegion};
pub use statistics::{CountsOfPart, GameCounts, GamesFilter, MeanLoss, PlayWeights, Statistics};
pub use use_cases::{answer, answer_from_cache};
pub use whole_board::{
    BiggestBy, BiggestCorner, MAX_WHOLE_LINE_LENGTH, MAX_WHOLE_LINES, WholeBoard, WholeCorner,
};

use crate::service::Service;

/// Queries for the next move.
#[derive(Clone, Copy)]
pub struct NextMoves<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn next_moves(&self) -> NextMoves<'_> {
        NextMoves { service: self }
    }
}

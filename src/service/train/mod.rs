//! Training: draws questions from a book by what a player forgets, and grades answers.
//!
//! - [`QuizQuery`], [`QuizOutcome`], [`QuizQuestion`], [`GradedAnswer`]: requests and responses
//! - [`QuizProgress`]: what a player has learned
//! - `merit`: right moves; `grade`: grading of an answer
//! - `openings`: questions about the openings of renju
//! - `plan`, `reach`: positions of a book and their probability; `walk`, `draw`, `lay`: drawing a
//!   position and setting it up on a board
//! - `use_cases`, `progress`: methods of the service; `session`: one request in progress
//!
//! # How a player trains
//!
//! 1. **Draw** (`draw`). `QuizPositions` holds the positions of a book over all orders, each
//!    examined when a walk first comes near. `QuizReach` adds up how likely the positions are that
//!    the player has met; `QuizWalk` finds new ones as a game would. They contain no results of
//!    games: what the book learns from those is decided on the board.
//! 2. **Place** (`lay`). The moves are played on a board through `ReplayedGame`, in one of 16
//!    orientations. So the quiz never asks for a move that `/v1/next` would not name.
//! 3. **Grade** (`grade`, `merit`), from the same candidates that `/v1/next` gives.
//! 4. **Enter** (`store/sql/training`). The answer, and in the same transaction its effect on the
//!    moves' memories (`ledger::training::Lessons`). The memories follow from the answers in the
//!    order of time: after a late answer they are added up again, `Store::recount_answers`
//!    rebuilds them, `Store::check` compares (`docs/training.md`).

mod draw;
pub(crate) mod error;
mod grade;
mod lay;
mod merit;
mod openings;
mod plan;
mod progress;
mod query;
mod reach;
mod session;
mod use_cases;
mod walk;

pub use error::QuizError;
pub use progress::{
    HardPosition, JosekiProgress, MisplayedMove, ProgressCounts, ProgressQuery, QuizProgress,
};
pub use query::{
    GradedAnswer, MemoryChange, QuestionOrigin, QuizBoard, QuizFilter, QuizLoss, QuizOutcome,
    QuizQuery, QuizQuestion, QuizReply, QuizSubject,
};

use crate::service::Service;

/// Quizzes and the progress of players.
#[derive(Clone, Copy)]
pub struct Training<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn training(&self) -> Training<'_> {
        Training { service: self }
    }
}

//! Training: draws questions from a book by what a player forgets, and grades answers.
//!
//! - [`QuizQuery`], [`QuizOutcome`], [`QuizQuestion`], [`GradedAnswer`]: requests and responses
//! - [`QuizProgress`]: what a player has learned
//! - `merit`: right moves; `grade`: grading of an answer
//! - `openings`: questions about the openings of renju
//! - `plan`, `reach`: positions of a book and their probability; `walk`, `draw`, `lay`: drawing a
//!   position and setting it up on a board
//! - `use_cases`, `progress`: methods of the service; `session`: one request in progress

mod draw;
pub mod error;
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

pub use progress::{
    HardPosition, JosekiProgress, MisplayedMove, ProgressCounts, ProgressQuery, QuizProgress,
};
pub use query::{
    GradedAnswer, MemoryChange, QuestionOrigin, QuizBoard, QuizFilter, QuizLoss, QuizOutcome,
    QuizQuery, QuizQuestion, QuizReply, QuizSubject,
};

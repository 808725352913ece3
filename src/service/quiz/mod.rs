//! Training: questions drawn from a book by what a player forgets, and answers graded.
//!
//! - [`QuizQuery`], [`QuizAnswered`], [`Question`], [`Graded`]: what is asked and answered
//! - [`Progress`]: what a player has learned
//! - `merit`: which moves are right; `grade`: an answer held against them; `reply`: how an opponent goes on
//! - `plan`, `reach`: the positions of a book and how likely each comes up; `walk`, `draw`, `lay`: one of them
//!   drawn and put on a board
//! - `use_cases`, `progress`: what the service does; `session`: one request under way

mod draw;
mod grade;
mod lay;
mod merit;
mod plan;
mod progress;
mod query;
mod reach;
mod reply;
mod session;
mod use_cases;
mod walk;

pub use plan::Plan;
pub use progress::{Hard, Joseki, Misplayed, Progress, ProgressCounts, ProgressQuery};
pub use query::{
    Drawn, Graded, Lost, MemoryChange, Question, QuizAnswered, QuizBoard, QuizFilter, QuizQuery,
    Reply,
};

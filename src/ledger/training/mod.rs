//! What players have learned from a book: answers to questions, and the memory derived from them.
//!
//! - [`Memory`]: how well one move is remembered, by half-life
//! - [`QuizAnswer`], [`Grade`]: a single answer
//! - [`Lessons`], [`Lesson`]: all answers of a player, by move

mod answer;
mod lessons;
mod memory;

pub use answer::{Grade, MAX_EXPECTED, QuizAnswer, check_question};
pub use lessons::{Lesson, Lessons};
pub use memory::{DAY, HOUR, MINUTE, Memory};

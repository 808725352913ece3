//! What players have learned of a book: answers to questions, and the memory that they add up to.
//!
//! - [`Memory`]: how well one move is remembered, by half-life
//! - [`QuizAnswer`], [`Grade`]: one answer
//! - [`Lessons`], [`Lesson`]: all answers of a player, added up by move

mod answer;
mod lessons;
mod memory;

pub use answer::{Grade, MOST_EXPECTED, QuizAnswer, check_question};
pub use lessons::{Lesson, Lessons};
pub use memory::{DAY, HOUR, MINUTE, Memory};

//! What players have learned: their answers and the lessons computed from them.
//!
//! - [`enter`], [`enter_many`], [`forget`]: enter answers and delete players
//! - [`lessons`], [`answers`], [`count`], [`players`]: read them
//! - [`recompute`], [`problems`]: recompute and check the lessons

mod check;
mod enter;
mod lessons;
mod rows;

pub(super) use check::{problems, recompute};
pub(super) use enter::{enter, enter_many, forget};
pub(super) use lessons::{COLUMNS as LESSON_COLUMNS, lessons};
pub(super) use rows::{COLUMNS as ANSWER_COLUMNS, answers, count, players};
